"""The calls of a module, found by the name that is called or by a keyword."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import Types, Value, union
from osmosis_lint.semantics.walk import calls_of, expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.modules import Module
    from osmosis_lint.semantics.resolver import Resolver


def calls_to(resolver: Resolver, module: Module, name: str) -> list[tuple[ast.Call, Place]]:
    """The calls written with this function name in a module, remembered."""
    key = (module, name)
    found = resolver.known_calls.get(key)
    if found is None:
        found = resolver.known_calls[key] = calls_of(resolver, module, name)
    return found


def keyword_at_calls(resolver: Resolver, module: Module, called: str, name: str, cls: Value) -> Types:
    """What the calls of a class in a module pass for the keyword `name`."""
    found: list[Types] = []
    for call, place in calls_to(resolver, module, called):
        for keyword in call.keywords:
            if keyword.arg == name and cls in resolver.infer(call.func, place):
                found.append(resolver.infer(keyword.value, place))
    return union(*found)


def calls_with_keyword(resolver: Resolver, module: Module, name: str) -> list[tuple[ast.Call, Place]]:
    """The calls in a module that pass a keyword of this name, remembered."""
    key = (module, f"{name}=")
    found = resolver.known_calls.get(key)
    if found is None:
        found = resolver.known_calls[key] = [
            (node, place)
            for stmt, scope in module.statements_with({name})
            for node, place in expressions(resolver, stmt, scope)
            if isinstance(node, ast.Call) and any(keyword.arg == name for keyword in node.keywords)
        ]
    return found
