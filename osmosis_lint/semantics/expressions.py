"""The values of expressions, by kind of syntax."""

from __future__ import annotations

import ast

from osmosis_lint.semantics import containers, narrowing
from osmosis_lint.semantics.calls import base_containers, call_result, method_result
from osmosis_lint.semantics.fillings import filled
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import (
    BOOL,
    DICT,
    FLOAT,
    INT,
    ITERATOR,
    LIST,
    SET,
    STR,
    TUPLE,
    External,
    Instance,
    Literal,
    ProjectClass,
    ProjectFunction,
    SdkClass,
    Types,
    Value,
    awaited,
    element,
    known_among,
    union,
    without_none,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from osmosis_lint.semantics.resolver import Resolver


def _name(resolver: Resolver, node: ast.Name, place: Place) -> Types:
    types = filled(resolver, node, resolver.name(node.id, place), place)
    return narrowing.refine(resolver, node, types, place)


def _attribute(resolver: Resolver, node: ast.Attribute, place: Place) -> Types:
    stored = _stored(resolver, node, place)
    if not stored:
        values = resolver.infer(node.value, place)
        if stored is not None:
            # Something unknown was stored: the SDK declares what its fields hold, the project's may hold anything.
            values = tuple(v for v in values if isinstance(v, Instance) and isinstance(v.cls, SdkClass))
        stored = union(*[resolver.attribute(value, node.attr, place) for value in values])
    return narrowing.refine(resolver, node, stored, place)


def _stored(resolver: Resolver, node: ast.Attribute, place: Place) -> Types | None:
    """What this function itself stored in `name.attribute` above, if the name is still the same."""
    if not isinstance(node.value, ast.Name) or place.stmt is None:
        return None
    key = f"{node.value.id}.{node.attr}"
    scope: Scope | None = place.scope
    while scope is not None and scope.kind in ("comprehension", "lambda"):
        scope = scope.parent
    if scope is None or key not in scope.bindings:
        return None
    module = scope.module
    here = place.stmt if place.stmt in module.scopes.positions else None
    found = module.flow.reaching(key, scope, here)
    if not found or not module.flow.precedes(found, here):
        return None
    name = node.value.id
    now = module.flow.reaching(name, scope, here)
    if any(module.flow.reaching(name, scope, binding.stmt) != now for binding in found):
        return None
    return union(*[resolver.binding(binding) for binding in found])


def _constant(resolver: Resolver, node: ast.Constant, place: Place) -> Types:
    return (Literal(node.value),)


def _await(resolver: Resolver, node: ast.Await, place: Place) -> Types:
    return awaited(resolver.infer(node.value, place))


def _named(resolver: Resolver, node: ast.NamedExpr, place: Place) -> Types:
    return resolver.infer(node.value, place)


def _if_expression(resolver: Resolver, node: ast.IfExp, place: Place) -> Types:
    return union(
        resolver.infer(node.body, place.knowing(node.test, True)),
        resolver.infer(node.orelse, place.knowing(node.test, False)),
    )


def _bool_operation(resolver: Resolver, node: ast.BoolOp, place: Place) -> Types:
    found = [resolver.infer(value, place) for value in node.values]
    if isinstance(node.op, ast.Or):
        return union(*[without_none(types) for types in found[:-1]], found[-1])
    return found[-1]


def _sequence(cls: External) -> Callable[..., Types]:
    def handler(resolver: Resolver, node: ast.List | ast.Set, place: Place) -> Types:
        found = [
            element(resolver.infer(item.value, place)) if isinstance(item, ast.Starred) else resolver.infer(item, place)
            for item in node.elts
        ]
        return (Instance(cls, (known_among(found),)),)

    return handler


def _tuple(resolver: Resolver, node: ast.Tuple, place: Place) -> Types:
    if any(isinstance(item, ast.Starred) for item in node.elts):
        return (Instance(LIST, (union(*[resolver.infer(item, place) for item in node.elts]),)),)
    return (Instance(TUPLE, tuple(resolver.infer(item, place) for item in node.elts)),)


def _dict(resolver: Resolver, node: ast.Dict, place: Place) -> Types:
    keys: list[Types] = []
    values: list[Types] = []
    for key, value in zip(node.keys, node.values, strict=True):
        types = resolver.infer(value, place)
        if key is None:
            for item in types:
                if isinstance(item, Instance) and len(item.args) > 1:
                    keys.append(item.args[0])
                    values.append(item.args[1])
        else:
            keys.append(resolver.infer(key, place))
            values.append(types)
    return (Instance(DICT, (union(*keys), known_among(values))),)


def comprehension_place(resolver: Resolver, node: ast.AST, place: Place) -> Place:
    """Where the element of a comprehension is evaluated, its `if` tests known to hold."""
    scope = place.scope.module.scopes.expression_scope("comprehension", node, place)
    inner = place.inside(scope)
    for generator in node.generators:  # type: ignore[attr-defined]
        for test in generator.ifs:
            inner = inner.knowing(test, True)
    return inner


def _comprehension(cls: External) -> Callable[..., Types]:
    def handler(resolver: Resolver, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, place: Place) -> Types:
        inner = comprehension_place(resolver, node, place)
        return (Instance(cls, (resolver.infer(node.elt, inner),)),)

    return handler


def _dict_comprehension(resolver: Resolver, node: ast.DictComp, place: Place) -> Types:
    inner = comprehension_place(resolver, node, place)
    return (Instance(DICT, (resolver.infer(node.key, inner), resolver.infer(node.value, inner))),)


def _lambda(resolver: Resolver, node: ast.Lambda, place: Place) -> Types:
    return (ProjectFunction(place.scope.module.scopes.expression_scope("lambda", node, place)),)


def _formatted(resolver: Resolver, node: ast.JoinedStr, place: Place) -> Types:
    return (Instance(STR),)


def _compare(resolver: Resolver, node: ast.Compare, place: Place) -> Types:
    return (Instance(BOOL),)


def _unary(resolver: Resolver, node: ast.UnaryOp, place: Place) -> Types:
    if isinstance(node.op, ast.Not):
        return (Instance(BOOL),)
    return tuple(
        value if isinstance(value, Instance) else Instance(FLOAT if isinstance(value.value, float) else INT)
        for value in resolver.infer(node.operand, place)
        if (isinstance(value, Instance) and value.cls in (INT, FLOAT))
        or (isinstance(value, Literal) and isinstance(value.value, (int, float)))
    )


def _binary(resolver: Resolver, node: ast.BinOp, place: Place) -> Types:
    left = resolver.infer(node.left, place)
    right = resolver.infer(node.right, place)
    if isinstance(node.op, (ast.Add, ast.BitOr, ast.Sub)):
        kept = tuple(
            value
            for value in union(left, right)
            if isinstance(value, Instance) and value.cls in (LIST, DICT, SET, STR, FLOAT, INT)
        )
        if kept:
            return kept
    texts = [v.value for v in union(left, right) if isinstance(v, Literal) and isinstance(v.value, str)]
    if texts and isinstance(node.op, (ast.Add, ast.Mod, ast.Mult)):
        return (Instance(STR),)
    numbers = [kind_of_number(value) for value in (*left, *right)]
    if len(numbers) >= 2 and all(numbers):
        return (Instance(FLOAT if "float" in numbers or isinstance(node.op, ast.Div) else INT),)
    return ()


def kind_of_number(value: Value) -> str:
    """`int` or `float` when the value is known to be that, else the empty string."""
    if isinstance(value, Literal) and isinstance(value.value, (int, float)):
        return "float" if isinstance(value.value, float) else "int"
    if isinstance(value, Instance) and value.cls in (INT, FLOAT, BOOL):
        return "float" if value.cls == FLOAT else "int"
    return ""


def _subscript(resolver: Resolver, node: ast.Subscript, place: Place) -> Types:
    found: list[Types] = []
    for value in resolver.infer(node.value, place):
        if isinstance(value, (SdkClass, ProjectClass)):
            found.append((value,))
        elif isinstance(value, Instance):
            found.append(_item(resolver, value, node, place))
        elif isinstance(value, External):
            found.append((value,) if value.name.startswith(("typing.", "builtins.", "collections.")) else ())
    return narrowing.refine(resolver, node, union(*found), place)


def fields(resolver: Resolver, value: Value) -> list[Types]:
    """The fields of an object of a NamedTuple class, in order; empty for anything else."""
    if not isinstance(value, Instance) or not isinstance(value.cls, ProjectClass):
        return []
    scope = value.cls.scope
    if not any(isinstance(base, External) and base.name.endswith("NamedTuple") for base in resolver.mro(scope)):
        return []
    return [
        resolver.binding(binding)
        for bindings in scope.bindings.values()
        for binding in bindings
        if binding.kind == "annotation"
    ]


def _item(resolver: Resolver, value: Instance, node: ast.Subscript, place: Place) -> Types:
    index = node.slice
    if isinstance(value.cls, ProjectClass):
        number = containers.constant_index(index)
        row = fields(resolver, value)
        if number is not None and row:
            return row[number] if -len(row) <= number < len(row) else ()
        if isinstance(index, ast.Constant) and isinstance(index.value, str):
            item = containers.typed_dict_item(resolver, value, index.value)
            if item:
                return item
        given = method_result(resolver, value, "__getitem__")
        held = base_containers(resolver, value) if not given else ()
        return union(given, *[_item(resolver, item, node, place) for item in held if isinstance(item, Instance)])
    if not value.args:
        return ()
    if isinstance(index, ast.Slice):
        return (value,)
    if value.cls == TUPLE:
        number = containers.constant_index(index)
        if number is not None and -len(value.args) <= number < len(value.args):
            return value.args[number]
        return union(*value.args)
    if len(value.args) > 1:
        return containers.under_key(resolver, value.args[1], node.value, index, place)
    return containers.at_index(resolver, value.args[0], node.value, index, place)


def _starred(resolver: Resolver, node: ast.Starred, place: Place) -> Types:
    return element(resolver.infer(node.value, place))


HANDLERS: dict[type[ast.AST], Callable[..., Types]] = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Constant: _constant,
    ast.Call: call_result,
    ast.Await: _await,
    ast.NamedExpr: _named,
    ast.IfExp: _if_expression,
    ast.BoolOp: _bool_operation,
    ast.List: _sequence(LIST),
    ast.Set: _sequence(SET),
    ast.Tuple: _tuple,
    ast.Dict: _dict,
    ast.ListComp: _comprehension(LIST),
    ast.SetComp: _comprehension(SET),
    ast.GeneratorExp: _comprehension(ITERATOR),
    ast.DictComp: _dict_comprehension,
    ast.Lambda: _lambda,
    ast.JoinedStr: _formatted,
    ast.Compare: _compare,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.Subscript: _subscript,
    ast.Starred: _starred,
}
