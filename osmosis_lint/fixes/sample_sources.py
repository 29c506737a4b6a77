"""Sample sources without a name, samples without an id, and what `run()` may return."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.calls import drop
from osmosis_lint.fixes.edits import Edit, Fix, RefusedError
from osmosis_lint.fixes.file import is_simple, origin, parameter_items
from osmosis_lint.fixes.statements import position, remove_statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.file import SourceFile


def fix(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """`get_sample(self, name)` loses its parameter, a call of it its argument."""
    node = origin(diagnostic).node
    if not isinstance(node, ast.arg):
        edits, doubt = drop(file, diagnostic)
        return Fix("Pass no name to `get_sample`", edits, [diagnostic], doubt)
    function = file.parent(file.parent(node) or node)
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        raise RefusedError("the definition is not understood")
    items, parameters = parameter_items(file, function)
    if node not in parameters:
        raise RefusedError("the parameter is not a plain one")
    edits = file.remove(items, [parameters.index(node)])
    covers = [diagnostic]
    gone: list[tuple[int, int]] = []
    for other in file.diagnostics:
        # `RolloutSample(id=name, …)`: both go together.
        if other.code == "OSM107" and _is_argument(other):
            inner = origin(other).node
            if function.lineno <= inner.lineno <= (function.end_lineno or 0):  # type: ignore[attr-defined]
                more, doubt = drop(file, other)
                if not doubt:
                    edits += more
                    covers.append(other)
                    gone += [(edit.start, edit.end) for edit in more]
    for used in ast.walk(function):
        if isinstance(used, ast.Name) and used.id == node.arg:
            start, end = file.span(used)
            if not any(first <= start and end <= last for first, last in gone):
                raise RefusedError(f"`{node.arg}` is used for something else")
    return Fix("Take no name in `get_sample`", edits, covers)


def fix_identity(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """`RolloutSample(id=…)` without the id."""
    if not _is_argument(diagnostic):
        raise RefusedError("the sample's id has no counterpart on v0.3")
    edits, doubt = drop(file, diagnostic)
    return Fix("Remove the sample's id", edits, [diagnostic], doubt)


def _is_argument(diagnostic: Diagnostic) -> bool:
    """Whether an id is given, and not read: `sample.id`, or `getattr(sample, "id")`, whose text must stay."""
    return diagnostic.symbol.endswith("(id)")


def fix_return(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """`run()` returns nothing any more; v0.2 did not look at what it returned."""
    found = origin(diagnostic)
    run = found.place.scope
    function = run.node
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        raise RefusedError("the function is not understood")
    covers = [d for d in file.diagnostics if d.code == "OSM206" and origin(d).place.scope is run]
    edits: list[Edit] = []
    for item in covers:
        stmt = origin(item).node
        assert isinstance(stmt, ast.Return)
        edits += _without_value(file, stmt, function)
    left = [stmt for stmt in run.returns if stmt.value is not None and stmt not in [origin(d).node for d in covers]]
    if function.returns is not None and not left:
        if not (isinstance(function.returns, ast.Constant) and function.returns.value is None):
            edits.append(Edit(*file.span(function.returns), "None"))
    doubt = "who calls `run()` directly no longer gets its value"
    return Fix("Return nothing from `run()`", edits, covers, doubt)


def _without_value(file: SourceFile, stmt: ast.Return, function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[Edit]:
    start, end = file.span(stmt)
    is_last = function.body[-1] is stmt
    if is_simple(stmt.value):
        # A function that is over anyway need not say so.
        return remove_statement(file, stmt) if is_last and len(function.body) > 1 else [Edit(start, end, "return")]
    value = file.text[start + len("return") : end].lstrip(" \t")
    if is_last:
        return [Edit(start, end, value)]
    if not file.starts_line(start) or position(file, stmt).index != len(position(file, stmt).block) - 1:
        raise RefusedError("the statement shares its line with others")
    return [Edit(start, end, f"{value}{file.newline}{file.indent(start)}return")]
