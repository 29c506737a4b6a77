"""Generic classes and functions of the project: what their type variables stand for at a use."""

from __future__ import annotations

import ast
import copy

from osmosis_lint.semantics import parameters, type_expressions
from osmosis_lint.semantics.scopes import Binding, Place, Scope
from osmosis_lint.semantics.values import (
    AWAITABLE,
    DICT,
    TUPLE,
    Instance,
    ProjectClass,
    SdkClass,
    Types,
    Value,
    element,
    instances,
    union,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver

# What the names of type variables stand for.
Given = dict[str, Types]

_GENERICS = frozenset(("Generic", "Protocol"))
_MAX_DEPTH = 4


def variables(resolver: Resolver, scope: Scope) -> tuple[str, ...]:
    """The type variables of a class in their order, or those that the result of a function mentions."""
    known = resolver.known_variables.get(scope)
    if known is None:
        known = resolver.known_variables[scope] = _class_variables(resolver, scope) or _result_variables(
            resolver, scope
        )
    return known


def _class_variables(resolver: Resolver, scope: Scope) -> tuple[str, ...]:
    if scope.kind != "class":
        return ()
    own = getattr(scope.node, "type_params", None)
    if own:
        return tuple(item.name for item in own)
    subscripts = [base for base in getattr(scope.node, "bases", ()) if isinstance(base, ast.Subscript)]
    place = Place(scope.parent or scope, scope.stmt)
    for base in subscripts:
        if any(type_expressions.library_name(v) in _GENERICS for v in resolver.infer(base.value, place)):
            subscripts = [base]
            break
    names = [node.id for base in subscripts for node in ast.walk(base.slice) if isinstance(node, ast.Name)]
    return tuple(dict.fromkeys(name for name in names if _is_variable(resolver, name, place)))


def _result_variables(resolver: Resolver, scope: Scope) -> tuple[str, ...]:
    returns = getattr(scope.node, "returns", None)
    if returns is None:
        return ()
    place = _signature_place(scope)
    names = [node.id for node in ast.walk(_parsed(resolver, returns)) if isinstance(node, ast.Name)]
    return tuple(dict.fromkeys(name for name in names if _is_variable(resolver, name, place)))


def _signature_place(scope: Scope) -> Place:
    # PEP 695 type parameters are visible in the function's own scope only.
    is_generic = bool(getattr(scope.node, "type_params", None))
    return Place(scope, None) if is_generic else Place(scope.parent or scope, scope.stmt)


def _is_variable(resolver: Resolver, name: str, place: Place) -> bool:
    return any(_is_variable_binding(binding) for binding in resolver.definitions(name, place))


def _is_variable_binding(binding: Binding) -> bool:
    if binding.kind == "type_parameter":
        return True
    node = binding.node
    if binding.kind != "assign" or not isinstance(node, ast.Call):
        return False
    return (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) == "TypeVar"


def _parsed(resolver: Resolver, node: ast.expr) -> ast.expr:
    """A string annotation as the expression it holds."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return type_expressions.parse(node) or node
    return node


def of_receiver(resolver: Resolver, receiver: Value | None, owner: Scope) -> Given:
    """What the type variables of a class stand for in an object of it or of a class derived from it."""
    if not isinstance(receiver, Instance) or not isinstance(receiver.cls, ProjectClass):
        return {}
    names = variables(resolver, owner)
    if not names:
        return {}
    if receiver.cls.scope is owner:
        arguments = receiver.args
    else:
        arguments = parameters.type_arguments(resolver, receiver.cls.scope, ProjectClass(owner))
    return {name: given for name, given in zip(names, arguments, strict=False) if given}


def of_call(resolver: Resolver, scope: Scope, call: ast.Call, place: Place, bound: bool) -> Given:
    """What the type variables in the result of a function stand for in a call of it."""
    names = variables(resolver, scope)
    arguments = scope.parameters()
    if not names or arguments is None:
        return {}
    given: Given = {}
    positional = arguments.posonlyargs + arguments.args
    for argument in [*positional, *arguments.kwonlyargs]:
        if argument.annotation is None:
            continue
        index = positional.index(argument) - bound if argument in positional else None
        passed = _passed(call, argument.arg, index)
        if passed is not None:
            annotation = _parsed(resolver, argument.annotation)
            for name in names:
                if name not in given:
                    found = _matched(annotation, name, resolver.infer(passed, place))
                    if found:
                        given[name] = found
    return given


def _passed(call: ast.Call, name: str, index: int | None) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if index is None or not 0 <= index < len(call.args):
        return None
    return None if any(isinstance(item, ast.Starred) for item in call.args[: index + 1]) else call.args[index]


def _matched(annotation: ast.expr, name: str, types: Types, depth: int = 0) -> Types:
    """What a type variable is when values are passed for the annotation that mentions it."""
    if isinstance(annotation, ast.Name):
        return tuple(v for v in types if isinstance(v, Instance)) if annotation.id == name else ()
    if isinstance(annotation, ast.BinOp) and depth < _MAX_DEPTH:
        return _matched(annotation.left, name, types, depth + 1) or _matched(annotation.right, name, types, depth + 1)
    if not isinstance(annotation, ast.Subscript) or depth >= _MAX_DEPTH:
        return ()
    head = annotation.value.attr if isinstance(annotation.value, ast.Attribute) else getattr(annotation.value, "id", "")
    items = list(annotation.slice.elts) if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if head in ("Optional", "Union", "Annotated"):
        return union(*[_matched(item, name, types, depth + 1) for item in items])
    if head in ("type", "Type"):
        held = instances(tuple(v for v in types if isinstance(v, (SdkClass, ProjectClass))))
        return _matched(items[0], name, held, depth + 1)
    held = tuple(v for v in types if isinstance(v, Instance) and v.args)
    if head in ("Callable", "Coroutine"):
        return ()
    if len(items) == 1:
        return _matched(items[0], name, _held(held), depth + 1)
    found: list[Types] = []
    for value in held:
        if isinstance(value, Instance) and value.cls in (DICT, TUPLE) and len(value.args) == len(items):
            found += [_matched(item, name, part, depth + 1) for item, part in zip(items, value.args, strict=True)]
    return union(*found)


def _held(types: Types) -> Types:
    awaited = [v.args[0] for v in types if isinstance(v, Instance) and v.cls == AWAITABLE]
    return union(*awaited, element(tuple(v for v in types if isinstance(v, Instance) and v.cls != AWAITABLE)))


def substituted(resolver: Resolver, annotation: ast.expr | None, place: Place, given: Given) -> Types:
    """What an annotation that mentions the type variables means; empty when it mentions none of them."""
    if annotation is None or not given:
        return ()
    node = _parsed(resolver, annotation)
    if not any(isinstance(item, ast.Name) and item.id in given for item in ast.walk(node)):
        return ()
    node = copy.deepcopy(node)
    for item in ast.walk(node):
        if isinstance(item, ast.Name) and item.id in given:
            resolver.given[item] = given[item.id]
    return type_expressions.types(resolver, node, place)


def attribute(resolver: Resolver, owner: Scope, name: str, receiver: Value) -> Types:
    """An attribute of a generic class whose annotation, or that of the parameter stored in it, names a variable."""
    given = of_receiver(resolver, receiver, owner)
    if not given:
        return ()
    for binding in [*owner.bindings.get(name, ()), *owner.attributes.get(name, ())]:
        annotation, place = binding.annotation, Place(binding.scope, binding.stmt)
        if annotation is None and isinstance(binding.node, ast.Name) and binding.scope.kind == "function":
            for source in binding.scope.bindings.get(binding.node.id, ()):
                if source.kind == "parameter" and isinstance(source.node, ast.arg):
                    annotation, place = source.node.annotation, _signature_place(binding.scope)
        found = substituted(resolver, annotation, place, given)
        if found:
            return found
    return ()


def returned(
    resolver: Resolver, scope: Scope, receiver: Value | None, call: ast.Call | None, place: Place | None
) -> Types:
    """The result of a generic function, or of a method of a generic class, as it is annotated."""
    returns = getattr(scope.node, "returns", None)
    if returns is None:
        return ()
    owner = scope.enclosing_class()
    given = of_receiver(resolver, receiver, owner) if owner is not None else {}
    if call is not None and place is not None:
        given = {**of_call(resolver, scope, call, place, receiver is not None), **given}
    return substituted(resolver, returns, _signature_place(scope), given)
