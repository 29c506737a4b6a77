"""Generic functions of the project: what their type variables stand for in one call."""

from __future__ import annotations

import ast

from osmosis_lint.semantics import generics, type_expressions, type_matching
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import (
    Types,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver


def returned(resolver: Resolver, scope: Scope, call: ast.Call, place: Place, bound: bool) -> Types:
    """What a call of a function gives whose return annotation names type variables that its parameters name too.

    With `bound`, the first parameter is the object the function is a method of.
    """
    returns = _parsed(getattr(scope.node, "returns", None))
    arguments = scope.parameters()
    if returns is None or arguments is None:
        return ()
    names = resolver.known_variables.get(scope)
    if names is None:
        names = resolver.known_variables[scope] = _variables(resolver, scope, returns, arguments)
    if not names:
        return ()
    given: dict[str, Types] = {}
    positional = arguments.posonlyargs + arguments.args
    for argument in [*positional, *arguments.kwonlyargs]:
        annotation = _parsed(argument.annotation)
        index = positional.index(argument) - bound if argument in positional else None
        passed = _passed(call, argument.arg, index) if annotation is not None else None
        if annotation is not None and passed is not None:
            for name in names:
                if name not in given:
                    found = type_matching.matched(annotation, name, resolver.infer(passed, place))
                    if found:
                        given[name] = found
    return generics.typed(resolver, returns, signature_place(scope), given) if given else ()


def signature_place(scope: Scope) -> Place:
    """Where the annotations of a function are evaluated; its own type parameters (PEP 695) are seen from inside."""
    is_generic = bool(getattr(scope.node, "type_params", None))
    return Place(scope, None) if is_generic else Place(scope.parent or scope, scope.stmt)


def _variables(resolver: Resolver, scope: Scope, returns: ast.expr, arguments: ast.arguments) -> tuple[str, ...]:
    """The type variables that stand both in the result and in a parameter."""
    annotations = [
        _parsed(item.annotation) for item in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    ]
    taken = {
        node.id for item in annotations if item is not None for node in ast.walk(item) if isinstance(node, ast.Name)
    }
    names = [node.id for node in ast.walk(returns) if isinstance(node, ast.Name) and node.id in taken]
    place = signature_place(scope)
    return tuple(dict.fromkeys(name for name in names if _is_variable(resolver, name, place)))


def _is_variable(resolver: Resolver, name: str, place: Place) -> bool:
    for binding in resolver.definitions(name, place):
        node = binding.node
        if binding.kind == "type_parameter":
            return True
        if binding.kind == "assign" and isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            return called == "TypeVar"
    return False


def _parsed(node: ast.expr | None) -> ast.expr | None:
    """A string annotation as the expression it holds."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return type_expressions.parse(node)
    return node


def _passed(call: ast.Call, name: str, index: int | None) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if index is None or not 0 <= index < len(call.args):
        return None
    return None if any(isinstance(item, ast.Starred) for item in call.args[: index + 1]) else call.args[index]
