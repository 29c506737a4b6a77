"""What ends a run of the command: a wrong call or a wrong configuration, told in one line."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class UsageError(Exception):
    """The call or the configuration is wrong. The text is for the user and names the place."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean X?` for the known word nearest to a wrong one, or the empty string."""
    # Only a run that is about to end pays for this import.
    from difflib import get_close_matches

    by_folded = {item.lower(): item for item in known}
    found = get_close_matches(word.lower(), by_folded, n=1, cutoff=0.5)
    return f"; did you mean `{by_folded[found[0]]}`?" if found else ""
