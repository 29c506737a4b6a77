"""The texts in a TOML document with their places. TOML parsers give the values only.

Whether the document is valid is for a real parser to say (`validate`); this reads valid documents.
"""

from __future__ import annotations

import re

from osmosis_lint.files.errors import SourceError, missing_library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import TypeAlias

    Path: TypeAlias = "tuple[str | int, ...]"

_BLANK = re.compile(r"[ \t\r\n]*(?:#[^\n]*[ \t\r\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_OTHER_VALUE = re.compile(r"[^,\]}\r\n#]+")
_BASIC = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
_LONG_BASIC = re.compile(r'"""(?:[^"\\]|\\.|"(?!""(?!")))*"""', re.DOTALL)
_LONG_LITERAL = re.compile(r"'''(?:[^']|'(?!''(?!')))*'''", re.DOTALL)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|[ \t]*\r?\n\s*|.)", re.DOTALL)
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}
_MAX_NESTING = 200


class TomlText:
    """One text value.

    path     the keys that lead to it; places in arrays are numbers from 0
    value    what it says
    start, end  offsets of the value with its quotes
    inside   the offset of its first character when `value` stands there letter by letter, else -1
    """

    __slots__ = ("end", "inside", "path", "start", "value")

    def __init__(self, path: Path, value: str, start: int, end: int, inside: int) -> None:
        self.path = path
        self.value = value
        self.start = start
        self.end = end
        self.inside = inside

    def __repr__(self) -> str:
        return f"TomlText({self.path!r}, {self.value!r}, {self.start})"


def validate(text: str) -> None:
    """Raise SourceError with the parser's reason when a text is not valid TOML."""
    parser = _parser()
    try:
        parser.loads(text.replace("\r\n", "\n"))
    except (parser.TOMLDecodeError, RecursionError) as error:
        reason = str(error) or type(error).__name__
        place = re.search(r"line (\d+), column (\d+)", reason)
        line, column = (int(place.group(1)), int(place.group(2))) if place else (0, 0)
        raise SourceError(f"not valid TOML: {reason}", line, column) from None


def _parser() -> ModuleType:
    from importlib import import_module

    for name in ("tomllib", "tomli"):
        try:
            return import_module(name)
        except ModuleNotFoundError:
            continue
    raise missing_library("tomli", "read TOML on Python 3.10")


def texts(text: str) -> Iterator[TomlText]:
    """All text values of a document, in order. Stops early where the document is not TOML."""
    return _Reader(text).document()


class _Reader:
    """Reads one document from front to back."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 1 if text.startswith("\ufeff") else 0

    def document(self) -> Iterator[TomlText]:
        table: Path = ()
        counts: dict[Path, int] = {}
        while True:
            self._skip(_BLANK)
            if self.at >= len(self.text):
                return
            if self._take("["):
                is_array = self._take("[")
                key = _through_arrays(self._key(), counts)
                if not key or not self._take("]]" if is_array else "]"):
                    return
                if is_array:
                    counts[key] = counts.get(key, -1) + 1
                    key = (*key, counts[key])
                table = key
            else:
                before = self.at
                key = self._key()
                if not key or not self._take("="):
                    return
                yield from self._value((*table, *key), 0)
                if self.at == before:
                    return

    def _skip(self, expression: re.Pattern[str]) -> None:
        match = expression.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def _take(self, token: str) -> bool:
        if self.text.startswith(token, self.at):
            self.at += len(token)
            return True
        return False

    def _key(self) -> tuple[str, ...]:
        """A dotted key; empty when there is none."""
        parts: list[str] = []
        while True:
            self._skip(_SPACE)
            quoted = self._quoted()
            if quoted is not None:
                parts.append(quoted[0])
            else:
                match = _BARE_KEY.match(self.text, self.at)
                if match is None:
                    return ()
                parts.append(match.group())
                self.at = match.end()
            self._skip(_SPACE)
            if not self._take("."):
                return tuple(parts)

    def _quoted(self) -> tuple[str, int] | None:
        """A quoted text at this place: its value, and where it stands letter by letter (or -1)."""
        text, start = self.text, self.at
        quote = text[start : start + 1]
        if quote not in ('"', "'") or not quote:
            return None
        is_basic = quote == '"'
        is_long = text.startswith(quote * 3, start)
        short, long = (_BASIC, _LONG_BASIC) if is_basic else (_LITERAL, _LONG_LITERAL)
        match = (long if is_long else short).match(text, start)
        if match is None:
            return None
        self.at = match.end()
        width = 3 if is_long else 1
        inside, value = start + width, match.group()[width:-width]
        if is_long and value.startswith(("\n", "\r\n")):
            cut = 1 if value.startswith("\n") else 2
            inside, value = inside + cut, value[cut:]
        if is_basic and "\\" in value:
            return _ESCAPE.sub(_unescape, value), -1
        return value, inside

    def _value(self, path: Path, depth: int) -> Iterator[TomlText]:
        self._skip(_SPACE)
        start = self.at
        quoted = self._quoted()
        if quoted is not None:
            yield TomlText(path, quoted[0], start, self.at, quoted[1])
        elif depth > _MAX_NESTING:
            self.at = len(self.text)
        elif self._take("["):
            index = 0
            while True:
                self._skip(_BLANK)
                if self._take("]") or self.at >= len(self.text):
                    return
                before = self.at
                yield from self._value((*path, index), depth + 1)
                index += 1
                self._skip(_BLANK)
                if not self._take(",") and self.at == before:
                    self.at = len(self.text)
        elif self._take("{"):
            while True:
                self._skip(_BLANK)
                if self._take("}") or self.at >= len(self.text):
                    return
                key = self._key()
                if not key or not self._take("="):
                    self.at = len(self.text)
                    return
                yield from self._value((*path, *key), depth + 1)
                self._skip(_BLANK)
                self._take(",")
        else:
            self._skip(_OTHER_VALUE)


def _through_arrays(key: tuple[str, ...], counts: dict[Path, int]) -> Path:
    """The path that a table header means, where a part of it is the newest table of an array."""
    path: Path = ()
    for index, part in enumerate(key):
        path = (*path, part)
        if path in counts and index < len(key) - 1:
            path = (*path, counts[path])
    return path


def _unescape(match: re.Match[str]) -> str:
    code = match.group(1)
    if code[0] in "uUx" and len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number < 0x110000 else ""
    return _ESCAPED.get(code, "")
