"""Walks the expressions of one statement, each with the place it is evaluated at."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.scopes import CHILD_FIELDS, Place, Scope, header_expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from osmosis_lint.semantics.modules import Module
    from osmosis_lint.semantics.resolver import Resolver

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
# Calls that call a function with their other arguments: where the function stands among them.
HANDING = {"to_thread": 0, "submit": 0, "partial": 0, "run_in_executor": 1, "call_soon": 0, "run_sync": 0}
# Calls that hand the elements of an argument to a function.
ELEMENT_CONSUMERS = frozenset(
    ("max", "min", "sorted", "map", "filter", "sort", "groupby", "takewhile", "dropwhile", "filterfalse")
)
_LEAVES: frozenset[type] = frozenset((ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, type(None)))
_NOTHING: frozenset[type] = frozenset((type(None),))
_ALL = frozenset(CHILD_FIELDS)


def expressions(
    resolver: Resolver, stmt: ast.stmt, scope: Scope, kinds: frozenset[type[ast.AST]] | None = None
) -> list[tuple[ast.AST, Place]]:
    """The expression nodes of the statement itself (not of inner blocks), outer ones first.

    With `kinds`, only nodes of these classes.
    """
    place = Place(scope, stmt)
    stack: list[tuple[ast.AST, Place]] = [(node, place) for node in reversed(header_expressions(stmt))]
    if isinstance(stmt, ast.Match):
        guards = {case.guard: case for case in stmt.cases if case.guard is not None}
        stack = [(node, place.knowing(guards[node], True) if node in guards else place) for node, _ in stack]
    # Names and constants are most of what there is: those that nobody asks for are not even looked at.
    passed_over = _NOTHING if kinds is None else _LEAVES - kinds
    wanted = _ALL if kinds is None else kinds
    out: list[tuple[ast.AST, Place]] = []
    while stack:
        entry = stack.pop()
        node, place = entry
        kind = node.__class__
        if kind in wanted:
            out.append(entry)
        if kind in _LEAVES:
            continue
        if kind is ast.Attribute:
            owner: ast.AST = node.value  # type: ignore[attr-defined]
            if owner.__class__ not in passed_over:
                stack.append((owner, place))
        elif kind is ast.Call:
            _call(resolver, node, place, stack, kinds is None)  # type: ignore[arg-type]
        elif kind is ast.BoolOp:
            _operands(node, place, stack)  # type: ignore[arg-type]
        elif kind is ast.IfExp:
            stack.append((node.orelse, place.knowing(node.test, False)))  # type: ignore[attr-defined]
            stack.append((node.body, place.knowing(node.test, True)))  # type: ignore[attr-defined]
            stack.append((node.test, place))  # type: ignore[attr-defined]
        elif kind is ast.Lambda:
            inner = place.inside(scope.module.scopes.expression_scope("lambda", node, place))
            stack.append((node.body, inner))  # type: ignore[attr-defined]
            stack.append((node.args, place))  # type: ignore[attr-defined]
        elif kind in _COMPREHENSIONS:
            _comprehension(resolver, node, place, stack)
        else:
            for field in reversed(CHILD_FIELDS[kind]):
                # None is among the leaves.
                value: Any = getattr(node, field, None)
                if value.__class__ is list:
                    stack += [(item, place) for item in reversed(value) if item.__class__ not in passed_over]
                elif value.__class__ not in passed_over:
                    stack.append((value, place))
    return out


def _call(resolver: Resolver, node: ast.Call, place: Place, stack: list[tuple[ast.AST, Place]], whole: bool) -> None:
    """Go on with the parts of a call; with `whole`, the keywords themselves are among them."""
    for keyword in reversed(node.keywords):
        value = keyword.value
        if value.__class__ is ast.Lambda:
            resolver.lambda_calls[value] = (node, place)
        stack.append((keyword if whole else value, place))
    for argument in reversed(node.args):
        if argument.__class__ is ast.Lambda:
            resolver.lambda_calls[argument] = (node, place)
        stack.append((argument, place))
    stack.append((node.func, place))


def _operands(node: ast.BoolOp, place: Place, stack: list[tuple[ast.AST, Place]]) -> None:
    outcome = isinstance(node.op, ast.And)
    items: list[tuple[ast.AST, Place]] = []
    for value in node.values:
        items.append((value, place))
        place = place.knowing(value, outcome)
    stack.extend(reversed(items))


def _comprehension(resolver: Resolver, node: ast.AST, place: Place, stack: list[tuple[ast.AST, Place]]) -> None:
    scope = place.scope.module.scopes.expression_scope("comprehension", node, place)
    inner = place.inside(scope)
    items: list[tuple[ast.AST, Place]] = []
    for number, generator in enumerate(node.generators):  # type: ignore[attr-defined]
        items.append((generator.iter, inner if number else place))
        items.append((generator.target, inner))
        for test in generator.ifs:
            items.append((test, inner))
            inner = inner.knowing(test, True)
    if isinstance(node, ast.DictComp):
        items += [(node.key, inner), (node.value, inner)]
    else:
        items.append((node.elt, inner))  # type: ignore[attr-defined]
    stack.extend(reversed(items))


def calls_of(resolver: Resolver, module: Module, name: str) -> list[tuple[ast.Call, Place]]:
    """The calls in a module whose function is written `name(…)` or `….name(…)`."""
    out: list[tuple[ast.Call, Place]] = []
    for stmt, scope in module.statements_with({name}):
        for node, place in expressions(resolver, stmt, scope):
            if isinstance(node, ast.Call) and _written(node.func) == name:
                out.append((node, place))
    return out


def calls_handing(resolver: Resolver, module: Module, name: str) -> list[tuple[ast.Call, Place, int]]:
    """The calls in a module that hand on the function of this name to be called with what follows it, such as
    `asyncio.to_thread(score, sample)`: the call, its place, and the index of the first argument handed on. The
    index is -1 for those that call it with each element of their other argument, such as `map(score, samples)`."""
    out: list[tuple[ast.Call, Place, int]] = []
    for stmt, scope in module.statements_with({name}):
        for node, place in expressions(resolver, stmt, scope):
            if isinstance(node, ast.Call):
                index = HANDING.get(_written(node.func))
                if index is not None and index < len(node.args) and _written(node.args[index]) == name:
                    out.append((node, place, index + 1))
                elif index is None and _written(node.func) in ELEMENT_CONSUMERS:
                    passed = [*node.args, *(keyword.value for keyword in node.keywords)]
                    if len(passed) == 2 and any(_written(item) == name for item in passed):
                        out.append((node, place, -1))
    return out


def _written(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
