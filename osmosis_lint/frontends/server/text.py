"""Texts as editors and the engine see them: positions from one to the other, and edits.

Editors count lines from zero, and columns in units of the encoding that was agreed on; a `Span` counts lines from one
and columns in characters. Not pygls's own documents: they split lines at characters that neither Python nor the
protocol takes for a line end (a form feed is common in Python), which shifts all that follows.
"""

from __future__ import annotations

import difflib

from lsprotocol import types

from osmosis_lint.semantics.source import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.diagnostics import Span

    Change = types.TextDocumentContentChangePartial | types.TextDocumentContentChangeWholeDocument

_MARK = "\ufeff"


class Encoding:
    """The units that the client counts columns in: `utf-8`, `utf-16` or `utf-32`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def units(self, text: str) -> int:
        """The length of a text in units."""
        if text.isascii() or self.name == "utf-32":
            return len(text)
        if self.name == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text.encode("utf-16-le", "surrogatepass")) // 2

    def characters(self, line: str, units: int) -> int:
        """The number of characters in the first `units` of a line; a unit inside of a character counts as its start."""
        if line.isascii() or self.name == "utf-32":
            return min(max(units, 0), len(line))
        seen = 0
        for number, character in enumerate(line):
            seen += self.units(character)
            if seen > units:
                return number
        return len(line)


class Text:
    """One version of a text. Positions that it does not have are taken for the nearest that it has."""

    __slots__ = ("_encoding", "_lines", "text")

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text = text
        self._encoding = encoding
        self._lines = Lines(text)

    @property
    def lines(self) -> list[str]:
        """The lines without their ends; the last may be empty."""
        return self._lines.lines

    def position(self, line: int, column: int) -> types.Position:
        """Where a one-based line and zero-based column of the engine are."""
        if line > len(self.lines):
            line, column = len(self.lines), len(self.lines[-1])
        written = self.lines[line - 1]
        # The engine does not count a byte order mark.
        column += line == 1 and written.startswith(_MARK)
        return types.Position(line - 1, self._encoding.units(written[:column]))

    def range(self, span: Span) -> types.Range:
        """Where a span of the engine is."""
        return types.Range(self.position(span.line, span.column), self.position(span.end_line, span.end_column))

    def range_of_start(self) -> types.Range:
        """Where the text begins."""
        return types.Range(types.Position(0, 0), types.Position(0, 0))

    def offset(self, position: types.Position) -> int:
        """The character offset of a position of the client."""
        if position.line >= len(self.lines):
            return len(self.text)
        line = self.lines[position.line]
        return self._lines.start(position.line + 1) + self._encoding.characters(line, position.character)

    def at(self, offset: int) -> types.Position:
        """The position of a character offset."""
        number = self._lines.number(offset)
        line = self.text[self._lines.start(number) : offset]
        return types.Position(number - 1, self._encoding.units(line))

    def changed(self, changes: Iterable[Change]) -> Text:
        """The text after changes, each of which counts in the text after the one before it."""
        now = self
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = now.offset(change.range.start), now.offset(change.range.end)
                now = Text(now.text[:start] + change.text + now.text[max(start, end) :], self._encoding)
            else:
                now = Text(change.text, self._encoding)
        return now

    def edits_to(self, after: str) -> list[types.TextEdit]:
        """Edits that make another text of this one, as few lines as that takes."""
        before = self.text.splitlines(keepends=True)
        wanted = after.splitlines(keepends=True)
        starts = [0]
        for line in before:
            starts.append(starts[-1] + len(line))
        out = []
        for tag, first, last, new_first, new_last in difflib.SequenceMatcher(
            None, before, wanted, autojunk=False
        ).get_opcodes():
            if tag != "equal":
                span = types.Range(self.at(starts[first]), self.at(starts[last]))
                out.append(types.TextEdit(span, "".join(wanted[new_first:new_last])))
        return out


def moved(place: types.Range, change: Change) -> types.Range | None:
    """Where a range of a text is after a change of it; None when the change was inside of it.

    Of a change that gives the whole text it is not known what moved: the range is left where it is.
    """
    if not isinstance(change, types.TextDocumentContentChangePartial):
        return place
    start, end = change.range.start, change.range.end
    if _key(place.end) <= _key(start):
        return place
    if _key(place.start) < _key(end):
        return None
    lines = change.text.replace("\r\n", "\n").replace("\r", "\n").count("\n") - (end.line - start.line)
    if place.start.line > end.line:
        return types.Range(_down(place.start, lines), _down(place.end, lines))
    # On the line where the change ends, columns move too; only a change without a line end is easy to follow.
    if lines or start.line != end.line or not change.text.isascii():
        return None
    columns = len(change.text) - (end.character - start.character)
    one_line = place.end.line == place.start.line
    return types.Range(
        types.Position(place.start.line, place.start.character + columns),
        types.Position(place.end.line, place.end.character + (columns if one_line else 0)),
    )


def _down(position: types.Position, lines: int) -> types.Position:
    return types.Position(position.line + lines, position.character)


def _key(position: types.Position) -> tuple[int, int]:
    return position.line, position.character
