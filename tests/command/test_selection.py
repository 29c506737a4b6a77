"""Which findings are wanted: combinations of select, ignore and their like."""

from __future__ import annotations

import os

import pytest

from .conftest import GRADER, OLD


@pytest.fixture(autouse=True)
def sources(project):
    project.write("a.py", OLD + GRADER)
    project.write("tests/test_a.py", OLD + GRADER)


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ([], ["OSM108", "OSM101", "OSM103"]),
        (["--select", "OSM101"], ["OSM101"]),
        (["--select", "osm101,OSM103"], ["OSM101", "OSM103"]),
        (["--select", "OSM101", "--select", "OSM103"], ["OSM101", "OSM103"]),
        (["--select", "OSM2"], []),
        (["--select", "OSM2", "--extend-select", "OSM108"], ["OSM108"]),
        (["--select", "multi-turn-mode"], ["OSM108"]),
        (["--ignore", "OSM101"], ["OSM108", "OSM103"]),
        (["--ignore", "OSM1"], []),
        (["--ignore", "OSM"], []),
        (["--ignore", "all"], []),
        (["--select", "all"], ["OSM108", "OSM101", "OSM103"]),
        # The more exact word wins.
        (["--select", "OSM101", "--ignore", "OSM1"], ["OSM101"]),
        (["--select", "OSM1", "--ignore", "OSM101"], ["OSM108", "OSM103"]),
        (["--select", "OSM101", "--ignore", "OSM101"], []),
        (["--ignore", "osmosis_ai.rollout.context.GraderContext.samples"], ["OSM108", "OSM103"]),
        (["--ignore", "osmosis_ai.rollout.context.GraderContext"], ["OSM108"]),
        (["--ignore", "osmosis_ai.rollout.context"], ["OSM108"]),
    ],
)
def test_codes(lint, arguments, codes):
    assert lint("check", "a.py", *arguments).codes == codes


@pytest.mark.parametrize(
    "pattern", ["tests/*", "tests", "tests/", "test_*.py", "*/test_a.py", "./tests/test_a.py", "!a.py"]
)
def test_per_file_ignores(lint, pattern):
    found = lint("check", "--select", "OSM1", "--per-file-ignores", f"{pattern}:OSM101,OSM108")
    assert [line.partition(":")[0] for line in found.lines[:-1]] == ["a.py"] * 3 + [os.path.join("tests", "test_a.py")]


def test_per_file_ignores_take_names(lint):
    found = lint("check", "--per-file-ignores", "tests:osmosis_ai.rollout.context.GraderContext,multi-turn-mode")
    assert found.summary.startswith("2 files seen, 2 use the SDK, 3 findings")


def test_what_is_ignored_does_not_fail_the_run(lint, project):
    project.write("a.py", "import osmosis_ai\nx = (\n")
    assert lint("check", "a.py").status == 2
    assert lint("check", "a.py", "--per-file-ignores", "a.py:OSM901").status == 0


def test_the_command_line_replaces_what_the_configuration_selects(lint, project):
    project.write("osmosis-lint.toml", 'select = ["OSM101"]\nignore = ["OSM103"]\n')
    assert lint("check", "a.py").codes == ["OSM101"]
    assert lint("check", "a.py", "--extend-select", "OSM108").codes == ["OSM108", "OSM101"]
    assert lint("check", "a.py", "--ignore", "OSM101").codes == []
    assert lint("check", "a.py", "--select", "OSM103").codes == ["OSM103"]
    assert lint("check", "a.py", "--isolated").codes == ["OSM108", "OSM101", "OSM103"]
