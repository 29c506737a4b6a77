"""What can be done about the findings of a checked document, whatever kind of file it is."""

from __future__ import annotations

import os

from osmosis_lint.files.kinds import EMBEDDING, LOCK, MANIFEST, PYTHON
from osmosis_lint.fixes.offers import DISPLAY, Offer, Offers
from osmosis_lint.frontends.command.fixing import CANNOT, Fixing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.engine import Engine
    from osmosis_lint.fixes.embedding import EmbeddedOffers
    from osmosis_lint.frontends.command.findings import Finding
    from osmosis_lint.frontends.server.checks import Checked
    from osmosis_lint.frontends.server.configuration import Bench

_NOTHING = Offer(DISPLAY, "", "")


class Offering:
    """Answers for one checked document. Nothing here raises."""

    def __init__(self, checked: Checked) -> None:
        self._checked = checked
        self._snapshot = checked.snapshot
        self._engine = checked.bench.checker.engine_of(checked.snapshot.path)
        self._embedded: EmbeddedOffers | None = None
        self._offers: Offers | None = None
        self._diagnostics: list[Diagnostic] = []

    def of(self, finding: Finding) -> Offer:
        """The offer for a finding, with edits in the document (in a notebook: in the cell)."""
        kind = self._snapshot.kind
        try:
            if kind in EMBEDDING:
                return self._of_embedded(finding)
            if kind == PYTHON:
                return self._of_python(finding)
            return self._of_manifest(finding) if kind == MANIFEST else _NOTHING
        except CANNOT:
            return _NOTHING

    def fixed(self) -> str:
        """The source of the document with all fixes that are safe; the source itself when nothing is to be fixed."""
        source = self._snapshot.source
        if not self._checked.findings or self._snapshot.kind == LOCK:
            return source
        try:
            return _Fixing(self._checked.bench).text(self._snapshot.path, source)
        except CANNOT:
            return source

    def _of_python(self, finding: Finding) -> Offer:
        if self._offers is None:
            self._diagnostics = self._engine.check(self._snapshot.path, self._snapshot.source)
            self._offers = Offers(self._engine, self._diagnostics)
        diagnostic = _like(finding, self._diagnostics)
        return self._offers.of(diagnostic) if diagnostic is not None else _NOTHING

    def _of_embedded(self, finding: Finding) -> Offer:
        from osmosis_lint.fixes.embedding import EmbeddedOffers

        if self._embedded is None:
            snapshot = self._snapshot
            self._embedded = EmbeddedOffers(self._engine, snapshot.path, snapshot.kind, snapshot.source)
        return self._embedded.find(finding.code, finding.span, finding.cell)

    def _of_manifest(self, finding: Finding) -> Offer:
        from osmosis_lint.fixes import manifests
        from osmosis_lint.rules.requirements import check_manifest

        path, source = self._snapshot.path, self._snapshot.source
        # Which of them are findings was decided by the check: here each is only looked up.
        diagnostic = _like(finding, check_manifest(path, source.removeprefix("\ufeff"), uses_sdk=True))
        return manifests.offers(path, source, [diagnostic])[diagnostic] if diagnostic is not None else _NOTHING


class _Fixing(Fixing):
    """The fixes of the command, in memory, with the engines of the server: they know what is not saved."""

    def __init__(self, bench: Bench) -> None:
        super().__init__({"diff": True}, bench.checker.plan)
        self._bench = bench

    def engine_of(self, path: str) -> Engine:
        """The engine for the release that the file's project aims at."""
        return self._bench.checker.engine_of(path)


def _like(finding: Finding, diagnostics: list[Diagnostic]) -> Diagnostic | None:
    """The diagnostic that a finding was made of."""
    path = os.path.abspath(finding.path)
    same = (item for item in diagnostics if (item.code, item.span) == (finding.code, finding.span))
    return next((item for item in same if os.path.abspath(item.path) == path), None)
