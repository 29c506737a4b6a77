"""JSON with places: the texts and objects of a document and where they stand. The parser gives the values only."""

from __future__ import annotations

import re

from osmosis_lint.files.errors import SourceError

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class JsonText:
    """A text: its value, its offsets with quotes, and where it stands letter by letter (or -1)."""

    __slots__ = ("end", "inside", "is_key", "start", "value")

    def __init__(self, value: str, start: int, end: int, inside: int, is_key: bool) -> None:
        self.value = value
        self.start = start
        self.end = end
        self.inside = inside
        self.is_key = is_key


class JsonObject:
    """An object: its content, the offset of its brace, and the offsets of its keys."""

    __slots__ = ("keys", "start", "value")

    def __init__(self, start: int) -> None:
        self.start = start
        self.value: dict[str, object] = {}
        self.keys: dict[str, tuple[int, int]] = {}


class JsonDocument:
    """All texts and objects of a document, in order; `top` is the outermost object, if that is what it is."""

    __slots__ = ("objects", "texts", "top")

    def __init__(self) -> None:
        self.texts: list[JsonText] = []
        self.objects: list[JsonObject] = []
        self.top: JsonObject | None = None


def load(text: str) -> object:
    """Parse JSON. Raises SourceError with the place when it is not valid."""
    import json

    try:
        return json.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise SourceError("not valid JSON: nested too deeply") from None
    except ValueError as error:
        line, column = getattr(error, "lineno", 0), getattr(error, "colno", 0)
        raise SourceError(f"not valid JSON: {error}", line, column) from None


def read(text: str) -> JsonDocument:
    """The texts and objects of a document. Raises SourceError when it is not valid JSON."""
    import json

    value = load(text)
    document = JsonDocument()
    # What is open around a token: an object, or None for an array; and the values that belong to them.
    stack: list[JsonObject | None] = []
    values: list[object] = [value]
    places: list[str | int] = []
    expects_key = False
    for match in _TOKEN.finditer(text, 1 if text.startswith("\ufeff") else 0):
        token = match.group()
        if token == "{" or token == "[":
            current = values[-1]
            holder = None
            if token == "{":
                holder = JsonObject(match.start())
                holder.value = current if isinstance(current, dict) else {}
                document.objects.append(holder)
                if not stack:
                    document.top = holder
            stack.append(holder)
            places.append(-1)
            expects_key = token == "{"
            if token == "[":
                _enter_item(values, places, current, 0)
            else:
                values.append(None)
        elif token == "}" or token == "]":
            stack.pop()
            places.pop()
            values.pop()
            expects_key = False
        elif token == ",":
            expects_key = stack[-1] is not None
            place = places[-1]
            if not expects_key and isinstance(place, int):
                values.pop()
                _enter_item(values, places, values[-1], place + 1)
        elif token[0] == '"':
            content = json.loads(token, strict=False)
            inside = match.start() + 1 if "\\" not in token else -1
            document.texts.append(JsonText(content, match.start(), match.end(), inside, expects_key))
            holder = stack[-1] if stack else None
            if expects_key and holder is not None:
                holder.keys[content] = (match.start(), match.end())
                values[-1] = holder.value.get(content)
                expects_key = False
    return document


def _enter_item(values: list[object], places: list[str | int], array: object, index: int) -> None:
    """Step to an item of an array that is being read."""
    places[-1] = index
    values.append(array[index] if isinstance(array, list) and index < len(array) else None)
