"""Routing headers that went, and the rollout id that no longer belongs into a URL."""

from __future__ import annotations

import ast
import re

from osmosis_lint.fixes.calls import UNEVALUATED
from osmosis_lint.fixes.edits import Edit, Fix, RefusedError
from osmosis_lint.fixes.file import Items, is_simple, origin
from osmosis_lint.fixes.statements import position, remove_statement, uses_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.file import SourceFile

_FIELD = re.compile(r"\{[^{}]*\}")
# Arguments that may as well be left out as be empty.
_ARGUMENTS = frozenset(("headers", "extra_headers", "default_headers"))
_NOT_WRITTEN_OUT = "the header is not the key of a dict that is written out"


def fix(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """Remove a header: an entry of a dict, a pair of a list, or an assignment by key."""
    node = origin(diagnostic).node
    holder = file.parent(node)
    title = f"Remove the header `{str(getattr(node, 'value', '')).lower()}`"
    if isinstance(holder, ast.Dict):
        return Fix(title, *_from_dict(file, holder, node, diagnostic))
    if isinstance(holder, (ast.Tuple, ast.List)) and len(holder.elts) == 2 and holder.elts[0] is node:
        pairs = file.parent(holder)
        if isinstance(pairs, ast.List) and is_simple(holder.elts[1]):
            items = _elements(file, pairs)
            return Fix(title, file.remove(items, [pairs.elts.index(holder)]), [diagnostic])
    if isinstance(holder, ast.Subscript) and isinstance(holder.ctx, ast.Store):
        stmt = file.statement(node)
        if isinstance(stmt, ast.Assign) and stmt.targets == [holder] and is_simple(stmt.value):
            return Fix(title, remove_statement(file, stmt), [diagnostic])
    if isinstance(holder, ast.Call) and isinstance(holder.func, ast.Attribute) and holder.args[:1] == [node]:
        stmt = file.statement(node)
        if holder.func.attr == "setdefault" and isinstance(stmt, ast.Expr) and stmt.value is holder:
            if all(is_simple(item) for item in holder.args):
                return Fix(title, remove_statement(file, stmt), [diagnostic])
    if isinstance(holder, ast.Assign) and holder.value is node:
        return Fix(title, _constant(file, holder), [diagnostic])
    raise RefusedError(_NOT_WRITTEN_OUT)


def _constant(file: SourceFile, stmt: ast.Assign) -> list[Edit]:
    """A name for the header goes with the entries of dicts it is the key of."""
    place = position(file, stmt)
    target = stmt.targets[0]
    if len(stmt.targets) != 1 or not isinstance(target, ast.Name) or place.scope.kind not in ("module", "function"):
        raise RefusedError(_NOT_WRITTEN_OUT)
    uses = uses_of(file, target.id, stmt, place.scope)
    if len(place.scope.bindings[target.id]) != 1 or uses.texts or uses.exports or uses.others or not uses.names:
        raise RefusedError(_NOT_WRITTEN_OUT)
    edits = remove_statement(file, stmt, with_blanks=True)
    for use in uses.names:
        holder = file.parent(use)
        if not isinstance(holder, ast.Dict) or use not in holder.keys:
            raise RefusedError(_NOT_WRITTEN_OUT)
        index = holder.keys.index(use)
        if not is_simple(holder.values[index]):
            raise RefusedError(UNEVALUATED)
        edits += file.remove(file.dict_items(holder), [index])
    return edits


def _from_dict(
    file: SourceFile, node: ast.Dict, key: ast.AST, diagnostic: Diagnostic
) -> tuple[list[Edit], list[Diagnostic], str]:
    entries = {id(origin(item).node): item for item in file.diagnostics if item.code in ("OSM301", "OSM302")}
    # Both headers go at once, so that an emptied dict can go as well.
    gone = [i for i, item in enumerate(node.keys) if id(item) in entries or item is key]
    if not all(is_simple(node.values[index]) for index in gone):
        raise RefusedError(UNEVALUATED)
    covers = [entries.get(id(node.keys[index]), diagnostic) for index in gone]
    holder = file.parent(node)
    if len(gone) == len(node.keys) and isinstance(holder, ast.keyword) and holder.arg in _ARGUMENTS:
        call = file.parent(holder)
        # Comments among the entries keep the dict.
        if isinstance(call, ast.Call) and not file.has_comment(*file.span(node)):
            nodes = file.arguments(call)
            return file.remove(file.call_items(call), [nodes.index(holder)]), covers, ""
    return file.remove(file.dict_items(node), gone), covers, ""


def _elements(file: SourceFile, node: ast.List) -> Items:
    return Items(file.start(node) + 1, file.end(node) - 1, [file.span(item) for item in node.elts])


def fix_url(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """`f"{ctx.chat_completions_url}/{rollout_id}"` becomes the URL; offered only, as more may follow from it."""
    node = origin(diagnostic).node
    doubt = "whether the rest of the URL still fits has to be looked at"
    title = "Use the URL as given"
    if isinstance(node, ast.JoinedStr) and not file.in_fstring(node):
        values = [item for item in node.values if isinstance(item, ast.FormattedValue)]
        texts = [str(item.value) for item in node.values if isinstance(item, ast.Constant)]
        if len(values) == 2 and "".join(texts) == "/" and len(texts) == 1:
            if isinstance(node.values[0], ast.FormattedValue) and values[0].conversion == -1:
                return Fix(title, [Edit(*file.span(node), file.source(values[0].value))], [diagnostic], doubt)
        part = _inner_part(file, node)
        if part is not None:
            return Fix(title, [part], [diagnostic], doubt)
    url = _left_url(node)
    if url is not None:
        return Fix(title, [Edit(*file.span(node), file.source(url))], [diagnostic], doubt)
    raise RefusedError("the URL is put together in another way")


def _inner_part(file: SourceFile, node: ast.JoinedStr) -> Edit | None:
    """The `/{rollout_id}` of `f"{url}/{rollout_id}/rest"`; its place is looked for, as not every Python tells it."""
    values = node.values
    if len(values) < 4 or not all(isinstance(values[index], ast.FormattedValue) for index in (0, 2)):
        return None
    if getattr(values[1], "value", "") != "/" or not str(getattr(values[3], "value", "")).startswith("/"):
        return None
    source = file.source(node)
    fields = list(_FIELD.finditer(source))
    count = sum(isinstance(item, ast.FormattedValue) for item in values)
    if len(fields) != count or "{{" in source or "}}" in source or source[fields[1].start() - 1] != "/":
        return None
    start = file.start(node)
    return Edit(start + fields[1].start() - 1, start + fields[1].end(), "")


def _left_url(node: ast.AST) -> ast.expr | None:
    """The URL in `url + "/" + rollout_id` or `urljoin(url, rollout_id)`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left: ast.expr = node.left
        if isinstance(left, ast.BinOp) and isinstance(left.right, ast.Constant) and left.right.value == "/":
            left = left.left
        while isinstance(left, ast.Call) and isinstance(left.func, ast.Attribute) and left.func.attr == "rstrip":
            left = left.func.value
        return left if isinstance(left, (ast.Attribute, ast.Name)) else None
    if isinstance(node, ast.Call) and len(node.args) == 2 and not node.keywords:
        return node.args[0] if isinstance(node.args[0], (ast.Attribute, ast.Name)) else None
    return None
