"""What a container holds that is created empty: what the code around it puts in."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.narrowing import path_of
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import DICT, LIST, QUEUES, SET, STR, Instance, Types, Value, element, known_among

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver

_EMPTY = frozenset((LIST, DICT, SET, *QUEUES))
# Methods that put their last argument into a container, and those that put in what their argument holds.
_FILLERS = frozenset(("append", "add", "appendleft", "insert", "put", "put_nowait", "setdefault"))
_EXTENDERS = frozenset(("extend", "extendleft", "update"))
_RECEIVERS = frozenset(("self", "cls"))


def filled(resolver: Resolver, node: ast.Name, types: Types, place: Place) -> Types:
    """A container that was created empty, with what the functions that see its name put into it."""
    if not _has_empty(types) or not isinstance(node.ctx, ast.Load):
        return types
    found, scope = resolver.bindings(node.id, place)
    if scope is None or any(binding.kind not in ("assign", "annotation", "augmented") for binding in found):
        return types
    return _with_contents(resolver, types, scope, node.id)


def filled_attribute(resolver: Resolver, owner: Scope, name: str, types: Types) -> Types:
    """The same for a container that an object keeps: what the methods of its class put into `self.name`."""
    if not _has_empty(types):
        return types
    return _with_contents(resolver, types, owner, name)


def _has_empty(types: Types) -> bool:
    # Asked of every name, so without a generator.
    return bool([value for value in types if value.__class__ is Instance and _is_empty(value)])


def _is_empty(value: Value) -> bool:
    return isinstance(value, Instance) and value.cls in _EMPTY and not any(value.args)


def _with_contents(resolver: Resolver, types: Types, scope: Scope, name: str) -> Types:
    key = (scope, name)
    items = resolver.known_fillings.get(key)
    if items is None:
        items = resolver.guarded(("filled", *key), _put_into, resolver, name, scope)
        resolver.known_fillings[key] = items
    out: list[Value] = []
    for value in types:
        if _is_empty(value) and isinstance(value, Instance):
            value = Instance(value.cls, ((Instance(STR),), items) if value.cls == DICT else (items,))
        out.append(value)
    return tuple(out)


def _put_into(resolver: Resolver, name: str, owner: Scope) -> Types:
    found: list[Types] = []
    for stmt, scope in owner.module.statements_with({name}):
        if not _is_seen(owner, name, scope):
            continue
        place = Place(scope, stmt)
        if isinstance(stmt, ast.Expr):
            call = stmt.value.value if isinstance(stmt.value, ast.Await) else stmt.value
            if isinstance(call, ast.Call) and call.args:
                found += _from_call(resolver, call, name, owner, place)
        elif isinstance(stmt, ast.Assign):
            for target in stmt.targets:
                if isinstance(target, ast.Subscript) and _is_it(target.value, name, owner):
                    found.append(resolver.infer(stmt.value, place))
        elif isinstance(stmt, ast.AugAssign) and owner.kind == "class" and _is_it(stmt.target, name, owner):
            found.append(_held(resolver.infer(stmt.value, place)))
    return known_among(found)


def _from_call(resolver: Resolver, call: ast.Call, name: str, owner: Scope, place: Place) -> list[Types]:
    function = call.func
    method = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if method == "heappush" and len(call.args) == 2 and _is_it(call.args[0], name, owner):
        return [resolver.infer(call.args[1], place)]
    if not isinstance(function, ast.Attribute):
        return []
    if _is_it(function.value, name, owner):
        if method in _FILLERS:
            return [resolver.infer(call.args[-1], place)]
        if method in _EXTENDERS:
            return [_held(resolver.infer(call.args[-1], place))]
    elif method in ("append", "add") and _is_it(_group(function.value), name, owner):
        cls = LIST if method == "append" else SET
        return [(Instance(cls, (resolver.infer(call.args[0], place),)),)]
    return []


def _held(types: Types) -> Types:
    """The elements of sequences, the values of mappings."""
    values = [value.args[-1] for value in types if isinstance(value, Instance) and value.cls == DICT and value.args]
    return known_among(values) or element(types)


def _is_it(node: ast.expr | None, name: str, owner: Scope) -> bool:
    """Whether an expression is the container: the name itself, or `self.name` for what a class keeps."""
    if owner.kind != "class":
        return isinstance(node, ast.Name) and node.id == name
    path = path_of(node) if node is not None else None
    return path is not None and len(path) == 2 and path[0] in _RECEIVERS and path[1] == name


def _is_seen(owner: Scope, name: str, scope: Scope) -> bool:
    """Whether code in a scope sees the container of `owner` under its name."""
    current: Scope | None = scope
    while current is not None:
        if current is owner or (owner.kind == "class" and current.enclosing_class() is owner):
            return True
        if owner.kind != "class" and name in current.bindings:
            return False
        current = current.parent
    return False


def _group(node: ast.expr) -> ast.expr | None:
    """The mapping of which an expression is a group: `groups[key]`, `groups.setdefault(key, [])`."""
    if isinstance(node, ast.Subscript):
        return node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault":
        return node.func.value
    return None
