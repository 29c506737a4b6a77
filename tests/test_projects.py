"""The v0.2 project under tests/projects has exactly its expected findings, and its migrated twin has none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from osmosis_lint.api import records
from osmosis_lint.engine import Engine

PROJECTS = Path(__file__).parent / "projects"


def found_in(project: Path) -> Counter[tuple[str, int, str]]:
    """(file, line, code) of every finding of a rule that is on by default, with how often."""
    engine = Engine()
    return Counter(
        (path.relative_to(project).as_posix(), found.span.line, found.code)
        for path in sorted(project.rglob("*.py"))
        for found in engine.check(str(path), path.read_text(encoding="utf-8"))
        if found.code not in records.ADVICE
    )


def expected_in(listing: Path) -> Counter[tuple[str, int, str]]:
    """The same from a listing of `path:line: code` lines."""
    out: Counter[tuple[str, int, str]] = Counter()
    for line in listing.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            place, _, code = line.rpartition(": ")
            path, _, number = place.rpartition(":")
            out[path, int(number), code] += 1
    return out


def test_v02_project_has_exactly_its_expected_findings() -> None:
    found = found_in(PROJECTS / "v02_rollouts")
    expected = expected_in(PROJECTS / "v02_rollouts.expected.txt")
    assert found - expected == Counter()
    assert expected - found == Counter()


def test_migrated_twin_has_no_finding() -> None:
    assert found_in(PROJECTS / "v03_rollouts") == Counter()
