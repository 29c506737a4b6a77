"""How a release compares with one that a test has written out."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.calls import constant_text
from osmosis_lint.semantics.outcomes import OBSCURE, Outcome, known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from osmosis_lint.semantics.resolver import Resolver
    from osmosis_lint.semantics.scopes import Place

    Release: TypeAlias = "tuple[int, ...]"


def compared(operator: ast.cmpop, left: Release | None, right: Release | None) -> Outcome:
    """What a comparison of two releases comes to; obscure when one of them is not known, and for `==`."""
    if left is None or right is None:
        return OBSCURE
    length = max(len(left), len(right))
    mine = left + (0,) * (length - len(left))
    theirs = right + (0,) * (length - len(right))
    if isinstance(operator, ast.Lt):
        return known(mine < theirs)
    if isinstance(operator, ast.LtE):
        return known(mine <= theirs)
    if isinstance(operator, ast.Gt):
        return known(mine > theirs)
    if isinstance(operator, ast.GtE):
        return known(mine >= theirs)
    return OBSCURE


def release_written(resolver: Resolver, node: ast.expr, place: Place) -> Release | None:
    """A version written as text, as a tuple of numbers, or as `Version("…")`."""
    if isinstance(node, ast.Tuple):
        numbers = [item.value for item in node.elts if isinstance(item, ast.Constant)]
        return tuple(n for n in numbers if isinstance(n, int)) or None
    if isinstance(node, ast.Call) and len(node.args) == 1:
        return release_written(resolver, node.args[0], place)
    text = constant_text(resolver, node, place)
    if text is None:
        return None
    parts: list[int] = []
    for part in text.split("."):
        if not part.isdigit():
            break
        parts.append(int(part))
    return tuple(parts) or None
