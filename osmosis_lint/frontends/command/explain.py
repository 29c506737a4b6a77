"""The subcommand `explain`: the text on a rule, or how the engine saw a line of a file."""

from __future__ import annotations

from osmosis_lint.frontends.command.errors import UsageError
from osmosis_lint.frontends.command.selection import all_rules, check_words, expand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.frontends.command.options import Values


def explain(values: Values, words: list[str]) -> int:
    """Print an explanation for each word: a code, the beginning of one, a rule's name, or FILE:LINE[:COLUMN]."""
    if not words:
        raise UsageError("explain what? Give a code such as OSM101, or a place such as grader.py:12")
    from osmosis_lint.frontends.command.explain_place import explain_place, place_of

    for number, word in enumerate(words):
        if number:
            print()
        place = place_of(word)
        if place is not None:
            explain_place(values, place)
        else:
            from osmosis_lint.rules.documentation import page

            check_words([word], "explain", names=False)
            codes = expand(word, advice=True)
            print("\n\n".join(page(rule.code).rstrip("\n") for rule in all_rules() if rule.code in codes))
    return 0
