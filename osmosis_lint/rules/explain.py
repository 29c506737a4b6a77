"""How the engine saw one line: what each name there stands for, what is reported, and why the rest is silent.

`trace` answers for a line of a file. It runs the rules twice, as usual and as if no code were written for both
versions of the SDK: what only the second run finds is what a guard silenced.
"""

from __future__ import annotations

import ast
import os

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.api import releases
from osmosis_lint.rules.check import Check
from osmosis_lint.rules.names import attribute_verdict
from osmosis_lint.rules.run import Rules
from osmosis_lint.semantics.guards import ARGUMENT_ERRORS, ATTRIBUTE_ERRORS, IMPORT_ERRORS, NAME_ERRORS, Guards
from osmosis_lint.semantics.modules import Project
from osmosis_lint.semantics.scopes import Binding, Place
from osmosis_lint.semantics.values import (
    External,
    Instance,
    Literal,
    Partial,
    ProjectClass,
    ProjectFunction,
    ProjectModule,
    SdkClass,
    SdkFunction,
    SdkModule,
    Super,
    Types,
    Value,
)
from osmosis_lint.semantics.walk import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.api.releases import Release
    from osmosis_lint.diagnostics import Diagnostic, Span
    from osmosis_lint.rules.check import Origin
    from osmosis_lint.semantics.modules import Module
    from osmosis_lint.semantics.scopes import Scope

_ERRORS = (IMPORT_ERRORS, ATTRIBUTE_ERRORS, NAME_ERRORS, ARGUMENT_ERRORS)
_MAX_VALUES = 6
_BINDINGS = {
    "assign": "assigned",
    "annotation": "annotated",
    "walrus": "assigned",
    "for": "a loop variable",
    "comprehension": "a comprehension variable",
    "with": "entered by `with`",
    "import": "imported",
    "class": "a class defined",
    "function": "a function defined",
    "parameter": "a parameter",
    "match": "captured by `case`",
    "except": "a caught exception",
    "augmented": "changed in place",
    "delete": "deleted",
    "type_parameter": "a type parameter",
    "type_alias": "a type alias",
}


class Fact:
    """What the engine knows of one name, attribute, keyword or import: `subject` as written, and lines of text."""

    __slots__ = ("lines", "span", "subject")

    def __init__(self, subject: str, span: Span, lines: list[str]) -> None:
        self.subject = subject
        self.span = span
        self.lines = lines


class Silenced:
    """A finding that is not reported because the code is written for both versions; `guard` says where and how."""

    __slots__ = ("diagnostic", "guard")

    def __init__(self, diagnostic: Diagnostic, guard: str) -> None:
        self.diagnostic = diagnostic
        self.guard = guard


class Trace:
    """The answer for a line: facts in the order of the source, findings on it, and findings that a guard silenced."""

    __slots__ = ("facts", "findings", "silenced")

    def __init__(self, facts: list[Fact], findings: list[Diagnostic], silenced: list[Silenced]) -> None:
        self.facts = facts
        self.findings = findings
        self.silenced = silenced


class _OpenGuards(Guards):
    """Guards that let everything through."""

    def guarded(self, place: Place, errors: frozenset[str]) -> bool:
        return False


class _OpenRules(Rules):
    """The rules, looking through all guards."""

    def forget(self) -> None:
        super().forget()
        self.guards = _OpenGuards(self.resolver, self.target, self.guards.member_classes)

    def check_of(self, path: str, text: str) -> Check:
        """The state of a check of a file before any rule has run."""
        module = self.project.add(path, text, ast.parse(text, path))
        self.resolver.module = module
        return Check(module, path, self.resolver, self.table, self.guards, self.target, *self.words_of(module))


def trace(path: str, text: str, line: int, column: int | None = None, target: Release | None = None) -> Trace:
    """What the engine makes of a line (one-based), or of what stands at a zero-based column of it.

    Advice rules are included. Raises what `ast.parse` raises when the text does not parse.
    """
    text = text.removeprefix("\ufeff")
    rules = Rules(Project(), target, advice=True)
    reported = rules.check(path, text, ast.parse(text, path))
    open_rules = _OpenRules(Project(), target, advice=True)
    found = open_rules.check(path, text, ast.parse(text, path))
    known = {(item.code, item.span) for item in reported}
    silenced = [
        Silenced(item, _guard(rules, item))
        for item in found
        if (item.code, item.span) not in known and _touches(item.span, line, column)
    ]
    findings = [item for item in reported if _touches(item.span, line, column)]
    check = open_rules.check_of(path, text)
    facts = [fact for fact in _facts(check, line) if column is None or _touches(fact.span, line, column)]
    facts.sort(key=lambda fact: (fact.span.line, fact.span.column))
    return Trace(facts, findings, silenced)


def _touches(span: Span, line: int, column: int | None) -> bool:
    if not span.line <= line <= span.end_line:
        return False
    if column is None:
        return True
    return (span.line < line or span.column <= column) and (line < span.end_line or column < span.end_column)


# Facts


def _facts(check: Check, line: int) -> Iterator[Fact]:
    for stmt, scope in check.module.scopes.statements:
        if not stmt.lineno <= line <= (stmt.end_lineno or stmt.lineno):
            continue
        if isinstance(stmt, (ast.Import, ast.ImportFrom)):
            yield from _imports(check, stmt, scope)
            continue
        if isinstance(stmt, ast.ClassDef) and stmt.lineno == line:
            bases = check.resolver.mro(check.module.scopes.by_node[stmt])[1:]
            yield Fact(stmt.name, check.span(stmt), [f"a class; its bases are {_values(bases)}"])
        for node, place in expressions(check.resolver, stmt, scope):
            if getattr(node, "lineno", 0) > line or (getattr(node, "end_lineno", None) or 0) < line:
                continue
            yield from _of_node(check, node, place, line)


def _of_node(check: Check, node: ast.AST, place: Place, line: int) -> Iterator[Fact]:
    if isinstance(node, ast.Name) and node.lineno == line and isinstance(node.ctx, ast.Load):
        yield Fact(node.id, check.span(node), [*_origin(check, node.id, place), *_stands_for(check, node, place)])
    elif isinstance(node, ast.Attribute) and check.span(node).line == line:
        yield Fact(_source(check, node), check.span(node), _attribute(check, node, place))
    elif isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg is not None and keyword.lineno == line:
                yield Fact(f"{keyword.arg}=", check.span(keyword), _keyword(check, node, keyword.arg, place))


def _imports(check: Check, stmt: ast.Import | ast.ImportFrom, scope: Scope) -> Iterator[Fact]:
    for alias in stmt.names:
        if isinstance(stmt, ast.Import):
            dotted, verdict = alias.name, check.table.module(alias.name)
        else:
            source = "." * stmt.level + (stmt.module or "")
            dotted = f"{source}.{alias.name}" if source.strip(".") else f"{source}{alias.name}"
            verdict = check.table.module(source) or check.table.name(dotted)
        if dotted.partition(".")[0] != SDK_PACKAGE:
            text = f"`{dotted}`: {_imported(check, alias, stmt, scope)}"
        elif verdict is not None:
            text = f"`{dotted}`: {verdict.message} ({verdict.rule.code})"
        else:
            text = _alive(check, dotted)
        yield Fact(alias.name, check.span(alias), [text])


def _imported(check: Check, alias: ast.alias, stmt: ast.stmt, scope: Scope) -> str:
    """What an import that does not name the SDK binds."""
    name = alias.asname or alias.name.partition(".")[0]
    for binding in scope.bindings.get(name, ()):
        if binding.stmt is stmt:
            values = check.resolver.binding(binding)
            return f"stands for {_values(values)}" if values else "not found in the project"
    return "not found in the project"


def _origin(check: Check, name: str, place: Place) -> list[str]:
    bindings, scope = check.resolver.bindings(name, place)
    if scope is None:
        starred = check.resolver.star_import(check.module, name)
        return ["bound by a star import"] if starred is not None else []
    return [_binding(item) for item in bindings[:_MAX_VALUES]]


def _binding(binding: Binding) -> str:
    what = _BINDINGS.get(binding.kind, binding.kind)
    line = getattr(binding.node, "lineno", None) or getattr(binding.stmt, "lineno", 0)
    owner = f" of `{binding.scope.name}`" if binding.kind == "parameter" else ""
    return f"{what}{owner} on line {line}"


def _stands_for(check: Check, node: ast.expr, place: Place) -> list[str]:
    values = check.resolver.infer(node, place)
    return [f"stands for {_values(values)}"] if values else ["what it stands for is not known, so it is left alone"]


def _attribute(check: Check, node: ast.Attribute, place: Place) -> list[str]:
    values = check.resolver.infer(node.value, place)
    owner = _source(check, node.value)
    if not values:
        return [f"silent: what `{owner}` stands for is not known"]
    lines: list[str] = []
    for value in values[:_MAX_VALUES]:
        verdict = attribute_verdict(check, value, node.attr)
        if verdict is not None:
            lines.append(f"`{verdict.symbol}`: {verdict.message} ({verdict.rule.code})")
            continue
        name = _sdk_name(check, value)
        if name:
            lines.append(_alive(check, f"{name}.{node.attr}"))
        else:
            lines.append(f"silent: `{owner}` is {_value(value)}, which is not the SDK's")
    return list(dict.fromkeys(lines))


def _sdk_name(check: Check, value: Value) -> str:
    """The qualified name of the SDK that a value is, or is an object of."""
    cls = value.cls if isinstance(value, Instance) else value
    if isinstance(cls, SdkModule):
        return cls.name
    if isinstance(cls, SdkClass):
        return cls.qualname
    if isinstance(cls, (ProjectClass, Super)):
        bases = check.resolver.sdk_bases(cls.scope)
        return bases[0].qualname if bases else ""
    return ""


def _alive(check: Check, qualname: str) -> str:
    symbol = check.table.surface.lookup(qualname)
    target = releases.show(check.target)
    if symbol is None:
        return f"`{qualname}`: silent: no release of the SDK had it"
    if symbol.alive_in(check.target):
        return f"`{qualname}`: silent: {target} has it"
    return f"`{qualname}`: gone in {target}, reported elsewhere or not by this use"


def _keyword(check: Check, call: ast.Call, name: str, place: Place) -> list[str]:
    values = check.resolver.infer(call.func, place)
    owner = _source(check, call.func)
    if not values:
        return [f"silent: what `{owner}` stands for is not known"]
    lines: list[str] = []
    for value in values[:_MAX_VALUES]:
        function = value.qualname if isinstance(value, SdkFunction) else _sdk_name(check, value)
        if not function:
            lines.append(f"silent: `{owner}` is {_value(value)}, which is not the SDK's")
            continue
        verdict = check.table.parameter(function, name)
        target = releases.show(check.target)
        text = f"{verdict.message} ({verdict.rule.code})" if verdict else f"silent: not among what {target} refuses"
        lines.append(f"`{function}({name})`: {text}")
    return list(dict.fromkeys(lines))


# Values in words


def _values(values: Types) -> str:
    if not values:
        return "unknown"
    shown = [_value(value) for value in values[:_MAX_VALUES]]
    return " or ".join(dict.fromkeys(shown)) + (" or more" if len(values) > _MAX_VALUES else "")


def _value(value: Value) -> str:
    if isinstance(value, SdkModule):
        return f"the SDK module `{value.name}`"
    if isinstance(value, SdkClass):
        return f"the SDK class `{value.qualname}`"
    if isinstance(value, SdkFunction):
        return f"the SDK function `{value.qualname}`"
    if isinstance(value, External):
        return f"`{value.name.removeprefix('builtins.')}`"
    if isinstance(value, ProjectModule):
        return f"the module {_short(value.module.path)}"
    if isinstance(value, (ProjectClass, ProjectFunction)):
        scope = value.scope
        what = "class" if isinstance(value, ProjectClass) else "function"
        line = getattr(scope.node, "lineno", 0)
        return f"the {what} `{getattr(scope.node, 'name', 'lambda')}` ({_short(scope.module.path)}:{line})"
    if isinstance(value, Literal):
        return f"the constant {value.value!r}"
    if isinstance(value, Instance):
        held = [_values(item) for item in value.args if item]
        return f"an object of {_value(value.cls)}" + (f" holding {', '.join(held)}" if held else "")
    if isinstance(value, Super):
        return f"`super()` of `{getattr(value.scope.node, 'name', '')}`"
    if isinstance(value, Partial):
        return f"a partial call of {_value(value.function)}"
    return "a value"


def _source(check: Check, node: ast.AST) -> str:
    return ast.get_source_segment(check.module.text, node) or ast.unparse(node)


def _short(path: str) -> str:
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative


# Guards


def _guard(rules: Rules, found: Diagnostic) -> str:
    """Where and by what a finding is silenced."""
    origin: Origin | None = found.origin  # type: ignore[assignment]
    if origin is None:
        return "written for both versions"
    place = origin.place
    resolver = origin.check.resolver
    guards = Guards(resolver, rules.target, rules.guards.member_classes)
    errors = next((item for item in _ERRORS if guards.guarded(place, item)), None)
    if errors is None:
        return "written for both versions"
    for test, outcome, where in place.facts:
        if isinstance(test, ast.expr) and guards.outcome(test, where).excludes(outcome):
            return _shown(origin.check.module, test)
    return _enclosing(guards, origin.check.module, place, errors)


def _enclosing(guards: Guards, module: Module, place: Place, errors: frozenset[str]) -> str:
    """The statement between the innermost code that is guarded and the code around it that is not."""
    scopes = module.scopes
    stmt: ast.AST | None = place.stmt
    while stmt is not None:
        position = scopes.positions.get(stmt)
        if position is None:
            break
        scope: Scope = position.scope
        holder = scopes.owner.get(position.parent, position.parent) if position.parent is not None else scope.stmt
        if isinstance(holder, ast.stmt) and guards.guarded(Place(_scope_around(module, holder), holder), errors):
            stmt = holder
            continue
        index = position.index
        while index and guards.guarded(Place(scope, position.block[index - 1]), errors):
            index -= 1
        guard = position.block[index - 1] if index else holder
        if guard is None:
            break
        return _shown(module, guard)
    return "written for both versions"


def _scope_around(module: Module, stmt: ast.stmt) -> Scope:
    position = module.scopes.positions.get(stmt)
    return position.scope if position is not None else module.scopes.root


def _shown(module: Module, node: ast.AST) -> str:
    lines = module.lines.lines
    first = node.decorator_list[0].lineno if getattr(node, "decorator_list", None) else node.lineno  # type: ignore[attr-defined]
    numbers = [first, *(handler.lineno for handler in getattr(node, "handlers", ()))]
    return ", ".join(f"line {number}: `{lines[number - 1].strip()}`" for number in numbers)
