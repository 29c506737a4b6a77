"""Files that are not Python: which of them are worth a look, and what is found in them.

The first look reads what may hold Python or declare a dependency; data files are read only when the run has met a
file that uses the SDK, since what they say matters in such a project alone.
"""

from __future__ import annotations

import os

from osmosis_lint.api.headers import HEADERS
from osmosis_lint.files.embedded import may_use_sdk, names_package
from osmosis_lint.files.errors import SourceError
from osmosis_lint.files.kinds import DATA, EMBEDDING, INSTALL, LOCK, MANIFEST, NOTEBOOK, SHELL
from osmosis_lint.frontends.command import scanning, unparsed
from osmosis_lint.frontends.command.checking import FileResult, suppressions_of, unchecked
from osmosis_lint.frontends.command.findings import EXTRA, from_diagnostic, rule_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from osmosis_lint.api.table import Table
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.files.declared import Declared
    from osmosis_lint.files.embedded import Unit
    from osmosis_lint.frontends.command.checking import Checker
    from osmosis_lint.frontends.command.findings import Finding

_JSON = (".json", ".ipynb")
# What makes files worth a look that do not speak of the package, in a project that uses it: exchange files and headers
# in scripts; the Python a project needs, and Harbor.
_WEAK = {
    SHELL: (b"samples.json", b"reward.json", *map(str.encode, HEADERS)),
    MANIFEST: (b"skypilot", b"requires-python", b"python_requires", b"tool.poetry"),
}
_INCLUDES = (b"-r", b"-c", b"--req", b"--con")


class OtherFiles:
    """What a first look at such files gave; paths are absolute, each with its kind.

    `embedding` hold Python that names the SDK, `declaring` speak of the package, `weak` do not but matter in a project
    that uses it, `unreadable` could not be read.
    """

    __slots__ = ("_data", "declaring", "embedding", "unreadable", "weak")

    def __init__(self) -> None:
        self.embedding: list[tuple[str, str]] = []
        self.declaring: list[tuple[str, str]] = []
        self.weak: list[tuple[str, str]] = []
        self.unreadable: list[tuple[str, OSError]] = []
        # By folder, the names of data files, joined to take little room.
        self._data: dict[str, str] = {}

    def look_at(self, path: str, kind: str, *, is_told: bool = False) -> None:
        """Put a file where it belongs, reading it when its kind asks for that.

        `is_told` says that the user is told elsewhere when it cannot be read.
        """
        if kind == DATA:
            folder, _, name = path.rpartition(os.sep)
            known = self._data.get(folder)
            self._data[folder] = name if known is None else f"{known}\0{name}"
            return
        try:
            data = scanning.read(path)
        except OSError as error:
            if not is_told:
                self.unreadable.append((path, error))
            return
        if kind in EMBEDDING:
            if may_use_sdk(kind, data):
                self.embedding.append((path, kind))
            return
        if names_package(data) or (kind == MANIFEST and _includes(path, data)):
            self.declaring.append((path, kind))
        elif any(word in data.lower() for word in _WEAK.get(kind, ())):
            self.weak.append((path, kind))

    def data_files(self) -> Iterator[str]:
        """The paths of the data files."""
        for folder, names in self._data.items():
            for name in names.split("\0"):
                yield f"{folder}{os.sep}{name}"


def _includes(path: str, data: bytes) -> bool:
    """Whether a requirements file names others."""
    return path.endswith((".txt", ".in")) and any(word in data for word in _INCLUDES)


class OtherChecker:
    """Checks files that are not Python. `using` are the absolute paths of the files that use the SDK.

    `ask` says of the folder of a project whether its Python uses the SDK; it is asked only about projects that the
    run did not look at as a whole, of which `is_covered` says False.
    """

    def __init__(
        self,
        checker: Checker,
        using: set[str],
        ask: Callable[[str], bool] | None = None,
        is_covered: Callable[[str], bool] | None = None,
    ) -> None:
        self._checker = checker
        self._ask = ask
        self._is_covered = is_covered
        self._answers: dict[str, bool] = {}
        self._roots = {scanning.project_of(os.path.dirname(path)) for path in using}
        self._included: set[str] = set()
        self._tables: dict[object, Table] = {}

    def check(self, others: OtherFiles) -> Iterator[FileResult]:
        """The results for all files that were found worth a look."""
        for path, error in others.unreadable:
            result = FileResult(path)
            unchecked(result, unparsed.reason(error), self._checker.plan.selection)
            yield result
        for path, kind in others.embedding:
            yield self._guarded(path, kind)
        for path, kind in others.declaring:
            yield self._guarded(path, kind)
        for path, kind in others.weak:
            if self._is_in_project(path):
                yield self._guarded(path, kind)
        if self._roots or self._ask is not None:
            for path in others.data_files():
                if self._may_be_in_project(path):
                    yield self._guarded(path, DATA)

    def bytes_of(self, path: str, kind: str, data: bytes) -> FileResult:
        """The result for a file whose bytes are at hand."""
        result = FileResult(path)
        try:
            self._check(result, kind, data)
        except SourceError as error:
            # A file that does not speak of the package need not be understood.
            if kind in EMBEDDING or names_package(data):
                selection = self._checker.plan.selection
                unchecked(result, error.reason, selection, line=error.line, column=error.column)
        except Exception as error:
            unchecked(result, unparsed.reason(error), self._checker.plan.selection)
        return result

    def _guarded(self, path: str, kind: str) -> FileResult:
        from osmosis_lint.rules.data_files import MAX_DATA_BYTES

        try:
            if kind == DATA and os.path.getsize(path) > MAX_DATA_BYTES:
                return FileResult(path)
            data = scanning.read(path)
        except OSError as error:
            result = FileResult(path)
            unchecked(result, unparsed.reason(error), self._checker.plan.selection)
            return result
        return self.bytes_of(path, kind, data)

    def _may_be_in_project(self, path: str) -> bool:
        root = scanning.project_of(os.path.dirname(path))
        return root in self._roots or (self._is_covered is not None and not self._is_covered(root))

    def _is_in_project(self, path: str) -> bool:
        """Whether a file lies in a project that uses the SDK; ask only about files for which it matters."""
        root = scanning.project_of(os.path.dirname(path))
        if root in self._roots:
            return True
        if self._ask is None or self._is_covered is None or self._is_covered(root):
            return False
        if root not in self._answers:
            self._answers[root] = self._ask(root)
        return self._answers[root]

    def _check(self, result: FileResult, kind: str, data: bytes) -> None:
        from osmosis_lint.files import embedded

        if kind in EMBEDDING:
            self._embedding(result, kind, data)
            return
        text = embedded.decode(data, takes_utf16=kind == MANIFEST)
        suppressions = None if result.path.endswith(_JSON) else suppressions_of(text, python=False)
        related = self._checker.plan.related
        items = [from_diagnostic(item, related=related) for item in self._diagnostics(result.path, text, kind)]
        inside = [item for item in items if item.path == result.path]
        kept = self._checker.suppress(result, inside, suppressions) if suppressions is not None else inside
        self._checker.keep(result, kept, text, suppressions)
        for path in dict.fromkeys(item.path for item in items if item.path != result.path):
            self._included_file(result, path, [item for item in items if item.path == path])

    def _included_file(self, result: FileResult, path: str, items: list[Finding]) -> None:
        """Take in the findings of a file that a requirements file includes, with its own comments and ignores."""
        text = self._checker.text_of(path) or ""
        suppressions = suppressions_of(text, python=False)
        inner = FileResult(path)
        kept = self._checker.suppress(inner, items, suppressions) if suppressions is not None else items
        self._checker.keep(inner, kept, text, suppressions)
        result.findings += inner.findings
        result.suppressed += inner.suppressed

    def _diagnostics(self, path: str, text: str, kind: str) -> list[Diagnostic]:
        from osmosis_lint.rules import data_files, requirements

        found: list[Diagnostic] = []
        if kind != DATA:
            uses_sdk = self._is_in_project(path)
            found += requirements.check_manifest(path, text, uses_sdk=uses_sdk, seen=self._included)
        is_data = kind in (DATA, SHELL, INSTALL) or (kind != LOCK and path.endswith(".toml"))
        if is_data and data_files.may_matter(text, path) and self._is_in_project(path):
            found += data_files.check_data_file(path, text, self._table(path))
        return found

    def _table(self, path: str) -> Table:
        from osmosis_lint.api import releases, surface
        from osmosis_lint.api.table import Table

        target = self._checker.target_of(path) or releases.NEWEST
        if target not in self._tables:
            self._tables[target] = Table(surface.load(), target)
        return self._tables[target]

    def _embedding(self, result: FileResult, kind: str, data: bytes) -> None:
        """Check the Python and the commands in a file that holds them beside other things."""
        from osmosis_lint.files import embedded

        found = embedded.python_units(kind, data)
        for unit in found.units:
            self._unit(result, unit, is_shown=kind != NOTEBOOK)
        own: list[Declared] = []
        for unit in found.commands:
            own += self._commands(result, unit, is_shown=kind != NOTEBOOK)
        if own and kind == NOTEBOOK:
            # Like a script with a header, it says itself what it needs.
            self._own_extras(result, own)
        for problem in found.problems:
            reason = f"the cell does not parse: {problem.reason}" if problem.cell else problem.reason
            selection = self._checker.plan.selection
            unchecked(result, reason, selection, line=problem.line, column=problem.column, cell=problem.cell)

    def _unit(self, result: FileResult, unit: Unit, *, is_shown: bool) -> None:
        """Check the Python of one unit as if it were a file beside the one that holds it.

        `is_shown` says that it is there to be read: no project needs an extra for it.
        """
        known = len(result.extras)
        name = os.path.join(os.path.dirname(result.path), unit.name) if unit.name else ""
        self._checker.python_text(result, unit.text, name, _placing(result, unit))
        suppressions = suppressions_of(unit.text)
        for use in result.extras[known:]:
            held = suppressions.holding(use.span.line) if suppressions is not None else ()
            is_suppressed = any(comment.suppresses(EXTRA, rule_of(EXTRA).name) for comment in held)
            use.is_optional = use.is_optional or is_shown or is_suppressed
            use.span, use.cell = unit.move(use.span)

    def _commands(self, result: FileResult, unit: Unit, *, is_shown: bool) -> list[Declared]:
        """Check what the commands of one unit install; gives their requirements on the SDK, placed in the file."""
        from osmosis_lint.files.declared import SDK
        from osmosis_lint.rules import requirements

        manifest = requirements.read_commands(result.path, unit.text, is_shown=is_shown)
        if not manifest.requirements:
            return []
        diagnostics = requirements.check_commands(manifest, uses_sdk=self._is_in_project(result.path))
        items = [from_diagnostic(item, related=False) for item in diagnostics]
        suppressions = suppressions_of(unit.text, python=False)
        kept = self._checker.suppress(result, items, suppressions) if suppressions is not None else items
        self._checker.keep(result, kept, unit.text, suppressions, _placing(result, unit))
        own = manifest.on(SDK)
        for declared in own:
            declared.span = unit.move(declared.span)[0]
        return own

    def _own_extras(self, result: FileResult, declared: list[Declared]) -> None:
        from osmosis_lint.rules.extras import check_own_extras

        related = self._checker.plan.related
        found = check_own_extras(result.path, result.extras, declared)
        self._checker.keep(result, [from_diagnostic(item, related=related) for item in found], "", None)
        result.extras = []


def _placing(result: FileResult, unit: Unit) -> Callable[[Finding], None]:
    """What moves a finding in a unit to its place in the file."""

    def place(finding: Finding) -> None:
        finding.noqa_line = unit.place(finding.noqa_line, 0)[0]
        # The line is shown as code, without the prompt, quotation mark or indentation before it.
        finding.context_start += unit.place(finding.span.line, 0)[1]
        finding.span, finding.cell = unit.move(finding.span)
        for item in finding.related:
            if item.path == result.path:
                item.span = unit.move(item.span)[0]

    return place
