"""The state of one check of one file, and how a finding is made."""

from __future__ import annotations

import ast

from osmosis_lint.api.records import BY_CODE
from osmosis_lint.diagnostics import Diagnostic, Related, Span
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import ProjectClass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from osmosis_lint.api.records import Rule
    from osmosis_lint.api.releases import Release
    from osmosis_lint.api.table import Table, Verdict
    from osmosis_lint.semantics.guards import Guards
    from osmosis_lint.semantics.modules import Module
    from osmosis_lint.semantics.resolver import Resolver


class Origin:
    """Where a diagnostic comes from: the check of its file, the node, the place, and the table's verdict, if any."""

    __slots__ = ("check", "node", "place", "verdict")

    def __init__(self, check: Check, node: ast.AST, place: Place, verdict: Verdict | None) -> None:
        self.check = check
        self.node = node
        self.place = place
        self.verdict = verdict


class Check:
    """What every rule gets: the module, the resolver, the table and a way to report."""

    def __init__(
        self,
        module: Module,
        path: str,
        resolver: Resolver,
        table: Table,
        guards: Guards,
        target: Release,
        words: frozenset[str],
        general_words: frozenset[str],
    ) -> None:
        self.module = module
        self.path = path
        self.resolver = resolver
        self.table = table
        self.guards = guards
        self.target = target
        # The words that make a use worth a look in this file, and in those it imports.
        self.words = words
        self._general_words = general_words
        self.has_star_import = any(
            isinstance(stmt, ast.ImportFrom) and stmt.names[0].name == "*" for stmt, _ in module.scopes.imports
        )
        # How often a function registers a sample source, for those that were asked about.
        self._functions: set[str] | None = None
        self.registrations: dict[Scope, int] = {}
        self.has_callbacks = "callback_url" in module.text
        self._near: list[Module] | None = None
        # Where imported names are read, once somebody asked.
        self.loads: dict[str, list[tuple[ast.Name, Place]]] | None = None
        self._found: dict[tuple[str, tuple[int, int, int, int]], Diagnostic] = {}

    def may_register(self, function: ast.expr) -> bool:
        """Whether a call of this expression can register a sample source, by the name that is written."""
        if isinstance(function, ast.Attribute):
            name = function.attr
        elif isinstance(function, ast.Name):
            name = function.id
        else:
            return True
        if self._functions is None:
            self._functions = {getattr(node, "name", "") for node in self.module.scopes.by_node}
            self._functions.update(self._inherited())
        return name in self.words or name in self._general_words or name in self._functions

    def _inherited(self) -> Iterator[str]:
        """What the classes of the file have from project classes in other files."""
        for scope in self.module.scopes.by_node.values():
            if scope.kind == "class":
                for base in self.resolver.mro(scope)[1:]:
                    if isinstance(base, ProjectClass) and base.scope.module is not self.module:
                        yield from base.scope.bindings

    def near_modules(self) -> list[Module]:
        """The file under check and the project files it imports directly."""
        if self._near is None:
            self._near = self.resolver.near_modules()
        return self._near

    def span(self, node: ast.AST) -> Span:
        """Where a node stands, in characters. An attribute is where its name is."""
        column = self.module.lines.column
        line, offset = node.lineno, node.col_offset  # type: ignore[attr-defined]
        end_line, end_offset = node.end_lineno, node.end_col_offset  # type: ignore[attr-defined]
        if isinstance(node, ast.Attribute):
            line, offset = end_line, end_offset - len(node.attr.encode("utf-8"))
        elif isinstance(node, ast.keyword) and node.arg is not None:
            end_line, end_offset = line, offset + len(node.arg.encode("utf-8"))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            text = self.module.lines.lines[line - 1]
            start = text.find(node.name, column(line, offset))
            start = max(start, 0)
            return Span(line, start, line, start + len(node.name))
        return Span(line, column(line, offset), end_line, column(end_line, end_offset))

    def judge(
        self,
        verdict: Verdict | None,
        node: ast.AST,
        place: Place,
        errors: frozenset[str],
        related: Callable[[], list[Related]] | None = None,
    ) -> None:
        """Report a verdict of the table at a node, unless the place is guarded for both versions."""
        if verdict is None or self.guards.guarded(place, errors):
            return
        origin = Origin(self, node, place, verdict)
        self._add(verdict.rule, verdict.message, verdict.hint, verdict.symbol, verdict.last, origin, related)

    def report(
        self, code: str, node: ast.AST, place: Place, errors: frozenset[str], name: str = "", hint: str = ""
    ) -> None:
        """Report a rule that looks at more than a name; `name` fills its message."""
        if self.guards.guarded(place, errors):
            return
        rule = BY_CODE[code]
        symbol = rule.records[0].names[0]
        origin = Origin(self, node, place, None)
        self._add(rule, rule.message.format(name=name), hint or rule.hint, symbol, rule.last, origin, None)

    def _add(
        self,
        rule: Rule,
        message: str,
        hint: str,
        symbol: str,
        last: str,
        origin: Origin,
        related: Callable[[], list[Related]] | None,
    ) -> None:
        span = self.span(origin.node)
        key = (rule.code, span.key())
        if key not in self._found:
            self._found[key] = Diagnostic(rule.code, message, hint, self.path, span, symbol, last, related, origin)

    def findings(self) -> list[Diagnostic]:
        """Everything reported so far, in order of place and code."""
        return sorted(self._found.values(), key=Diagnostic.sort_key)
