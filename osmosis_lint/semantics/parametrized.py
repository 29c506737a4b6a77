"""What pytest passes for a parameter of a test that a decorator lists: `@pytest.mark.parametrize("ctx", [...])`."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import Instance, Types, union, without_none

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver

_MAX_ROWS = 40


def passed(resolver: Resolver, scope: Scope, name: str) -> Types | None:
    """The values of a parameter of a test, if all its rows have the same kind of thing; None when it is not listed."""
    owners = [scope, scope.enclosing_class()]
    for owner in owners:
        for decorator in getattr(owner.node, "decorator_list", ()) if owner is not None else ():
            if isinstance(decorator, ast.Call) and getattr(decorator.func, "attr", "") == "parametrize":
                given = {keyword.arg: keyword.value for keyword in decorator.keywords}
                given.update(zip(("argnames", "argvalues"), decorator.args, strict=False))
                names = _names(given.get("argnames"))
                if name in names and "indirect" not in given and owner is not None:
                    place = Place(owner.parent or owner, owner.stmt)
                    # One name in a text stands for the row itself; in a list, for the only cell of the row.
                    width = 0 if len(names) == 1 and isinstance(given["argnames"], ast.Constant) else len(names)
                    return _column(resolver, given.get("argvalues"), names.index(name), width, place)
    return None


def requested(resolver: Resolver, fixture: Scope) -> Types:
    """What a fixture gives that returns `request.param`: one of its `params`."""
    if not any(ast.unparse(item.value) == "request.param" for item in fixture.returns if item.value is not None):
        return ()
    for decorator in getattr(fixture.node, "decorator_list", ()):
        for keyword in getattr(decorator, "keywords", ()):
            if keyword.arg == "params":
                place = Place(fixture.parent or fixture, fixture.stmt)
                return _column(resolver, keyword.value, 0, 0, place)
    return ()


def _names(node: ast.expr | None) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [item.strip() for item in node.value.split(",") if item.strip()]
    if isinstance(node, (ast.List, ast.Tuple)):
        return [str(item.value) if isinstance(item, ast.Constant) else "" for item in node.elts]
    return []


def _column(resolver: Resolver, rows: ast.expr | None, index: int, width: int, place: Place) -> Types:
    if isinstance(rows, ast.Name):
        found = resolver.definitions(rows.id, place)
        if len(found) != 1 or found[0].kind not in ("assign", "annotation") or found[0].unpack:
            return ()
        rows, place = found[0].node, Place(found[0].scope, found[0].stmt)  # type: ignore[assignment]
    if not isinstance(rows, (ast.List, ast.Tuple)) or len(rows.elts) > _MAX_ROWS:
        return ()
    column: list[Types] = []
    for row in rows.elts:
        cell = _cell(row, index, width)
        types = resolver.infer(cell, place)
        if not types:
            return ()
        column.append(types)
    kinds = {frozenset(v.cls if isinstance(v, Instance) else v for v in without_none(types)) for types in column}
    return union(*column) if len(kinds - {frozenset()}) == 1 else ()


def _cell(row: ast.expr, index: int, width: int) -> ast.expr | None:
    cells: list[ast.expr] = [row]
    if isinstance(row, ast.Call) and getattr(row.func, "attr", getattr(row.func, "id", "")) == "param":
        cells = row.args
    elif width:
        cells = row.elts if isinstance(row, (ast.Tuple, ast.List)) else []
    plain = len(cells) == (width or 1) and not any(isinstance(item, ast.Starred) for item in cells)
    return cells[index] if plain else None
