"""What functions of the standard library give that put the elements of one iterable into groups."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import AWAITABLE, ITERATOR, LIST, SET, TUPLE, Instance, Types, element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from osmosis_lint.semantics.resolver import Resolver


def _elements(resolver: Resolver, node: ast.Call, place: Place, index: int = 0) -> Types:
    return element(resolver.infer(node.args[index], place)) if len(node.args) > index else ()


def _rows(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    row = Instance(LIST, (_elements(resolver, node, place),))
    return (Instance(ITERATOR, ((row,),)),)


def _groups(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    group = Instance(ITERATOR, (_elements(resolver, node, place),))
    return (Instance(ITERATOR, ((Instance(TUPLE, ((), (group,))),),)),)


def _largest(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    return (Instance(LIST, (_elements(resolver, node, place, 1),)),)


def _waited_for(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    tasks = Instance(SET, (_elements(resolver, node, place),))
    return (Instance(AWAITABLE, ((Instance(TUPLE, ((tasks,), (tasks,))),),)),)


HANDLERS: dict[str, Callable[[Resolver, ast.Call, Place], Types]] = {
    "itertools.combinations": _rows,
    "itertools.permutations": _rows,
    "itertools.pairwise": _rows,
    "itertools.batched": _rows,
    "itertools.groupby": _groups,
    "heapq.nlargest": _largest,
    "heapq.nsmallest": _largest,
    **dict.fromkeys(("heapq.heappop", "heapq.heapreplace", "heapq.heappushpop"), _elements),
    "asyncio.wait": _waited_for,
}
