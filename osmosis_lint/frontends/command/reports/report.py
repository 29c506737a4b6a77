"""What every output format is given, and the words they share."""

from __future__ import annotations

from osmosis_lint.frontends.command.findings import UNCHECKED
from osmosis_lint.frontends.command.settings import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.frontends.command.findings import Finding


class Report:
    """The outcome of a run: the findings in order, and the counts.

    `seen` counts files looked at, `using` those that use the SDK, `fixable` the findings that `--fix` would take away
    (None: not tried), `known` the findings a baseline lists and `gone` the entries of it that were not found again.
    """

    __slots__ = ("findings", "fixable", "fixed", "gone", "known", "seen", "suppressed", "using")

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.seen = 0
        self.using = 0
        self.suppressed = 0
        self.fixable: int | None = None
        # What the fixes of this run did, in words; empty when it made none.
        self.fixed = ""
        self.known = 0
        self.gone = 0

    @property
    def unchecked(self) -> int:
        """How many files could not be checked, in whole or in part."""
        return len({finding.path for finding in self.findings if finding.code == UNCHECKED})

    def summary(self) -> str:
        """The one line that says what was done."""
        found = sum(finding.code != UNCHECKED for finding in self.findings)
        parts = [
            f"{number_of(self.seen, 'file')} seen",
            f"{self.using} {'uses' if self.using == 1 else 'use'} the SDK",
            number_of(found, "finding"),
            "fixable not counted (--diff shows them)" if self.fixable is None else f"{self.fixable} fixable",
            f"{self.suppressed} suppressed",
        ]
        if self.fixed:
            parts.append(self.fixed)
        if self.known:
            parts.append(f"{self.known} in the baseline")
        if self.gone:
            parts.append(f"{self.gone} of the baseline gone (--update-baseline takes them out)")
        if self.unchecked:
            parts.append(f"{number_of(self.unchecked, 'file')} NOT CHECKED")
        return ", ".join(parts)


def number_of(number: int, noun: str) -> str:
    """A number with its noun: `1 file`, `2 files`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def place(finding: Finding) -> str:
    """Where a finding is, as `path:line:column`, or `path:cell 2:line:column` in a notebook; columns from one."""
    cell = f":cell {finding.cell}" if finding.cell else ""
    path = shown(finding.path)
    if not path.isprintable():
        # One line stays one line, whatever a file is called.
        path = "".join(item if item.isprintable() else ascii(item)[1:-1] for item in path)
    return f"{path}{cell}:{finding.span.line}:{finding.span.column + 1}"


def uri_path(path: str) -> str:
    """A path with forward slashes, relative to the working directory when below it."""
    import os

    return shown(path).replace(os.sep, "/")


def level(code: str) -> str:
    """`error` or `warning`."""
    from osmosis_lint.frontends.command.findings import is_error

    return "error" if is_error(code) else "warning"
