"""Whether a check reports a diagnostic, for those who ask about one at a time: fixes and editors."""

from __future__ import annotations

from osmosis_lint.frontends.command.checking import suppressions_of
from osmosis_lint.frontends.command.findings import from_diagnostic, rule_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.frontends.command.selection import Selection
    from osmosis_lint.frontends.command.suppression import Suppressions


class Reported:
    """Answers for the diagnostics of one file, whose text may change from one to the next."""

    def __init__(self, selection: Selection, path: str) -> None:
        self._selection = selection
        self._path = path
        self._text: str | None = None
        self._suppressions: Suppressions | None = None

    def __call__(self, diagnostic: Diagnostic) -> bool:
        """Whether the diagnostic, which must not be settled, is selected and no comment suppresses it."""
        if not self._selection.wants(diagnostic.code, diagnostic.symbol, self._path):
            return False
        text: str = diagnostic.origin.check.module.text  # type: ignore[attr-defined]
        if text is not self._text:
            self._text, self._suppressions = text, suppressions_of(text)
        if self._suppressions is None:
            return True
        finding = from_diagnostic(diagnostic, related=False)
        return not self._suppressions.suppresses(finding, rule_of(diagnostic.code).name)
