"""Reads the before and after texts under `shapes/`.

A file holds one family. A block starts with `#### title`, optionally followed by `[unsafe]`; its before and
after are parted by a line `####>`. `####= reason` in its place means that nothing may change, and that the
reason given for a finding contains the text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "shapes"
_BLOCK = re.compile(r"^#### (?P<title>.+?)(?P<unsafe> \[unsafe\])?$", re.MULTILINE)
_PARTING = re.compile(r"^####(?:>|= ?(?P<reason>.*))$\n?", re.MULTILINE)


class Shape(NamedTuple):
    """One rewrite, or one refusal (`after` is None then, and `reason` part of what is said)."""

    family: str
    title: str
    before: str
    after: str | None
    reason: str
    unsafe: bool

    @property
    def name(self) -> str:
        """What the test is called."""
        return f"{self.family}: {self.title}"


def read() -> list[Shape]:
    """All shapes."""
    return [shape for path in sorted(FOLDER.glob("*.txt")) for shape in parse(path.stem, path.read_text("utf-8"))]


def parse(family: str, text: str) -> list[Shape]:
    """The shapes of one family."""
    out = []
    heads = list(_BLOCK.finditer(text))
    for number, head in enumerate(heads):
        end = heads[number + 1].start() if number + 1 < len(heads) else len(text)
        body = text[head.end() + 1 : end]
        parting = _PARTING.search(body)
        if parting is None:
            raise ValueError(f"{family}: {head['title']} has no after")
        before = body[: parting.start()]
        refused = parting["reason"] is not None
        after = None if refused else body[parting.end() :].rstrip("\n") + "\n"
        out.append(Shape(family, head["title"], before, after, parting["reason"] or "", bool(head["unsafe"])))
    return out
