"""Mappings by sample id that a loop over the samples fills: with one sample they are one value, in a name."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.edits import RefusedError
from osmosis_lint.fixes.samples import MAP, Sample, stored_in
from osmosis_lint.fixes.statements import position, remove_statement, uses_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from osmosis_lint.fixes.mappings import Mappings
    from osmosis_lint.semantics.scopes import Scope

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_NOT_ALWAYS = "a mapping by sample id is not filled for every sample"


def follow(mappings: Mappings, loop: ast.For | ast.AsyncFor) -> None:
    """Follow what a loop over samples fills by their ids, such as `rewards[sample_id] = reward`."""
    names = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
    stores: dict[str, list[ast.Assign]] = {}
    for stmt in ast.walk(loop):
        if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
            name = _filled(stmt.targets[0], names)
            if name:
                stores.setdefault(name, []).append(stmt)
    scope = position(mappings.file, loop).scope
    for name, found in stores.items():
        first = _emptied(scope, name, mappings)
        if first is not None:
            _one(mappings, loop, first, name, found)


def _filled(target: ast.expr, names: set[str]) -> str:
    """The name that is filled by a name, or by the `id` of a name, that a loop binds; empty when it is not that."""
    if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
        return ""
    key = target.slice
    if isinstance(key, ast.Attribute) and key.attr == "id":
        key = key.value
    return target.value.id if isinstance(key, ast.Name) and key.id in names else ""


def _emptied(scope: Scope, name: str, mappings: Mappings) -> ast.stmt | None:
    """The statement that makes the mapping, empty; None when it is made elsewhere or in another way."""
    bindings = scope.bindings.get(name, [])
    stmt = bindings[0].stmt if len(bindings) == 1 else None
    if stmt is None or scope.kind == "class" or stored_in(stmt) is None or stmt not in mappings.unit.nodes:
        return None
    value = getattr(stmt, "value", None)
    if isinstance(value, ast.Dict):
        return stmt if not value.keys else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "dict":
        return stmt if not value.args and not value.keywords else None
    return None


def _one(
    mappings: Mappings, loop: ast.For | ast.AsyncFor, first: ast.stmt, old: str, stores: Sequence[ast.Assign]
) -> None:
    unit, file = mappings.unit, mappings.file
    scope = position(file, first).scope
    uses = uses_of(file, old, first, scope)
    if uses.texts or uses.exports or uses.others or any(use not in unit.nodes for use in uses.names):
        raise RefusedError(f"`{old}` is used in a way that is not followed")
    if not _is_beside(mappings, loop, first) or _sets(loop.body, stores, False) is False:
        raise RefusedError(_NOT_ALWAYS)
    for use in uses.names:
        # What is asked of the mapping before it is filled has another answer.
        inside = use.lineno <= (loop.end_lineno or 0)
        if use.lineno < loop.lineno or (inside and not isinstance(file.parent(use), ast.Subscript)):
            raise RefusedError(f"`{old}` is used before it is filled")
    name = unit.loops.value_name(old, uses.names, scope, set(ast.walk(loop)))
    skipped: set[ast.AST] = set()
    own = set(ast.walk(loop))
    bound = [binding.stmt for binding in scope.bindings.get(name, ()) if binding.stmt in own]
    if name != old and bound:
        # The value has its later name already: there is nothing to store, if it keeps it.
        store, value = stores[0], stores[0].value
        keeps = all(stmt is not None and stmt.lineno < store.lineno for stmt in bound)
        alone = len(stores) == 1 and store in loop.body and keeps
        if alone and isinstance(value, ast.Name) and value.id == name:
            unit.edits += remove_statement(file, stores[0])
            skipped = set(ast.walk(stores[0]))
        else:
            name = old
    unit.edits += remove_statement(file, first)
    for use in uses.names:
        if use not in skipped:
            mappings.push(use, MAP, Sample(name, guarded=False, raising=True, certain=True))


def _is_beside(mappings: Mappings, loop: ast.AST, first: ast.stmt) -> bool:
    """Whether the loop always runs when the statement did, and once."""
    scopes = mappings.file.module.scopes
    place, wanted = scopes.positions[loop], scopes.positions[first]
    while place.block is not wanted.block:
        if not isinstance(place.parent, ast.AsyncWith):
            return False
        place = scopes.positions[place.parent]
    return True


def _sets(body: Sequence[ast.stmt], stores: Sequence[ast.stmt], have: bool) -> bool | None:
    """Whether a block leaves the value set, when `have` says whether it was before; None when its end is not reached.

    Raises RefusedError when the loop is left without it.
    """
    for stmt in body:
        if stmt in stores:
            have = True
        elif isinstance(stmt, (ast.Return, ast.Raise)):
            return None
        elif isinstance(stmt, (ast.Continue, ast.Break)):
            if not have:
                raise RefusedError(_NOT_ALWAYS)
            return None
        else:
            after = _set_by(stmt, stores, have)
            if after is None:
                return None
            have = after
    return have


def _set_by(stmt: ast.stmt, stores: Sequence[ast.stmt], have: bool) -> bool | None:
    if isinstance(stmt, ast.If):
        ways = [_sets(stmt.body, stores, have), _sets(stmt.orelse, stores, have)]
    elif isinstance(stmt, ast.Try):
        done = _sets(stmt.body, stores, have)
        ways = [done if done is None else _sets(stmt.orelse, stores, done)]
        ways += [_sets(handler.body, stores, have) for handler in stmt.handlers]
        last = _sets(stmt.finalbody, stores, False)
        if last is not False:
            return last
    elif isinstance(stmt, ast.AsyncWith):
        # A lock or a semaphore; any other context manager may suppress what comes first.
        ways = [_sets(stmt.body, stores, have)]
    else:
        jumps = (ast.Continue, ast.Break) if not isinstance(stmt, _LOOPS) or stmt.orelse else ()
        if not have and any(isinstance(node, jumps) for node in ast.walk(stmt)):
            raise RefusedError(_NOT_ALWAYS)
        return have
    reached = [way for way in ways if way is not None]
    return all(reached) if reached else None
