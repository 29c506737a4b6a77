"""The way in for front ends: fixes a text or a file, and makes a patch of what became of it.

Fixes are applied in rounds. A round takes the fixes that do not overlap, proves them together, and only
when that fails one by one; the look at the result is the start of the next round. Every round lowers the
number of findings, and a fix whose proof failed is not tried again at its place, so it ends.
"""

from __future__ import annotations

import io
import tokenize

from osmosis_lint.files.errors import SourceError
from osmosis_lint.fixes import writing
from osmosis_lint.fixes.edits import Edit, Fix, apply, conflict
from osmosis_lint.fixes.leftovers import unused_imports
from osmosis_lint.fixes.patch import unified
from osmosis_lint.fixes.planning import Plan, plan
from osmosis_lint.fixes.proof import Look, look, look_back, prove
from osmosis_lint.fixes.todo import add_todos

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.engine import Engine
    from osmosis_lint.rules.run import Rules

    Wanted: TypeAlias = "Callable[[Diagnostic], bool] | frozenset[str] | set[str]"
    Chooser: TypeAlias = "Callable[[Fix, str, str], bool]"

BOM = "\ufeff"
# No file needs more; a file that seems to is left as far as it came.
_MAX_ROUNDS = 200


class FixResult:
    """What fixing a text gave.

    `text` is the new text, with the byte order mark of the old. `applied` are the fixes in it, in the order
    they were applied. `offered` are proved fixes that were not applied because they are unsafe, or were
    declined. `shown` are fixes whose proof failed, with the reason in them. `remaining` are the diagnostics
    of the new text, and `reasons` says for those without a fix why there is none.
    """

    __slots__ = ("applied", "offered", "reasons", "remaining", "shown", "text")

    def __init__(self, text: str, remaining: list[Diagnostic]) -> None:
        self.text = text
        self.remaining = remaining
        self.applied: list[Fix] = []
        self.offered: list[Fix] = []
        self.shown: list[Fix] = []
        self.reasons: dict[Diagnostic, str] = {}


def fix_text(
    engine: Engine,
    path: str,
    text: str,
    *,
    unsafe: bool = False,
    only: Wanted | None = None,
    choose: Chooser | None = None,
    explain: bool = True,
    tidy: bool = True,
) -> FixResult:
    """Apply every safe fix (with `unsafe`, the unsafe ones too) to the text of one Python file.

    `path` is where imports are resolved from. `only` restricts the diagnostics that may be fixed: codes, or
    a predicate. `choose` is asked before each fix with the fix and the texts before and after it; it may raise
    to stop. Without `explain`, what was not applied is not looked into: `offered`, `shown` and `reasons` stay empty.
    With `tidy`, imports that only served what went are removed, too. Raises SyntaxError, ValueError or RecursionError
    when the text cannot be parsed.
    """
    mark = BOM if text.startswith(BOM) else ""
    body = text[len(mark) :]
    if not engine.meets_sdk(path, body):
        return FixResult(text, [])
    session = _Session(engine.rules(), path, body, unsafe, only, choose)
    session.run(tidy)
    result = FixResult(mark + session.now.text, session.now.diagnostics)
    result.applied = session.applied
    if explain:
        session.report(result)
    return result


class _Session:
    """The rounds over one text."""

    def __init__(
        self, rules: Rules, path: str, body: str, unsafe: bool, only: Wanted | None, choose: Chooser | None
    ) -> None:
        self.rules = rules
        self.path = path
        self.unsafe = unsafe
        self.only = only
        self.choose = choose
        self.now: Look = look(rules, path, body)
        self.applied: list[Fix] = []
        # Fixes not to try again: the reason, by what identifies a fix wherever it has moved to.
        self.failed: dict[object, str] = {}
        self.declined: set[object] = set()

    def run(self, tidy: bool) -> None:
        """Apply fixes until no round changes anything; `tidy` takes out the imports that only served what went."""
        first = self.now
        self._rounds()
        if self.applied and tidy:
            left = unused_imports(self.rules, self.path, first, self.now)
            if left is not None and (self.choose is None or self._chosen(left)):
                count = len(self.applied)
                self._apply([left])
                # It answers no finding.
                del self.applied[count:]

    def _rounds(self) -> None:
        retried = True
        for _ in range(_MAX_ROUNDS):
            batch = self._batch(plan(self.now.diagnostics))
            if not batch:
                if retried:
                    return
                # What failed before may be right now that other things have changed.
                retried = True
                self.failed.clear()
                continue
            if self._round(batch):
                retried = not self.failed

    def _batch(self, planned: Plan) -> list[Fix]:
        """Wanted fixes that do not overlap, in the order of the text."""
        batch: list[Fix] = []
        taken: list[Edit] = []
        resources: set[str] = set()
        for fix in sorted(planned.fixes, key=lambda item: item.start):
            if self.unsafe and fix.better is not None:
                fix = fix.better
            if not self._wanted(fix):
                continue
            if any(edit == other or conflict(edit, other) for edit in fix.edits for other in taken):
                continue
            if fix.resource and fix.resource in resources:
                continue
            resources.add(fix.resource)
            batch.append(fix)
            taken.extend(fix.edits)
            if self.choose is not None:
                break
        return batch

    def _wanted(self, fix: Fix) -> bool:
        if fix.doubt and not self.unsafe:
            return False
        key = self._key(fix)
        return key not in self.failed and self._place(fix) not in self.declined and self._selected(fix)

    def _selected(self, fix: Fix) -> bool:
        return all(is_wanted(item, self.only) for item in fix.covers)

    def _key(self, fix: Fix) -> object:
        """What identifies a fix wherever its place has moved to: what it answers, where, and how."""
        text, first = self.now.text, fix.start
        return self._place(fix), tuple((e.start - first, text[e.start : e.end], e.text) for e in fix.edits)

    def _place(self, fix: Fix) -> object:
        text, first = self.now.text, fix.start
        codes = tuple(sorted((item.code, item.symbol) for item in fix.covers))
        # The number of equal texts in front tells two equal places apart.
        line = text[text.rfind("\n", 0, first) + 1 : fix.edits[0].end]
        return codes, line, text.count(line, 0, first)

    def _round(self, batch: list[Fix]) -> bool:
        """Apply a batch, or what of it can be proved. Returns whether the text changed."""
        if self.choose is not None and not self._chosen(batch[0]):
            return False
        if self._apply(batch):
            return True
        if len(batch) == 1:
            return False
        good = [fix for fix in batch if self._proves(fix)]
        if good and len(good) < len(batch) and self._apply(good):
            return True
        # They are right one by one but not together: the first one goes alone.
        return bool(good) and self._apply(good[:1])

    def _chosen(self, fix: Fix) -> bool:
        assert self.choose is not None
        if not self._proves(fix):
            return False
        if self.choose(fix, self.now.text, apply(self.now.text, fix.edits)):
            return True
        self.declined.add(self._place(fix))
        return False

    def _proves(self, fix: Fix) -> bool:
        failure, _ = prove(self.rules, self.path, self.now, [fix])
        look_back(self.rules, self.now)
        fix.settle(failure)
        if failure:
            self.failed[self._key(fix)] = failure
        return not failure

    def _apply(self, batch: Sequence[Fix]) -> bool:
        failure, after = prove(self.rules, self.path, self.now, batch)
        if after is None:
            look_back(self.rules, self.now)
            if len(batch) == 1:
                batch[0].settle(failure)
                self.failed[self._key(batch[0])] = failure
            return False
        for fix in batch:
            fix.settle("")
        self.applied += batch
        self.now = after
        return True

    def report(self, result: FixResult) -> None:
        """Sort what was not applied into offered, shown and unanswered."""
        planned = plan(self.now.diagnostics)
        result.reasons = planned.refusals
        open_fixes = [fix for fix in planned.fixes if self._selected(fix)]
        for fix in open_fixes:
            failure = self.failed.get(self._key(fix))
            if failure is not None:
                fix.settle(failure)
                result.shown.append(fix)
            elif self._proves(fix):
                result.offered.append(fix)
            else:
                result.shown.append(fix)


class FileFix:
    """What fixing a file gave: the result, its text before and after (with a byte order mark, if it has one) and the
    encoding that gives its bytes."""

    __slots__ = ("after", "before", "encoding", "path", "result", "written")

    def __init__(self, path: str, before: str, after: str, encoding: str, result: FixResult, written: bool) -> None:
        self.path = path
        self.before = before
        self.after = after
        self.encoding = encoding
        self.result = result
        self.written = written


def fix_file(
    engine: Engine,
    path: str,
    *,
    unsafe: bool = False,
    only: Wanted | None = None,
    choose: Chooser | None = None,
    write: bool = True,
) -> FileFix:
    """Fix one Python file where it is; without `write`, only say what would become of it.

    Encoding, byte order mark and newlines stay. Raises OSError when the file cannot be read, SyntaxError,
    SourceError, UnicodeError or RecursionError when it cannot be decoded or parsed, and
    `writing.NotWrittenError` when the new text cannot be written; the file has its old content then.
    """
    data = writing.read_bytes(path)
    encoding, text = decoded(data)
    result = fix_text(engine, path, text, unsafe=unsafe, only=only, choose=choose)
    changed = result.text != text
    if changed and write:
        store(path, data, text, result.text, encoding)
    return FileFix(path, text, result.text, encoding, result, changed and write)


def encoding_of(data: bytes) -> str:
    """The encoding of a Python file; its byte order mark is part of the text. Raises SyntaxError."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return "utf-8" if encoding == "utf-8-sig" else encoding


def decoded(data: bytes) -> tuple[str, str]:
    """The encoding and the text of a Python file, with its byte order mark.

    Raises SyntaxError, SourceError or UnicodeError when Python does not read it.
    """
    encoding = encoding_of(data)
    try:
        text = data.decode(encoding)
    except LookupError as error:
        # A codec that is not for texts, such as `hex`.
        raise SourceError(str(error)) from error
    if "\0" in text:
        raise SourceError("source code cannot contain null bytes")
    return encoding, text


def store(path: str, data: bytes, old: str, new: str, encoding: str) -> None:
    """Write a text in the encoding that its file, which holds `data`, has. Raises `writing.NotWrittenError`."""
    try:
        same, changed = old.encode(encoding), new.encode(encoding)
    except UnicodeEncodeError as error:
        raise writing.NotWrittenError(f"{path}: not written: the result does not fit its encoding") from error
    if same != data:
        raise writing.NotWrittenError(f"{path}: not written: its encoding does not give the same bytes back")
    writing.replace(path, data, changed)


def add_todos_to_file(engine: Engine, path: str, only: Wanted | None = None) -> bool:
    """Put comments above what has no fix in a file; returns whether it was written. Raises as `fix_file`."""
    data = writing.read_bytes(path)
    encoding, text = decoded(data)
    if not engine.meets_sdk(path, text):
        return False
    found = engine.check(path, text)
    refused = plan(found).refusals
    without = [item for item in found if item in refused and is_wanted(item, only)]
    new = add_todos(text, without)
    if new != text:
        store(path, data, text, new, encoding)
    return new != text


def is_wanted(item: Diagnostic, only: Wanted | None) -> bool:
    """Whether a diagnostic may be fixed: by its code, or as a predicate says."""
    if only is None:
        return True
    return item.code in only if isinstance(only, (set, frozenset)) else only(item)


def diff(path: str, before: str, after: str) -> str:
    """The change of a file as a patch that `git apply` takes; `path` is relative to where it is applied."""
    return unified(path, before, after)
