"""Which fixer answers which rule, and all the fixes one file could have."""

from __future__ import annotations

from osmosis_lint.fixes import calls, graders, harbor, headers, imports, renames, sample_sources
from osmosis_lint.fixes.edits import Fix, Refusal, RefusedError
from osmosis_lint.fixes.file import SourceFile, origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from osmosis_lint.diagnostics import Diagnostic

    Fixer: TypeAlias = "Callable[[SourceFile, Diagnostic], Fix]"

# A fixer may raise RefusedError. Where several stand, the first that does not refuse answers.
FIXERS: dict[str, tuple[Fixer, ...]] = {
    "OSM101": (graders.fix, renames.fix_text),
    "OSM102": (graders.fix, renames.fix_text),
    "OSM103": (graders.fix, renames.fix_text),
    "OSM104": (calls.fix_call, renames.fix_text),
    "OSM105": (graders.fix,),
    "OSM106": (graders.fix,),
    "OSM107": (sample_sources.fix_identity, graders.fix),
    "OSM108": (imports.fix,),
    "OSM109": (sample_sources.fix,),
    "OSM110": (graders.fix,),
    "OSM201": (calls.fix_session,),
    "OSM202": (renames.fix,),
    "OSM205": (imports.fix,),
    "OSM206": (sample_sources.fix_return,),
    "OSM301": (headers.fix,),
    "OSM302": (headers.fix,),
    "OSM303": (headers.fix_url,),
    "OSM401": (imports.fix,),
    "OSM402": (harbor.fix,),
    "OSM403": (harbor.fix,),
    "OSM404": (harbor.fix,),
    "OSM405": (harbor.fix,),
    "OSM406": (harbor.fix,),
    "OSM407": (harbor.fix,),
    "OSM408": (harbor.fix,),
    "OSM409": (imports.fix,),
    "OSM411": (imports.fix,),
    "OSM413": (renames.fix,),
    "OSM501": (imports.fix,),
    "OSM502": (imports.fix,),
    "OSM503": (imports.fix,),
    "OSM504": (imports.fix, renames.fix, calls.fix_ignored),
}
NO_REWRITE = "there is no rewrite for this rule"


class Plan:
    """The fixes of a file and, for the other diagnostics, why there is none. `refusals` is by diagnostic."""

    def __init__(self) -> None:
        self.fixes: list[Fix] = []
        self.refusals: dict[Diagnostic, str] = {}

    def fix_for(self, diagnostic: Diagnostic) -> Fix | None:
        """The fix that answers a diagnostic."""
        return next((fix for fix in self.fixes if diagnostic in fix.covers), None)


def plan(diagnostics: Sequence[Diagnostic]) -> Plan:
    """Every fix for the diagnostics of one file, which come from one check of it."""
    out = Plan()
    known = [item for item in diagnostics if item.origin is not None]
    if not known:
        out.refusals.update(dict.fromkeys(diagnostics, NO_REWRITE))
        return out
    file = SourceFile(origin(known[0]).check, known)
    answered: set[Diagnostic] = set()
    for diagnostic in known:
        if diagnostic in answered:
            continue
        found = answer(file, diagnostic)
        if isinstance(found, Refusal):
            out.refusals[diagnostic] = found.reason
            continue
        if answered.isdisjoint(found.covers):
            out.fixes.append(found)
            answered.update(found.covers)
    for diagnostic in answered:
        out.refusals.pop(diagnostic, None)
    return out


def answer(file: SourceFile, diagnostic: Diagnostic) -> Fix | Refusal:
    """The fix for one diagnostic, or why there is none."""
    reason = NO_REWRITE
    for fixer in FIXERS.get(diagnostic.code, ()):
        try:
            fix = fixer(file, diagnostic)
        except RefusedError as refused:
            # The reason of the first fixer is that of the rule's own rewrite.
            reason = str(refused) if reason == NO_REWRITE else reason
            continue
        except (ValueError, IndexError, AttributeError) as error:
            # A shape the fixer's author did not think of costs one fix, not the run.
            reason = f"the rewrite does not understand this place ({error})"
            continue
        if fix.edits:
            return fix
        reason = "the rewrite finds nothing to change"
    return Refusal(reason)
