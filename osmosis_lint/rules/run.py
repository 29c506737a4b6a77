"""Runs every rule over one file, visiting only the statements that can matter.

A file is looked at by lines first: a statement without one of the words that some rule asks for is
never entered. What is entered is walked once, and each node goes to the rules for its kind of syntax.
"""

from __future__ import annotations

import ast

from osmosis_lint.api import records, releases, surface
from osmosis_lint.api.table import Table
from osmosis_lint.rules import harbor, names, routing, samples, sessions
from osmosis_lint.rules.check import Check
from osmosis_lint.semantics import arguments
from osmosis_lint.semantics.guards import Guards
from osmosis_lint.semantics.modules import SDK_PACKAGE
from osmosis_lint.semantics.resolver import Resolver
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.sdk import Sdk
from osmosis_lint.semantics.walk import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.api.releases import Release
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.semantics.modules import Module, Project

# Words that make a statement worth entering beside the names of the table.
_WORDS = frozenset(
    (
        *("getattr", "setattr", "delattr", "partial", "replace", "super", "import_module", "__import__", "patch"),
        *("monkeypatch", "mocker", SDK_PACKAGE),
        *samples.WORDS,
        *sessions.WORDS,
        *routing.WORDS,
        *harbor.WORDS,
    )
)
_MEMBER_CLASSES = (
    records.GRADER_CONTEXT,
    records.ROLLOUT_CONTEXT,
    records.ROLLOUT_SAMPLE,
    records.EXECUTION_RESULT,
    records.HARBOR_BACKEND,
)
# Methods that are looked at though nobody knows whose they are: the file or fixture behind them tells.
_UNKNOWN_CALLEES = frozenset(
    (
        *("__init__", "model_copy", "copy", "get_sample", "set_reward", "set_sample_reward", "set_sample_source"),
        *("register_sample_source", "prewarm", "prewarm_lifespan", "dump", "write", "write_text", "write_bytes"),
        *("setattr", "delattr", "patch", "object", "join", "format", "urljoin"),
    )
)
_ANNOTATED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.AnnAssign)
_PASSED_ON = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.BinOp, ast.IfExp, ast.BoolOp)


class Rules:
    """All rules for one target release, over the files of one project."""

    def __init__(self, project: Project, target: Release | None, *, advice: bool = False) -> None:
        self.project = project
        self.target = target or releases.NEWEST
        self.advice = advice
        self.table = Table(surface.load(), self.target)
        self.resolver = Resolver(project, Sdk(self.table.surface, records.PREVIEW_NAMES))
        self.guards = Guards(self.resolver, self.target, _MEMBER_CLASSES)
        self.words = self.table.words() | _WORDS

    def check(self, path: str, text: str, tree: ast.Module) -> list[Diagnostic]:
        """The findings in one parsed file."""
        module = self.project.add(path, text, tree)
        check = Check(module, path, self.resolver, self.table, self.guards, self.target)
        for stmt, scope in module.scopes.imports:
            names.check_import(check, stmt, scope)
        for node, scope in list(module.scopes.by_node.items()):
            if isinstance(node, ast.ClassDef) and node.bases:
                samples.check_class(check, scope)
                sessions.check_class(check, scope)
        for stmt, scope in module.statements_with(self.words | _local_words(module), _lines_with_texts(module)):
            self._statement(check, stmt, scope)
        found = check.findings()
        return found if self.advice else [item for item in found if item.code not in records.ADVICE]

    def _statement(self, check: Check, stmt: ast.stmt, scope: Scope) -> None:
        if isinstance(stmt, (ast.Import, ast.ImportFrom)) or _is_docstring(stmt):
            return
        place = Place(scope, stmt)
        samples.check_statement(check, stmt, scope)
        routing.check_statement(check, stmt, place)
        if isinstance(stmt, ast.Match):
            for case in stmt.cases:
                names.check_pattern(check, case, place)
        forward = set(_forward_references(stmt)) if isinstance(stmt, _ANNOTATED) else set()
        fragments: set[ast.AST] = set()
        for node, where in expressions(self.resolver, stmt, scope):
            if node in fragments:
                continue
            kind = node.__class__
            if kind is ast.Attribute:
                self._attribute(check, node, where)  # type: ignore[arg-type]
            elif kind is ast.Call:
                self._call(check, node, where, fragments)  # type: ignore[arg-type]
            elif kind is ast.Name:
                if node.id in self.words:  # type: ignore[attr-defined]
                    names.check_name(check, node, where)  # type: ignore[arg-type]
            elif kind is ast.Constant:
                if node in forward:
                    names.check_annotation_text(check, node, where)  # type: ignore[arg-type]
                elif isinstance(node.value, (str, bytes)):  # type: ignore[attr-defined]
                    self._text(check, node, where)  # type: ignore[arg-type]
            elif kind is ast.JoinedStr:
                fragments.update(item for item in node.values if isinstance(item, ast.Constant))  # type: ignore[attr-defined]
                routing.check_url(check, node, where)  # type: ignore[arg-type]
            elif kind is ast.BinOp:
                if routing.check_url(check, node, where):  # type: ignore[arg-type]
                    fragments.update(ast.walk(node))
            elif kind is ast.Subscript:
                routing.check_subscript(check, node, where)  # type: ignore[arg-type]

    def _attribute(self, check: Check, node: ast.Attribute, place: Place) -> None:
        if node.attr in self.words:
            names.check_attribute(check, node, place)
        if self.advice:
            samples.check_grader_use(check, node, place)

    def _call(self, check: Check, node: ast.Call, place: Place, fragments: set[ast.AST]) -> None:
        function = node.func
        if not self.resolver.infer(function, place):
            # An unknown callee matters only where its written name does.
            if function.__class__ is not ast.Attribute or function.attr not in _UNKNOWN_CALLEES:  # type: ignore[attr-defined]
                return
        call = arguments.resolve(self.resolver, node, place)
        names.check_call(check, call)
        samples.check_call(check, call)
        sessions.check_call(check, call)
        harbor.check_call(check, call)
        routing.check_call(check, call)
        if routing.check_url(check, node, place):
            fragments.update(item for item in ast.walk(node) if isinstance(item, (ast.JoinedStr, ast.BinOp)))

    @staticmethod
    def _text(check: Check, node: ast.Constant, place: Place) -> None:
        routing.check_text(check, node, place)
        if isinstance(node.value, str) and ":" in node.value:
            names.check_text(check, node, place)


def _is_docstring(stmt: ast.stmt) -> bool:
    return isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)


def _forward_references(stmt: ast.stmt) -> Iterable[ast.Constant]:
    if isinstance(stmt, ast.AnnAssign):
        yield from names.annotation_strings(stmt.annotation)
    elif isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield from names.annotation_strings(stmt.returns)
        for argument in ast.walk(stmt.args):
            if isinstance(argument, ast.arg):
                yield from names.annotation_strings(argument.annotation)


def _local_words(module: Module) -> set[str]:
    """The names this file gives to what it imports from the SDK or the project, and to what it makes of them."""
    words: set[str] = set()
    for stmt, _ in module.scopes.imports:
        dotted = (stmt.module or "") if isinstance(stmt, ast.ImportFrom) else ""
        is_project = isinstance(stmt, ast.ImportFrom) and bool(stmt.level)
        for alias in stmt.names:
            source = dotted or alias.name
            if is_project or source.partition(".")[0] == SDK_PACKAGE or module.project.find(module.path, source):
                words.add(alias.asname or alias.name.partition(".")[0])
    for node, scope in module.scopes.by_node.items():
        if isinstance(node, ast.ClassDef) and node.bases and scope.kind == "class":
            words.add(node.name)
    for stmt, _ in module.scopes.statements:
        if isinstance(stmt, ast.Assign) and isinstance(stmt.value, _PASSED_ON) and isinstance(stmt.targets[0], ast.Name):
            if not words.isdisjoint(_mentioned(stmt.value)):
                words.add(stmt.targets[0].id)
    return words


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
    if not present:
        return []
    return [
        number
        for number, line in enumerate(module.lines.lines, 1)
        if any(wanted in line.lower() for wanted in present)
    ]
