"""`check --fix` and its relatives: fixes the files that a check would look at, or shows what would become of them.

Fixing comes before the check: what the check then reports is what is left.
"""

from __future__ import annotations

import os
import sys

from osmosis_lint.engine import Engine
from osmosis_lint.files.errors import SourceError
from osmosis_lint.files.kinds import (
    EMBEDDING,
    INSTALL,
    LOCK,
    MANIFEST,
    PYTHON,
    explicit_kind_of_path,
    has_script_header,
)
from osmosis_lint.fixes import session, writing
from osmosis_lint.fixes.edits import UNSAFE
from osmosis_lint.fixes.file import origin
from osmosis_lint.frontends.command import unparsed
from osmosis_lint.frontends.command.errors import UsageError
from osmosis_lint.frontends.command.findings import from_diagnostic, rule_of
from osmosis_lint.frontends.command.reports.report import number_of
from osmosis_lint.frontends.command.settings import shown
from osmosis_lint.frontends.command.suppression import Suppressions
from osmosis_lint.frontends.command.targets import Targets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.api.releases import Release
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.edits import Fix
    from osmosis_lint.fixes.session import FixResult
    from osmosis_lint.frontends.command.checking import Plan
    from osmosis_lint.frontends.command.covered import Covered
    from osmosis_lint.frontends.command.fixing_manifests import Requirements
    from osmosis_lint.frontends.command.options import Values
    from osmosis_lint.frontends.command.other_files import OtherFiles

# The options that change files or show changes.
MODES = ("fix", "diff", "fix-only", "interactive", "add-todo")
# Bytes of source after which the engines forget what they read.
_FORGET_AFTER = 2_000_000
# What says that a file cannot be read or parsed: the check reports it. Any other error is a mistake of ours.
CANNOT = (OSError, SourceError, SyntaxError, UnicodeError, RecursionError, MemoryError)


def is_wanted(values: Values) -> bool:
    """Whether the call asks for fixes. Raises UsageError for options that do not go together."""
    asked = [name for name in MODES if values.get(name)]
    if values.get("unsafe-fixes") and not asked:
        raise UsageError("--unsafe-fixes goes with --fix, --fix-only, --diff or --interactive")
    if values.get("diff") and len(asked) > 1:
        raise UsageError("--diff changes nothing, so it cannot go with --" + next(n for n in asked if n != "diff"))
    if asked and values.get("add-noqa"):
        raise UsageError(f"--add-noqa and --{asked[0]} exclude each other")
    return bool(asked)


class Fixing:
    """One run of fixes over files. Files are done one after the other: a fix may need to see what came before.

    `problems` are one-line messages of files that could not be written or that we failed on; `patch` is what `--diff`
    shows, each file in its own encoding.
    """

    def __init__(self, values: Values, plan: Plan, targets: Targets | None = None) -> None:
        self.plan = plan
        self.write = not values.get("diff")
        self.is_silent = bool(values.get("fix-only"))
        self.is_quiet = bool(values.get("quiet"))
        self.unsafe = bool(values.get("unsafe-fixes"))
        self.todo = bool(values.get("add-todo"))
        self.only_todo = self.todo and not any(values.get(name) for name in ("fix", "fix-only", "interactive"))
        self.choose = self._ask if values.get("interactive") else None
        self.fixed_files = 0
        self.applied = 0
        self.unsafe_left = 0
        self.problems: list[str] = []
        self.patch: list[bytes] = []
        self._targets = targets or Targets(plan.target)
        self._engines: dict[Release | None, Engine] = {}
        self._read = 0
        self._suppressions: tuple[str, Suppressions] | None = None
        self._path = ""
        self._answer = ""
        self._using: list[str] = []
        self.covered: Covered | None = None

    # Runs over files

    def files(self, paths: Iterable[str]) -> None:
        """Fix Python files, given by absolute path. What cannot be read or parsed is left to the check to report."""
        for path in paths:
            self._using.append(path)
            self._guarded(path, PYTHON)

    def others(self, others: OtherFiles, covered: Covered) -> None:
        """Fix notebooks and documents, then what declares requirements, which depends on all imports.

        `covered` is what the run looks at as a whole.
        """
        if self.only_todo:
            return
        self.covered = covered
        for path, kind in others.embedding:
            self._guarded(path, kind)
        declaring = [*others.declaring, *others.weak]
        if declaring and self._answer != "q":
            from osmosis_lint.frontends.command.fixing_manifests import Requirements

            requirements = Requirements(self, self._using)
            for path, kind in declaring:
                if kind not in (INSTALL, LOCK):
                    self._guarded(path, kind, requirements)
            for path in requirements.reached():
                self._guarded(path, MANIFEST, requirements)

    def _guarded(self, path: str, kind: str, requirements: Requirements | None = None) -> None:
        if self._answer == "q":
            return
        self._path = path
        try:
            if requirements is not None:
                requirements.fix(path)
            elif kind == PYTHON:
                self._python(path)
            else:
                self._embedded(path, kind)
        except writing.NotWrittenError as error:
            self.problems.append(str(error))
        except CANNOT:
            return
        except Exception as error:
            # The file keeps its old bytes, and the run goes on with the next one.
            self.problems.append(f"{shown(path)}: not fixed: {unparsed.internal(error)}")

    def _python(self, path: str) -> None:
        if not self.only_todo:
            data = writing.read_bytes(path)
            encoding, before = session.decoded(data)
            found = self._fixed(path, before)
            after, applied, offered = found.text, found.applied, found.offered
            if has_script_header(after) and self._answer != "q":
                from osmosis_lint.frontends.command.fixing_manifests import fixed_header

                header = fixed_header(self, path, after)
                after, applied, offered = header.text, applied + header.applied, offered + header.offered
            self.finish(path, data, before, after, applied, offered, encoding)
        if self.todo and self.write:
            session.add_todos_to_file(self.engine_of(path), path, self._may)

    def _fixed(self, path: str, text: str) -> FixResult:
        engine = self.engine_of(path)
        return session.fix_text(engine, path, text, unsafe=self.unsafe, only=self._may, choose=self.choose)

    def _embedded(self, path: str, kind: str) -> None:
        from osmosis_lint.fixes.embedding import fix_embedded

        data = writing.read_bytes(path)
        text = data.decode("utf-8")
        engine = self.engine_of(path)
        found = fix_embedded(engine, path, kind, text, unsafe=self.unsafe, only=self._may, choose=self.choose)
        self.finish(path, data, text, found.text, found.applied, found.offered)

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
        """Write a file that holds `data`, or keep the patch for it, and count. Raises NotWrittenError."""
        self._tidy(len(before))
        self.unsafe_left += sum(fix.applicability == UNSAFE for fix in offered)
        if after == before:
            return
        if self.write:
            session.store(path, data, before, after, encoding)
        else:
            self.patch.append(session.diff(shown(path), before, after).encode(encoding))
        self.applied += len(applied)
        self.fixed_files += 1

    def target_of(self, path: str) -> Release | None:
        """The release that a file's project aims at; None for the newest known."""
        return self._targets.of(os.path.dirname(path))

    def engine_of(self, path: str) -> Engine:
        """The engine for the release that the file's project aims at."""
        target = self.target_of(path)
        engine = self._engines.get(target)
        if engine is None:
            engine = self._engines[target] = Engine(target, advice=self.plan.selection.wants_advice)
        return engine

    def _tidy(self, size: int) -> None:
        self._read += size
        # What a patch says of one file counts for the next, though it is not written.
        if self._read > _FORGET_AFTER and self.write:
            self._read = 0
            for engine in self._engines.values():
                engine.forget()

    # What is told

    @property
    def is_all(self) -> bool:
        """Whether nothing is to be reported beside the fixes (`--diff`, `--fix-only`)."""
        return not self.write or self.is_silent

    def show(self) -> int:
        """Print the patch, or one line on what was done; gives the exit status."""
        if not self.write:
            sys.stdout.flush()
            sys.stdout.buffer.write(b"".join(self.patch))
            sys.stdout.buffer.flush()
        if not self.is_quiet:
            line = self.summary() or "nothing to fix"
            print(line, file=sys.stderr if not self.write else sys.stdout)
        if self.report_problems():
            return 2
        return 1 if self.patch else 0

    def report_problems(self) -> bool:
        """Name the files that could not be written, a line each; gives whether there were any."""
        for problem in self.problems:
            print(problem, file=sys.stderr)
        return bool(self.problems)

    def summary(self) -> str:
        """What was done, in one line; empty when nothing was."""
        verb = "fixed" if self.write else "would fix"
        parts = []
        if self.applied:
            parts.append(f"{verb} {number_of(self.applied, 'place')} in {number_of(self.fixed_files, 'file')}")
        if self.unsafe_left:
            parts.append(f"{self.unsafe_left} more with --unsafe-fixes")
        return ", ".join(parts)

    # Standard input

    def standard_input(self, path: str) -> int:
        """Fix standard input as the file `path` and write it to standard output (or its patch); the exit status."""
        data = sys.stdin.buffer.read()
        try:
            is_python = explicit_kind_of_path(path) == PYTHON
            encoding, before = session.decoded(data) if is_python else ("utf-8", data.decode("utf-8"))
            after = self.text(path, before)
        except CANNOT as error:
            print(f"{shown(path)}: not fixed: {getattr(error, 'msg', error)}", file=sys.stderr)
            return 2
        if self.write:
            sys.stdout.buffer.write(after.encode(encoding))
            return 0
        patch = session.diff(shown(path), before, after).encode(encoding)
        sys.stdout.buffer.write(patch)
        return 1 if patch else 0

    def text(self, path: str, text: str) -> str:
        """The fixed text of standard input called `path`. Raises what its parser raises."""
        self._path = path
        kind = explicit_kind_of_path(path)
        engine = self.engine_of(path)
        if kind == PYTHON:
            result = session.fix_text(engine, path, text, unsafe=self.unsafe, only=self._may)
            self.applied += len(result.applied)
            return result.text
        if kind in EMBEDDING:
            from osmosis_lint.fixes.embedding import fix_embedded

            return fix_embedded(engine, path, kind, text, unsafe=self.unsafe, only=self._may).text
        from osmosis_lint.frontends.command.fixing_manifests import Requirements

        return Requirements(self, [path]).fixed(path, text).text

    # What may be fixed

    def _may(self, diagnostic: Diagnostic) -> bool:
        """Whether a diagnostic is selected and no comment suppresses it."""
        return self.may_in(diagnostic, origin(diagnostic).check.module.text)

    def may_in(self, diagnostic: Diagnostic, text: str, *, python: bool = True, path: str = "") -> bool:
        """Whether a diagnostic of a text (of the file that is being fixed, or another) is selected and no comment in
        it suppresses it."""
        if not self.plan.selection.wants(diagnostic.code, diagnostic.symbol, path or self._path):
            return False
        if "osmosis-lint" not in text and "noqa" not in text.lower():
            return True
        if self._suppressions is None or self._suppressions[0] is not text:
            self._suppressions = (text, Suppressions(text, python=python))
        finding = from_diagnostic(diagnostic, related=False)
        return not self._suppressions[1].suppresses(finding, rule_of(diagnostic.code).name)

    def _ask(self, fix: Fix, before: str, after: str) -> bool:
        """Show one fix and ask: yes, no, all that follow, or quit."""
        if self._answer in ("a", "q"):
            return self._answer == "a"
        codes = ", ".join(sorted({item.code for item in fix.covers}))
        note = f" ({fix.applicability}: {fix.reason})" if fix.applicability == UNSAFE else ""
        print(f"{shown(self._path)}: {codes} {fix.title}{note}")
        print(session.diff(shown(self._path), before, after), end="")
        while True:
            print("Apply this fix? [y]es, [n]o, [a]ll, [q]uit: ", end="", flush=True)
            line = sys.stdin.readline()
            word = line.strip().lower()[:1] if line else "q"
            if word in ("a", "q"):
                self._answer = word
            if word in ("y", "n", "a", "q"):
                return word in ("y", "a")
