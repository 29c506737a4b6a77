"""Expressions that list what an object has: `dir(x)`, `x.__dict__`, the parameters of its signature."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import External

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver

_LISTINGS = frozenset(("__dict__", "__dataclass_fields__", "model_fields", "__annotations__", "__fields__", "__all__"))
_MAX_NAMES = 3


def listed(node: ast.expr) -> ast.expr | None:
    """The object whose members an expression lists, or None."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and getattr(node.func, "id", "") in ("dir", "vars"):
        return node.args[0]
    return node.value if isinstance(node, ast.Attribute) and node.attr in _LISTINGS else None


def signed(resolver: Resolver, node: ast.expr, place: Place, depth: int = 0) -> tuple[ast.expr, Place] | None:
    """What `inspect.signature(x).parameters` is the parameters of, directly or through names."""
    if isinstance(node, ast.Name) and depth < _MAX_NAMES:
        found = resolver.definitions(node.id, place)
        if len(found) == 1 and found[0].kind == "assign" and isinstance(found[0].node, ast.expr):
            return signed(resolver, found[0].node, Place(found[0].scope, found[0].stmt), depth + 1)
        return None
    if isinstance(node, ast.Attribute) and node.attr == "parameters":
        return signed(resolver, node.value, place, depth)
    if isinstance(node, ast.Call) and node.args:
        if External("inspect.signature") in resolver.infer(node.func, place):
            subject = node.args[0]
            is_constructor = isinstance(subject, ast.Attribute) and subject.attr == "__init__"
            return subject.value if is_constructor else subject, place  # type: ignore[attr-defined]
    return None
