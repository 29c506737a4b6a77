"""Checks one file after another: read, decode, ask the engine, apply the suppressing comments and the selection.

Whatever goes wrong with a file becomes a finding (OSM901) on that file; the others are still checked. Nothing of
a source is kept but the lines that findings stand on.
"""

from __future__ import annotations

import ast
import os

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.diagnostics import Span
from osmosis_lint.engine import Engine
from osmosis_lint.files.kinds import PYTHON, explicit_kind_of_path, has_script_header
from osmosis_lint.frontends.command.findings import (
    EXTRA,
    UNCHECKED,
    UNUSED_SUPPRESSION,
    Finding,
    from_diagnostic,
    rule_of,
    say_when,
)
from osmosis_lint.frontends.command.targets import Targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from osmosis_lint.api.releases import Release
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.frontends.command.selection import Selection
    from osmosis_lint.frontends.command.suppression import Code, Comment, Suppressions
    from osmosis_lint.rules.extras import ExtraUse


# Bytes of source after which the engine forgets what it read, and after which the garbage is collected. The collector
# that runs by itself is off (see `relax_collector`): it would walk the living syntax trees again and again.
_FORGET_AFTER = 200_000
_COLLECT_AFTER = 4_000_000


def relax_collector() -> None:
    """Switch the cyclic garbage collector off in this process; a `Checker` then runs it where it pays."""
    import gc

    gc.disable()


class Plan:
    """What checking a file needs to know of the run; goes to other processes."""

    __slots__ = ("related", "selection", "target")

    def __init__(self, selection: Selection, target: Release | None, *, related: bool = False) -> None:
        """`target` is the release that was set; None: what each project aims at."""
        self.selection = selection
        self.target = target
        self.related = related


class Pending:
    """A finding that holds unless one on a missing extra stands between two lines of its file (0: anywhere in it)."""

    __slots__ = ("finding", "first", "last")

    def __init__(self, finding: Finding, first: int, last: int) -> None:
        self.finding = finding
        self.first = first
        self.last = last

    def is_needed(self, places: set[tuple[str, int]]) -> bool:
        """Whether one of the places, as path and one-based line, is in its lines."""
        path = self.finding.path
        return any(where == path and (not self.last or self.first <= line <= self.last) for where, line in places)


class FileResult:
    """What came of one file.

    `uses_sdk` says that the engine looked at it; `suppressed` counts findings that a comment suppressed; `extras` are
    its imports that need an extra of the SDK; `pending` are findings on comments that suppress nothing unless a missing
    extra is reported in their lines, which is known when all files have been looked at.
    """

    __slots__ = ("extras", "findings", "path", "pending", "suppressed", "uses_sdk")

    def __init__(self, path: str) -> None:
        self.path = path
        self.findings: list[Finding] = []
        self.suppressed = 0
        self.uses_sdk = False
        self.extras: list[ExtraUse] = []
        self.pending: list[Pending] = []


class Checker:
    """Checks files for one plan. `python_file`, `python_bytes` and `python_source` never raise.

    `unsaved` are texts by absolute path that imports find in place of what is on disk.
    """

    def __init__(self, plan: Plan, unsaved: Mapping[str, str] | None = None) -> None:
        self.plan = plan
        self._unsaved = unsaved
        self.targets = Targets(plan.target)
        self._engines: dict[Release | None, Engine] = {}
        self._newest: Engine | None = None
        # Bytes of source that the engines hold, and that they have let go since garbage was last collected.
        self._held = 0
        self._let_go = 0

    def python_file(self, path: str) -> FileResult:
        """Check a Python file from disk; `path` is absolute."""
        result = FileResult(path)
        try:
            with open(path, "rb", buffering=0) as file:
                data = file.read()
        except OSError as error:
            self._cannot(result, error)
            return result
        return self.python_bytes(path, data, result)

    def python_bytes(self, path: str, data: bytes, result: FileResult | None = None) -> FileResult:
        """Check the bytes of a Python file (or of standard input called `path`)."""
        from osmosis_lint.semantics.source import decode

        result = result or FileResult(path)
        try:
            text = decode(data)
        except (SyntaxError, ValueError, LookupError) as error:
            result.uses_sdk = SDK_PACKAGE.encode() in data
            self._cannot(result, error)
        else:
            self.python_source(path, text, result)
        self._tidy(len(data))
        return result

    def python_source(self, path: str, text: str, result: FileResult | None = None) -> FileResult:
        """Check the text of a Python file."""
        result = result or FileResult(path)
        try:
            self.python_text(result, text)
        except Exception as error:
            # Not only what the parser raises: a mistake of ours must not stop the run either.
            result.uses_sdk = result.uses_sdk or SDK_PACKAGE in text
            self._cannot(result, error, text)
        return result

    def _tidy(self, size: int) -> None:
        """Forget and collect after every so many bytes of source, so that memory stays flat."""
        self._held += size
        if self._held < _FORGET_AFTER:
            return
        for engine in (*self._engines.values(), *((self._newest,) if self._newest is not None else ())):
            engine.dismantle()
        self._let_go += self._held
        self._held = 0
        if self._let_go > _COLLECT_AFTER:
            import gc

            self._let_go = 0
            if not gc.isenabled():
                gc.collect()

    def python_text(
        self, result: FileResult, text: str, name: str = "", place: Callable[[Finding], None] | None = None
    ) -> None:
        """Check a text and add its findings to a result.

        `name` is the path its imports are resolved from, when that is not the file's own; `place` moves a finding to
        where the text came from. Raises what the parser and the engine raise.
        """
        self._settle(result, name or result.path, text, self._findings(result, name or result.path, text), place)

    def settled(self, path: str, text: str, found: list[Diagnostic]) -> list[Finding]:
        """What a check of a text reports when `found` is what the engine finds in it: no comment suppresses it, and
        the selection wants it."""
        result = FileResult(path)
        result.uses_sdk = True
        self._settle(result, path, text, [from_diagnostic(item, related=False) for item in found], None)
        return result.findings

    def _settle(
        self,
        result: FileResult,
        path: str,
        text: str,
        found: list[Finding],
        place: Callable[[Finding], None] | None,
    ) -> None:
        if not found and "OSM" not in text and "osmosis-lint" not in text:
            return
        suppressions = suppressions_of(text)
        if suppressions is not None:
            kept = self.suppress(result, found, suppressions)
            kept += self._unused(result, path, text, suppressions)
        else:
            kept = found
        self.keep(result, kept, text, suppressions, place)

    def keep(
        self,
        result: FileResult,
        found: list[Finding],
        text: str,
        suppressions: Suppressions | None,
        place: Callable[[Finding], None] | None = None,
    ) -> None:
        """Add the findings that the selection wants to a result, with the source lines they stand on."""
        wanted = [item for item in found if self.plan.selection.wants(item.code, item.symbol, result.path)]
        if wanted:
            _show_lines(wanted, text, suppressions)
            # Tell what is broken already from what breaks on the upgrade.
            say_when(wanted, self.targets.resolved(os.path.dirname(result.path)))
        for finding in wanted:
            if place is not None:
                place(finding)
            result.findings.append(finding)

    def engine_of(self, path: str) -> Engine:
        """The engine for the release that the file's project aims at."""
        target = self.target_of(path)
        engine = self._engines.get(target)
        if engine is None:
            engine = Engine(target, advice=self.plan.selection.wants_advice, unsaved=self._unsaved)
            self._engines[target] = engine
        return engine

    def forget(self) -> None:
        """Drop what is known of project files, which may have changed."""
        for engine in (*self._engines.values(), self._newest):
            if engine is not None:
                engine.forget()

    def text_of(self, path: str) -> str | None:
        """The text of a file as imports find it, the unsaved one first; None when it cannot be read."""
        from osmosis_lint.semantics.modules import Project

        return Project(self._unsaved).text(path)

    def target_of(self, path: str) -> Release | None:
        """The release that the file's project aims at; None for the newest known."""
        return self.targets.of(os.path.dirname(path))

    def suppress(self, result: FileResult, found: list[Finding], suppressions: Suppressions) -> list[Finding]:
        """The findings that no comment suppresses; the others are counted when they would have been reported."""
        kept: list[Finding] = []
        for finding in found:
            if not suppressions.suppresses(finding, rule_of(finding.code).name):
                kept.append(finding)
            elif self.plan.selection.wants(finding.code, finding.symbol, result.path):
                result.suppressed += 1
        return kept

    def _findings(self, result: FileResult, path: str, text: str) -> list[Finding]:
        engine = self.engine_of(path)
        if not engine.meets_sdk(path, text):
            return []
        result.uses_sdk = True
        tree = ast.parse(text.removeprefix("\ufeff"), path)
        found = engine.check(path, text, tree)
        if EXTRA in self.plan.selection.enabled:
            found += self._of_extras(result, text, tree, self.target_of(path))
        if has_script_header(text):
            from osmosis_lint.rules.requirements import check_manifest

            found += check_manifest(result.path, text, uses_sdk=True)
        findings = [from_diagnostic(item, related=self.plan.related) for item in found]
        for diagnostic in found:
            diagnostic.settle()
        if path != result.path:
            for finding in findings:
                finding.path = result.path
                for item in finding.related:
                    item.path = result.path if item.path == path else item.path
        return findings

    def _of_extras(self, result: FileResult, text: str, tree: ast.Module, target: Release | None) -> list[Diagnostic]:
        """Note the imports that need an extra, for the project; a script with a header is a project of its own."""
        from osmosis_lint.api.record import EXTRA_WORDS

        if not any(word in text for word in EXTRA_WORDS):
            # Others need not load that rule.
            return []
        from osmosis_lint.rules import extras

        uses = extras.imported_extras(result.path, text, tree, target)
        if has_script_header(text):
            return extras.check_script_extras(result.path, text, uses)
        result.extras += uses
        return []

    def _unused(self, result: FileResult, path: str, text: str, suppressions: Suppressions) -> list[Finding]:
        """Findings for comments that suppress nothing. Codes that do not apply to this run are left alone."""
        if UNUSED_SUPPRESSION not in self.plan.selection.enabled:
            return []
        out: list[Finding] = []
        for comment, code in suppressions.unused():
            reason = self._why_unused(result, path, text, suppressions, comment, code)
            if not reason:
                continue
            rule = rule_of(UNUSED_SUPPRESSION)
            span = Span(comment.line, code.column, comment.line, code.column + len(code.text))
            finding = Finding(rule.code, rule.message.format(reason=reason), rule.hint, result.path, span)
            if suppressions.suppresses(finding, rule.name):
                continue
            if EXTRA in self.plan.selection.enabled and code.matches(EXTRA, rule_of(EXTRA).name):
                # The comments on extras in code inside of other files are heeded where that is read.
                if path == result.path and explicit_kind_of_path(result.path) == PYTHON:
                    lines = (0, 0) if suppressions.is_for_file(comment) else suppressions.statement(comment.line)
                    _show_lines([finding], text, suppressions)
                    result.pending.append(Pending(finding, *lines))
            else:
                out.append(finding)
        return out

    def _why_unused(
        self, result: FileResult, path: str, text: str, suppressions: Suppressions, comment: Comment, code: Code
    ) -> str:
        from osmosis_lint.frontends.command.selection import all_rules

        meant = {rule.code: rule.name for rule in all_rules() if code.matches(rule.code, rule.name)}
        if not meant:
            return f"no rule has the code `{code.text}`"
        if self.plan.selection.enabled.isdisjoint(meant) or UNUSED_SUPPRESSION in meant:
            return ""
        if not result.uses_sdk:
            return f"`{code.text}` has nothing to suppress here: the file does not use the SDK"
        if self._applies_later(path, text, suppressions, comment, meant):
            return ""
        return f"`{code.text}` has nothing to suppress here"

    def _applies_later(
        self, path: str, text: str, suppressions: Suppressions, comment: Comment, codes: dict[str, str]
    ) -> bool:
        """Whether the comment is needed for the newest release, though not for the one this run aims at."""
        from osmosis_lint.api import releases

        target = self.targets.of(os.path.dirname(path))
        if target is None or target >= releases.NEWEST:
            return False
        if self._newest is None:
            self._newest = Engine(advice=True, unsaved=self._unsaved)
        for diagnostic in self._newest.check(path, text):
            if diagnostic.code in codes and comment in suppressions.holding(diagnostic.span.line):
                return True
        return False

    def _cannot(self, result: FileResult, error: Exception, text: str = "") -> None:
        from osmosis_lint.frontends.command import unparsed

        line = column = 0
        if isinstance(error, SyntaxError):
            line, column = error.lineno or 1, error.offset or 1
        unchecked(result, unparsed.reason(error, text), self.plan.selection, text, line, column)


def unchecked(
    result: FileResult, reason: str, selection: Selection, text: str = "", line: int = 1, column: int = 1, cell: int = 0
) -> None:
    """Add the finding that a file (or a notebook cell) was not checked, at a one-based line and column."""
    rule = rule_of(UNCHECKED)
    if not selection.wants(rule.code, "", result.path):
        return
    line, column = max(line, 1), max(column, 1)
    span = Span(line, column - 1, line, column - 1)
    finding = Finding(rule.code, rule.message.format(reason=reason), rule.hint, result.path, span)
    finding.cell = cell
    if text:
        _show_lines([finding], text, None)
    result.findings.append(finding)


def suppressions_of(text: str, *, python: bool = True) -> Suppressions | None:
    """The suppressing comments of a text; None when it cannot have any."""
    if "osmosis-lint" not in text and "noqa" not in text.lower():
        return None
    from osmosis_lint.frontends.command.suppression import Suppressions

    return Suppressions(text, python=python)


def _show_lines(findings: list[Finding], text: str, suppressions: Suppressions | None) -> None:
    """Give each finding its source line and the line where a `# noqa` for it belongs."""
    from osmosis_lint.semantics.source import Lines

    lines = Lines(text).lines
    for finding in findings:
        number = finding.span.line
        if 0 < number <= len(lines):
            finding.show_line(lines[number - 1])
        finding.noqa_line = suppressions.statement(number)[1] if suppressions is not None else finding.span.end_line
