"""Releases of the SDK: how they are written, compared, and which one is aimed at."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Release: TypeAlias = "tuple[int, ...]"

# The newest release whose names are recorded in `surface.txt`.
NEWEST: Release = (0, 3, 8)
OLDEST_TARGET: Release = (0, 3, 0)
LAST_V02: Release = (0, 2, 31)


def parse(text: str) -> Release:
    """`0.3.8` as (0, 3, 8); `0.3` as (0, 3, 0). Pre-release suffixes are dropped.

    Raises ValueError, with a message for the user, when the text is not a version.
    """
    parts: list[int] = []
    for part in text.strip().removeprefix("v").split("."):
        digits = part
        for index, character in enumerate(part):
            if not character.isdigit():
                digits = part[:index]
                break
        if not digits:
            break
        parts.append(int(digits))
        if digits != part:
            break
    if len(parts) < 2:
        raise ValueError(f"not a version of osmosis-ai: {text!r} (write it as 0.3.8)")
    return tuple((*parts, 0)[:3])


def target(text: str) -> Release:
    """The release to aim at, from what the user wrote; an empty text means the newest known.

    Raises ValueError when it is not a version, or older than 0.3.0: nothing is removed there.
    """
    if not text.strip():
        return NEWEST
    release = parse(text)
    if release < OLDEST_TARGET:
        raise ValueError(f"the target version must be 0.3.0 or newer, not {text.strip()}")
    return min(release, NEWEST)


def show(release: Release) -> str:
    """(0, 3, 8) as `0.3.8`."""
    return ".".join(str(number) for number in release)
