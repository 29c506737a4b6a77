"""A finding as the command handles it: a diagnostic with all that reports need, free of the file it came from."""

from __future__ import annotations

import sys

from osmosis_lint.diagnostics import Related, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.api.records import Rule
    from osmosis_lint.api.releases import Release
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.offers import Offer

UNCHECKED = "OSM901"
UNUSED_SUPPRESSION = "OSM902"
# Found when all files have been looked at.
EXTRA = "OSM505"
_MAX_CONTEXT = 400


class Finding:
    """One finding.

    path      absolute, or the name that standard input was given
    cell      the one-based notebook cell, or 0; lines then count within the cell
    span      where it stands (see `diagnostics.Span`)
    noqa_line the line of the file (or cell) at whose end a `# noqa` comment suppresses it
    context   the first line of the span without its end, and how many of its first characters were cut off
    breakage  `already` or `on-upgrade` (see `api.breakage`) for the release that the project has, or empty
    resolved  that release as text, or empty
    fix       the proved rewrite that answers it, for formats that show one
    """

    __slots__ = (
        "breakage",
        "cell",
        "code",
        "context",
        "context_start",
        "fix",
        "hint",
        "last_release",
        "message",
        "noqa_line",
        "path",
        "related",
        "resolved",
        "span",
        "symbol",
    )

    def __init__(self, code: str, message: str, hint: str, path: str, span: Span) -> None:
        self.code = code
        self.message = message
        self.hint = hint
        self.path = path
        self.span = span
        self.cell = 0
        self.symbol = ""
        self.last_release = ""
        self.related: list[Related] = []
        self.noqa_line = span.line
        self.context = ""
        self.context_start = 0
        self.breakage = ""
        self.resolved = ""
        self.fix: Offer | None = None

    @property
    def when(self) -> str:
        """When it breaks, in words; empty when nothing says which release the project has."""
        if not self.breakage:
            return ""
        return f"{'already broken on' if self.breakage == 'already' else 'breaks on upgrade from'} {self.resolved}"

    @property
    def text(self) -> str:
        """Message and hint in one line."""
        return f"{self.message}; {self.hint}" if self.hint else self.message

    def sort_key(self) -> tuple[str, int, int, int, str, str]:
        """Order of reports: by file, place and code."""
        return (self.path, self.cell, self.span.line, self.span.column, self.code, self.message)

    def show_line(self, text: str) -> None:
        """Keep the source line of the finding, cut around it when it is very long."""
        if len(text) > _MAX_CONTEXT:
            self.context_start = max(0, min(self.span.column - _MAX_CONTEXT // 2, len(text) - _MAX_CONTEXT))
            text = text[self.context_start : self.context_start + _MAX_CONTEXT]
        self.context = text


def from_diagnostic(diagnostic: Diagnostic, *, related: bool) -> Finding:
    """The finding for a diagnostic; with `related`, its other places are worked out."""
    # The same few texts come again and again in a large run.
    message, hint = sys.intern(diagnostic.message), sys.intern(diagnostic.hint)
    finding = Finding(diagnostic.code, message, hint, diagnostic.path, diagnostic.span)
    finding.cell = diagnostic.cell
    finding.symbol = sys.intern(diagnostic.symbol)
    finding.last_release = diagnostic.last_release
    if related:
        finding.related = diagnostic.related
    return finding


def say_when(found: Iterable[Finding], release: Release | None) -> None:
    """Note on each finding whether it is broken already or breaks on the upgrade.

    `release` is what the project has (see `Targets.resolved`); where nothing says which, nothing is noted.
    """
    if release is None:
        return
    from osmosis_lint.api import releases
    from osmosis_lint.api.breakage import breakage

    for item in found:
        item.breakage = breakage(item.code, item.symbol, item.last_release, release)
        item.resolved = releases.show(release) if item.breakage else ""


def rule_of(code: str) -> Rule:
    """The rule of a code, those of the command itself included."""
    from osmosis_lint.api import records

    rule = records.BY_CODE.get(code)
    if rule is not None:
        return rule
    return next(rule for rule in records.TOOL_RULES if rule.code == code)


def is_error(code: str) -> bool:
    """Whether a code stands for something that fails, and not for a warning or advice."""
    return rule_of(code).level == "error"
