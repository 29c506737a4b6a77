"""What a container gives for a key or an index, which may be one of several things it holds."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.arguments import mapping_items
from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import (
    DICT,
    ITERATOR,
    NONE,
    TUPLE,
    External,
    Instance,
    Literal,
    ProjectClass,
    SdkClass,
    Types,
    Value,
    uniform,
    union,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver


_MAX_DEPTH = 4


def under_key(resolver: Resolver, types: Types, mapping: ast.expr, key: ast.expr, place: Place) -> Types:
    """What a mapping that holds `types` has under a key. If they differ, it must be written out to be known."""
    same = uniform(types)
    if same and not any(isinstance(value, Instance) and isinstance(value.cls, SdkClass) for value in same):
        return same
    names = [value.value for value in resolver.infer(key, place) if isinstance(value, Literal)] if types else []
    if len(names) != 1 or not isinstance(names[0], str):
        return same
    items, _ = mapping_items(resolver, mapping, place)
    if not items:
        return same
    found = union(*[resolver.infer(item.value, item.place) for item in items if item.name == names[0]])
    return found or (same if _has_more(resolver, mapping, place) else ())


def _has_more(resolver: Resolver, node: ast.AST | None, place: Place, depth: int = 0) -> bool:
    """Whether a mapping takes in one of the SDK or a parameter, which has other keys than those written out here."""
    if depth > _MAX_DEPTH:
        return False
    if isinstance(node, ast.Dict):
        parts: list[ast.expr] = [value for key, value in zip(node.keys, node.values, strict=True) if key is None]
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "dict":
        parts = node.args
    elif isinstance(node, ast.BinOp):
        parts = [node.left, node.right]
    elif isinstance(node, ast.Name):
        for binding in resolver.definitions(node.id, place):
            source = binding.stmt.value if isinstance(binding.stmt, ast.AugAssign) else binding.node
            if isinstance(source, ast.arg):
                held = resolver.binding(binding)
                if any(isinstance(value, Instance) and value.cls == DICT and any(value.args) for value in held):
                    return True
            elif _has_more(resolver, source, resolver.place_of(binding), depth + 1):
                return True
        return False
    else:
        inner = node.value if isinstance(node, ast.Await) else node
        inner = inner.func if isinstance(inner, ast.Call) else inner
        owners = resolver.infer(inner.value, place) if isinstance(inner, ast.Attribute) else ()
        return any(isinstance(value, Instance) and isinstance(value.cls, SdkClass) for value in owners)
    return any(_has_more(resolver, part, place, depth + 1) for part in parts)


def at_index(resolver: Resolver, types: Types, sequence: ast.expr, index: ast.expr, place: Place) -> Types:
    """What a list that holds `types` has at an index, in the same way."""
    number = constant_index(index)
    if uniform(types) or number is None:
        return uniform(types)
    if isinstance(sequence, ast.Name):
        found = resolver.definitions(sequence.id, place)
        if len(found) != 1 or found[0].kind != "assign" or found[0].unpack or not isinstance(found[0].node, ast.List):
            return ()
        sequence, place = found[0].node, Place(found[0].scope, found[0].stmt)
    if not isinstance(sequence, ast.List) or any(isinstance(item, ast.Starred) for item in sequence.elts):
        return ()
    return resolver.infer(sequence.elts[number], place) if -len(sequence.elts) <= number < len(sequence.elts) else ()


def constant_index(index: ast.expr) -> int | None:
    """A whole number that is written out, perhaps with a sign."""
    sign = 1
    if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub):
        sign, index = -1, index.operand
    if isinstance(index, ast.Constant) and isinstance(index.value, int):
        return sign * index.value
    return None


def mapping_method(resolver: Resolver, method: str, value: Instance, node: ast.Call, place: Place) -> Types:
    """What a method of a dict gives."""
    keys, values = value.args[0], value.args[-1]
    if method in ("get", "pop", "setdefault", "__getitem__"):
        if isinstance(node.func, ast.Attribute) and node.args:
            values = under_key(resolver, values, node.func.value, node.args[0], place)
        default = resolver.infer(node.args[1], place) if len(node.args) > 1 else ()
        return union(values, default, (NONE,) if method == "get" and len(node.args) < 2 else ())
    if method == "values":
        return (Instance(ITERATOR, (values,)),)
    if method == "keys":
        return (Instance(ITERATOR, (keys,)),)
    if method == "items":
        return (Instance(ITERATOR, ((Instance(TUPLE, (keys, values)),),)),)
    if method == "popitem":
        return (Instance(TUPLE, (keys, values)),)
    if method == "copy":
        return (Instance(DICT, value.args),)
    return ()


def typed_key(resolver: Resolver, function: ast.Attribute, node: ast.Call, place: Place) -> Types:
    """`row.get("sample")` of a TypedDict."""
    key = node.args[0]
    if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
        return ()
    return union(*[typed_dict_item(resolver, v, key.value) for v in resolver.infer(function.value, place)])


def typed_dict_item(resolver: Resolver, value: Value, key: str) -> Types:
    """What a TypedDict of the project has under a key; nothing for any other object."""
    if not isinstance(value, Instance) or not isinstance(value.cls, ProjectClass):
        return ()
    is_dict = any(isinstance(b, External) and b.name.endswith(".TypedDict") for b in resolver.mro(value.cls.scope))
    return resolver.instance_attribute(value, key) if is_dict else ()
