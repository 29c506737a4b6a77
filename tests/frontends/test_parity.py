"""flake8 and pylint report what the engine reports, on every test source; and nothing where it is silenced."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from osmosis_lint.api import records
from osmosis_lint.engine import Engine
from osmosis_lint.semantics.source import decode
from tests.frontends import hosts

Found = Counter[tuple[str, int, str]]
_EXPECT = re.compile(r"#\s*expect:\s*([A-Z0-9@, ]+?)[ \t]*(?=\r?$)", re.MULTILINE)


@pytest.fixture(scope="module")
def sources() -> list[str]:
    project = hosts.TESTS / "projects" / "v02_rollouts"
    return hosts.case_sources() + [path.relative_to(hosts.TESTS).as_posix() for path in sorted(project.rglob("*.py"))]


@pytest.fixture(scope="module")
def engine_findings(sources: list[str]) -> Found:
    engine = Engine()
    return Counter(
        (source, found.span.line, found.code)
        for source in sources
        for found in engine.check(str(hosts.TESTS / source), decode((hosts.TESTS / source).read_bytes()))
        if found.code not in records.ADVICE
    )


def test_flake8_reports_what_the_engine_reports(sources: list[str], engine_findings: Found) -> None:
    found = hosts.flake8(hosts.TESTS, *sources)
    assert found - engine_findings == Counter()
    assert engine_findings - found == Counter()


def test_pylint_reports_what_the_engine_reports(sources: list[str], engine_findings: Found) -> None:
    found = hosts.pylint(hosts.TESTS, *sources)
    assert found - engine_findings == Counter()
    assert engine_findings - found == Counter()


@pytest.fixture
def silenced(tmp_path: Path) -> Path:
    """A copy of the cases in which every expected code is to be silenced on its own line."""
    shutil.copytree(hosts.TESTS / "cases", tmp_path / "cases")
    return tmp_path


def _silence(root: Path, comment: str, spell: dict[str, str]) -> None:
    for path in root.rglob("*.py"):
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()

        def replaced(match: re.Match[str]) -> str:
            codes = [item.strip().partition("@")[0] for item in match.group(1).split(",")]
            return f"# {comment}{','.join(dict.fromkeys(spell[code] for code in codes))}"

        path.write_bytes(_EXPECT.sub(replaced, text).encode("utf-8"))


def _is_continued(path: Path, number: int) -> bool:
    lines = decode(path.read_bytes()).splitlines()
    before, line = lines[number - 2], lines[number - 1]
    # Within a text of several lines (an f-string of 3.12 can hold a comment) there is an odd number of quotes above.
    quotes = sum(item.count('"""') for item in lines[: number - 1])
    return before.endswith("\\") or '"""' in line or "'''" in line or quotes % 2 == 1


def test_noqa_silences_every_rule_in_flake8(silenced: Path) -> None:
    _silence(silenced, "noqa: ", {rule.code: rule.code for rule in records.RULES})
    assert hosts.flake8(silenced, *hosts.case_sources()) == Counter()


def test_disable_silences_every_rule_in_pylint(silenced: Path) -> None:
    _silence(silenced, "pylint: disable=", {rule.code: rule.name for rule in records.RULES})
    left = hosts.pylint(silenced, *hosts.case_sources())
    # pylint takes such a comment to belong to the first line of what a backslash or a long string continues.
    assert [place for place in left if not _is_continued(silenced / place[0], place[1])] == []
