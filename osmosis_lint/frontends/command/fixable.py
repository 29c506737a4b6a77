"""What `--fix` would do about the findings of a run: how many it would take away, and the edits for each.

A run that found something pays for this alone: the rewrites of each file are made in memory, proved, and the result
is checked again, so that the number is what is true of `--fix` and no estimate.
"""

from __future__ import annotations

import os

from osmosis_lint.files.kinds import EMBEDDING, INSTALL, PYTHON, explicit_kind_of_path, has_script_header
from osmosis_lint.fixes import session
from osmosis_lint.fixes.offers import DISPLAY, Offers
from osmosis_lint.frontends.command import scanning, unparsed
from osmosis_lint.frontends.command.findings import EXTRA, UNCHECKED, UNUSED_SUPPRESSION
from osmosis_lint.frontends.command.fixing import CANNOT, Fixing
from osmosis_lint.frontends.command.other_files import OtherChecker, OtherFiles
from osmosis_lint.frontends.command.settings import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.edits import Fix
    from osmosis_lint.fixes.offers import Offer
    from osmosis_lint.fixes.session import FixResult
    from osmosis_lint.frontends.command.checking import Checker
    from osmosis_lint.frontends.command.covered import Covered
    from osmosis_lint.frontends.command.findings import Finding

# More files with findings than this, or more findings, are not fixed in memory only to count.
MAX_COUNTED = 200
MAX_FINDINGS = 5_000
# Each edit that is shown is proved by checking its file again: the characters of source that are checked for one file.
_MAX_PROOF = 20_000_000
_NOT_FIXED = frozenset((UNCHECKED, UNUSED_SUPPRESSION))


class Fixables:
    """Answers for one run.

    `checker` made the check. `using` are the absolute paths of all Python files that use the SDK, `covered` what the
    run looked at as a whole, `standard_input` the name and bytes of what was read from there, if it was. `progress`
    is told after each file how many are done.
    """

    def __init__(
        self,
        checker: Checker,
        using: Iterable[str],
        covered: Covered,
        others: OtherFiles | None,
        standard_input: tuple[str, bytes] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._checker = checker
        self._plan = checker.plan
        self._using = list(using)
        self._others = others or OtherFiles()
        self._covered = covered
        self._stdin = standard_input
        self._progress = progress
        # One line for each mistake of ours in a rewrite: it must not cost the report, nor go unsaid.
        self.problems: list[str] = []

    def count(self, reported: list[Finding], found: dict[str, int]) -> int | None:
        """How many of the findings `--fix` would take away; None when there are too many files to try.

        `found` says how many findings each file has, those that a baseline knows included.
        """
        paths = {item.path for item in reported if item.code not in _NOT_FIXED and self._can_read(item.path)}
        if len(paths) > MAX_COUNTED or len(reported) > MAX_FINDINGS:
            return None
        try:
            return self._count(reported, found, paths) if paths else 0
        except Exception as error:
            self.problems.append(f"the fixable findings were not counted: {unparsed.internal(error)}")
            return None

    def _count(self, reported: list[Finding], found: dict[str, int], paths: set[str]) -> int:
        trial = _Trial(self._checker, self._using)
        if self._stdin is not None:
            trial.try_text(*self._stdin)
        else:
            self._try_files(trial, paths)
        by_path: dict[str, int] = {}
        for item in reported:
            by_path[item.path] = by_path.get(item.path, 0) + (item.code != EXTRA)
        total = 0
        for path, data in trial.after.items():
            found_after = self._left(trial, path, data)
            left = sum(item.code != EXTRA and item.path == path for item in found_after)
            total += min(by_path.get(path, 0), max(0, found.get(path, 0) - left))
        return total + sum(item.code == EXTRA and (item.path, item.span.key()) in trial.extras for item in reported)

    def _can_read(self, path: str) -> bool:
        """Whether a file can be read once more, which a pipe cannot."""
        return self._stdin is not None or os.path.isfile(path)

    def _try_files(self, trial: _Trial, paths: set[str]) -> None:
        for done, path in enumerate(sorted(path for path in paths if explicit_kind_of_path(path) == PYTHON), 1):
            trial.python(path)
            if self._progress is not None:
                self._progress(done)
        others = OtherFiles()
        others.embedding = [item for item in self._others.embedding if item[0] in paths]
        # What they would change for may be reported elsewhere: a missing extra is, at an import.
        others.declaring, others.weak = self._others.declaring, self._others.weak
        trial.others(others, self._covered)

    def _left(self, trial: _Trial, path: str, data: bytes) -> list[Finding]:
        """What a check would report in a file after the fixes."""
        if path in trial.remaining:
            return self._checker.settled(path, *trial.remaining[path])
        kind = explicit_kind_of_path(path)
        if kind == PYTHON:
            return self._checker.python_bytes(path, data).findings
        # Standard input is taken to lie in a project that uses the SDK.
        using = {*self._using, *((path,) if self._stdin is not None else ())}
        return OtherChecker(self._checker, using).bytes_of(path, kind, data).findings

    # The edits

    def offer(self, findings: list[Finding]) -> None:
        """Give each finding the rewrite that answers it, if there is one that is proved."""
        by_path: dict[str, list[Finding]] = {}
        for item in findings:
            if item.code not in _NOT_FIXED and self._can_read(item.path):
                by_path.setdefault(item.path, []).append(item)
        fixing = Fixing({"diff": True}, self._plan, self._checker.targets)
        for number, (path, items) in enumerate(sorted(by_path.items()), 1):
            try:
                self._offer(fixing, path, items)
            except CANNOT:
                # It changed while we ran.
                continue
            except Exception as error:
                self.problems.append(f"{shown(path)}: its fixes are not shown: {unparsed.internal(error)}")
            if self._progress is not None:
                self._progress(number)

    def _offer(self, fixing: Fixing, path: str, items: list[Finding]) -> None:
        data = self._stdin[1] if self._stdin is not None else scanning.read(path)
        if len(data) * len(items) > _MAX_PROOF:
            return
        kind = explicit_kind_of_path(path)
        if kind == PYTHON:
            text = session.decoded(data)[1]
            self._of_python(fixing, path, text.removeprefix(session.BOM), items)
        elif kind in EMBEDDING:
            from osmosis_lint.fixes.embedding import EmbeddedOffers

            embedded = EmbeddedOffers(fixing.engine_of(path), path, kind, data.decode("utf-8"))
            for item in items:
                _take(item, embedded.find(item.code, item.span, item.cell), items)
        elif kind != INSTALL:
            self._of_manifest(path, data.decode("utf-8-sig"), items)

    def _of_python(self, fixing: Fixing, path: str, text: str, items: list[Finding]) -> None:
        engine = fixing.engine_of(path)
        found = engine.check(path, text)
        offers = Offers(engine, found)
        for item, diagnostic in _matched(items, found):
            _take(item, offers.of(diagnostic), items)

    def _of_manifest(self, path: str, text: str, items: list[Finding]) -> None:
        from osmosis_lint.fixes import manifests
        from osmosis_lint.rules import requirements

        roots = {scanning.project_of(os.path.dirname(used)) for used in self._using}
        uses_sdk = scanning.project_of(os.path.dirname(path)) in roots
        found = [item for item in requirements.check_manifest(path, text, uses_sdk=uses_sdk) if item.path == path]
        offers = manifests.offers(path, text, found)
        for item, diagnostic in _matched(items, found):
            _take(item, offers[diagnostic], items)


def _matched(items: Iterable[Finding], found: Iterable[Diagnostic]) -> Iterator[tuple[Finding, Diagnostic]]:
    """The findings that are there again, each with its diagnostic."""
    known = {(item.code, item.span.key()): item for item in found}
    for item in items:
        diagnostic = known.get((item.code, item.span.key()))
        if diagnostic is not None:
            yield item, diagnostic


def _take(finding: Finding, offer: Offer, reported: list[Finding]) -> None:
    """Keep an offer that is proved, and that touches no finding which is suppressed or not selected."""
    codes = {(item.code, item.span.line) for item in reported}
    is_python = not finding.cell and explicit_kind_of_path(finding.path) == PYTHON
    if not offer.edits or offer.applicability == DISPLAY:
        return
    if is_python and not all((item.code, item.span.line) in codes for item in offer.covers):
        return
    finding.fix = offer
    # What it covers holds on to the syntax tree.
    offer.covers = ()


class _Trial(Fixing):
    """Fixes that are made and not written: `after` are the bytes that a file would have, `remaining` its text then and
    what the engine still finds in it, as far as that is known."""

    def __init__(self, checker: Checker, using: Iterable[str]) -> None:
        super().__init__({"diff": True}, checker.plan, checker.targets)
        self._using = list(using)
        self.after: dict[str, bytes] = {}
        self.remaining: dict[str, tuple[str, list[Diagnostic]]] = {}
        # Missing extras that a requirement would ask for: where the import stands.
        self.extras: set[tuple[str, tuple[int, int, int, int]]] = set()

    def python(self, path: str) -> None:
        """Fix a Python file."""
        self._guarded(path, PYTHON)

    def _fixed(self, path: str, text: str) -> FixResult:
        found = session.fix_text(self.engine_of(path), path, text, only=self._may, explain=False, tidy=False)
        if not has_script_header(found.text):
            self.remaining[path] = (found.text, found.remaining)
        return found

    def try_text(self, path: str, data: bytes) -> None:
        """Fix standard input."""
        try:
            is_python = explicit_kind_of_path(path) == PYTHON
            encoding, text = session.decoded(data) if is_python else ("utf-8", data.decode("utf-8"))
            after = self.text(path, text)
            if after != text:
                self.after[path] = after.encode(encoding)
        except CANNOT:
            return

    def finish(
        self,
        path: str,
        data: bytes,
        before: str,
        after: str,
        applied: list[Fix],
        offered: list[Fix],
        encoding: str = "utf-8",
    ) -> None:
        """Keep what the file would be."""
        if after != before:
            self.after[path] = after.encode(encoding)
        covered: list[Diagnostic] = [item for fix in applied for item in fix.covers]
        self.extras |= {(item.path, item.span.key()) for item in covered if item.code == EXTRA}
