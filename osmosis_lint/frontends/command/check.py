"""The subcommand `check`: from the paths given to a report and an exit status."""

from __future__ import annotations

import os
import sys

from osmosis_lint.files.kinds import MANIFEST, PYTHON, explicit_kind_of_path
from osmosis_lint.frontends.command import covered, scanning
from osmosis_lint.frontends.command import settings as settings_module
from osmosis_lint.frontends.command.checking import Checker, FileResult, Pending, Plan, unchecked
from osmosis_lint.frontends.command.errors import UsageError
from osmosis_lint.frontends.command.findings import EXTRA, UNCHECKED, Finding
from osmosis_lint.frontends.command.reports.report import Report, number_of
from osmosis_lint.frontends.command.scanning import Looked
from osmosis_lint.frontends.command.terminal import Paint, Progress, is_terminal, wants_colour

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.files.discovery import FoundFile
    from osmosis_lint.frontends.command.baseline import Baseline
    from osmosis_lint.frontends.command.fixing import Fixing
    from osmosis_lint.frontends.command.options import Values
    from osmosis_lint.frontends.command.other_files import OtherFiles
    from osmosis_lint.frontends.command.settings import Settings
    from osmosis_lint.rules.extras import ExtraUse

CLEAN = 0
FINDINGS = 1
PROBLEM = 2

_STDIN = "-"
_FIXING = ("fix", "unsafe-fixes", "diff", "fix-only", "interactive", "add-todo")
_SETUP = f"{os.sep}setup.py"
_STDIN_NAME = "stdin.py"
# Formats whose readers do not expect a summary line.
_FOR_PEOPLE = ("full", "concise")
# Formats that show the rewrite of each finding.
_WITH_FIXES = frozenset(("json", "json-lines", "sarif"))
# Formats that show the other places of a finding.
_WITH_RELATED = frozenset(("full", "json", "json-lines", "sarif"))


def check(values: Values, paths: list[str]) -> int:
    """Run the subcommand; returns the exit status. Raises UsageError when the call is wrong."""
    is_stdin = _STDIN in paths
    if "" in paths:
        raise UsageError("one of the paths is empty")
    if is_stdin and len(paths) > 1:
        raise UsageError("- (standard input) cannot be checked together with other paths")
    _reject_contradictions(values, is_stdin)
    fixes = any(values.get(option) for option in _FIXING)
    name = str(values.get("stdin-filename", ""))
    where = ([name] if name else []) if is_stdin else paths
    settings = settings_module.load(values, where or ["."])
    output = settings.text("output-format") or ("full" if is_terminal(sys.stdout) else "concise")
    if values.get("statistics") and output not in _FOR_PEOPLE:
        raise UsageError(f"--statistics is for the formats {' and '.join(_FOR_PEOPLE)}, not for {output}")
    further = _further_reports(values)
    progress = Progress(quiet=bool(values.get("quiet")))
    shown = {format_ for format_, _ in further} | ({output} if not values.get("statistics") else set())
    run = Run(settings, progress, related=not _WITH_RELATED.isdisjoint(shown))
    run.force_exclude = bool(values.get("force-exclude"))
    if fixes:
        from osmosis_lint.frontends.command import fixing

        run.fixing = fixing.Fixing(values, run.checker.plan) if fixing.is_wanted(values) else None
    if is_stdin:
        path = os.path.abspath(name or _STDIN_NAME)
        if run.fixing is not None:
            return run.fixing.standard_input(path)
        run.check_stdin(path)
    else:
        run.check_paths(paths or ["."])
    progress.clear()
    if run.fixing is not None and run.fixing.is_all:
        return run.fixing.show()
    baseline = _baseline(settings, values)
    report = run.report(baseline)
    if values.get("add-noqa"):
        return _add_noqa(report)
    if baseline is not None and values.get("update-baseline"):
        _update(baseline, run, report)
    if run.fixing is not None:
        report.fixed = run.fixing.summary()
    formats = {output, *(format_ for format_, _ in further)}
    run.add_fixes(
        report, offered=not _WITH_FIXES.isdisjoint(formats), counted=not values.get("quiet") or "markdown" in formats
    )
    progress.clear()
    for format_, file in further:
        _write(file, _rendered(report, format_, Paint(False), statistics=False))
    _show(report, output, values)
    if report.unchecked or (run.fixing is not None and run.fixing.report_problems()):
        return PROBLEM
    return FINDINGS if report.findings and not values.get("exit-zero") else CLEAN


def _reject_contradictions(values: Values, is_stdin: bool) -> None:
    if is_stdin and values.get("add-noqa"):
        raise UsageError("--add-noqa cannot write to standard input")
    if "stdin-filename" in values and not is_stdin:
        raise UsageError("--stdin-filename is for standard input: give - as the path")
    if values.get("add-noqa") and values.get("update-baseline"):
        raise UsageError("--add-noqa and --update-baseline exclude each other")


def _further_reports(values: Values) -> list[tuple[str, str]]:
    """The formats and files that --report asks for."""
    words = values.get("report")
    further: list[tuple[str, str]] = []
    for word in words if isinstance(words, list) else ():
        format_, _, file = word.partition("=")
        settings_module.check_format(format_, "--report")
        if not file:
            raise UsageError(f"--report: {word!r} names no file: write {format_}=FILE")
        further.append((format_, file))
    return further


class Run:
    """One run over paths: collects the results and counts."""

    def __init__(self, settings: Settings, progress: Progress, *, related: bool) -> None:
        scanning.forget_projects()
        self.settings = settings
        self.progress = progress
        self.checker = Checker(Plan(settings.selection, settings_module.fixed_target(settings), related=related))
        self.outcome = Report()
        self.fixing: Fixing | None = None
        # Whether exclusions hold for files that were named, too.
        self.force_exclude = False
        self.others: OtherFiles | None = None
        self.using: set[str] = set()
        self.extras: list[ExtraUse] = []
        self.pending: list[Pending] = []
        self.looked_at: set[str] = set()
        self.covered = covered.Covered((), settings)
        self.stdin: tuple[str, bytes] | None = None
        # How many findings each file has, those in the baseline included.
        self.counts: dict[str, int] = {}

    def check_stdin(self, path: str) -> None:
        """Check standard input as the file `path`."""
        self.outcome.seen = 1
        self.looked_at.add(path)
        data = sys.stdin.buffer.read()
        self.stdin = (path, data)
        kind = explicit_kind_of_path(path)
        if kind == PYTHON:
            self._take(self.checker.python_bytes(path, data))
        if kind != PYTHON or path.endswith(_SETUP):
            from osmosis_lint.frontends.command.other_files import OtherChecker

            self._take(OtherChecker(self.checker, {path}).bytes_of(path, kind if kind != PYTHON else MANIFEST, data))
        self._check_extras()

    def check_paths(self, paths: list[str]) -> None:
        """Check everything under the paths."""
        from osmosis_lint.files.errors import SourceError

        self.covered = covered.Covered(paths, self.settings)
        looked = Looked()
        explicit: list[str] = []
        try:
            self._look(paths, looked, explicit)
            outside = self._outside(paths, looked)
        except SourceError as error:
            raise UsageError(error.reason) from None
        further = scanning.second_look(looked, outside, self._looking_again)
        self._not_readable(looked)
        python = sorted({*explicit, *looked.using, *further})
        if self.fixing is not None:
            self.fixing.files(python)
            if self.others is not None:
                self.fixing.others(self.others, self.covered)
            if self.fixing.is_all:
                return
        self._check_python(python)
        if self.others is not None:
            from osmosis_lint.frontends.command.other_files import OtherChecker

            others = OtherChecker(self.checker, self.using, self._names_sdk, self.covered.holds)
            for result in others.check(self.others):
                self._take(result)
        self._check_extras()

    def _names_sdk(self, folder: str) -> bool:
        """Whether a Python file in or below a folder names the SDK."""
        around = Looked()
        for found in self._found([folder]):
            if found.kind == PYTHON:
                around.look_at(os.path.abspath(found.path))
                if around.using:
                    return True
        return False

    def _look(self, paths: list[str], looked: Looked, explicit: list[str]) -> None:
        """Go through all files once and put each where it belongs."""
        absolute = _Absolute().path
        keeps_paths = bool(self.settings.text("baseline"))
        for found in self._found(paths):
            self.outcome.seen += 1
            path = absolute(found.path)
            if keeps_paths:
                self.looked_at.add(path)
            if found.kind != PYTHON:
                self._others().look_at(path, found.kind)
            elif found.explicit:
                # Few enough for the exact test, which also sees what lies outside of the paths.
                explicit.append(path)
            else:
                looked.look_at(path)
            if path.endswith(_SETUP):
                # What goes wrong with reading it is said of it as Python.
                self._others().look_at(path, MANIFEST, is_told=True)
            if not self.outcome.seen & 127:
                self.progress.show(f"looking: {self.outcome.seen} files, {len(looked.using)} use the SDK")

    def _others(self) -> OtherFiles:
        if self.others is None:
            from osmosis_lint.frontends.command.other_files import OtherFiles

            self.others = OtherFiles()
        return self.others

    def _check_python(self, paths: list[str]) -> None:
        from osmosis_lint.frontends.command import parallel

        checked = 0

        def done(count: int) -> None:
            nonlocal checked
            checked += count
            self.progress.show(f"checking: {checked} of {len(paths)} files")

        for result in parallel.check_files(self.checker, paths, self.settings.jobs, done):
            if result.uses_sdk:
                self.using.add(result.path)
            self._take(result)

    def _check_extras(self) -> None:
        """Judge the extras that the imports of the run need."""
        places: set[tuple[str, int]] = set()
        if self.extras:
            self._judge_extras(places)
        self.outcome.findings += [item.finding for item in self.pending if not item.is_needed(places)]

    def _judge_extras(self, places: set[tuple[str, int]]) -> None:
        from osmosis_lint.frontends.command.project_extras import check_extras

        for result in check_extras(self.checker, self.extras, self.covered.holds, places=places):
            self._take(result)

    def _take(self, result: FileResult) -> None:
        """Add what came of a file to what comes of the run."""
        self.outcome.using += result.uses_sdk
        self.outcome.suppressed += result.suppressed
        self.outcome.findings += result.findings
        self.extras += result.extras
        for item in result.pending:
            # A comment on what is not selected says nothing of itself either.
            if self.settings.selection.wants(item.finding.code, "", result.path):
                self.pending.append(item)

    def _found(self, paths: list[str]) -> Iterator[FoundFile]:
        return covered.found(self.settings, paths, force=self.force_exclude)

    def _outside(self, paths: list[str], looked: Looked) -> list[str]:
        """Files of the projects around the given folders that name the SDK and are not under a given folder."""
        if not looked.folders():
            return []
        folders = [os.path.abspath(path) for path in paths if os.path.isdir(path)]
        roots = {scanning.project_above(folder) for folder in folders} - {None}
        known = {*looked.using}
        around = Looked()
        for root in sorted(str(root) for root in roots):
            for found in self._found([root]):
                path = os.path.abspath(found.path)
                if found.kind == PYTHON and not any(path.startswith(folder + os.sep) for folder in folders):
                    around.look_at(path)
        return [path for path in around.using if path not in known]

    def _looking_again(self) -> None:
        self.progress.show(f"looking: {self.outcome.seen} files, following imports")

    def _not_readable(self, looked: Looked) -> None:
        for path, error in looked.unreadable:
            from osmosis_lint.frontends.command import unparsed

            result = FileResult(path)
            unchecked(result, unparsed.reason(error), self.settings.selection)
            self._take(result)

    def report(self, baseline: Baseline | None) -> Report:
        """The findings in order, without those of the baseline, and the counts."""
        report = self.outcome
        found = sorted(report.findings, key=Finding.sort_key)
        for item in found:
            self.counts[item.path] = self.counts.get(item.path, 0) + (item.code != EXTRA)
        if baseline is not None:
            new = [item for item in found if item.code == UNCHECKED or not baseline.knows(item)]
            report.known = len(found) - len(new)
            found = new
            report.gone = baseline.gone(self.could_find) if baseline.exists else 0
        report.findings = found
        return report

    def add_fixes(self, report: Report, *, offered: bool, counted: bool) -> None:
        """Say what `--fix` would do: `offered`, the rewrite for each finding; `counted`, for how many there is one."""
        if not report.findings:
            report.fixable = 0
        elif offered or counted:
            from osmosis_lint.frontends.command.fixable import Fixables

            fixables = Fixables(self.checker, self.using, self.covered, self.others, self.stdin, self._fixing)
            if offered:
                fixables.offer(report.findings)
            if counted:
                report.fixable = fixables.count(report.findings, self.counts)
            self.progress.clear()
            for problem in fixables.problems:
                print(f"osmosis-lint: {problem}", file=sys.stderr)

    def _fixing(self, done: int) -> None:
        self.progress.show(f"looking for fixes: {done} files")

    def could_find(self, path: str, code: str) -> bool:
        """Whether this run would have found a finding of a code in a file, if it were still there."""
        if code not in self.settings.selection.enabled:
            return False
        return path in self.looked_at or not os.path.exists(path)


class _Absolute:
    """Makes paths absolute, asking the system once for each folder."""

    def __init__(self) -> None:
        self._folders: dict[str, str] = {}

    def path(self, path: str) -> str:
        """The absolute path of a file."""
        folder, separator, name = path.rpartition(os.sep)
        known = self._folders.get(folder)
        if known is None:
            known = self._folders[folder] = os.path.abspath(folder + separator).rstrip(os.sep) + os.sep
        return known + name


def _baseline(settings: Settings, values: Values) -> Baseline | None:
    path = settings.text("baseline")
    if not path:
        if values.get("update-baseline"):
            raise UsageError("--update-baseline needs --baseline FILE, or `baseline` in the configuration")
        return None
    from osmosis_lint.frontends.command.baseline import Baseline

    baseline = Baseline(path)
    if not baseline.exists and not values.get("update-baseline"):
        raise UsageError(f"{settings_module.shown(path)}: no such baseline; --update-baseline writes one")
    return baseline


def _update(baseline: Baseline, run: Run, report: Report) -> None:
    """Bring the baseline up to date; one written for the first time knows all findings."""
    had = baseline.exists
    entries = baseline.update(run.could_find)
    known = number_of(entries, "finding")
    print(f"{settings_module.shown(baseline.path)}: {known}, {report.gone} taken out", file=sys.stderr)
    report.gone = 0
    if not had:
        report.known = sum(1 for item in report.findings if item.code != UNCHECKED)
        report.findings = [item for item in report.findings if item.code == UNCHECKED]


def _add_noqa(report: Report) -> int:
    from osmosis_lint.frontends.command.add_noqa import add_noqa

    added, left, problems = add_noqa(report.findings)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"suppressed: {added}, left that no comment can suppress: {left}")
    return PROBLEM if report.unchecked or problems else CLEAN


def _show(report: Report, output: str, values: Values) -> None:
    """Write the findings where they belong, and the summary line last."""
    destination = values.get("output-file")
    paint = Paint(not destination and wants_colour(sys.stdout))
    text = _rendered(report, output, paint, statistics=bool(values.get("statistics")))
    if isinstance(destination, str):
        _write(destination, text)
    elif output in _FOR_PEOPLE:
        sys.stdout.write(text)
    else:
        # Readers of these formats expect UTF-8, whatever the terminal speaks.
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()
    if values.get("quiet"):
        return
    for_people = output in _FOR_PEOPLE or isinstance(destination, str)
    print(report.summary(), file=sys.stdout if for_people else sys.stderr)


def _write(destination: str, text: str) -> None:
    from osmosis_lint.frontends.command.writing import replace_file

    replace_file(destination, text.encode("utf-8", "backslashreplace"))


def _rendered(report: Report, output: str, paint: Paint, *, statistics: bool) -> str:
    # A run pays for its own format only.
    if output in _FOR_PEOPLE:
        from osmosis_lint.frontends.command.reports import text

        if statistics:
            return text.statistics(report)
        return text.full(report, paint) if output == "full" else text.concise(report, paint)
    if output in ("json", "json-lines"):
        from osmosis_lint.frontends.command.reports import json_lines

        return json_lines.render(report) if output == "json" else json_lines.render_lines(report)
    if output == "sarif":
        from osmosis_lint.frontends.command.reports import sarif

        return sarif.render(report)
    if output == "markdown":
        from osmosis_lint.frontends.command.reports import markdown

        return markdown.render(report)
    from osmosis_lint.frontends.command.reports import services

    return {"github": services.github, "gitlab": services.gitlab, "junit": services.junit}[output](report)
