"""Every source under tests/cases says on its lines what must be reported; the engine must say the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from osmosis_lint.api import records, releases
from osmosis_lint.engine import Engine
from tests import expectations

CASES = Path(__file__).parent / "cases"
SOURCES = sorted(path for path in CASES.rglob("*") if path.suffix in (".py", ".pyi"))


def name_of(path: Path) -> str:
    return path.relative_to(CASES).as_posix()


def findings(path: Path, expected: expectations.Expectation) -> list[tuple[int, str, int]]:
    """(line, code, one-based column) of what the engine reports with the options of the source."""
    target = releases.target(expected.target)
    engine = Engine(target, advice=bool(expected.select & records.ADVICE))
    found = engine.check(str(path), path.read_text(encoding="utf-8"))
    off = records.ADVICE - expected.select
    return [(d.span.line, d.code, d.span.column + 1) for d in found if d.code not in off]


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_reports_what_the_source_expects(path: Path) -> None:
    expected = expectations.read(path)
    if not expected.runs_here:
        pytest.skip(f"needs Python {'.'.join(map(str, expected.min_python))} to parse")
    found = findings(path, expected)
    counted = Counter((line, code) for line, code, _ in found)
    lines = path.read_text(encoding="utf-8").splitlines()
    wrong = [
        f"{'missing' if expected.codes[key] > counted[key] else 'unexpected'}: {key[1]} at {name_of(path)}:{key[0]}:"
        f" {lines[key[0] - 1].strip()}"
        for key in sorted(expected.codes.keys() | counted.keys())
        if expected.codes[key] != counted[key]
    ]
    assert not wrong, "\n".join(wrong)
    missing = expected.columns - set(found)
    assert not missing, f"columns: {sorted(missing)} not in {sorted(found)}"
