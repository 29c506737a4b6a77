"""What the command reports beside uses of the SDK: these rules have no records."""

from __future__ import annotations

from osmosis_lint.api.record import (
    ERROR,
    NOT_IN_GUIDE,
    WARNING,
    Rule,
)

RULES: tuple[Rule, ...] = (
    Rule(
        "OSM901",
        "unchecked-file",
        ERROR,
        reports="a file that could not be read or parsed, so nothing in it was checked",
        hint="",
        guide=NOT_IN_GUIDE,
        message="not checked: {reason}",
        last="",
    ),
    Rule(
        "OSM902",
        "unused-suppression",
        WARNING,
        reports="a suppression comment for one of our codes that suppresses nothing",
        hint="remove it",
        guide=NOT_IN_GUIDE,
        message="unused suppression: {reason}",
        last="",
    ),
)
