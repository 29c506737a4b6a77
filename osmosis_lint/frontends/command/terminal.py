"""What depends on a terminal being there: colours, and a line that shows progress."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

# Seconds until progress is shown, and between one text and the next.
FIRST_AFTER = 1.0
EVERY = 0.1
_CLEAR = "\r\x1b[K"

RED = "31"
YELLOW = "33"
CYAN = "36"
BOLD = "1"


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream goes to a person's screen."""
    try:
        return stream.isatty() and os.environ.get("TERM") != "dumb"
    except ValueError:
        # A closed stream.
        return False


def wants_colour(stream: TextIO) -> bool:
    """Whether text on a stream is coloured: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


class Paint:
    """Colours text, or leaves it alone."""

    __slots__ = ("_on",)

    def __init__(self, on: bool) -> None:
        self._on = on

    def __call__(self, text: str, *codes: str) -> str:
        """The text in the given colours."""
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self._on else text


class Progress:
    """One line on the error stream, rewritten while a run takes long; nothing when it is no terminal."""

    def __init__(self, quiet: bool) -> None:
        self._on = not quiet and is_terminal(sys.stderr)
        self._shown = False
        self._next = 0.0
        if self._on:
            import time

            self._clock = time.monotonic
            self._next = self._clock() + FIRST_AFTER

    def show(self, text: str) -> None:
        """Show a text, if the run is old enough and the last text too."""
        if self._on and self._clock() >= self._next:
            self._next = self._clock() + EVERY
            self._shown = True
            sys.stderr.write(_CLEAR + text)
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._shown = False
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
