"""What a lambda gets because of the type that is declared where it goes: `key: Callable[[RolloutSample], float]`."""

from __future__ import annotations

import ast

from osmosis_lint.semantics import type_expressions
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import Instance, ProjectClass, ProjectFunction, Types, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver

_WRAPPERS = frozenset(("Optional", "Annotated", "Final", "ClassVar"))
_MAX_DEPTH = 6


def argument_type(resolver: Resolver, call: ast.Call, place: Place, item: ast.expr, index: int) -> Types:
    """What a function that is passed to a function or class of the project gets, as the parameter for it declares."""
    for value in resolver.infer(call.func, place):
        function = _definition(resolver, value)
        arguments = function.parameters() if function is not None else None
        if function is None or arguments is None:
            continue
        positional = arguments.posonlyargs + arguments.args
        shift = 1 if isinstance(value, ProjectClass) or getattr(value, "receiver", None) is not None else 0
        keyword = next((keyword.arg for keyword in call.keywords if keyword.value is item), None)
        if keyword is not None:
            found = [argument for argument in (*positional, *arguments.kwonlyargs) if argument.arg == keyword]
        elif item in call.args:
            number = call.args.index(item) + shift
            found = positional[number : number + 1]
        else:
            found = []
        if found:
            where = Place(function, None) if getattr(function.node, "type_params", None) else _around(function)
            return _parameter(resolver, found[0].annotation, index, where)
    return ()


def declared_type(resolver: Resolver, scope: Scope, index: int) -> Types:
    """What a lambda gets that is assigned to an annotated name, kept in an annotated dict or list, returned from an
    annotated function, or the default of an annotated parameter."""
    stmt, item = scope.stmt, scope.node
    place = Place(scope.parent or scope, stmt)
    if isinstance(stmt, ast.AnnAssign) and stmt.value is not None:
        if stmt.value is item:
            return _parameter(resolver, stmt.annotation, index, place)
        held = stmt.value.values if isinstance(stmt.value, ast.Dict) else getattr(stmt.value, "elts", ())
        if any(value is item for value in held):
            return _parameter(resolver, _held(stmt.annotation), index, place)
    elif isinstance(stmt, ast.Return) and stmt.value is item:
        function = place.scope.node
        return _parameter(resolver, getattr(function, "returns", None), index, _around(place.scope))
    elif isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef)):
        arguments = stmt.args
        positional = arguments.posonlyargs + arguments.args
        defaults = zip(reversed(positional), reversed(arguments.defaults), strict=False)
        for argument, default in (*defaults, *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)):
            if default is item:
                return _parameter(resolver, argument.annotation, index, place)
    return ()


def _around(function: Scope) -> Place:
    return Place(function.parent or function, function.stmt)


def _definition(resolver: Resolver, value: Value) -> Scope | None:
    if isinstance(value, ProjectFunction):
        return value.scope
    if isinstance(value, ProjectClass):
        for found in resolver.instance_attribute(Instance(value), "__init__"):
            if isinstance(found, ProjectFunction):
                return found.scope
    return None


def _held(annotation: ast.expr) -> ast.expr | None:
    """The type of the values of an annotated dict, or of the elements of an annotated list."""
    if not isinstance(annotation, ast.Subscript):
        return None
    if isinstance(annotation.slice, ast.Tuple) and len(annotation.slice.elts) == 2:
        first, second = annotation.slice.elts
        return first if isinstance(second, ast.Constant) and second.value is ... else second
    return annotation.slice


def _parameter(resolver: Resolver, node: ast.expr | None, index: int, place: Place, depth: int = 0) -> Types:
    """The parameter at an index of what a type expression declares that can be called."""
    if node is None or depth > _MAX_DEPTH:
        return ()
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _parameter(resolver, type_expressions.parse(node), index, place, depth + 1)
    if isinstance(node, ast.BinOp):
        left = _parameter(resolver, node.left, index, place, depth + 1)
        return left or _parameter(resolver, node.right, index, place, depth + 1)
    if isinstance(node, ast.Subscript):
        head = getattr(node.value, "attr", getattr(node.value, "id", ""))
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if head in _WRAPPERS:
            return _parameter(resolver, items[0], index, place, depth + 1)
        if head == "Callable" and isinstance(items[0], ast.List) and index < len(items[0].elts):
            return type_expressions.types(resolver, items[0].elts[index], place)
        return ()
    return _named(resolver, node, index, place, depth) if isinstance(node, (ast.Name, ast.Attribute)) else ()


def _named(resolver: Resolver, node: ast.Name | ast.Attribute, index: int, place: Place, depth: int) -> Types:
    """The same behind a name: a type alias, or a protocol with a `__call__`."""
    for binding in resolver.definitions(node.id, place) if isinstance(node, ast.Name) else ():
        if binding.kind in ("assign", "annotation", "type_alias") and isinstance(binding.node, ast.expr):
            return _parameter(resolver, binding.node, index, Place(binding.scope, binding.stmt), depth + 1)
    for value in resolver.infer(node, place):
        if isinstance(value, ProjectClass):
            for method in resolver.instance_attribute(Instance(value), "__call__"):
                arguments = method.scope.parameters() if isinstance(method, ProjectFunction) else None
                if isinstance(method, ProjectFunction) and arguments is not None and index + 1 < len(arguments.args):
                    return type_expressions.types(resolver, arguments.args[index + 1].annotation, _around(method.scope))
    return ()
