"""Runs every rule over one file, visiting only the statements that can matter.

A file is looked at by lines first: a statement without one of the words that some rule asks for is
never entered. What is entered is walked once, and each node goes to the rules for its kind of syntax.
"""

from __future__ import annotations

import ast

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.api import records, releases, surface
from osmosis_lint.api.table import Table
from osmosis_lint.rules import getters, harbor, names, registrations, routing, samples, sessions
from osmosis_lint.rules.check import Check
from osmosis_lint.semantics import arguments
from osmosis_lint.semantics.guards import Guards
from osmosis_lint.semantics.resolver import Resolver
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.sdk import Sdk
from osmosis_lint.semantics.values import External, Literal, ProjectFunction, ProjectModule, ProjectNamespace
from osmosis_lint.semantics.walk import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from osmosis_lint.api.releases import Release
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.semantics.modules import Module, Project

# Words that make a statement worth entering beside the names of the table: what reaches a member by its name, what
# imports, what puts something in place of a member, and what makes or copies an object.
_ACCESS = ("getattr", "setattr", "delattr", "attrgetter", "methodcaller")
_IMPORT = ("import_module", "__import__", "locate", "resolve_name", SDK_PACKAGE)
_PATCH = ("patch", "object", "multiple", "monkeypatch", "mocker")
_MAKE = ("partial", "partialmethod", "super", "__init__")
_COPY = ("replace", "evolve", "model_copy", "model_validate", "model_construct")
_WORDS = frozenset((*_ACCESS, *_IMPORT, *_PATCH, *_MAKE, *_COPY)).union(
    samples.WORDS, sessions.WORDS, routing.WORDS, harbor.WORDS
)
# Project files whose syntax trees are kept at one time.
_MAX_KEPT_MODULES = 200
_MEMBER_CLASSES = (
    records.GRADER_CONTEXT,
    records.ROLLOUT_CONTEXT,
    records.ROLLOUT_SAMPLE,
    records.EXECUTION_RESULT,
    records.HARBOR_BACKEND,
    records.HARBOR_CONTEXT,
)
# Calls that write an exchange file or put a URL together.
_WRITERS = frozenset(("dump", "write", "write_text", "write_bytes", "join", "format", "urljoin"))
# Methods that are looked at though nobody knows whose they are: the file or fixture behind them tells.
_UNKNOWN_CALLEES = _WRITERS.union(
    ("__init__", "model_copy", "model_validate", "model_construct", "copy", "setattr", "delattr", "patch", "object")
)
# Calls of these say nothing of the SDK by themselves.
_PLAIN_CALLEES = (ProjectFunction, ProjectModule, ProjectNamespace, Literal)
_ANNOTATED = frozenset((ast.FunctionDef, ast.AsyncFunctionDef, ast.AnnAssign))
_KINDS: frozenset[type[ast.AST]] = frozenset(
    (ast.Attribute, ast.Call, ast.Constant, ast.JoinedStr, ast.BinOp, ast.Subscript)
)
_KINDS_WITH_NAMES = _KINDS | {ast.Name}
_NO_NODES: frozenset[ast.AST] = frozenset()
_PASSED_ON = frozenset((ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.IfExp, ast.BoolOp))


class Rules:
    """All rules for one target release, over the files of one project."""

    def __init__(self, project: Project, target: Release | None, *, advice: bool = False) -> None:
        self.project = project
        self.target = target or releases.NEWEST
        self.advice = advice
        self.table = Table(surface.load(), self.target)
        self.forget()
        self.words = self.table.member_words() | _WORDS
        self._all_words: frozenset[str] | None = None
        self._visitors: dict[type[ast.AST], Callable[..., None]] = {
            ast.Attribute: self._visit_attribute,
            ast.Call: self._visit_call,
            ast.Name: self._visit_name,
            ast.Constant: self._visit_text,
            ast.JoinedStr: self._visit_formatted,
            ast.BinOp: self._visit_operation,
            ast.Subscript: self._visit_subscript,
        }

    def forget(self) -> None:
        """Drop what is remembered of project files, so that memory does not grow with the tree."""
        self._checked = 0
        self.project.forget()
        self.resolver = Resolver(self.project, Sdk(self.table.surface, records.PREVIEW_NAMES))
        self.guards = Guards(self.resolver, self.target, _MEMBER_CLASSES)

    def dismantle(self) -> None:
        """Drop all that is remembered of files, and take it apart (see `Engine.dismantle`)."""
        self.project.dismantle()
        self.forget()

    def check(self, path: str, text: str, tree: ast.Module | None) -> list[Diagnostic]:
        """The findings in one file; it is parsed here if it is not yet. Raises what `ast.parse` raises."""
        self._checked += 1
        if max(self._checked, self.project.size) > _MAX_KEPT_MODULES:
            self.forget()
        module = self.project.add(path, text, tree)
        self.resolver.module = module
        check = Check(module, path, self.resolver, self.table, self.guards, self.target, *self.words_of(module))
        for statement, scope in module.scopes.imports:
            names.check_import(check, statement, scope)
        for node, scope in list(module.scopes.by_node.items()):
            if isinstance(node, ast.ClassDef) and node.bases:
                names.check_class(check, scope)
                samples.check_class(check, scope)
                sessions.check_class(check, scope)
        registrations.check_module(check)
        for stmt, scope in self._candidates(module, check.words, check.has_star_import):
            try:
                self._statement(check, stmt, scope)
            except RecursionError:
                # Nested too deeply to be followed: nothing is known of it.
                continue
        found = check.findings()
        return found if self.advice else [item for item in found if item.code not in records.ADVICE]

    def words_of(self, module: Module) -> tuple[frozenset[str], frozenset[str]]:
        """The words that make a use worth a look: those that are in this file, and those of any file like it."""
        local: set[str] = set()
        reaches_modules = "import_module" in module.text or "__import__" in module.text
        for stmt, _ in module.scopes.imports:
            if isinstance(stmt, ast.Import):
                for alias in stmt.names:
                    if alias.name.partition(".")[0] == SDK_PACKAGE:
                        reaches_modules = True
                    else:
                        sources = self.project.sdk_sources(module, alias.name)
                        if sources.found:
                            reaches_modules = reaches_modules or sources.hands_on_modules
                            local.add(alias.asname or alias.name.partition(".")[0])
            elif not stmt.level and (stmt.module or "").partition(".")[0] == SDK_PACKAGE:
                for alias in stmt.names:
                    qualname = f"{stmt.module}.{alias.name}"
                    if self.table.is_module(qualname):
                        reaches_modules = True
                    elif alias.name == "*":
                        local.update(self.table.module_words(), self.table.star_words(stmt.module or ""))
                    elif self.table.is_judged_when_called(qualname):
                        local.add(alias.asname or alias.name)
            else:
                imported = [alias.name for alias in stmt.names]
                # `from unittest.mock import patch as p`
                local.update(alias.asname for alias in stmt.names if alias.asname and alias.name in _WORDS)
                sources = self.project.sdk_sources(module, stmt.module or "", stmt.level, imported)
                if sources.found:
                    reaches_modules = reaches_modules or sources.hands_on_modules
                    local.update(alias.asname or alias.name for alias in stmt.names)
        _add_renamed(module, local)
        words = self.words
        if reaches_modules:
            if self._all_words is None:
                self._all_words = words | self.table.module_words()
            words = self._all_words
            local.update(_taken_from_modules(module, words))
        written = module.lines.words
        return (written & words) | (written & local), words

    @staticmethod
    def _candidates(module: Module, words: frozenset[str], has_star_import: bool) -> list[tuple[ast.stmt, Scope]]:
        """The statements that some rule may have something to say about."""
        if has_star_import:
            # Then a plain name can be the SDK's.
            found = module.lines.with_words(words)
        else:
            found = module.lines.using(words)
        return module.statements_on([*found, *_lines_with_texts(module)])

    def _statement(self, check: Check, stmt: ast.stmt, scope: Scope) -> None:
        if isinstance(stmt, (ast.Import, ast.ImportFrom)) or _is_docstring(stmt):
            return
        kind = stmt.__class__
        if kind is ast.Assign or kind is ast.AnnAssign:
            samples.check_statement(check, stmt, scope)
        elif kind is ast.For or kind is ast.AsyncFor or kind is ast.AugAssign:
            routing.check_statement(check, stmt, Place(scope, stmt))
        elif isinstance(stmt, ast.Match):
            for case in stmt.cases:
                names.check_pattern(check, case, Place(scope, stmt))
        forward = set(names.forward_references(stmt)) if kind in _ANNOTATED else _NO_NODES
        fragments: set[ast.AST] = set()
        visitors = self._visitors
        kinds = _KINDS_WITH_NAMES if check.has_star_import else _KINDS
        for node, place in expressions(self.resolver, stmt, scope, kinds):
            if node in forward:
                names.check_annotation_text(check, node, place)  # type: ignore[arg-type]
            elif not fragments or node not in fragments:
                visitors[node.__class__](check, node, place, fragments)

    def _visit_name(self, check: Check, node: ast.Name, place: Place, fragments: set[ast.AST]) -> None:
        if node.id in check.words:
            names.check_name(check, node, place)

    def _visit_text(self, check: Check, node: ast.Constant, place: Place, fragments: set[ast.AST]) -> None:
        if node.value.__class__ is str:
            routing.check_text(check, node, place)
            if ":" in node.value:
                names.check_text(check, node, place)
        elif node.value.__class__ is bytes:
            routing.check_text(check, node, place)

    def _visit_formatted(self, check: Check, node: ast.JoinedStr, place: Place, fragments: set[ast.AST]) -> None:
        fragments.update(item for item in node.values if isinstance(item, ast.Constant))
        routing.check_formatted(check, node, place)
        routing.check_url(check, node, place)

    def _visit_operation(self, check: Check, node: ast.BinOp, place: Place, fragments: set[ast.AST]) -> None:
        if routing.check_url(check, node, place):
            fragments.update(item for item in ast.walk(node) if isinstance(item, (ast.JoinedStr, ast.BinOp)))
            return
        # The operations inside a long sum are parts of it, not sums of their own.
        inner: ast.expr = node.left
        while isinstance(inner, ast.BinOp):
            fragments.add(inner)
            inner = inner.left

    def _visit_subscript(self, check: Check, node: ast.Subscript, place: Place, fragments: set[ast.AST]) -> None:
        if isinstance(node.slice, (ast.Constant, ast.Name, ast.Attribute)):
            routing.check_subscript(check, node, place)
            names.check_subscript(check, node, place)

    def _visit_attribute(self, check: Check, node: ast.Attribute, place: Place, fragments: set[ast.AST]) -> None:
        if node.attr in check.words:
            names.check_attribute(check, node, place)
        if self.advice:
            samples.check_grader_use(check, node, place)

    def _visit_call(self, check: Check, node: ast.Call, place: Place, fragments: set[ast.AST]) -> None:
        function = node.func
        words = check.words
        written = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if written and written not in words and written not in _WRITERS:
            if not any(keyword.arg is None or keyword.arg in words for keyword in node.keywords):
                if not check.has_callbacks:
                    return
        values = self.resolver.infer(function, place)
        if written not in _UNKNOWN_CALLEES and not check.has_callbacks and written not in samples.WORDS:
            if all(value.__class__ in _PLAIN_CALLEES for value in values):
                if not any(keyword.arg is None or keyword.arg in words for keyword in node.keywords):
                    return
        call = arguments.resolve(self.resolver, node, place)
        names.check_call(check, call)
        for value in values:
            if isinstance(value, External) and value.name in getters.NAMES:
                getters.check(check, value.name, node, place)
        if written in samples.WORDS:
            samples.check_call(check, call)
        samples.check_constructor(check, call)
        if place.scope.kind != "function":
            sessions.check_call(check, call)
        harbor.check_call(check, call)
        if written in _WRITERS or check.has_callbacks:
            routing.check_call(check, call)
        if written in _WRITERS and routing.check_url(check, node, place):
            fragments.update(item for item in ast.walk(node) if isinstance(item, (ast.JoinedStr, ast.BinOp)))


def _is_docstring(stmt: ast.stmt) -> bool:
    return isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)


def _add_renamed(module: Module, words: set[str]) -> None:
    """Add the names a file gives to what it makes of the words: classes derived from them, and other names for them."""
    for node, scope in module.scopes.by_node.items():
        if scope.kind == "class" and isinstance(node, ast.ClassDef) and node.bases:
            words.add(node.name)
    if not words:
        return
    for stmt, _ in module.scopes.statements:
        if stmt.__class__ is ast.Assign and stmt.value.__class__ in _PASSED_ON:
            target = stmt.targets[0]
            if isinstance(target, ast.Name) and not words.isdisjoint(_mentioned(stmt.value)):
                words.add(target.id)


def _taken_from_modules(module: Module, words: frozenset[str]) -> Iterator[str]:
    """The names that a file gives to what it takes from a module: `Context = rollout.GraderContext`."""
    for stmt, _ in module.scopes.statements:
        if stmt.__class__ is ast.Assign and stmt.value.__class__ is ast.Attribute:
            target = stmt.targets[0]
            if target.__class__ is ast.Name and stmt.value.attr in words and stmt.value.attr[:1].isupper():
                yield target.id


def _mentioned(node: ast.expr) -> list[str]:
    """The plain names in the parts of an expression that its value can come from."""
    out: list[str] = []
    todo: list[ast.expr] = [node]
    for item in todo:
        if isinstance(item, ast.Name):
            out.append(item.id)
        elif isinstance(item, (ast.Attribute, ast.Subscript)):
            todo.append(item.value)
        elif isinstance(item, ast.Call):
            todo.append(item.func)
            todo.extend(item.args[:1])
        elif isinstance(item, ast.IfExp):
            todo += [item.body, item.orelse]
        elif isinstance(item, ast.BoolOp):
            todo += item.values
    return out


def _lines_with_texts(module: Module) -> list[int]:
    """The one-based lines that hold a text some rule looks for."""
    lowered = module.text.lower()
    present = [wanted for wanted in routing.TEXTS if wanted in lowered]
    if any(word in module.text for word in routing.WORDS):
        present += routing.IDENTITIES
    if any(name in present for name in routing.FILES):
        # What is written to the file, or read from it, may stand in another line than its name.
        present += routing.FILE_USES
    if not present:
        return []
    if len(lowered) != len(module.text):
        # A letter whose small form is longer moves the offsets.
        return [n for n, line in enumerate(module.lines.lines, 1) if any(item in line.lower() for item in present)]
    found: set[int] = set()
    if "rollout_id" in present:
        found.update(module.lines.with_words(routing.renamed_identities(module.text)))
    for wanted in present:
        at = lowered.find(wanted)
        while at >= 0:
            number = module.lines.number(at)
            found.add(number)
            at = lowered.find(wanted, module.lines.start(number + 1))
    return list(found)
