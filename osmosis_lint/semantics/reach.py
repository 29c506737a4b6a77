"""Code that control never reaches: what stands there cannot fail, and so must not be reported."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.scopes import TRY, Place, blocks
from osmosis_lint.semantics.values import External, ProjectFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.guards import Guards
    from osmosis_lint.semantics.scopes import Position, Scope

_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
# What control always comes past; most statements are of these kinds.
_PASSED = frozenset(
    (
        *(ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef),
        *(ast.ClassDef, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, ast.Pass, ast.Delete, ast.Global, ast.Nonlocal),
    )
)
_ENDING_CALLS = frozenset(
    f"{module}.{name}"
    for module, names in (
        ("builtins", ("exit", "quit")),
        ("sys", ("exit",)),
        ("os", ("_exit", "abort")),
        ("typing", ("assert_never",)),
        ("typing_extensions", ("assert_never",)),
    )
    for name in names
)
_NEVER = frozenset(("NoReturn", "Never"))


class Reach:
    """Answers for the files of one run; a block is looked at once."""

    def __init__(self) -> None:
        # For the first statement of a block: how many of its statements control can come to.
        self._reached: dict[ast.stmt, int] = {}
        self._refusing: dict[Scope, bool] = {}

    def is_dead(self, guards: Guards, position: Position) -> bool:
        """Whether a statement above in the same block never lets control pass."""
        if not position.index:
            return False
        block = position.block
        reached = self._reached.get(block[0])
        if reached is None:
            # Set first: what the block holds may lead back here.
            self._reached[block[0]] = len(block)
            ending = (index for index, stmt in enumerate(block) if self._ends(guards, stmt, position.scope))
            reached = self._reached[block[0]] = next(ending, len(block) - 1) + 1
        return position.index >= reached

    def _ends(self, guards: Guards, stmt: ast.stmt, scope: Scope) -> bool:
        """Whether control never comes to what follows the statement.

        A `with` always lets it pass: its manager may swallow what is raised, or the error of a `return`.
        """
        if stmt.__class__ in _PASSED:
            return False
        if isinstance(stmt, _LEAVES):
            return True
        if isinstance(stmt, ast.Expr):
            return isinstance(stmt.value, ast.Call) and self._never_returns(guards, stmt.value, Place(scope, stmt))
        if isinstance(stmt, ast.Assert):
            return isinstance(stmt.test, ast.Constant) and not stmt.test.value
        if isinstance(stmt, ast.If):
            return self._block_ends(guards, stmt.body, scope) and self._block_ends(guards, stmt.orelse, scope)
        if isinstance(stmt, TRY):
            if self._block_ends(guards, stmt.finalbody, scope):
                return True
            parts = [handler.body for handler in stmt.handlers]
            return all(self._block_ends(guards, part, scope) for part in parts) and (
                self._block_ends(guards, stmt.body, scope) or self._block_ends(guards, stmt.orelse, scope)
            )
        if isinstance(stmt, ast.While):
            return isinstance(stmt.test, ast.Constant) and bool(stmt.test.value) and not _breaks(stmt.body)
        if isinstance(stmt, ast.Match):
            last = stmt.cases[-1]
            takes_all = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
            return takes_all and all(self._block_ends(guards, case.body, scope) for case in stmt.cases)
        return False

    def _block_ends(self, guards: Guards, block: list[ast.stmt], scope: Scope) -> bool:
        return any(self._ends(guards, stmt, scope) for stmt in block)

    def _never_returns(self, guards: Guards, call: ast.Call, place: Place) -> bool:
        for value in guards.resolver.infer(call.func, place):
            if isinstance(value, External):
                return value.name in _ENDING_CALLS
            if isinstance(value, ProjectFunction):
                return self._refuses(guards, value.scope)
        return False

    def _refuses(self, guards: Guards, scope: Scope) -> bool:
        """Whether a function never returns, or raises where the target version is installed."""
        node = scope.node
        if not isinstance(node, ast.FunctionDef):
            return False
        known = self._refusing.get(scope)
        if known is None:
            self._refusing[scope] = False
            known = self._refusing[scope] = _says_never(node.returns) or self._block_refuses(guards, node.body, scope)
        return known

    def _block_refuses(self, guards: Guards, block: list[ast.stmt], scope: Scope) -> bool:
        for stmt in block:
            if isinstance(stmt, ast.If):
                for branch, outcome in ((stmt.body, True), (stmt.orelse, False)):
                    if branch and self._raises(guards, branch, scope):
                        if guards.outcome(stmt.test, Place(scope, stmt)).excludes(not outcome):
                            return True
            elif isinstance(stmt, TRY) and not stmt.handlers and self._block_refuses(guards, stmt.body, scope):
                return True
        return False

    def _raises(self, guards: Guards, block: list[ast.stmt], scope: Scope) -> bool:
        last = block[-1]
        return isinstance(last, ast.Raise) or (isinstance(last, ast.Expr) and self._ends(guards, last, scope))


def _says_never(annotation: ast.expr | None) -> bool:
    name = annotation.attr if isinstance(annotation, ast.Attribute) else getattr(annotation, "id", "")
    return name in _NEVER


def _breaks(block: list[ast.stmt]) -> bool:
    """Whether the loop whose body this is can be left by a `break` of its own."""
    for stmt in block:
        if isinstance(stmt, ast.Break):
            return True
        if isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        # The `else` of an inner loop is outside of it.
        inner = [stmt.orelse] if isinstance(stmt, _LOOPS) else [part for _, part in blocks(stmt)]
        if any(_breaks(part) for part in inner):
            return True
    return False
