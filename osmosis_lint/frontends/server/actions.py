"""Code actions: the fix of a finding, all safe fixes of a file, and a comment that suppresses a finding.

The proofs of the fixes are those of `osmosis_lint.fixes`. An unsafe fix says so in its title and is never one of those
that are applied together; a fix whose proof failed is not offered.
"""

from __future__ import annotations

import json

from lsprotocol import types

from osmosis_lint.files.kinds import NOTEBOOK, PYTHON
from osmosis_lint.fixes.offers import DISPLAY, UNSAFE
from osmosis_lint.frontends.command.findings import UNCHECKED, UNUSED_SUPPRESSION
from osmosis_lint.frontends.server.offering import Offering

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from osmosis_lint.fixes.offers import Offer, TextEdit
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
        self._part = next((part for part in checked.snapshot.parts if part.uri == uri), None)
        self._with_versions = with_versions
        self._offering = Offering(checked)

    def of(self, items: Iterable[Shown], only: Iterable[str] | None) -> list[types.CodeAction]:
        """The actions for the findings at a place, of the kinds that are asked for (None: all)."""
        out: list[types.CodeAction] = []
        if self._part is None:
            # A cell that has gone meanwhile.
            return out
        if _is_asked(types.CodeActionKind.QuickFix.value, only):
            chosen = list(items)
            out += self._fixes(chosen)
            out += self._suppressions(self._part, chosen)
        if _is_asked(FIX_ALL, only):
            out += self._fix_all(self._part)
        return out

    def _fixes(self, items: list[Shown]) -> Iterator[types.CodeAction]:
        known: list[Offer] = []
        for item in items:
            offer = self._offering.of(item.finding)
            if offer.applicability == DISPLAY or any(_is_same(offer, other) for other in known):
                continue
            known.append(offer)
            edits = self._edits(offer.edits)
            if edits:
                covered = {(cover.code, cover.span) for cover in offer.covers}
                # In notebooks, what is covered counts in other lines: the finding itself is sure to be answered.
                answered = [it for it in items if it is item or (it.finding.code, it.finding.span) in covered]
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

    def _edits(self, edits: Iterable[TextEdit]) -> dict[Part, list[types.TextEdit]]:
        """Edits of the document by the text that they are in."""
        parts = {part.cell: part for part in self._checked.snapshot.parts}
        out: dict[Part, list[types.TextEdit]] = {}
        for edit in edits:
            part = parts[edit.cell]
            out.setdefault(part, []).append(types.TextEdit(part.text.range(edit.span), edit.text))
        return out

    def _fix_all(self, part: Part) -> Iterator[types.CodeAction]:
        snapshot = self._checked.snapshot
        fixed = self._offering.fixed()
        if fixed == snapshot.source:
            return
        changed = _cells(snapshot.parts, fixed) if part.cell else [(part, fixed)]
        edits = {item: item.text.edits_to(text) for item, text in changed}
        title = "Fix all that is safe to fix (osmosis-lint)"
        yield types.CodeAction(title, kind=FIX_ALL, edit=self._workspace_edit(edits))

    def _suppressions(self, part: Part, items: list[Shown]) -> Iterator[types.CodeAction]:
        from osmosis_lint.frontends.command.add_noqa import is_same, with_comments

        if self._checked.snapshot.kind not in (PYTHON, NOTEBOOK):
            return
        by_code: dict[str, list[Shown]] = {}
        for item in items:
            if item.finding.code not in (UNCHECKED, UNUSED_SUPPRESSION):
                by_code.setdefault(item.finding.code, []).append(item)
        before = part.text.text
        for code, found in by_code.items():
            after = with_comments(before, [item.finding for item in found])
            if after != before and is_same(before, after):
                yield types.CodeAction(
                    f"Disable {code} for this line",
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[item.diagnostic for item in found],
                    edit=self._workspace_edit({part: part.text.edits_to(after)}),
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


def _is_same(offer: Offer, other: Offer) -> bool:
    """Whether two offers change the same: one rewrite may answer several findings."""
    return offer is other or [repr(edit) for edit in offer.edits] == [repr(edit) for edit in other.edits]


def _cells(parts: Iterable[Part], notebook: str) -> Iterator[tuple[Part, str]]:
    """The cells of a notebook that read otherwise in its JSON, with what they read there."""
    cells = json.loads(notebook)["cells"]
    for part in parts:
        text = "".join(cells[part.cell - 1]["source"])
        if text != part.text.text:
            yield part, text
