"""What stops one file from being looked at: told in one line, while the other files are still checked."""

from __future__ import annotations


class SourceError(Exception):
    """A file cannot be made sense of. `reason` is for the user; line and column are one-based, 0 when not known."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.column = column


def missing_library(name: str, purpose: str) -> SourceError:
    """The error for a library that is needed only for some files, and is not installed."""
    return SourceError(f"needs the package `{name}` to {purpose} (pip install {name})")
