"""Code actions: the fix of a finding, all safe fixes of a file, and a comment that suppresses a finding.

The proofs of the fixes are those of `osmosis_lint.fixes`. An unsafe fix says so in its title and is never one of those
that are applied together; a fix whose proof failed is not offered.
"""

from __future__ import annotations

from lsprotocol import types

from osmosis_lint.files.kinds import NOTEBOOK, PYTHON
from osmosis_lint.fixes.offers import DISPLAY, UNSAFE, Offer, Offers, fix_all
from osmosis_lint.frontends.command.findings import UNCHECKED, UNUSED_SUPPRESSION
from osmosis_lint.frontends.command.reported import Reported
from osmosis_lint.frontends.server.sources import Source, sources_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from osmosis_lint.diagnostics import Diagnostic, Span
    from osmosis_lint.frontends.command.findings import Finding
    from osmosis_lint.frontends.server.checks import Checked
    from osmosis_lint.frontends.server.documents import Part
    from osmosis_lint.frontends.server.reporting import Shown

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.osmosis-lint"
KINDS = (types.CodeActionKind.QuickFix.value, FIX_ALL)
# Each fix is proved by a check of the file: a selection of the whole file must not ask for hundreds.
_MAX_FIXES = 20


class Actions:
    """The code actions for one text at one time. Runs in the thread of the checks."""

    def __init__(self, checked: Checked, uri: str, *, with_versions: bool) -> None:
        """`uri` is that of the text; `with_versions` says that the client takes edits of a version of a document."""
        self._checked = checked
        self._part = next(part for part in checked.snapshot.parts if part.uri == uri)
        self._with_versions = with_versions
        self._looked: list[tuple[Source, Offers, list[Diagnostic]]] | None = None

    def of(self, items: Iterable[Shown], only: Iterable[str] | None) -> list[types.CodeAction]:
        """The actions for the findings at a place, of the kinds that are asked for (None: all)."""
        out: list[types.CodeAction] = []
        if _is_asked(types.CodeActionKind.QuickFix.value, only):
            chosen = list(items)
            out += self._fixes(chosen)
            out += self._suppressions(chosen)
        if _is_asked(FIX_ALL, only):
            out += self._fix_all()
        return out

    def _fixes(self, items: list[Shown]) -> Iterator[types.CodeAction]:
        known: list[Offer] = []
        for item in items:
            found = self._offer(item.finding)
            if found is None or found[1].applicability == DISPLAY or any(found[1] is other for other in known):
                continue
            source, offer = found
            known.append(offer)
            edits = source.edits(offer.edits)
            if edits:
                covered = {(cover.code, *source.found_at(cover.span)) for cover in offer.covers}
                answered = [other for other in items if _key(other.finding) in covered]
                is_unsafe = offer.applicability == UNSAFE
                yield types.CodeAction(
                    f"{offer.title} (unsafe)" if is_unsafe else offer.title,
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[other.diagnostic for other in answered],
                    is_preferred=not is_unsafe,
                    edit=self._workspace_edit(edits),
                )
            if len(known) == _MAX_FIXES:
                return

    def _offer(self, finding: Finding) -> tuple[Source, Offer] | None:
        if self._looked is None:
            self._looked = [(source, *self._look(source)) for source in sources_of(self._checked.snapshot)]
        for source, offers, diagnostics in self._looked:
            for diagnostic in diagnostics:
                if _key(finding) == (diagnostic.code, *source.found_at(diagnostic.span)):
                    return source, offers.of(diagnostic)
        return None

    def _look(self, source: Source) -> tuple[Offers, list[Diagnostic]]:
        engine = self._checked.bench.checker.engine_of(source.path)
        try:
            found = engine.check(source.path, source.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            found = []
        return Offers(engine, found), found

    def _fix_all(self) -> Iterator[types.CodeAction]:
        snapshot, checker = self._checked.snapshot, self._checked.bench.checker
        if snapshot.kind != PYTHON or not self._checked.findings:
            return
        only = Reported(checker.plan.selection, snapshot.path)
        fixed = fix_all(checker.engine_of(snapshot.path), snapshot.path, snapshot.source, only=only)
        if fixed != snapshot.source:
            edits = {self._part: self._part.text.edits_to(fixed)}
            title = "Fix all that is safe to fix (osmosis-lint)"
            yield types.CodeAction(title, kind=FIX_ALL, edit=self._workspace_edit(edits))

    def _suppressions(self, items: list[Shown]) -> Iterator[types.CodeAction]:
        from osmosis_lint.frontends.command.add_noqa import is_same, with_comments

        if self._checked.snapshot.kind not in (PYTHON, NOTEBOOK):
            return
        by_code: dict[str, list[Shown]] = {}
        for item in items:
            if item.finding.code not in (UNCHECKED, UNUSED_SUPPRESSION):
                by_code.setdefault(item.finding.code, []).append(item)
        before = self._part.text.text
        for code, found in by_code.items():
            after = with_comments(before, [item.finding for item in found])
            if after != before and is_same(before, after):
                yield types.CodeAction(
                    f"Disable {code} for this line",
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[item.diagnostic for item in found],
                    edit=self._workspace_edit({self._part: self._part.text.edits_to(after)}),
                )

    def _workspace_edit(self, edits: dict[Part, list[types.TextEdit]]) -> types.WorkspaceEdit:
        if not self._with_versions:
            return types.WorkspaceEdit(changes={part.uri: items for part, items in edits.items()})
        return types.WorkspaceEdit(
            document_changes=[
                types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(part.uri, part.version), [*items])
                for part, items in edits.items()
            ]
        )


def _is_asked(kind: str, only: Iterable[str] | None) -> bool:
    """Whether a kind of action is asked for: by its name, or by that of a kind it is one of."""
    return only is None or any(kind == word or kind.startswith(f"{word}.") or not word for word in only)


def _key(finding: Finding) -> tuple[str, Span, int]:
    """What tells a finding from the others of its document."""
    return finding.code, finding.span, finding.cell
