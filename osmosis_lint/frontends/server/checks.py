"""Runs the checks, one at a time in a thread of their own, and remembers what came of the last one of each document."""

from __future__ import annotations

import os

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.files.kinds import DATA, MANIFEST, PYTHON, SHELL
from osmosis_lint.frontends.command import covered, scanning, unparsed
from osmosis_lint.frontends.command.checking import FileResult, unchecked
from osmosis_lint.frontends.command.findings import UNCHECKED, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.frontends.server.configuration import Bench, Configuration
    from osmosis_lint.frontends.server.documents import Documents, Snapshot

# Folders of installed packages: nobody mends what is in them.
_INSTALLED = ("site-packages", "dist-packages")


class Checked:
    """What came of a check. `parses` is False when nothing is known, since the text does not parse."""

    __slots__ = ("bench", "findings", "parses", "snapshot")

    def __init__(self, snapshot: Snapshot, bench: Bench, findings: list[Finding], *, parses: bool) -> None:
        self.snapshot = snapshot
        self.bench = bench
        self.findings = findings
        self.parses = parses


class Checks:
    """Checks snapshots. All methods but `touch` run in one thread."""

    def __init__(self, documents: Documents, configuration: Configuration) -> None:
        self._documents = documents
        self._configuration = configuration
        # Paths that changed since the engines last forgot what they know.
        self._changed: set[str] = set()
        self._using: dict[str, bool] = {}

    def touch(self, path: str) -> None:
        """Note that the text of a file changed."""
        self._changed.add(path)

    def read_again(self) -> None:
        """Forget everything that was read from disk."""
        scanning.forget_projects()
        self._configuration.reset()
        self._configuration.forget_sources()
        self._changed.clear()
        self._using = {root: True for root, uses in self._using.items() if uses}

    def check(self, snapshot: Snapshot) -> Checked:
        """Check a snapshot. Whatever goes wrong becomes a finding."""
        root = self._documents.folder_of(snapshot.path)
        bench = self._configuration.bench(snapshot.path, root)
        if self._is_left_out(snapshot, bench, root):
            return Checked(snapshot, bench, [], parses=True)
        self.sees_others(snapshot)
        if snapshot.kind == PYTHON:
            result = bench.checker.python_source(snapshot.path, snapshot.source)
            if os.path.basename(snapshot.path) == "setup.py":
                result.findings += self._other(snapshot, bench, MANIFEST).findings
        else:
            result = self._other(snapshot, bench, snapshot.kind)
        findings = [item for item in result.findings if item.path == snapshot.path]
        parses = not any(item.code == UNCHECKED and not item.cell for item in findings)
        if result.uses_sdk:
            self._using[scanning.project_of(os.path.dirname(snapshot.path))] = True
        if result.extras:
            findings += self._extras(snapshot, bench, result)
        baseline = bench.baseline
        if baseline is not None:
            findings = [item for item in findings if item.code == UNCHECKED or not baseline.knows(item)]
        return Checked(snapshot, bench, sorted(findings, key=Finding.sort_key), parses=parses)

    def sees_others(self, snapshot: Snapshot) -> None:
        """Make the engines read other open files again if those changed."""
        # What the engine knows of the file itself is replaced by the check.
        changed = self._changed.copy()
        if not changed <= {snapshot.path}:
            self._configuration.forget_sources()
            self._changed -= changed

    def _is_left_out(self, snapshot: Snapshot, bench: Bench, root: str) -> bool:
        if any(f"{os.sep}{name}{os.sep}" in snapshot.path for name in _INSTALLED):
            return True
        return bool(root) and bench.leaves_out(snapshot.path, root)

    def _other(self, snapshot: Snapshot, bench: Bench, kind: str) -> FileResult:
        from osmosis_lint.files.errors import SourceError
        from osmosis_lint.frontends.command.other_files import OtherChecker

        try:
            using = {snapshot.path} if self._project_uses_sdk(snapshot, bench) else set()
        except SourceError as error:
            result = FileResult(snapshot.path)
            unchecked(result, error.reason, bench.settings.selection)
            return result
        data = snapshot.source.encode("utf-8", "replace")
        try:
            return OtherChecker(bench.checker, using).bytes_of(snapshot.path, kind, data)
        except Exception as error:
            result = FileResult(snapshot.path)
            unchecked(result, unparsed.reason(error), bench.settings.selection)
            return result

    def _project_uses_sdk(self, snapshot: Snapshot, bench: Bench) -> bool:
        """Whether a Python file of the project names the SDK; looked up once, and again when files were saved."""
        if snapshot.kind not in (MANIFEST, DATA, SHELL):
            return True
        root = scanning.project_of(os.path.dirname(snapshot.path))
        known = self._using.get(root)
        if known is None:
            known = self._using[root] = any(SDK_PACKAGE in text for text in list(self._documents.unsaved.values()))
            known = self._using[root] = known or _names_sdk(root, bench)
        return known

    def _extras(self, snapshot: Snapshot, bench: Bench, result: FileResult) -> list[Finding]:
        """OSM505 as a check of this file alone finds it."""
        from osmosis_lint.frontends.command.project_extras import check_extras

        found: list[Finding] = []
        for other in check_extras(bench.checker, result.extras, lambda _: False, bench.projects):
            found += [item for item in other.findings if item.path == snapshot.path]
        return found


def _names_sdk(root: str, bench: Bench) -> bool:
    for found in covered.found(bench.settings, [root]):
        if found.kind == PYTHON:
            try:
                if SDK_PACKAGE.encode() in scanning.read(found.path):
                    return True
            except OSError:
                continue
    return False
