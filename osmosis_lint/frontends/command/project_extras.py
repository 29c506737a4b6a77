"""OSM505 for whole projects: after all files were looked at, the extras their imports need against what is required."""

from __future__ import annotations

from osmosis_lint.files.kinds import NOTEBOOK, PYTHON, explicit_kind_of_path
from osmosis_lint.frontends.command.checking import FileResult, suppressions_of
from osmosis_lint.frontends.command.findings import EXTRA, Finding, from_diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from osmosis_lint.frontends.command.checking import Checker
    from osmosis_lint.rules.extras import ExtraUse, Projects


def check_extras(
    checker: Checker,
    uses: list[ExtraUse],
    is_covered: Callable[[str], bool],
    projects: Projects | None = None,
    places: set[tuple[str, int]] | None = None,
) -> Iterator[FileResult]:
    """The results for the files that a finding on extras stands in.

    `uses` are the imports of the whole run, `is_covered` says of a folder whether the run looked at all of it:
    only then is an extra that nothing imports worth a word. `projects` is what earlier calls read. The place of each
    missing extra, the further imports that need it included, is added to `places` as path and line.
    """
    from osmosis_lint.rules import extras

    projects = projects or extras.Projects()
    by_root: dict[str, list[ExtraUse]] = {}
    for use in uses:
        root = projects.root_of(use.path)
        if root is not None:
            by_root.setdefault(root, []).append(use)
    by_file: dict[str, list[Finding]] = {}
    for root, items in sorted(by_root.items()):
        unused = checker.plan.selection.asks_for(EXTRA) and is_covered(root)
        for diagnostic in extras.check_extras(root, items, projects=projects, unused=unused):
            finding = from_diagnostic(diagnostic, related=checker.plan.related)
            if places is not None:
                places.add((diagnostic.path, diagnostic.span.line))
                places.update((item.path, item.span.line) for item in diagnostic.related)
            by_file.setdefault(finding.path, []).append(finding)
    for path, findings in by_file.items():
        yield _result(checker, path, findings)


def _result(checker: Checker, path: str, findings: list[Finding]) -> FileResult:
    """Findings of one file without those that a comment suppresses."""
    result = FileResult(path)
    kind = explicit_kind_of_path(path)
    if kind == NOTEBOOK:
        # Comments in its cells were heeded when it was read.
        checker.keep(result, findings, "", None)
        return result
    # It was read before: should it be gone now, what was found then holds.
    text = checker.text_of(path) or ""
    suppressions = suppressions_of(text, python=kind == PYTHON)
    if suppressions is not None:
        findings = checker.suppress(result, findings, suppressions)
    checker.keep(result, findings, text, suppressions)
    return result
