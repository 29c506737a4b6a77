"""Source text: decoding bytes as Python does, and turning the parser's columns into characters."""

from __future__ import annotations

import re
from bisect import bisect_right

_WORD = re.compile(r"[^\W\d]\w*")
# A word where a member, a keyword, a text or a call can start: after a dot or quote, before `=`, `(` or `[`.
_USE = re.compile(r"(?<=[.'\"])[^\W\d]\w*|[^\W\d]\w*(?=[ \t]*[=(\[])")
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_NEWLINE = re.compile(r"\r\n|\r|\n")


def decode(data: bytes) -> str:
    """The text of a Python file: UTF-8 unless a BOM or a coding comment says otherwise (PEP 263).

    Raises UnicodeDecodeError when the bytes are not in that encoding, LookupError for an unknown
    encoding, SyntaxError for a coding comment that contradicts a BOM.
    """
    encoding = "utf-8"
    bom = data.startswith(b"\xef\xbb\xbf")
    if bom:
        data = data[3:]
    for line in data.split(b"\n", 2)[:2]:
        match = _CODING.match(line)
        if match:
            encoding = match.group(1).decode("ascii", "replace")
            if bom and encoding.lower().replace("_", "-") not in ("utf-8", "utf-8-sig", "utf8"):
                raise SyntaxError(f"the coding comment says {encoding}, but the file starts with a UTF-8 BOM")
            break
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
    return data.decode(encoding)


class Lines:
    """The lines of a text, split as the parser splits them, for positions and words."""

    __slots__ = ("_starts", "_text", "lines")

    def __init__(self, text: str) -> None:
        self._text = text
        self.lines = _NEWLINE.split(text) if "\r" in text else text.split("\n")
        self._starts: list[int] | None = None

    def column(self, line: int, offset: int) -> int:
        """Zero-based character column of a zero-based UTF-8 byte offset in a one-based line."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        if text.isascii():
            return offset
        return len(text.encode("utf-8")[:offset].decode("utf-8", "ignore"))

    def with_words(self, wanted: frozenset[str] | set[str]) -> list[int]:
        """The one-based numbers of the lines that hold one of the words, ascending."""
        if len(wanted) == 1:
            return self._with_text(next(iter(wanted)))
        find = _WORD.findall
        disjoint = wanted.isdisjoint
        return [number for number, line in enumerate(self.lines, 1) if line and not disjoint(find(line))]

    def using(self, wanted: frozenset[str] | set[str]) -> list[int]:
        """The lines that use one of the words: as a member, a keyword, a called name or a text.

        A line where a dot stands apart from its name is taken by its words alone.
        """
        find, find_all = _USE.findall, _WORD.findall
        disjoint = wanted.isdisjoint
        out: list[int] = []
        open_dot = False
        for number, line in enumerate(self.lines, 1):
            if open_dot or ". " in line:
                found = find_all(line)
            elif line:
                found = find(line)
            else:
                continue
            if not disjoint(found):
                out.append(number)
            open_dot = line.endswith((".", ".\\"))
        return out

    def _with_text(self, wanted: str) -> list[int]:
        """The lines that hold a text, perhaps inside a longer word."""
        text = self._text
        at = text.find(wanted)
        if at < 0:
            return []
        if self._starts is None:
            starts = [0]
            for line in self.lines:
                starts.append(starts[-1] + len(line) + 1)
            self._starts = starts
            if "\r\n" in text:
                self._starts = [0, *(match.end() for match in _NEWLINE.finditer(text))]
        out: list[int] = []
        while at >= 0:
            number = bisect_right(self._starts, at)
            out.append(number)
            at = text.find(wanted, self._starts[number] if number < len(self._starts) else len(text))
        return out
