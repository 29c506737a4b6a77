"""Source text: decoding bytes as Python does, and turning the parser's columns into characters."""

from __future__ import annotations

import re
from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = re.compile(r"[^\W\d]\w*")
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
        """The one-based numbers of the lines that hold one of the words, perhaps inside a longer word."""
        present = wanted if len(wanted) == 1 else wanted.intersection(_WORD.findall(self._text))
        found: set[int] = set()
        for word in present:
            at = self._text.find(word)
            while at >= 0:
                number = self.number(at)
                found.add(number)
                at = self._text.find(word, self.start(number + 1))
        return sorted(found)

    def using(self, wanted: frozenset[str] | set[str]) -> list[int]:
        """The lines that may use one of the words: as a member, a keyword, a called name or in a text."""
        find = _WORD.findall
        shared = wanted.intersection
        out: list[int] = []
        after_dot = False
        for number, line in enumerate(self.lines, 1):
            words = shared(find(line))
            if words and (after_dot or ". " in line or _is_used(line, words)):
                out.append(number)
            after_dot = line.endswith((".", ".\\"))
        return out

    def number(self, offset: int) -> int:
        """The one-based line of a character offset."""
        return bisect_right(self._line_starts(), offset)

    def start(self, number: int) -> int:
        """The character offset at which a one-based line starts; the end of the text behind the last line."""
        starts = self._line_starts()
        return starts[number - 1] if number <= len(starts) else len(self._text)

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            if "\r" in self._text:
                self._starts = [0, *(match.end() for match in _NEWLINE.finditer(self._text))]
            else:
                at = 0
                self._starts = []
                for line in self.lines:
                    self._starts.append(at)
                    at += len(line) + 1
        return self._starts


def _is_used(line: str, words: Iterable[str]) -> bool:
    """Whether one of the words of the line follows a dot or quote, or stands before `=`, `(` or `[`."""
    for word in words:
        if (
            f".{word}" in line
            or f"{word}(" in line
            or f"{word}=" in line
            or f"{word}[" in line
            or f"'{word}" in line
            or f'"{word}' in line
            or f"{word} =" in line
            or f"{word} (" in line
        ):
            return True
    return False
