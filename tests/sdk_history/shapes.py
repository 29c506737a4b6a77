"""What one release of the SDK looks like: the plain data that the readers fill and the history takes up."""

from __future__ import annotations

from dataclasses import dataclass, field

ROOT = "osmosis_ai"

#: The command line's own packages: no API for user code, left out of the record.
COMMAND_LINE = (
    f"{ROOT}.cli",
    f"{ROOT}.cli_commands",
    f"{ROOT}.cli_services",
    f"{ROOT}.platform.cli",
    f"{ROOT}.templates",
)

#: Special names that count as public: what they return is the type of a `with` target, a call, a loop.
SPECIAL = frozenset({"__version__", "__enter__", "__aenter__", "__call__", "__iter__", "__aiter__", "__getitem__"})


def is_public(name: str) -> bool:
    """Whether a bare name is recorded."""
    return not name.startswith("_") or name in SPECIAL


def is_recorded_module(dotted: str) -> bool:
    """Whether a module is recorded: none of its parts is private, and it is not the command line's."""
    if any(dotted == left_out or dotted.startswith(left_out + ".") for left_out in COMMAND_LINE):
        return False
    return not any(part.startswith("_") for part in dotted.split("."))


def is_sdk(dotted: str) -> bool:
    """Whether a dotted name lies in the SDK."""
    return dotted == ROOT or dotted.startswith(ROOT + ".")


@dataclass
class Parameter:
    """One parameter as a caller sees it (without self or cls).

    `placement` is where an argument for it may stand: the position (`0`), `0/` when by position only, `k` by
    keyword only, `*` and `**` for the two collectors; a `!` after it says that it must be given.
    """

    placement: str
    type: str | None = None


@dataclass
class Shape:
    """One name in one release.

    `kind` is module, class, function, method, classmethod, staticmethod, property, attribute, type (an alias for a
    type expression), key (of a TypedDict), alias (of another SDK name) or foreign: imported from outside the SDK, or,
    without a target, from a base outside the SDK; recorded only where the SDK once had a name of its own there.
    `own` is false for an inherited member. `variables` are the type variables of a generic class with their bounds.
    """

    kind: str
    type: str | None = None
    target: str | None = None
    is_async: bool = False
    own: bool = True
    bases: tuple[str, ...] = ()
    variables: dict[str, str | None] = field(default_factory=dict)
    parameters: dict[str, Parameter] | None = None
    members: dict[str, Shape] = field(default_factory=dict)
    exports: list[str] | None = None


Release = tuple[int, ...]


def parse_release(text: str) -> Release:
    """`0.3.8` as (0, 3, 8). Previews (`0.3.5rc1`) are not recorded and raise ValueError."""
    return tuple(int(part) for part in text.split("."))


def release_text(release: Release) -> str:
    """(0, 3, 8) as `0.3.8`."""
    return ".".join(map(str, release))
