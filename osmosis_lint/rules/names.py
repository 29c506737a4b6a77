"""Uses of names, members and parameters that the table knows to be gone.

This serves every rule whose finding is "this qualified name is used": the table says which code it is.
Rules that look at more than a name are in the modules of their family.
"""

from __future__ import annotations

import ast
import re

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.api import records
from osmosis_lint.diagnostics import Related
from osmosis_lint.rules.branches import are_exclusive
from osmosis_lint.rules.shims import puts_on
from osmosis_lint.semantics import mocks
from osmosis_lint.semantics.arguments import Arguments, Call, Keyword
from osmosis_lint.semantics.calls import constant_text, imported_name
from osmosis_lint.semantics.flow import terminates
from osmosis_lint.semantics.forwarding import forwarded
from osmosis_lint.semantics.guards import ARGUMENT_ERRORS, ATTRIBUTE_ERRORS, IMPORT_ERRORS, NAME_ERRORS
from osmosis_lint.semantics.narrowing import class_patterns
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import (
    DICT,
    External,
    Instance,
    ProjectClass,
    ProjectModule,
    SdkClass,
    SdkFunction,
    SdkModule,
    Super,
    Value,
)
from osmosis_lint.semantics.walk import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.api.releases import Release
    from osmosis_lint.api.table import Verdict
    from osmosis_lint.rules.check import Check

# What the places that use an imported name are looked for among.
_NAMES: frozenset[type[ast.AST]] = frozenset((ast.Name,))
_ACCESSORS = frozenset(("builtins.getattr", "builtins.setattr", "builtins.delattr"))
_IMPORTERS = frozenset(("importlib.import_module", "builtins.__import__", "pkgutil.resolve_name", "pydoc.locate"))
_NO_ERRORS: frozenset[str] = frozenset()
_KEY_ERRORS = frozenset(("KeyError", "LookupError"))
_ATTRIBUTES: frozenset[type[ast.AST]] = frozenset((ast.Attribute,))
_PATCHERS = ("unittest.mock.patch", "mock.patch")
_PATCH_OBJECTS = ("unittest.mock.patch.object", "mock.patch.object")
_FIXTURES = frozenset(("monkeypatch", "mocker"))
_PATCH_METHODS = frozenset(("setattr", "delattr", "patch", "object"))


# Imports


def check_import(check: Check, stmt: ast.Import | ast.ImportFrom, scope: Scope) -> None:
    """Report what an import statement takes from where it no longer is."""
    place = Place(scope, stmt)
    if isinstance(stmt, ast.Import):
        for alias in stmt.names:
            if alias.name.partition(".")[0] == SDK_PACKAGE:
                verdict = check.table.gone_module(alias.name)
                check.judge(verdict, alias, place, IMPORT_ERRORS)
        return
    if stmt.level or not stmt.module or stmt.module.partition(".")[0] != SDK_PACKAGE:
        _check_project_import(check, stmt, place)
        return
    verdict = check.table.gone_module(stmt.module)
    if verdict is not None:
        check.judge(verdict, stmt, place, IMPORT_ERRORS)
        return
    for alias in stmt.names:
        if alias.name != "*":
            name = alias.asname or alias.name
            check.judge(
                check.table.name(f"{stmt.module}.{alias.name}"),
                alias,
                place,
                IMPORT_ERRORS,
                lambda name=name, stmt=stmt, scope=scope: _uses(check, name, stmt, scope),  # type: ignore[misc]
            )


def _check_project_import(check: Check, stmt: ast.ImportFrom, place: Place) -> None:
    """Report a name that a project module has from a star import of the SDK: it is taken here for the first time."""
    if not check.module.project.sdk_sources(check.module, stmt.module or "", stmt.level).has_star_import:
        return
    source = check.resolver.imported_module(check.module, stmt)
    if isinstance(source, ProjectModule):
        for alias in stmt.names:
            check.judge(_starred(check, source, alias.name), alias, place, IMPORT_ERRORS)


def _starred(check: Check, source: ProjectModule, name: str) -> Verdict | None:
    if name == "*" or name in source.module.scopes.root.bindings:
        return None
    starred = check.resolver.star_import(source.module, name)
    return _star_verdict(check, starred[1]) if starred is not None and starred[1] else None


def _uses(check: Check, name: str, stmt: ast.stmt, scope: Scope) -> list[Related]:
    """The places in the file that use a name bound by an import."""
    out: list[Related] = []
    for node, place in _loads(check).get(name, ()):
        found, where = check.resolver.bindings(name, place)
        if where is scope and any(binding.stmt is stmt for binding in found):
            out.append(Related(check.path, check.span(node), f"`{name}` is used here"))
    return out


def _loads(check: Check) -> dict[str, list[tuple[ast.Name, Place]]]:
    """Where the file reads each name that it imports from the SDK; looked up once, for all of them."""
    if check.loads is None:
        imported = {
            alias.asname or alias.name.partition(".")[0]
            for stmt, _ in check.module.scopes.imports
            for alias in stmt.names
            if (getattr(stmt, "module", "") or alias.name).partition(".")[0] == SDK_PACKAGE
        }
        check.loads = {}
        for stmt, scope in check.module.statements_with(imported):
            for node, place in expressions(check.resolver, stmt, scope, _NAMES):
                assert isinstance(node, ast.Name)
                if node.id in imported and isinstance(node.ctx, ast.Load):
                    check.loads.setdefault(node.id, []).append((node, place))
    return check.loads


def check_name(check: Check, node: ast.Name, place: Place) -> None:
    """Report a name that only a star import of the SDK can have bound."""
    if not isinstance(node.ctx, ast.Load) or check.resolver.bindings(node.id, place)[1] is not None:
        return
    starred = check.resolver.star_import(check.module, node.id)
    if starred is not None and starred[1]:
        check.judge(_star_verdict(check, starred[1]), node, place, NAME_ERRORS)


def _star_verdict(check: Check, qualname: str) -> Verdict | None:
    """The verdict on a name that a star import bound; of a module that is gone the import itself is the finding."""
    if check.table.gone_module(qualname.rpartition(".")[0]) is not None:
        return None
    return check.table.starred(qualname)


# Classes


def check_class(check: Check, scope: Scope) -> None:
    """Report methods that override one of the SDK which is now called with less, or not called at all."""
    for base in check.resolver.sdk_bases(scope):
        for name, bindings in scope.bindings.items():
            for binding in bindings:
                if isinstance(binding.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    verdict = _overriding(check, base, scope, name, binding.node)
                    check.judge(verdict, binding.node, Place(scope, binding.stmt), ARGUMENT_ERRORS)
                elif isinstance(binding.stmt, (ast.Assign, ast.AnnAssign)):
                    check.judge(
                        check.table.hook(base.qualname, name),
                        _target(binding.stmt, name),
                        Place(scope, binding.stmt),
                        ATTRIBUTE_ERRORS,
                    )


def _target(stmt: ast.Assign | ast.AnnAssign, name: str) -> ast.AST:
    """Where an assignment writes a name."""
    targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]
    nodes = [node for target in targets for node in ast.walk(target)]
    return next((node for node in nodes if isinstance(node, ast.Name) and node.id == name), stmt)


def _overriding(
    check: Check, base: SdkClass, scope: Scope, name: str, definition: ast.FunctionDef | ast.AsyncFunctionDef
) -> Verdict | None:
    """The verdict on a method that overrides `name` of an SDK class: called with less, or not at all."""
    hook = check.table.hook(base.qualname, name)
    if hook is not None:
        # A method of the Harbor backend that the project calls by itself still does what it did.
        return hook if hook.rule.code != "OSM413" or not _is_called(check, scope, name) else None
    verdict = check.table.signature(base.qualname, name)
    found = check.resolver.sdk.member(base.qualname, name)
    if verdict is None or found is None:
        return None
    passed = [item for item in (found[0].parameters or {}).values() if item.alive_in(check.target)]
    return verdict if _requires_more(definition.args, len(passed)) else None


def _is_called(check: Check, scope: Scope, name: str) -> bool:
    """Whether the file takes a member of that name from an object of a project class, other than by `super()`."""
    for stmt, inner in check.module.statements_with({name}):
        for node, place in expressions(check.resolver, stmt, inner, _ATTRIBUTES):
            if isinstance(node, ast.Attribute) and node.attr == name:
                for value in check.resolver.infer(node.value, place):
                    owner = value.cls if isinstance(value, Instance) else value
                    if isinstance(owner, ProjectClass) and ProjectClass(scope) in check.resolver.mro(owner.scope):
                        return True
    return False


def _requires_more(arguments: ast.arguments, passed: int) -> bool:
    """Whether a method needs more arguments than the object and `passed` others."""
    positional = arguments.posonlyargs + arguments.args
    required = len(positional) - len(arguments.defaults) - 1
    return required > passed or any(default is None for default in arguments.kw_defaults)


# Attributes


def check_attribute(check: Check, node: ast.Attribute, place: Place) -> None:
    """Report a gone member of a class, or a gone name reached through a module."""
    for value in check.resolver.infer(node.value, place):
        verdict = attribute_verdict(check, value, node.attr) or _of_harbor(check, value, node)
        verdict = verdict or _of_mock(check, value, node)
        if verdict is not None and puts_on(check, value, node.attr):
            return
        if verdict is not None:
            check.judge(verdict, node, place, ATTRIBUTE_ERRORS)
            return


def _of_mock(check: Check, value: Value, node: ast.Attribute) -> Verdict | None:
    """A method read from a mock made after the class, unless the file gives it to the mock itself."""
    spec = mocks.spec_of(value)
    found = check.resolver.sdk.member(spec, node.attr) if spec and isinstance(node.ctx, ast.Load) else None
    if found is None or found[0].parameters is None or re.search(rf"\b{node.attr}\s*=(?!=)", check.module.text):
        return None
    return check.table.member(spec, node.attr)


def check_subscript(check: Check, node: ast.Subscript, place: Place) -> None:
    """Report a gone value of an enumeration that is taken by its name: `RolloutStatus["PENDING"]`."""
    name = node.slice
    if isinstance(name, ast.Constant) and isinstance(name.value, str) and name.value.isupper():
        for value in check.resolver.infer(node.value, place):
            if isinstance(value, SdkClass):
                check.judge(check.table.member(value.qualname, name.value), name, place, _KEY_ERRORS)


def _of_harbor(check: Check, value: Value, node: ast.Attribute) -> Verdict | None:
    """A member of the Harbor context read from what is only known to be a workflow context.

    No other context ever had it, so it is the Harbor backend that passes the context here.
    """
    if not isinstance(value, Instance) or not isinstance(node.ctx, ast.Load):
        return None
    if value.cls != SdkClass(records.WORKFLOW_CONTEXT) or check.resolver.sdk.has_member(
        records.WORKFLOW_CONTEXT, node.attr
    ):
        return None
    return check.table.member(records.HARBOR_CONTEXT, node.attr)


def attribute_verdict(check: Check, value: Value, name: str) -> Verdict | None:
    """The verdict on `value.name`."""
    if isinstance(value, SdkModule):
        return _through_module(check, value, name)
    if isinstance(value, ProjectModule):
        return _starred(check, value, name)
    owner: Value = value.cls if isinstance(value, Instance) else value
    if isinstance(owner, SdkClass):
        return check.table.member(owner.qualname, name)
    bases: tuple[Value, ...] = ()
    if isinstance(owner, ProjectClass):
        bases = check.resolver.mro(owner.scope)
    elif isinstance(owner, Super):
        bases = check.resolver.mro(owner.scope)[1:]
    for base in bases:
        if isinstance(base, ProjectClass) and check.resolver.defines(base.scope, name):
            return None
        if isinstance(base, SdkClass):
            verdict = check.table.member(base.qualname, name)
            if verdict is not None or check.resolver.sdk.has_member(base.qualname, name):
                return verdict
    return None


def _through_module(check: Check, value: SdkModule, name: str) -> Verdict | None:
    if check.table.gone_module(value.name) is not None:
        return None
    qualname = f"{value.name}.{name}"
    verdict = check.table.name(qualname)
    if verdict is not None and check.table.module(qualname) is not None and _is_imported(check, qualname):
        # Reported at the import statement.
        return None
    return verdict


def _is_imported(check: Check, dotted: str) -> bool:
    for stmt, _ in check.module.scopes.imports:
        if isinstance(stmt, ast.Import):
            for alias in stmt.names:
                if alias.name == dotted or alias.name.startswith(f"{dotted}."):
                    return True
    return False


def check_annotation_text(check: Check, node: ast.Constant, place: Place) -> None:
    """Report gone names reached through a module inside a string annotation; the place is the string."""
    try:
        parsed = ast.parse(str(node.value).strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for inner in ast.walk(parsed):
        if isinstance(inner, ast.Attribute):
            for value in check.resolver.infer(inner.value, place):
                if isinstance(value, SdkModule):
                    check.judge(_through_module(check, value, inner.attr), node, place, ATTRIBUTE_ERRORS)
        elif isinstance(inner, ast.Name) and check.resolver.bindings(inner.id, place)[1] is None:
            starred = check.resolver.star_import(check.module, inner.id)
            if starred is not None and starred[1]:
                check.judge(_star_verdict(check, starred[1]), node, place, NAME_ERRORS)


def forward_references(stmt: ast.stmt) -> Iterator[ast.Constant]:
    """Those in the annotations of what a statement assigns, or of a function's parameters and result."""
    if isinstance(stmt, ast.AnnAssign):
        yield from annotation_strings(stmt.annotation)
    elif isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef)):
        arguments = stmt.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        for annotation in [stmt.returns, *(item.annotation for item in every if item is not None)]:
            # Most annotations are plain names.
            if annotation is not None and annotation.__class__ is not ast.Name:
                yield from annotation_strings(annotation)


def annotation_strings(node: ast.AST | None) -> Iterator[ast.Constant]:
    """The forward references in an annotation: not the texts of `Literal[…]` or of `Annotated` metadata."""
    todo = [node] if node is not None else []
    for item in todo:
        if isinstance(item, ast.Constant):
            if isinstance(item.value, str):
                yield item
        elif isinstance(item, ast.Subscript):
            head = item.value.attr if isinstance(item.value, ast.Attribute) else getattr(item.value, "id", "")
            if head == "Annotated" and isinstance(item.slice, ast.Tuple):
                todo.append(item.slice.elts[0])
            elif head != "Literal":
                todo += [item.value, item.slice]
        else:
            todo.extend(ast.iter_child_nodes(item))


# Calls


def check_call(check: Check, call: Call) -> None:
    """Report gone parameters, and names passed as text to `getattr`, `patch` and their like."""
    for value, arguments, _ in call.targets:
        if isinstance(value, SdkClass):
            check_arguments(check, value.qualname, arguments, call, owner=None)
        elif isinstance(value, ProjectClass):
            _check_project_class(check, value, arguments, call)
        elif isinstance(value, SdkFunction):
            check_arguments(check, value.qualname, arguments, call, owner=None)
        for owner, passed, inner in forwarded(check.resolver, value, arguments):
            if not check.guards.guarded(inner, ARGUMENT_ERRORS):
                check_arguments(check, owner.qualname, passed, call, owner=None)
    for value in check.resolver.infer(call.node.func, call.place):
        if isinstance(value, External):
            _check_external_call(check, value.name, call)
    _check_fixture_call(check, call)


def _check_project_class(check: Check, value: ProjectClass, arguments: Arguments, call: Call) -> None:
    """A project class that takes its constructor from an SDK class."""
    for base in check.resolver.mro(value.scope):
        if isinstance(base, ProjectClass) and check.resolver.defines(base.scope, "__init__"):
            return
        if isinstance(base, SdkClass):
            check_arguments(check, base.qualname, arguments, call, owner=value.scope)
            return


def check_arguments(check: Check, function: str, arguments: Arguments, call: Call, owner: Scope | None) -> None:
    """Report arguments for parameters that are gone. `owner` is a project subclass that may redefine them."""
    for keyword in arguments.keywords:
        if owner is not None and any(
            isinstance(base, ProjectClass) and check.resolver.defines(base.scope, keyword.name)
            for base in check.resolver.mro(owner)
        ):
            continue
        verdict = check.table.parameter(function, keyword.name)
        # A dict may be filled for one version in another place than where the call stands.
        if verdict is not None and not check.guards.guarded(keyword.place, _NO_ERRORS):
            if keyword.node not in call.node.keywords and _may_be_for_another(check, call, keyword):
                continue
            check.judge(verdict, keyword.node, call.place, ARGUMENT_ERRORS)
    symbol = check.resolver.sdk.symbol(function)
    parameters = symbol.parameters if symbol is not None else None
    if not parameters:
        return
    found: list[tuple[Release, str, ast.expr]] = []
    for index, argument in enumerate(arguments.positional):
        here = [item for item in parameters.values() if item.position == index]
        gone = [item for item in here if not item.alive_in(check.target)]
        if argument is None or not gone:
            continue
        if len(gone) < len(here) and not _is_dict(check, argument, call.place):
            continue
        newest = max(gone, key=lambda item: item.last_before(check.target) or ())
        found.append((newest.last_before(check.target) or (), newest.name, argument))
    for last, name, argument in found:
        # A call is of one generation: where another argument went later, something else had taken this place.
        if last == max(item[0] for item in found):
            check.judge(check.table.parameter(function, name), argument, call.place, ARGUMENT_ERRORS)


def _may_be_for_another(check: Check, call: Call, keyword: Keyword) -> bool:
    """Whether a key of a dict may be meant for something else than the class it is judged for: the call may be of
    several classes or stand in another branch, or control leaves after the key is put in and before the call."""
    if len({value for value, _, _ in call.targets if isinstance(value, (SdkClass, ProjectClass))}) > 1:
        return True
    if keyword.place.scope is call.place.scope and are_exclusive(keyword.place, call.place):
        return True
    stmt = keyword.place.stmt
    position = keyword.place.scope.module.scopes.positions.get(stmt) if stmt is not None else None
    if position is None or position.scope is not call.place.scope or not terminates(position.block):
        return False
    # Then only what follows in the same block is reached.
    return call.place.stmt is not None and not any(
        call.place.stmt is inner for later in position.block[position.index :] for inner in ast.walk(later)
    )


def _is_dict(check: Check, node: ast.expr, place: Place) -> bool:
    return any(isinstance(v, Instance) and v.cls == DICT for v in check.resolver.infer(node, place))


def _check_external_call(check: Check, name: str, call: Call) -> None:
    node, place = call.node, call.place
    if name in _ACCESSORS and len(node.args) >= 2:
        if name == "builtins.getattr" and len(node.args) > 2:
            return
        _check_accessor(check, node.args[0], node.args[1], place)
    elif name in _IMPORTERS and node.args:
        text = imported_name(check.resolver, node, place)
        if text and text.partition(".")[0] == SDK_PACKAGE:
            check.judge(dotted_verdict(check, text), node.args[0], place, IMPORT_ERRORS)
    elif name.startswith(_PATCH_OBJECTS) and len(node.args) >= 2 and not _may_be_absent(node):
        _check_accessor(check, node.args[0], node.args[1], place)
    elif name.endswith("patch.multiple") and node.args:
        for value in check.resolver.infer(node.args[0], place):
            for keyword in node.keywords:
                if keyword.arg is not None:
                    check.judge(attribute_verdict(check, value, keyword.arg), keyword, place, ATTRIBUTE_ERRORS)
    elif name in _PATCHERS or name.endswith(".patch"):
        if node.args and not _may_be_absent(node):
            _check_dotted(check, node.args[0], place, ATTRIBUTE_ERRORS)


def _may_be_absent(node: ast.Call) -> bool:
    """Whether a patch takes a name that is not there: `create=True` of mock, `raising=False` of pytest."""
    return any(
        isinstance(item.value, ast.Constant) and (item.arg, item.value.value) in (("create", True), ("raising", False))
        for item in node.keywords
    )


def _check_fixture_call(check: Check, call: Call) -> None:
    """`monkeypatch.setattr(…)`, `mocker.patch(…)` and `mocker.patch.object(…)` of pytest."""
    function = call.node.func
    if not isinstance(function, ast.Attribute) or function.attr not in _PATCH_METHODS or not call.node.args:
        return
    root: ast.expr = function
    while isinstance(root, ast.Attribute):
        root = root.value
    if not isinstance(root, ast.Name) or root.id not in _FIXTURES or _may_be_absent(call.node):
        return
    first = call.node.args[0]
    if constant_text(check.resolver, first, call.place) is not None:
        _check_dotted(check, first, call.place, ATTRIBUTE_ERRORS)
    elif len(call.node.args) >= 2:
        _check_accessor(check, first, call.node.args[1], call.place)


def _check_accessor(check: Check, subject: ast.expr, name: ast.expr, place: Place) -> None:
    text = constant_text(check.resolver, name, place)
    if not text:
        return
    for value in check.resolver.infer(subject, place):
        verdict = attribute_verdict(check, value, text)
        if verdict is not None and not puts_on(check, value, text):
            check.judge(verdict, name, place, ATTRIBUTE_ERRORS)
            return


# Names in texts


def _check_dotted(check: Check, node: ast.expr, place: Place, errors: frozenset[str]) -> None:
    text = constant_text(check.resolver, node, place)
    if text and text.partition(".")[0] == SDK_PACKAGE:
        check.judge(dotted_verdict(check, text), node, place, errors)


def dotted_verdict(check: Check, text: str) -> Verdict | None:
    """The verdict on a dotted path: modules as far as they go, then names and members."""
    parts = text.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    for length in range(2, len(parts) + 1):
        path = ".".join(parts[:length])
        verdict = check.table.module(path)
        if verdict is None and check.resolver.sdk.surface.module(path) is None:
            verdict = check.table.name(path)
            if verdict is None and length < len(parts):
                for value in check.resolver.sdk.value(path):
                    return attribute_verdict(check, value, parts[length])
        if verdict is not None:
            return verdict
    return None


def check_text(check: Check, node: ast.Constant, place: Place) -> None:
    """Report an import path `module:Name` written as a text."""
    module, separator, name = str(node.value).partition(":")
    if not separator or not name or module.partition(".")[0] != SDK_PACKAGE:
        return
    if not all(part.isidentifier() for part in (*module.split("."), *name.split("."))):
        return
    check.judge(check.table.path(str(node.value)), node, place, IMPORT_ERRORS)


# Patterns


def check_pattern(check: Check, case: ast.match_case, place: Place) -> None:
    """Report a gone member named in a class pattern."""
    for cls, pattern in class_patterns(check.resolver, case.pattern, place):
        for name, child in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            verdict = check.table.member(cls.qualname, name)
            if verdict is not None:
                check.judge(verdict, _keyword_of_pattern(check, child, name), place, ATTRIBUTE_ERRORS)


def _keyword_of_pattern(check: Check, child: ast.pattern, name: str) -> ast.AST:
    """A node that spans `name` in `Class(name=child)`: the syntax tree keeps no position for it."""
    text = check.module.lines.lines[child.lineno - 1].encode("utf-8")[: child.col_offset]
    offset = text.rfind(name.encode("utf-8"))
    node = ast.Name(id=name, ctx=ast.Load())
    node.lineno = node.end_lineno = child.lineno
    node.col_offset = offset if offset >= 0 else child.col_offset
    node.end_col_offset = node.col_offset + len(name.encode("utf-8"))
    return node
