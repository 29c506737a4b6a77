"""The sources of a notebook's cells in its JSON text: found there, and replaced with nothing else changed."""

from __future__ import annotations

import difflib
import json
import re

from osmosis_lint.files import json_text
from osmosis_lint.files.errors import SourceError
from osmosis_lint.files.notebooks import cells_of, source_key, source_of
from osmosis_lint.fixes.edits import Edit, RefusedError, apply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from osmosis_lint.files.json_text import JsonObject, JsonText

_LINES = re.compile(r"[^\n]*\n|[^\n]+\Z")
_NON_ASCII_ESCAPE = re.compile(r"\\u00[89a-fA-F]|\\u0[1-9a-fA-F]|\\u[1-9a-fA-F]")


class CellTexts:
    """The cells of one notebook, by their one-based number. Raises SourceError when the text is not a notebook."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._document = json_text.read(text)
        top = self._document.top
        if top is None:
            raise SourceError("not a notebook: no object at the top")
        self._objects = {id(item.value): item for item in self._document.objects}
        self._cells = cells_of(top.value)

    def source(self, number: int) -> str:
        """The source of a cell."""
        return source_of(self._cells[number - 1])

    def replaced(self, sources: Mapping[int, str]) -> str:
        """The text of the notebook with other sources for some cells, by number.

        Lines of a source that stay as they are keep their spelling. Raises RefusedError when the result would not be
        the same notebook otherwise.
        """
        edits: list[Edit] = []
        for number, source in sources.items():
            edits += self._edits(number, source)
        new = apply(self.text, edits)
        if not self._is_same_but_for(new, sources):
            raise RefusedError("the notebook's JSON is written in an unusual way")
        return new

    def _edits(self, number: int, source: str) -> list[Edit]:
        cell = self._cells[number - 1]
        holder = self._objects.get(id(cell))
        if holder is None:
            raise RefusedError("the notebook's JSON is written in an unusual way")
        key = source_key(cell)
        texts = self._texts(holder, key)
        if isinstance(cell[key], str):
            return [Edit(texts[0].start, texts[0].end, self._spelled(source))]
        return self._of_list(texts, source)

    def _texts(self, holder: JsonObject, key: str) -> list[JsonText]:
        """The texts that a key of an object has as its value."""
        end = holder.keys[key][1]
        out: list[JsonText] = []
        at = end
        for item in self._document.texts:
            if item.start < end:
                continue
            if item.is_key or (out and self.text[at : item.start].strip(" \t\r\n,")):
                break
            out.append(item)
            at = item.end
        if not out:
            raise RefusedError("the notebook's JSON is written in an unusual way")
        return out

    def _of_list(self, texts: list[JsonText], source: str) -> list[Edit]:
        """A list of lines: the changed ones are written like those around them."""
        text = self.text
        opening = text.rindex("[", 0, texts[0].start)
        gap = text[opening + 1 : texts[0].start]
        if len(texts) > 1:
            between = text[texts[0].end : texts[1].start]
        else:
            # Where all is on one line, a comma is followed by a blank if a colon is.
            between = f",{gap or text[opening - 1 : opening].strip('[:')}"
        old, new = [item.value for item in texts], _LINES.findall(source)
        if not new:
            return [Edit(texts[0].start, texts[-1].end, self._spelled(""))]
        edits: list[Edit] = []
        for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            spelled = between.join(self._spelled(line) for line in new[j1:j2])
            if tag == "replace":
                edits.append(Edit(texts[i1].start, texts[i2 - 1].end, spelled))
            elif tag == "insert" and i1 < len(texts):
                edits.append(Edit(texts[i1].start, texts[i1].start, spelled + between))
            elif tag == "insert":
                edits.append(Edit(texts[-1].end, texts[-1].end, between + spelled))
            elif tag == "delete" and i2 < len(texts):
                edits.append(Edit(texts[i1].start, texts[i2].start, ""))
            elif tag == "delete":
                edits.append(Edit(texts[i1 - 1].end, texts[i2 - 1].end, ""))
        return edits

    def _spelled(self, value: str) -> str:
        """A text as JSON, with or without escapes for other letters as the notebook has them."""
        escapes = self.text.isascii() and _NON_ASCII_ESCAPE.search(self.text) is not None
        return json.dumps(value, ensure_ascii=escapes)

    def _is_same_but_for(self, text: str, sources: Mapping[int, str]) -> bool:
        """Whether a new text is the old notebook with these sources."""
        old, new = json_text.load(self.text), json_text.load(text)
        if not isinstance(old, dict) or not isinstance(new, dict):
            return False
        try:
            one, two = cells_of(old), cells_of(new)
        except SourceError:
            return False
        if len(one) != len(two):
            return False
        for number, source in sources.items():
            before, after = one[number - 1], two[number - 1]
            key = source_key(before)
            value = after.get(key)
            parts = value if isinstance(value, list) else [value]
            if type(value) is not type(before[key]) or not all(isinstance(part, str) for part in parts):
                return False
            if "".join(map(str, parts)) != source:
                return False
            after[key] = before[key]
        return old == new
