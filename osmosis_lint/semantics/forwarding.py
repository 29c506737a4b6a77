"""Where the keywords go that a function takes as `**options` and hands on: wrappers and factories of SDK classes."""

from __future__ import annotations

import ast

from osmosis_lint.semantics import arguments
from osmosis_lint.semantics.arguments import Arguments, Call, Keyword
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import ProjectClass, ProjectFunction, SdkClass, Value
from osmosis_lint.semantics.walk import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.semantics.resolver import Resolver

_CALLS: frozenset[type[ast.AST]] = frozenset((ast.Call,))
_ONE_KEY = frozenset(("setdefault", "get", "pop"))
_MAX_DEPTH = 4


def forwarded(
    resolver: Resolver, callee: Value, passed: Arguments, depth: int = 0
) -> Iterator[tuple[SdkClass, Arguments, Place]]:
    """The SDK classes that get the keywords of a call untouched, what they get of them, and where.

    A function that does anything else with its `**options` than to set or take out single keys may change them all,
    and gives nothing.
    """
    function = _function(resolver, callee)
    definition = function.parameters() if function is not None else None
    if function is None or definition is None or definition.kwarg is None or depth > _MAX_DEPTH:
        return
    inner = _handing_on(resolver, function, definition.kwarg.arg)
    if inner is None:
        return
    taken = _taken(function, definition, inner)
    keywords: list[Keyword] = [item for item in passed.keywords if item.name not in taken]
    if not keywords:
        return
    rest = Arguments([], keywords, False)
    for value, _, _ in inner.targets:
        if isinstance(value, SdkClass):
            yield value, rest, inner.place
        else:
            yield from forwarded(resolver, value, rest, depth + 1)


def taken_on_the_way(resolver: Resolver, callee: Value, depth: int = 0) -> set[str]:
    """The keywords that do not reach the SDK class when `callee` is called, since somebody on the way takes them."""
    function = _function(resolver, callee)
    definition = function.parameters() if function is not None else None
    if function is None or definition is None or definition.kwarg is None or depth > _MAX_DEPTH:
        return set()
    inner = _handing_on(resolver, function, definition.kwarg.arg)
    if inner is None:
        return set()
    further = [taken_on_the_way(resolver, value, depth + 1) for value, _, _ in inner.targets]
    return _taken(function, definition, inner).union(*further)


def _taken(function: Scope, definition: ast.arguments, inner: Call) -> set[str]:
    names = {item.arg for item in (*definition.args, *definition.kwonlyargs)}
    names.update(keyword.arg for keyword in inner.node.keywords if keyword.arg is not None)
    # What the function looks at by itself it may treat by itself.
    return names.union(_single_keys(function, definition.kwarg.arg)) if definition.kwarg is not None else names


def _single_keys(function: Scope, name: str) -> list[str]:
    """The keys of the keywords that a function reads, sets or takes out one at a time, written out; each use counts."""
    found: list[str] = []
    for node in ast.walk(function.node) if function.node is not None else ():
        key: ast.expr | None = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            if node.func.attr in _ONE_KEY and getattr(node.func.value, "id", "") == name:
                key = node.args[0]
        elif isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == name:
            key = node.slice
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            key = node.left if getattr(node.comparators[0], "id", "") == name else None
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            found.append(key.value)
    return found


def _function(resolver: Resolver, callee: Value) -> Scope | None:
    """The function that a call of a project function or class runs with its arguments."""
    if isinstance(callee, ProjectFunction):
        return callee.scope
    if isinstance(callee, ProjectClass):
        for base in resolver.mro(callee.scope):
            if isinstance(base, SdkClass):
                return None
            if isinstance(base, ProjectClass):
                for binding in base.scope.bindings.get("__init__", ()):
                    if isinstance(binding.node, ast.FunctionDef):
                        return base.scope.module.scopes.by_node[binding.node]
    return None


def _handing_on(resolver: Resolver, function: Scope, name: str) -> Call | None:
    """The one call that uses the keywords of a function, all of them as `**name`."""
    if function not in resolver.known_forwards:
        resolver.known_forwards[function] = _find(resolver, function, name)
    return resolver.known_forwards[function]


def _find(resolver: Resolver, function: Scope, name: str) -> Call | None:
    assert function.node is not None
    uses = sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(function.node))
    single = len(_single_keys(function, name)) if uses > 1 else 0
    if uses != 1 + single or function.kind != "function":
        return None
    for stmt, scope in function.module.statements_with({name}):
        if scope is function:
            for node, place in expressions(resolver, stmt, scope, _CALLS):
                for keyword in node.keywords:  # type: ignore[attr-defined]
                    if keyword.arg is None and getattr(keyword.value, "id", "") == name:
                        return arguments.resolve(resolver, node, place)  # type: ignore[arg-type]
    return None
