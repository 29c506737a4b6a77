"""Source text: decoding bytes as Python does, and turning the parser's columns into characters."""

from __future__ import annotations

import re
from bisect import bisect_right

_WORD = re.compile(r"[^\W\d]\w*")
_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_NEWLINE = re.compile(r"\r\n|\r|\n")
# Makes a blank of each ASCII character that is neither part of a word nor the end of a line.
_WORDS_APART = bytes(code if chr(code).isalnum() or chr(code) in "_\r\n" else ord(" ") for code in range(256))


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

    __slots__ = ("_starts", "_text", "_words", "lines")

    def __init__(self, text: str) -> None:
        self._text = text
        self.lines = _NEWLINE.split(text) if "\r" in text else text.split("\n")
        self._starts: list[int] | None = None
        self._words: list[list[str]] | None = None

    @property
    def words(self) -> frozenset[str]:
        """The words of the text: its names, its keywords, and those in texts and comments."""
        return frozenset().union(*self._words_by_line())

    def column(self, line: int, offset: int) -> int:
        """Zero-based character column of a zero-based UTF-8 byte offset in a one-based line."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        if text.isascii():
            return offset
        return len(text.encode("utf-8")[:offset].decode("utf-8", "ignore"))

    def with_words(self, wanted: frozenset[str] | set[str]) -> list[int]:
        """The one-based numbers of the lines that hold one of the words, perhaps inside a longer word."""
        present = wanted if len(wanted) < 3 else self.words.intersection(wanted)
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
        shared = wanted.intersection
        out: list[int] = []
        after_dot = False
        for number, (line, words) in enumerate(zip(self.lines, self._words_by_line(), strict=True), 1):
            present = shared(words)
            if present and (after_dot or ". " in line or _is_used(line, present)):
                out.append(number)
            after_dot = line.endswith((".", ".\\"))
        return out

    def _words_by_line(self) -> list[list[str]]:
        if self._words is None:
            if self._text.isascii():
                # Several times as fast as the expression.
                spaced = self._text.encode("ascii").translate(_WORDS_APART).decode("ascii")
                lines = _NEWLINE.split(spaced) if "\r" in spaced else spaced.split("\n")
                self._words = [line.split() for line in lines]
            else:
                self._words = [_WORD.findall(line) for line in self.lines]
        return self._words

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


def _is_used(line: str, words: frozenset[str] | set[str]) -> bool:
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
