"""Which bindings of a name can reach a place, and which tests are known to hold there.

Both questions walk backwards from a statement through the blocks that enclose it, so they cost what
the distance costs and nothing is computed for the rest of the file.
"""

from __future__ import annotations

import ast

from osmosis_lint.semantics.scopes import TRY, Binding, blocks, patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from osmosis_lint.semantics.scopes import Position, Scope, ScopeTree

    # What a stretch of code does to a name: its bindings, and whether one of them always happens.
    Effect: TypeAlias = "tuple[list[Binding], bool]"

_NOTHING: Effect = ([], False)
# Conditions of one statement that are looked at, nearest first.
_MAX_CONDITIONS = 200
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
# Statements that say something of what stands below them.
_TELLING = frozenset((ast.Assert, ast.If, *TRY))
_EXITS = frozenset(("exit", "_exit", "skip", "skipTest", "fail", "xfail"))


class Condition:
    """A test known to have come out one way. `stmt` is the statement that made it; `scope` its scope."""

    __slots__ = ("outcome", "scope", "stmt", "test")

    def __init__(self, test: ast.AST, outcome: bool, stmt: ast.stmt, scope: Scope) -> None:
        self.test = test
        self.outcome = outcome
        self.stmt = stmt
        self.scope = scope


def terminates(block: list[ast.stmt]) -> bool:
    """Whether control never leaves the block at its end."""
    if not block:
        return False
    last = block[-1]
    if isinstance(last, _LEAVES):
        return True
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        function = last.value.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        return name in _EXITS
    if isinstance(last, ast.If):
        return terminates(last.body) and terminates(last.orelse)
    if isinstance(last, (ast.With, ast.AsyncWith)):
        return terminates(last.body)
    if isinstance(last, TRY):
        if terminates(last.finalbody):
            return True
        handlers = all(terminates(handler.body) for handler in last.handlers)
        return handlers and terminates(last.orelse or last.body)
    return False


class _Name:
    """The bindings of one name in one scope, found by the statement that makes them."""

    __slots__ = ("all", "direct", "holders")

    def __init__(self, bindings: list[Binding], tree: ScopeTree) -> None:
        self.all = bindings
        self.direct: dict[ast.stmt, list[Binding]] = {}
        self.holders: set[ast.AST] = set()
        for binding in bindings:
            if binding.kind in ("parameter", "type_parameter", "comprehension") or binding.stmt is None:
                continue
            self.direct.setdefault(binding.stmt, []).append(binding)
            position = tree.positions.get(binding.stmt)
            while position is not None and position.parent is not None:
                holder = tree.owner.get(position.parent, position.parent)
                self.holders.add(holder)
                position = tree.positions.get(holder)


class Flow:
    """Answers for one module; everything asked is remembered."""

    def __init__(self, tree: ScopeTree) -> None:
        self.tree = tree
        self._reaching: dict[tuple[Scope, str, ast.stmt | None], list[Binding]] = {}
        self._names: dict[tuple[int, str], _Name] = {}
        self._conditions: dict[ast.stmt, tuple[Condition, ...]] = {}
        self._blocks: dict[int, list[tuple[int, Condition]]] = {}

    # Bindings

    def reaching(self, name: str, scope: Scope, stmt: ast.stmt | None) -> list[Binding]:
        """The bindings of `name` in `scope` that can be in force when `stmt` starts.

        With `stmt` None, those in force at the end of the scope, as a nested function sees them.
        """
        bindings = scope.bindings.get(name, [])
        if len(bindings) <= 1 and (scope.kind != "class" or stmt is None):
            return bindings
        key = (scope, name, stmt)
        known = self._reaching.get(key)
        if known is None:
            known = self._reaching[key] = self._compute(name, scope, stmt, bindings)
        return known

    def _compute(self, name: str, scope: Scope, stmt: ast.stmt | None, bindings: list[Binding]) -> list[Binding]:
        facts = self._name(name, scope)
        if stmt is None:
            if scope.kind == "function":
                return bindings
            found, _ = self._block(facts, scope.body, len(scope.body))
            return [*found, *self._from_functions(bindings, scope)]
        found, definite = self._before(facts, stmt)
        if not definite:
            found = [*found, *(b for b in bindings if b.kind in ("parameter", "type_parameter", "comprehension"))]
        return [*found, *self._from_functions(bindings, scope)]

    def rebound(self, name: str, scope: Scope, stmt: ast.stmt | None, bindings: list[Binding]) -> list[Binding]:
        """Of the bindings of a `global` or `nonlocal` name those in force at `stmt`, by what the function itself does.

        What the function binds surely before it hides the others.
        """
        position = self.tree.positions.get(stmt) if stmt is not None else None
        own = [binding for binding in bindings if binding.scope is scope]
        if stmt is None or position is None or position.scope is not scope or not own:
            return bindings
        found, definite = self._before(_Name(own, self.tree), stmt)
        return found if definite else bindings

    def seen_from(self, name: str, scope: Scope, stmt: ast.stmt | None, bindings: list[Binding]) -> list[Binding]:
        """Of the bindings of a function's name those that a function can see which `stmt` in it defines.

        What was surely bound anew before the definition is gone for it; what is bound later may be there.
        """
        position = self.tree.positions.get(stmt) if stmt is not None else None
        if stmt is None or position is None or position.scope is not scope:
            return bindings
        before, definite = self._before(self._name(name, scope), stmt)
        if not definite:
            return bindings
        return [item for item in bindings if item in before or (item.stmt and item.stmt.lineno > stmt.lineno)]

    def precedes(self, bindings: list[Binding], stmt: ast.stmt | None) -> bool:
        """Whether all bindings are made by statements other than `stmt` that stand above it."""
        return stmt is None or all(
            b.stmt is not None and b.stmt.lineno <= stmt.lineno and b.stmt is not stmt for b in bindings
        )

    def _name(self, name: str, scope: Scope) -> _Name:
        key = (id(scope), name)
        facts = self._names.get(key)
        if facts is None:
            facts = self._names[key] = _Name(scope.bindings.get(name, []), self.tree)
        return facts

    @staticmethod
    def _from_functions(bindings: list[Binding], scope: Scope) -> list[Binding]:
        return [binding for binding in bindings if binding.scope is not scope]

    def _before(self, name: _Name, stmt: ast.stmt) -> Effect:
        out = [b for b in name.direct.get(stmt, ()) if b.kind == "walrus"]
        position: Position | None = self.tree.positions.get(stmt)
        while position is not None:
            found, definite = self._block(name, position.block, position.index)
            out += found
            if definite or position.parent is None:
                return out, definite
            holder = self.tree.owner.get(position.parent, position.parent)
            found, definite = self._entry(name, position, holder)
            out += found
            if definite:
                return out, True
            position = self.tree.positions.get(holder)
        return out, False

    def _entry(self, name: _Name, position: Position, holder: ast.AST) -> Effect:
        """What holds when the block of `position` is entered from its compound statement."""
        parent, block = position.parent, position.block
        direct = name.direct.get(holder, [])  # type: ignore[call-overload]
        if isinstance(parent, ast.ExceptHandler):
            named = [b for b in direct if b.node is parent]
            return named + self._anywhere(name, holder.body), bool(named)  # type: ignore[attr-defined]
        if isinstance(parent, ast.match_case):
            captured = {id(pattern) for _, pattern in patterns(parent.pattern)}
            named = [b for b in direct if id(b.node) in captured]
            return named, bool(named)
        if isinstance(holder, (ast.For, ast.AsyncFor, ast.While)):
            if block is holder.body:
                again = self._anywhere(name, block)
                return again + direct, bool(direct)
            return self._anywhere(name, holder.body) + direct, False
        if isinstance(holder, TRY):
            if block is holder.orelse:
                return self._block(name, holder.body, len(holder.body))
            if block is holder.finalbody:
                return self._anywhere(name, [*holder.body, *holder.orelse]), False
            return _NOTHING
        return direct, bool(direct)

    def _block(self, name: _Name, block: list[ast.stmt], end: int) -> Effect:
        out: list[Binding] = []
        for index in range(end - 1, -1, -1):
            stmt = block[index]
            if stmt in name.holders:
                found, definite = self._compound(name, stmt)
            else:
                found = name.direct.get(stmt, [])
                definite = bool(found) and not isinstance(stmt, (ast.For, ast.AsyncFor, ast.Match, *TRY))
            out += found
            if definite:
                return out, True
        return out, False

    def _branch(self, name: _Name, block: list[ast.stmt]) -> Effect:
        if terminates(block):
            return [], True
        return self._block(name, block, len(block))

    def _compound(self, name: _Name, stmt: ast.stmt) -> Effect:
        direct = name.direct.get(stmt, [])
        if isinstance(stmt, ast.If):
            parts = [self._branch(name, stmt.body), self._branch(name, stmt.orelse)]
        elif isinstance(stmt, (ast.With, ast.AsyncWith)):
            parts = [self._block(name, stmt.body, len(stmt.body))]
        elif isinstance(stmt, TRY):
            return self._try(name, stmt)
        elif isinstance(stmt, ast.Match):
            parts = [self._branch(name, case.body) for case in stmt.cases]
            last = stmt.cases[-1]
            if not (isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None):
                parts.append(_NOTHING)
            return _merge(parts, direct, direct_is_definite=False)
        else:
            found = self._anywhere(name, [inner for _, block in blocks(stmt) for inner in block])
            return found + direct, False
        return _merge(parts, direct, direct_is_definite=True)

    def _try(self, name: _Name, stmt: ast.Try) -> Effect:
        last, definite = self._block(name, stmt.finalbody, len(stmt.finalbody))
        if definite:
            return last, True
        normal, definite = self._branch(name, stmt.orelse)
        if not definite:
            before, definite = (
                self._branch(name, stmt.body) if not stmt.orelse else self._block(name, stmt.body, len(stmt.body))
            )
            normal = normal + before
        parts: list[Effect] = [(last + normal, definite)]
        for handler in stmt.handlers:
            found, sure = self._branch(name, handler.body)
            if not sure:
                found = found + self._anywhere(name, stmt.body)
            parts.append((found, sure))
        return _merge(parts, [], direct_is_definite=False)

    def _anywhere(self, name: _Name, block: Iterable[ast.stmt]) -> list[Binding]:
        out: list[Binding] = []
        for stmt in block:
            out += name.direct.get(stmt, [])
            if stmt in name.holders:
                for _, inner in blocks(stmt):
                    out += self._anywhere(name, inner)
        return out

    # Conditions

    def conditions(self, stmt: ast.stmt) -> tuple[Condition, ...]:
        """The tests that came out one way before `stmt`, nearest first, up to the top of its scope.

        From enclosing `if` and `while`, from a match case (`test` is then the case), from an `assert`
        above, and from an `if` above whose branch leaves.
        """
        known = self._conditions.get(stmt)
        if known is not None:
            return known
        out: list[Condition] = []
        position: Position | None = self.tree.positions.get(stmt)
        while position is not None and len(out) < _MAX_CONDITIONS:
            out += self.level(position)
            if position.parent is None:
                break
            position = self.tree.positions.get(self.tree.owner.get(position.parent, position.parent))
        result = self._conditions[stmt] = tuple(out)
        return result

    def level(self, position: Position) -> list[Condition]:
        """The conditions that hold at a position because of its own block: what stands above, and what opens it."""
        block, parent, scope = position.block, position.parent, position.scope
        above = self._blocks.get(id(block))
        if above is None:
            above = self._blocks[id(block)] = []
            for index, stmt in enumerate(block):
                if stmt.__class__ in _TELLING:
                    found: list[Condition] = []
                    self._from_sibling(stmt, scope, found)
                    above += [(index, condition) for condition in found]
        out = [condition for index, condition in reversed(above) if index < position.index] if above else []
        # Where the block starts is where the test holds: a `while` test comes after the last round.
        start = block[0]
        if isinstance(parent, ast.match_case):
            holder = self.tree.owner[parent]
            out.append(Condition(parent, True, holder, scope))
            if parent.guard is not None:
                out.append(Condition(parent.guard, True, start, scope))
        elif isinstance(parent, (ast.If, ast.While)):
            out.append(Condition(parent.test, block is parent.body, start, scope))
        return out

    @staticmethod
    def _from_sibling(stmt: ast.stmt, scope: Scope, out: list[Condition]) -> None:
        if isinstance(stmt, ast.Assert):
            out.append(Condition(stmt.test, True, stmt, scope))
        elif isinstance(stmt, ast.If):
            if terminates(stmt.body):
                out.append(Condition(stmt.test, False, stmt, scope))
            elif stmt.orelse and terminates(stmt.orelse):
                out.append(Condition(stmt.test, True, stmt, scope))
        elif isinstance(stmt, TRY) and all(terminates(handler.body) for handler in stmt.handlers):
            # What follows is reached only after the whole body.
            for inner in stmt.body:
                Flow._from_sibling(inner, scope, out)


def _merge(parts: list[Effect], direct: list[Binding], *, direct_is_definite: bool) -> Effect:
    found = [binding for part, _ in parts for binding in part]
    definite = all(sure for _, sure in parts)
    if definite:
        return found, True
    return found + direct, direct_is_definite and bool(direct)
