"""The subcommand `explain`: the text on a rule, or how the engine saw a line of a file."""

from __future__ import annotations

import os

from osmosis_lint.frontends.command import settings as settings_module
from osmosis_lint.frontends.command.errors import UsageError
from osmosis_lint.frontends.command.selection import all_rules, check_words, expand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.api.releases import Release
    from osmosis_lint.frontends.command.findings import Finding
    from osmosis_lint.frontends.command.options import Values
    from osmosis_lint.frontends.command.settings import Settings
    from osmosis_lint.frontends.command.suppression import Suppressions
    from osmosis_lint.rules.explain import Trace


def explain(values: Values, words: list[str]) -> int:
    """Print an explanation for each word: a code, the beginning of one, a rule's name, or FILE:LINE[:COLUMN]."""
    if not words:
        raise UsageError("explain what? Give a code such as OSM101, or a place such as grader.py:12")
    for number, word in enumerate(words):
        if number:
            print()
        place = _place(word)
        if place is not None:
            _explain_place(values, *place)
        else:
            from osmosis_lint.rules.documentation import page

            check_words([word], "explain", names=False)
            codes = expand(word, advice=True)
            print("\n\n".join(page(rule.code).rstrip("\n") for rule in all_rules() if rule.code in codes))
    return 0


def _place(word: str) -> tuple[str, int, int | None] | None:
    """The file, line and zero-based column that a word names; None when it is no place."""
    numbers: list[int] = []
    path = word
    while len(numbers) < 2:
        before, colon, last = path.rpartition(":")
        if not colon or not last.isdecimal():
            break
        numbers.insert(0, int(last))
        path = before
    if not numbers:
        if os.path.isfile(word):
            raise UsageError(f"{word}: which line? Write it as {word}:12")
        return None
    if min(numbers) < 1:
        raise UsageError(f"{word}: lines and columns count from 1")
    return path, numbers[0], numbers[1] - 1 if len(numbers) > 1 else None


def _explain_place(values: Values, path: str, line: int, column: int | None) -> None:
    from osmosis_lint.frontends.command import unparsed
    from osmosis_lint.frontends.command.reports.report import number_of
    from osmosis_lint.frontends.command.targets import Targets
    from osmosis_lint.rules.explain import trace
    from osmosis_lint.semantics.source import Lines, decode

    settings = settings_module.load(values, [path])
    text = ""
    try:
        with open(path, "rb") as file:
            text = decode(file.read())
    except (OSError, SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise UsageError(f"{path}: {unparsed.reason(error)}") from None
    lines = Lines(text).lines
    if line > len(lines):
        count = len(lines) - (not lines[-1])
        raise UsageError(f"{path} has only {number_of(count, 'line')}")
    print(f"{settings_module.shown(path)}:{line}: {lines[line - 1].strip()}")
    absolute = os.path.abspath(path)
    if not _meets_sdk(absolute, text):
        print("  silent: the file neither names the SDK nor imports a project file that does")
        return
    release, origin = settings_module.target_of(settings, os.path.dirname(absolute))
    try:
        found = trace(absolute, text, line, column, release)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UsageError(f"{path}: {unparsed.reason(error, text)}") from None
    _print_trace(found, settings, text, absolute, Targets().resolved(os.path.dirname(absolute)))
    _print_target(release, origin)


def _meets_sdk(path: str, text: str) -> bool:
    from osmosis_lint.engine import Engine

    return Engine().meets_sdk(path, text)


def _print_trace(found: Trace, settings: Settings, text: str, path: str, resolved: Release | None) -> None:
    from osmosis_lint.frontends.command.findings import from_diagnostic, say_when
    from osmosis_lint.frontends.command.reports.text import when_shown
    from osmosis_lint.frontends.command.suppression import Suppressions

    for fact in found.facts:
        print(f"  {fact.span.line}:{fact.span.column + 1} {' '.join(fact.subject.split())}")
        for item in fact.lines:
            print(f"      {item}")
    suppressions = Suppressions(text)
    findings = [from_diagnostic(item, related=False) for item in found.findings]
    say_when(findings, resolved)
    for finding in findings:
        print(
            f"  {_reported(finding, settings, suppressions, path)}: {finding.code} {finding.text}{when_shown(finding)}"
        )
    for silenced in found.silenced:
        print(f"  silent, written for both versions: {silenced.diagnostic.code} {silenced.diagnostic.message}")
        print(f"      guard: {silenced.guard}")
    if not (found.facts or found.findings or found.silenced):
        print("  nothing on this line is a name, an import or a call that could be the SDK's")
    elif not found.findings and not found.silenced:
        print("  nothing is reported on this line")


def _reported(finding: Finding, settings: Settings, suppressions: Suppressions, path: str) -> str:
    """What becomes of a finding in a run with these settings."""
    name = next(rule.name for rule in all_rules() if rule.code == finding.code)
    for comment in suppressions.holding(finding.span.line):
        if comment.suppresses(finding.code, name):
            return f"suppressed by the comment on line {comment.line}"
    if finding.code not in settings.selection.enabled:
        return "not selected"
    if not settings.selection.wants(finding.code, finding.symbol, path):
        return "ignored by the settings"
    return "reported"


def _print_target(release: tuple[int, ...] | None, origin: str) -> None:
    from osmosis_lint.api import releases

    print(f"  checked for osmosis-ai {releases.show(release or releases.NEWEST)} ({origin})")
