"""The Python of a snapshot, and the way back from it to the texts that the editor holds."""

from __future__ import annotations

import os

from lsprotocol import types

from osmosis_lint.diagnostics import Span
from osmosis_lint.files.kinds import EMBEDDING, PYTHON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from osmosis_lint.files.sources import Unit
    from osmosis_lint.fixes.offers import TextEdit
    from osmosis_lint.frontends.server.documents import Part, Snapshot


class Source:
    """Python that is checked as one file: `path` is what it is checked as, `text` what is checked."""

    def __init__(self, snapshot: Snapshot, unit: Unit | None = None) -> None:
        """`unit` is the part of a notebook or document that it is; None for a Python file."""
        named = unit is not None and unit.name
        self.path = os.path.join(os.path.dirname(snapshot.path), unit.name) if unit and named else snapshot.path
        self.text = unit.text if unit is not None else snapshot.source
        self._unit = unit
        self._parts = {part.cell: part for part in snapshot.parts}

    def found_at(self, span: Span) -> tuple[Span, int]:
        """Where a span of the text is in the document, and its cell."""
        return self._unit.move(span) if self._unit is not None else (span, 0)

    def edits(self, edits: Iterable[TextEdit]) -> dict[Part, list[types.TextEdit]] | None:
        """Edits of the text as edits of the parts; None when one of them is not of plain Python within one part."""
        out: dict[Part, list[types.TextEdit]] = {}
        for edit in edits:
            placed = self._placed(edit) if self._unit is not None else (self._parts[0], edit.span, edit.text)
            if placed is None:
                return None
            part, span, text = placed
            out.setdefault(part, []).append(types.TextEdit(part.text.range(span), text))
        return out

    def _placed(self, edit: TextEdit) -> tuple[Part, Span, str] | None:
        assert self._unit is not None
        lines = self._unit.lines
        span, text = edit.span, edit.text
        last, column = span.end_line, span.end_column
        if span.line > len(lines):
            return None
        if not column and last > span.line and (last > len(lines) or lines[last - 1].cell != lines[last - 2].cell):
            # The last line of a cell has no end to take away.
            last, column, text = last - 1, len(lines[last - 2].text), text.removesuffix("\n")
        first, start, cell = self._unit.place(span.line, span.column)
        end_line, end, end_cell = self._unit.place(last, column)
        part = self._parts.get(cell)
        if part is None or end_cell != cell or end_line - first != last - span.line:
            return None
        for number in range(span.line, last + 1):
            line = lines[number - 1]
            # Not where something else stands in the cell, such as the command of a notebook.
            if part.text.lines[line.line - 1][line.shift :] != line.text:
                return None
        return part, Span(first, start, end_line, end), text


def sources_of(snapshot: Snapshot) -> Iterator[Source]:
    """The Python of a snapshot; none where it has none or cannot be read."""
    from osmosis_lint.files import sources
    from osmosis_lint.files.errors import SourceError

    if snapshot.kind == PYTHON:
        yield Source(snapshot)
    elif snapshot.kind in EMBEDDING:
        try:
            found = sources.python_units(snapshot.kind, snapshot.source.encode("utf-8", "replace"))
        except SourceError:
            return
        for unit in found.units:
            yield Source(snapshot, unit)
