"""The subcommand `rules`: lists the rules, with filters."""

from __future__ import annotations

import sys

from osmosis_lint.frontends.command.errors import UsageError, did_you_mean
from osmosis_lint.frontends.command.selection import all_rules, check_words, expand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.api.records import Rule
    from osmosis_lint.frontends.command.options import Values


def list_rules(values: Values, words: list[str]) -> int:
    """Print the rules that match all the words and options. Raises UsageError when none does."""
    found = [rule for rule in all_rules() if all(_matches(rule, word) for word in words)]
    wanted = values.get("select")
    if isinstance(wanted, list):
        check_words(wanted, "--select", names=False)
        codes = frozenset().union(*(expand(word, advice=True) for word in wanted))
        found = [rule for rule in found if rule.code in codes]
    level = values.get("level")
    if level:
        found = [rule for rule in found if level in (rule.level, "advice" if rule.advice else "")]
    if not found:
        known = [item for rule in all_rules() for item in (rule.code, rule.name)]
        raise UsageError(f"no rule matches{did_you_mean(words[0], known) if words else ''}")
    sys.stdout.write(_FORMATS[str(values.get("output-format", "text"))](found))
    return 0


def _matches(rule: Rule, word: str) -> bool:
    texts = (rule.reports, rule.hint, rule.name, *(name for record in rule.records for name in record.names))
    folded = word.lower()
    return rule.code.startswith(word.upper()) or any(folded in text.lower() for text in texts)


def kind(rule: Rule) -> str:
    """`error`, `warning`, or `advice (off by default)`."""
    return "advice (off by default)" if rule.advice else rule.level


def _text(rules: list[Rule]) -> str:
    lines = []
    for rule in rules:
        mark = "" if kind(rule) == "error" else f" [{kind(rule)}]"
        lines.append(f"{rule.code} {rule.name}{mark}\n       reports {rule.reports}\n")
        if rule.hint:
            lines.append(f"       instead: {rule.hint}\n")
    return "".join(lines)


def _json(rules: list[Rule]) -> str:
    import json

    items = [
        {
            "code": rule.code,
            "name": rule.name,
            "level": rule.level,
            "advice": rule.advice,
            "reports": rule.reports,
            "hint": rule.hint,
            "guide": rule.guide,
            "last_release": rule.last or None,
            "names": [name for record in rule.records for name in record.names],
        }
        for rule in rules
    ]
    return json.dumps(items, indent=2) + "\n"


def _markdown(rules: list[Rule]) -> str:
    lines = ["| code | name | kind | reports | instead |", "| --- | --- | --- | --- | --- |"]
    for rule in rules:
        cells = (rule.code, rule.name, kind(rule), rule.reports, rule.hint)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


_FORMATS = {"text": _text, "json": _json, "markdown": _markdown}
