"""The one description of a rewrite that every fixer, proof and front end shares.

Offsets are half-open and count characters of a file's text without a leading byte order mark.
"""

from __future__ import annotations

import itertools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from osmosis_lint.diagnostics import Diagnostic

# May be applied without looking; may be applied by someone who looks; is only shown.
SAFE = "safe"
UNSAFE = "unsafe"
DISPLAY = "display"


class Edit:
    """Replace the characters from `start` to `end` by `text`."""

    __slots__ = ("end", "start", "text")

    def __init__(self, start: int, end: int, text: str) -> None:
        self.start = start
        self.end = end
        self.text = text

    def key(self) -> tuple[int, int, str]:
        """The edit as a tuple, in order of place."""
        return (self.start, self.end, self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edit) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"Edit{self.key()!r}"


class Fix:
    """A rewrite that answers one or more diagnostics (`covers`), all or nothing.

    `applicability` and `reason` are what the proof found out; until then a fix is only shown. `doubt` is what
    the fixer itself knows to be uncertain: it keeps a proved fix from being more than unsafe.
    """

    __slots__ = ("applicability", "better", "covers", "doubt", "edits", "reason", "resource", "title")

    def __init__(self, title: str, edits: Iterable[Edit], covers: Sequence[Diagnostic], doubt: str = "") -> None:
        self.title = title
        self.edits = tuple(sorted(set(edits), key=Edit.key))
        self.covers = tuple(covers)
        self.doubt = doubt
        self.applicability = DISPLAY
        self.reason = "not proved yet"
        # A rewrite that does more and is less sure: it takes this one's place where unsafe ones are wanted.
        self.better: Fix | None = None
        # What two fixes may not both change in one round though their edits do not touch, such as an import.
        self.resource = ""

    @property
    def start(self) -> int:
        """The first character it touches."""
        return self.edits[0].start

    def settle(self, failure: str) -> None:
        """Record what the proof said: the empty string when nothing was wrong."""
        self.applicability = DISPLAY if failure else UNSAFE if self.doubt else SAFE
        self.reason = failure or self.doubt

    def __repr__(self) -> str:
        return f"Fix({self.title!r}, {list(self.edits)!r})"


class Refusal:
    """Why there is no rewrite for a diagnostic."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


class RefusedError(Exception):
    """Raised inside a fixer that has met something it does not rewrite; the text is the reason."""


def conflict(first: Edit, second: Edit) -> bool:
    """Whether two edits touch the same characters, or insert at one place."""
    if first == second:
        return False
    if first.start == first.end or second.start == second.end:
        # An insertion at the border of a replacement stays beside it, in order.
        return first.start <= second.end and second.start <= first.end
    return first.start < second.end and second.start < first.end


def consistent(edits: Sequence[Edit]) -> bool:
    """Whether sorted edits follow each other without touching the same characters."""
    return all(one.end <= two.start for one, two in itertools.pairwise(edits))


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after the edits. Raises ValueError when they overlap or leave the text."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=Edit.key):
        if edit.start < at or edit.end < edit.start or edit.end > len(text):
            raise ValueError("edits overlap or leave the text")
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    parts.append(text[at:])
    return "".join(parts)
