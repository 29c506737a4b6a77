"""The hook, the command, flake8 and pylint give the same findings on every Python source of the tests."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.delivery.conftest import Repository
from tests.frontends import hosts

# What is not of one Python file: requirements, and what the command says of its own work.
CONFIG = 'target-version = "0.3.8"\nignore = ["OSM505", "OSM506", "OSM507", "OSM508", "OSM509", "OSM510", "OSM9"]\n'
TREES = ("cases", "projects")
_FINDING = re.compile(r"^([^:\n]+\.pyi?):(\d+):\d+: (OSM\d+) ", re.MULTILINE)


@pytest.fixture
def sources(checked: Repository) -> list[str]:
    """The sources, copied into the repository: those that ask for no option and that this Python parses."""
    for tree in TREES:
        shutil.copytree(hosts.TESTS / tree, checked.root / tree, ignore=shutil.ignore_patterns("__pycache__"))
    checked.write("osmosis-lint.toml", CONFIG)
    listed = [path.relative_to(hosts.TESTS).as_posix() for path in sorted((hosts.TESTS / "projects").rglob("*.py"))]
    return [*hosts.case_sources(), *listed]


def of(sources: list[str], output: str) -> Counter[tuple[str, int, str]]:
    """The findings in these sources that the command has written to an output."""
    found = Counter((Path(path).as_posix(), int(line), code) for path, line, code in _FINDING.findall(output))
    return Counter({key: count for key, count in found.items() if key[0] in set(sources)})


def test_all_front_ends_report_the_same(checked: Repository, sources: list[str]) -> None:
    hook = checked.run_all("osmosis-lint")
    assert "- exit code: 1" in hook.stdout or "- exit code: 2" in hook.stdout
    command = hosts.run("-m", "osmosis_lint", "check", "--output-format", "concise", cwd=checked.root)
    found = of(sources, command.stdout)
    assert found.total() > 1000
    assert of(sources, hook.stdout) == found
    flake8 = hosts.flake8(checked.root, *sources)
    assert flake8 == found
    # pylint has comments of its own, and does not read `noqa`.
    commented = {name for name in sources if "noqa" in (checked.root / name).read_text(encoding="utf-8").lower()}
    pylint = hosts.pylint(checked.root, *sources)
    assert {key for key in pylint if key[0] not in commented} == {key for key in found if key[0] not in commented}
    assert not found - pylint
