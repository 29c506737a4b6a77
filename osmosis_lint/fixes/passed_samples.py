"""Mappings of samples that are passed or stored: the one entry that is written out takes their place."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.edits import Edit, RefusedError
from osmosis_lint.fixes.file import origin
from osmosis_lint.fixes.renames import name_edit
from osmosis_lint.fixes.samples import MAP, Sample
from osmosis_lint.fixes.statements import refuse_returned, uses_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.mappings import Mappings

_NEW_KEYWORD = {"samples": "sample", "sample_sources": "sample_source"}
_SEVERAL = "the samples are not one that is written out"


def rewrite(mappings: Mappings, item: Diagnostic) -> None:
    """An argument that takes the samples: by keyword, by position, or as a key of a dict that is spread."""
    file = mappings.file
    refuse_returned(file, origin(item))
    node = origin(item).node
    old = item.symbol.rpartition("(")[2].rstrip(")")
    new = _NEW_KEYWORD.get(old)
    if new is None:
        raise RefusedError("a name in a text is not followed")
    if isinstance(node, ast.keyword):
        mappings.unit.edits.append(name_edit(file, node, old, new))
        mappings.taking.add(node)
        _value(mappings, node.value)
        return
    holder = file.parent(node)
    if isinstance(holder, ast.Dict) and isinstance(node, ast.Constant) and node in holder.keys:
        mappings.unit.edits.append(name_edit(file, node, old, new))
        _value(mappings, holder.values[holder.keys.index(node)])
        return
    if isinstance(holder, ast.Call) and node in holder.args:
        mappings.taking.add(node)
        _value(mappings, node)
        return
    raise RefusedError(_SEVERAL)


def assign(mappings: Mappings, node: ast.Attribute, new: str) -> None:
    """`ctx.samples = {"a": sample}`."""
    stmt = mappings.file.parent(node)
    if not isinstance(stmt, ast.Assign) or stmt.targets != [node]:
        raise RefusedError("the samples are assigned in a way that is not followed")
    mappings.unit.edits.append(Edit(mappings.file.end(node) - len(node.attr), mappings.file.end(node), new))
    _value(mappings, stmt.value)


def _value(mappings: Mappings, value: ast.expr) -> None:
    """Turn what is passed into the sample."""
    if isinstance(value, ast.Dict):
        _entry(mappings, value)
    elif isinstance(value, ast.Name):
        _named(mappings, value)
    elif isinstance(value, ast.Attribute) and value.attr in ("samples", "sample_sources"):
        # Another finding's place, which is followed from there.
        mappings.taking.add(value)
        mappings.expected.add(value)
    elif not (isinstance(value, ast.Constant) and value.value is None):
        raise RefusedError(_SEVERAL)


def _entry(mappings: Mappings, node: ast.Dict) -> None:
    unit = mappings.unit
    if not node.keys:
        unit.replace(node, "None")
        return
    if len(node.keys) != 1 or node.keys[0] is None:
        raise RefusedError("several samples are passed")
    if isinstance(node.keys[0], ast.Constant):
        unit.keys.add(str(node.keys[0].value))
    unwrap(mappings, node, node.values[0])


def unwrap(mappings: Mappings, outer: ast.expr, value: ast.expr) -> None:
    """Leave of an expression in brackets only the value in it, with its lines moved out as well."""
    file, unit = mappings.file, mappings.unit
    start, end = file.span(value)
    unit.edits += [Edit(file.start(outer), start, ""), Edit(end, file.end(outer), "")]
    indent, inner = file.indent(file.start(outer)), file.indent(start)
    if (
        inner.startswith(indent)
        and len(inner) > len(indent)
        and file.lines.number(start) > file.lines.number(file.start(outer))
    ):
        step = inner[len(indent) :]
        unit.indents.change(file.next_line(start), file.next_line(end), indent, step, -1)


def _named(mappings: Mappings, name: ast.Name) -> None:
    """`samples = {"a": sample}` that is passed further down."""
    file = mappings.file
    stmt = file.statement(name)
    found = file.module.scopes.positions[stmt].scope.bindings.get(name.id, [])
    if len(found) != 1 or not isinstance(found[0].stmt, ast.Assign) or found[0].stmt not in mappings.unit.nodes:
        raise RefusedError(_SEVERAL)
    bound = found[0].stmt
    if not isinstance(bound.value, ast.Dict) or len(bound.targets) != 1:
        # An alias of samples that another finding starts from.
        if isinstance(bound.value, (ast.Attribute, ast.Call, ast.Await)):
            mappings.taking.add(name)
            mappings.expected.add(name)
            return
        raise RefusedError(_SEVERAL)
    new = mappings.free_name(name.id, found[0])
    mappings.unit.replace(bound.targets[0], new)
    _entry(mappings, bound.value)
    mappings.taking.add(name)
    for use in uses_of(file, name.id, bound, found[0].scope).names:
        mappings.push(use, MAP, Sample(new, guarded=False, raising=False))
