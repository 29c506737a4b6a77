"""What can be done about each finding of a text: the way in for editors and for machine-readable reports.

`Offers` answers for one finding at a time, proves each rewrite when it is asked for, and remembers the answer.
`fix_all` gives the text with everything applied that is proved safe. Neither touches a file.
"""

from __future__ import annotations

from osmosis_lint.diagnostics import Span
from osmosis_lint.fixes import session
from osmosis_lint.fixes.edits import DISPLAY, SAFE, UNSAFE, Edit
from osmosis_lint.fixes.file import origin
from osmosis_lint.fixes.planning import NO_REWRITE, plan
from osmosis_lint.fixes.proof import Look, look_back, prove
from osmosis_lint.semantics.source import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.engine import Engine
    from osmosis_lint.fixes.planning import Plan
    from osmosis_lint.fixes.session import Wanted

__all__ = ["DISPLAY", "SAFE", "UNSAFE", "Offer", "Offers", "TextEdit", "fix_all"]


class TextEdit:
    """Replace what stands at `span` (one-based lines, zero-based character columns, end exclusive) by `text`.

    Edits of one offer do not overlap and are in order of place; all spans are those of the unchanged text. `cell` is
    the one-based notebook cell that the span counts in, or 0.
    """

    __slots__ = ("cell", "span", "text")

    def __init__(self, span: Span, text: str, cell: int = 0) -> None:
        self.span = span
        self.text = text
        self.cell = cell

    def __repr__(self) -> str:
        return f"TextEdit({self.span!r}, {self.text!r}, cell={self.cell})"


class Offer:
    """The answer to one finding.

    applicability  `SAFE` (apply without looking), `UNSAFE` (apply when asked to), `DISPLAY` (never apply)
    title          what the rewrite does, such as "Use the single sample"; empty when there is none
    reason         why it is not safe, or why there is no rewrite; empty when it is safe
    edits          the whole rewrite, all or nothing; empty when there is none. Of a `DISPLAY` they are only to look at
    covers         the findings that it answers, the one asked for among them
    """

    __slots__ = ("applicability", "covers", "edits", "reason", "title")

    def __init__(
        self,
        applicability: str,
        title: str,
        reason: str,
        edits: Sequence[TextEdit] = (),
        covers: Sequence[Diagnostic] = (),
    ) -> None:
        self.applicability = applicability
        self.title = title
        self.reason = reason
        self.edits = tuple(edits)
        self.covers = tuple(covers)

    def __repr__(self) -> str:
        return f"Offer({self.applicability!r}, {self.title!r}, {self.reason!r}, {list(self.edits)!r})"


class Offers:
    """The offers for the findings of one text.

    `diagnostics` are what `engine.check(path, text)` gave, all of them, not settled. Finding the rewrites looks at the
    whole file once; proving one costs about as much as a check. Nothing here raises.
    """

    def __init__(self, engine: Engine, diagnostics: Sequence[Diagnostic]) -> None:
        self._engine = engine
        self._known: dict[Diagnostic, Offer] = {}
        self._plan: Plan | None = None
        self._diagnostics = [item for item in diagnostics if item.origin is not None]

    def of(self, diagnostic: Diagnostic) -> Offer:
        """The offer for one of the findings."""
        known = self._known.get(diagnostic)
        if known is None:
            known = self._known[diagnostic] = self._work_out(diagnostic)
            # One rewrite that answers several findings is proved once.
            for other in known.covers:
                self._known.setdefault(other, known)
        return known

    def _work_out(self, diagnostic: Diagnostic) -> Offer:
        if diagnostic not in self._diagnostics:
            return Offer(DISPLAY, "", NO_REWRITE)
        check = origin(diagnostic).check
        rules = self._engine.rules()
        before = Look(check.module.text, check.module, list(check.findings()))
        # Other texts may have been looked at since.
        look_back(rules, before)
        if self._plan is None:
            self._plan = plan(self._diagnostics)
        fix = self._plan.fix_for(diagnostic)
        if fix is None:
            return Offer(DISPLAY, "", self._plan.refusals.get(diagnostic, NO_REWRITE), covers=[diagnostic])
        failure, _ = prove(rules, check.path, before, [fix])
        look_back(rules, before)
        fix.settle(failure)
        lines = check.module.lines
        edits = [TextEdit(_span(lines, edit.start, edit.end), edit.text) for edit in fix.edits]
        return Offer(fix.applicability, fix.title, fix.reason, edits, fix.covers)


def _span(lines: Lines, start: int, end: int) -> Span:
    first, last = lines.number(start), lines.number(end)
    return Span(first, start - lines.start(first), last, end - lines.start(last))


def as_edit(text: str, edit: TextEdit) -> Edit:
    """An edit by lines and columns as one by offsets of its text."""
    lines = Lines(text)
    start = lines.start(edit.span.line) + edit.span.column
    return Edit(start, lines.start(edit.span.end_line) + edit.span.end_column, edit.text)


def fix_all(engine: Engine, path: str, text: str, *, unsafe: bool = False, only: Wanted | None = None) -> str:
    """The text of a Python file with every safe fix applied (with `unsafe`, the unsafe ones too).

    `only` restricts what may be fixed: a set of codes, or a predicate on diagnostics. A byte order mark, the newlines
    and everything that no fix is about stay as they are. A text that does not parse comes back as it is.
    """
    try:
        return session.fix_text(engine, path, text, unsafe=unsafe, only=only).text
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
