"""The text on every rule, made from the table of records and the examples: nothing is written twice.

`page` is what `osmosis-lint explain` prints and rules.md is all the pages with a list in front.

    python -m osmosis_lint.rules.documentation            # writes rules.md
    python -m osmosis_lint.rules.documentation --check    # exit status 1 when rules.md is stale
"""

from __future__ import annotations

import sys
from pathlib import Path

from osmosis_lint.api import records, releases, surface
from osmosis_lint.api.fix_notes import FIX_NOTES, NO_REWRITE
from osmosis_lint.rules.examples import examples

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.api.records import Record, Rule
    from osmosis_lint.rules.examples.example import Example

_FILE = Path(__file__).resolve().parents[2] / "rules.md"
# Where the wheel has it.
_INSTALLED_FILE = Path(__file__).resolve().with_name("rules.md")
_COMMAND = "python -m osmosis_lint.rules.documentation"
_SDK_PREFIX = "osmosis_ai."
_INTRODUCTION = f"""\
# The rules of osmosis-lint

This file is written by `{_COMMAND}` from the table in
`osmosis_lint/api/families/` and the examples in `osmosis_lint/rules/examples/`. Do not edit it: change those
and run the command again.

A code, its name and its pylint id belong together; what only the command reports has no pylint id. Rules of the
kind "advice" are off by default. "The guide" is the SDK's own migration guide from v0.2 to v0.3. What
{releases.show(releases.NEWEST)}, the newest release known, does with the old code was measured on the released package.

"fix" says what `osmosis-lint check --fix` makes of a use; `--diff` shows it and changes nothing. Every fix is proved on
the file at hand (it parses, nothing else changes, all names are bound, no comment is lost, the finding is gone and none
is new); one that cannot be proved is only shown. "unsafe" says when a proved fix needs `--unsafe-fixes` as well.

"""


def page(code: str) -> str:
    """The text on one rule, as Markdown that begins with a first-level heading. Raises KeyError for an unknown code."""
    rule = records.BY_CODE.get(code) or next((item for item in records.TOOL_RULES if item.code == code), None)
    if rule is None:
        raise KeyError(code)
    return _page(rule, _Places(), level=1)


def file() -> Path | None:
    """Where rules.md is, in a checkout or an installed package; None when it is not there."""
    return next((path for path in (_INSTALLED_FILE, _FILE) if path.is_file()), None)


def rules_md() -> str:
    """The whole of rules.md."""
    places = _Places()
    lines = ["| code | name | pylint | kind | reports |", "| --- | --- | --- | --- | --- |"]
    rules = records.RULES + records.TOOL_RULES
    for rule in rules:
        link = f"[{rule.code}](#{anchor(rule)})"
        pylint = records.message_id(rule) if rule in records.PYTHON_RULES else ""
        cells = (link, f"`{rule.name}`", pylint, _kind(rule), _reports(rule))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    pages = [_page(rule, places, level=2) for rule in rules]
    return _INTRODUCTION + "\n".join(lines) + "\n\n" + "\n".join(pages)


class _Places:
    """The modules that publish the SDK's objects in their `__all__`, or did on some release, by canonical name."""

    def __init__(self) -> None:
        self._surface = surface.load()
        self._modules: dict[str, list[str]] = {}
        for module in self._surface.modules:
            symbol = self._surface.module(module)
            exports = symbol.exports if symbol is not None else None
            if symbol is None or exports is None:
                continue
            for name, member in symbol.members.items():
                if member.kind == "alias" and name in exports:
                    found = self._surface.resolve(member.qualname)
                    if found is not None and found.kind != "module":
                        self._modules.setdefault(found.qualname, []).append(module)

    def others(self, names: tuple[str, ...]) -> dict[str, list[str]]:
        """The other modules that give the objects which these names are, or are members or parameters of.

        By the object's bare name; objects that have no second place are left out.
        """
        out: dict[str, list[str]] = {}
        for name in names:
            module, owner = self._split(name)
            found = self._surface.resolve(f"{module}.{owner}") if owner else None
            if found is None or found.kind == "module":
                continue
            modules = [found.qualname.rpartition(".")[0], *self._modules.get(found.qualname, [])]
            others = [item for item in modules if item != module and f"{item}.{owner}" not in names]
            if others:
                out[owner] = sorted({*others, *out.get(owner, [])})
        return out

    def _split(self, name: str) -> tuple[str, str]:
        """A recorded name as its module and the object in it; the object is empty where the name is a module."""
        module, owner = name.partition("(")[0], ""
        while module.startswith(_SDK_PREFIX) and self._surface.module(module) is None:
            module, _, owner = module.rpartition(".")
        return (module, owner) if module.startswith(_SDK_PREFIX) else ("", "")


def anchor(rule: Rule) -> str:
    """The anchor that Markdown readers give to the heading of a rule's page."""
    return f"{rule.code} {rule.name}".lower().replace(" ", "-")


def _kind(rule: Rule) -> str:
    return "advice" if rule.advice else rule.level


def _page(rule: Rule, places: _Places, level: int) -> str:
    head, below = "#" * level, "#" * (level + 1)
    lines = [f"{head} {rule.code} {rule.name}", "", f"Reports {_reports(rule)}.", "", *_facts(rule), ""]
    if rule.records:
        lines += [f"{below} What {releases.show(releases.NEWEST)} does with it", "", *_outcomes(rule), ""]
    example = examples().get(rule.code)
    if example is not None:
        lines += _example(example, below)
    instead = _replacements(rule)
    if instead:
        lines += [f"{below} What to write instead", "", *instead, ""]
    if rule.records:
        lines += [f"{below} Names it holds under", "", *_names(rule, places), ""]
    return "\n".join(lines)


def _reports(rule: Rule) -> str:
    return rule.reports.removeprefix("advice: ")


def _facts(rule: Rule) -> list[str]:
    """The list of short facts under the heading."""
    if rule in records.TOOL_RULES:
        return [f"- level: {rule.level}", "- on by default", "- reported by the command only"]
    if rule.advice:
        state = "off by default: the rule is advice; select it by its code"
    else:
        state = "on by default"
    if rule in records.PYTHON_RULES:
        host = f"pylint: `{records.message_id(rule)}` (`{rule.name}`)"
    else:
        host = "reported by the command only"
    lines = [f"- {host}", f"- level: {rule.level}", f"- {state}"]
    if rule.last:
        lines.append(f"- last release that took the old code: {_last(rule)}")
    return [*lines, f"- guide: {rule.guide}", *_fix(rule)]


def _fix(rule: Rule) -> list[str]:
    """What the fix of a rule does, and when it is unsafe."""
    note = FIX_NOTES.get(rule.code)
    if note is None:
        return [f"- fix: {NO_REWRITE}"]
    return [f"- fix: {note.does}", *([f"- unsafe: {note.unsafe}"] if note.unsafe else [])]


def _last(rule: Rule) -> str:
    """The last release with what a rule reports; several where its names went at different times."""
    known = surface.load()
    found: set[tuple[int, ...]] = set()
    for record in rule.records:
        for name in record.names:
            if record.happened in (records.REMOVED, records.RENAMED, records.VALUE_GONE) and "(" not in name:
                symbol = known.lookup(name)
                last = symbol.last_before(releases.NEWEST) if symbol is not None else None
                if last is not None and symbol is not None and not symbol.alive_in(releases.NEWEST):
                    found.add(last)
    if len(found) < 2:
        return rule.last
    ordered = sorted(found)
    return f"{releases.show(ordered[0])} to {releases.show(ordered[-1])}, by name"


def _outcomes(rule: Rule) -> list[str]:
    """What the newest release does, a line for each record."""
    if len(rule.records) == 1:
        return [f"{_sentence(rule.records[0].outcome)}."]
    return [f"- {_listed(record)} ({record.happened}): {record.outcome}" for record in rule.records]


def _sentence(outcome: str) -> str:
    # A version such as v0.2 stays as it is.
    return outcome if outcome[1:2].isdigit() else outcome[0].upper() + outcome[1:]


def _replacements(rule: Rule) -> list[str]:
    """The hint of the rule, or one for each group of names that has its own."""
    own = [record for record in rule.records if record.replacement]
    lines = [f"- {_listed(record)}: {record.replacement}" for record in own]
    if not own:
        return [f"{_sentence(rule.hint)}."] if rule.hint else ["The message of the finding says it."]
    if rule.hint:
        rest = "anything else the rule reports"
        lines.append(f"- {rest}: {rule.hint}")
    return lines


def _listed(record: Record) -> str:
    """The names of a record as readers know them: without the modules they lie in."""
    return ", ".join(dict.fromkeys(f"`{_short(name)}`" for name in record.names))


def _short(name: str) -> str:
    """`Class.member`, `Class(parameter=…)`, a bare class or function, or a module's whole name."""
    path, parenthesis, parameter = name.partition("(")
    if not path.startswith(_SDK_PREFIX):
        return name
    words = path.split(".")
    start = next((index for index, word in enumerate(words) if word[:1].isupper()), None)
    if start is None:
        start = 0 if surface.load().module(path) is not None or name in records.PREVIEW_NAMES else len(words) - 1
    shown = ".".join(words[start:])
    return f"{shown}({parameter[:-1]}=…)" if parenthesis else shown


def _example(example: Example, below: str) -> list[str]:
    lines = [f"{below} Bad", "", f"```{example.language}", *example.bad.rstrip("\n").split("\n"), "```", ""]
    if example.also:
        also = " and ".join(example.also)
        lines += [f"(The call also raises {also}: this rule looks only at calls that carry a v0.2 keyword.)", ""]
    return [*lines, f"{below} Good", "", f"```{example.language}", *example.good.rstrip("\n").split("\n"), "```", ""]


def _names(rule: Rule, places: _Places) -> list[str]:
    """The names a rule holds under, and the other places they can be imported from."""
    names = tuple(dict.fromkeys(name for record in rule.records for name in record.names))
    lines = [f"- `{name}`" for name in names]
    for owner, modules in places.others(names).items():
        lines.append(f"- `{owner}` also from " + ", ".join(f"`{module}`" for module in modules))
    return lines


def main(arguments: list[str]) -> int:
    """Write rules.md, or with `--check` compare it; returns the exit status."""
    if arguments not in ([], ["--check"]):
        print(f"usage: {_COMMAND} [--check]", file=sys.stderr)
        return 2
    text = rules_md()
    if not arguments:
        _FILE.write_text(text, encoding="utf-8", newline="\n")
        return 0
    if _FILE.is_file() and _FILE.read_text(encoding="utf-8") == text:
        return 0
    print(f"rules.md is stale: run `{_COMMAND}`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
