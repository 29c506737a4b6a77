"""How a test comes out where the target version is installed."""

from __future__ import annotations


class Outcome:
    """Whether a test can be true, and whether it can be false, with the target version installed.

    Both impossible means: it depends on the version, in a way that is not understood.
    """

    __slots__ = ("false", "true")

    def __init__(self, true: bool, false: bool) -> None:
        self.true = true
        self.false = false

    @property
    def is_open(self) -> bool:
        """The test says nothing of the version."""
        return self.true and self.false

    def excludes(self, outcome: bool) -> bool:
        """Whether a branch taken on `outcome` is not for the target version (or not understood)."""
        return not (self.true if outcome else self.false)


OPEN = Outcome(True, True)
TRUE = Outcome(True, False)
FALSE = Outcome(False, True)
OBSCURE = Outcome(False, False)


def known(value: bool) -> Outcome:
    """The outcome of a test whose value is known."""
    return TRUE if value else FALSE


def agreed(outcomes: list[Outcome]) -> Outcome:
    """The outcome of several values of which one is in force."""
    if not outcomes or any(outcome.is_open for outcome in outcomes):
        return OPEN
    if all(outcome is TRUE for outcome in outcomes):
        return TRUE
    return FALSE if all(outcome is FALSE for outcome in outcomes) else OBSCURE


def combined(outcomes: list[Outcome], is_and: bool) -> Outcome:
    """The outcome of `and` or `or`."""
    if any(not o.true and not o.false for o in outcomes):
        return OBSCURE
    if is_and:
        return Outcome(all(o.true for o in outcomes), any(o.false for o in outcomes))
    return Outcome(any(o.true for o in outcomes), all(o.false for o in outcomes))
