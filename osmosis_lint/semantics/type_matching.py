"""What a type variable stands for when a value meets the annotation that names it."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.values import (
    AWAITABLE,
    DICT,
    TUPLE,
    Instance,
    ProjectClass,
    SdkClass,
    Types,
    element,
    instances,
    union,
)

_UNIONS = frozenset(("Optional", "Union", "Annotated"))
_MAX_DEPTH = 4


def matched(annotation: ast.expr, name: str, types: Types, depth: int = 0) -> Types:
    """What a type variable is when values are passed for the annotation that names it."""
    if isinstance(annotation, ast.Name):
        return tuple(v for v in types if isinstance(v, Instance)) if annotation.id == name else ()
    if depth >= _MAX_DEPTH:
        return ()
    if isinstance(annotation, ast.BinOp):
        return matched(annotation.left, name, types, depth + 1) or matched(annotation.right, name, types, depth + 1)
    if not isinstance(annotation, ast.Subscript):
        return ()
    head = annotation.value.attr if isinstance(annotation.value, ast.Attribute) else getattr(annotation.value, "id", "")
    items = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if head in _UNIONS:
        return union(*[matched(item, name, types, depth + 1) for item in items])
    if head in ("type", "Type"):
        classes = instances(tuple(v for v in types if isinstance(v, (SdkClass, ProjectClass))))
        return matched(items[0], name, classes, depth + 1)
    held = [v for v in types if isinstance(v, Instance) and v.args]
    if len(items) == 1:
        inside = union(*[v.args[0] if v.cls == AWAITABLE else element((v,)) for v in held])
        return matched(items[0], name, inside, depth + 1)
    return union(
        *[
            matched(item, name, part, depth + 1)
            for value in held
            if value.cls in (DICT, TUPLE) and len(value.args) == len(items)
            for item, part in zip(items, value.args, strict=True)
        ]
    )
