"""Changes of indentation, line by line, so that code can leave a loop or enter a branch."""

from __future__ import annotations

import io
import tokenize

from osmosis_lint.fixes.edits import Edit, RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.fixes.file import SourceFile

_TEXTS = frozenset(
    kind
    for name in ("STRING", "FSTRING_MIDDLE", "FSTRING_END", "TSTRING_MIDDLE", "TSTRING_END")
    if (kind := getattr(tokenize, name, None)) is not None
)


class Indents:
    """The lines of a file that get another indentation. Lines that start inside a text are left alone."""

    def __init__(self, file: SourceFile) -> None:
        self.file = file
        # By the start of the line.
        self._new: dict[int, str] = {}

    def current(self, offset: int) -> str:
        """The indentation of an offset's line after the changes so far."""
        start = self.file.line_start(offset)
        return self._new.get(start, self.file.indent(offset))

    def change(self, start: int, end: int, outer: str, unit: str, by: int) -> None:
        """Move the lines that start in a stretch out of (`by` is -1) or into (1) one more unit of indentation.

        `outer` is the indentation of the statement that the stretch belongs to; lines that do not begin with
        it and the unit, such as continuation lines, stay as they are.
        """
        held = self._inside_texts(start, end)
        at = start
        while at < end:
            line = self.file.text[at : self.file.line_end(at)]
            indent = self._new.get(at, self.file.indent(at))
            if line.strip() and at not in held:
                if by < 0 and indent.startswith(outer + unit):
                    self._new[at] = outer + indent[len(outer) + len(unit) :]
                elif by > 0 and indent.startswith(outer):
                    self._new[at] = outer + unit + indent[len(outer) :]
            following = self.file.next_line(at)
            if following <= at:
                break
            at = following

    def forget(self, start: int) -> None:
        """Leave a line to an edit that replaces it."""
        self._new.pop(start, None)

    def edits(self) -> list[Edit]:
        """The changes as edits of the leading whitespace."""
        out = []
        for start, indent in self._new.items():
            old = self.file.indent(start)
            if old != indent:
                out.append(Edit(start, start + len(old), indent))
        return out

    def _inside_texts(self, start: int, end: int) -> set[int]:
        """The starts of lines in a stretch of whole lines that belong to a text over several lines."""
        segment = self.file.text[start:end]
        if '"""' not in segment and "'''" not in segment and "\\" not in segment:
            return set()
        first = self.file.lines.number(start)
        held: set[int] = set()
        try:
            opened: list[int] = []
            for token in tokenize.generate_tokens(io.StringIO(segment, newline=None).readline):
                name = tokenize.tok_name[token.type]
                if name in ("FSTRING_START", "TSTRING_START"):
                    opened.append(token.start[0])
                begin = token.start[0]
                if name in ("FSTRING_END", "TSTRING_END") and opened:
                    begin = opened.pop()
                if token.type in _TEXTS:
                    held |= {self.file.lines.start(first + row - 1) for row in range(begin + 1, token.end[0] + 1)}
        except (tokenize.TokenError, SyntaxError, IndentationError):
            raise RefusedError("the lines of the block cannot be told apart") from None
        return held
