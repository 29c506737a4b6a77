"""What an example of a rule is: code that the rule reports, and code that it does not."""

from __future__ import annotations

PYTHON = "python"


class Example:
    """`bad` raises exactly the code of its rule and `good` raises nothing.

    `language` is what the two are written in: `python`, or what a Markdown fence calls another format.
    `also` names the codes that `bad` cannot do without, for the rules on calls that other rules report too.
    """

    __slots__ = ("also", "bad", "good", "language")

    def __init__(self, *, bad: str, good: str, language: str = PYTHON, also: tuple[str, ...] = ()) -> None:
        self.bad = bad
        self.good = good
        self.language = language
        self.also = also
