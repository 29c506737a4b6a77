"""Offsets into a text as lines and columns, for the formats whose parsers keep no positions."""

from __future__ import annotations

from bisect import bisect_right

from osmosis_lint.diagnostics import Span


class Positions:
    """Turns character offsets of one text into spans."""

    __slots__ = ("_starts",)

    def __init__(self, text: str) -> None:
        starts = [0]
        at = text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = text.find("\n", at + 1)
        self._starts = starts

    @property
    def line_starts(self) -> list[int]:
        """The offset of each line's first character."""
        return self._starts

    def at(self, offset: int) -> tuple[int, int]:
        """The one-based line and zero-based column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]

    def span(self, start: int, end: int) -> Span:
        """The span from one offset to another (exclusive)."""
        return Span(*self.at(start), *self.at(end))
