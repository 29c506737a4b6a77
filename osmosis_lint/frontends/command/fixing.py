"""`check --fix` and its relatives: fixes the files that a check would look at, or shows what would become of them.

Fixing comes before the check: what the check then reports is what is left.
"""

from __future__ import annotations

import os
import sys

from osmosis_lint.engine import Engine
from osmosis_lint.fixes import session, writing
from osmosis_lint.fixes.edits import UNSAFE, apply
from osmosis_lint.frontends.command.errors import UsageError
from osmosis_lint.frontends.command.findings import from_diagnostic, rule_of
from osmosis_lint.frontends.command.suppression import Suppressions
from osmosis_lint.semantics.source import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.edits import Fix
    from osmosis_lint.frontends.command.checking import Plan
    from osmosis_lint.frontends.command.options import Values

# The options that change files or show changes.
MODES = ("fix", "diff", "fix-only", "interactive", "add-todo")


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

    `problems` are one-line messages of files that could not be written; `patch` is what `--diff` shows.
    """

    def __init__(self, values: Values, plan: Plan) -> None:
        self.plan = plan
        self.write = not values.get("diff")
        self.is_silent = bool(values.get("fix-only"))
        self.unsafe = bool(values.get("unsafe-fixes"))
        self.todo = bool(values.get("add-todo"))
        self.only_todo = self.todo and not any(values.get(name) for name in ("fix", "fix-only", "interactive"))
        self.choose = self._ask if values.get("interactive") else None
        self.fixed_files = 0
        self.applied = 0
        self.unsafe_left = 0
        self.problems: list[str] = []
        self.patch: list[str] = []
        self._engine = Engine(plan.target, advice=plan.selection.wants_advice)
        self._suppressions: tuple[str, Suppressions] | None = None
        self._path = ""
        self._answer = ""

    def files(self, paths: Iterable[str]) -> None:
        """Fix the files, given by absolute path. What cannot be read or parsed is left to the check to report."""
        for path in paths:
            if self._answer == "q":
                return
            self._path = path
            try:
                self._file(path)
            except writing.NotWrittenError as error:
                self.problems.append(str(error))
            except (OSError, SyntaxError, ValueError, LookupError, RecursionError, MemoryError):
                continue

    def _file(self, path: str) -> None:
        if not self.only_todo:
            done = session.fix_file(
                self._engine, path, unsafe=self.unsafe, only=self._may, choose=self.choose, write=self.write
            )
            self.unsafe_left += sum(fix.applicability == UNSAFE for fix in done.result.offered)
            if done.before != done.after:
                self.fixed_files += 1
                self.applied += len(done.result.applied)
                if not self.write:
                    self.patch.append(session.diff(_shown(path), done.before, done.after))
        if self.todo and self.write:
            session.add_todos_to_file(self._engine, path, self._may)

    @property
    def is_all(self) -> bool:
        """Whether nothing is to be reported beside the fixes (`--diff`, `--fix-only`)."""
        return not self.write or self.is_silent

    def show(self) -> int:
        """Print the patch, or one line on what was done; gives the exit status."""
        if not self.write:
            sys.stdout.write("".join(self.patch))
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

    def standard_input(self, path: str) -> int:
        """Fix standard input as the file `path` and write it to standard output (or its patch); the exit status."""
        data = sys.stdin.buffer.read()
        try:
            text = decode(data)
            fixed = self.text(path, text)
        except (SyntaxError, ValueError, LookupError, RecursionError) as error:
            print(f"{_shown(path)}: not fixed: {error}", file=sys.stderr)
            return 2
        after = data if fixed == text else fixed.encode("utf-8")
        if self.write:
            sys.stdout.buffer.write(after)
            return 0
        patch = session.diff(_shown(path), text, fixed) if fixed != text else ""
        sys.stdout.write(patch)
        return 1 if patch else 0

    def text(self, path: str, text: str) -> str:
        """The fixed text of standard input called `path`."""
        self._path = path
        result = session.fix_text(self._engine, path, text, unsafe=self.unsafe, only=self._may)
        self.applied += len(result.applied)
        return result.text

    def _may(self, diagnostic: Diagnostic) -> bool:
        """Whether a diagnostic is selected and no comment suppresses it."""
        if not self.plan.selection.wants(diagnostic.code, diagnostic.symbol, self._path):
            return False
        text: str = diagnostic.origin.check.module.text  # type: ignore[attr-defined]
        if "osmosis-lint" not in text and "noqa" not in text.lower():
            return True
        if self._suppressions is None or self._suppressions[0] is not text:
            self._suppressions = (text, Suppressions(text))
        finding = from_diagnostic(diagnostic, related=False)
        return not self._suppressions[1].suppresses(finding, rule_of(diagnostic.code).name)

    def _ask(self, fix: Fix, text: str) -> bool:
        """Show one fix and ask: yes, no, all that follow, or quit."""
        if self._answer in ("a", "q"):
            return self._answer == "a"
        codes = ", ".join(sorted({item.code for item in fix.covers}))
        note = f" ({fix.applicability}: {fix.reason})" if fix.applicability == UNSAFE else ""
        print(f"{_shown(self._path)}: {codes} {fix.title}{note}")
        print(session.diff(_shown(self._path), text, apply(text, fix.edits)), end="")
        while True:
            print("Apply this fix? [y]es, [n]o, [a]ll, [q]uit: ", end="", flush=True)
            line = sys.stdin.readline()
            word = line.strip().lower()[:1] if line else "q"
            if word in ("a", "q"):
                self._answer = word
            if word in ("y", "n", "a", "q"):
                return word in ("y", "a")

    def summary(self) -> str:
        """What was done, in one line; empty when nothing was."""
        verb = "fixed" if self.write else "would fix"
        parts = []
        if self.applied:
            findings = f"{self.applied} place{'s' * (self.applied != 1)}"
            parts.append(f"{verb} {findings} in {self.fixed_files} file{'s' * (self.fixed_files != 1)}")
        if self.unsafe_left:
            parts.append(f"{self.unsafe_left} more with --unsafe-fixes")
        return ", ".join(parts)


def _shown(path: str) -> str:
    """A path as patches name it: relative to the working folder where that is possible."""
    try:
        relative = os.path.relpath(path)
    except ValueError:
        return path
    return path if relative.startswith("..") else relative
