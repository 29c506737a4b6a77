"""The baseline: it knows findings wherever their lines move, and it only ever shrinks."""

from __future__ import annotations

import json

import pytest

from .conftest import GRADER, OLD

BASELINE = ("--baseline", "known.json")


@pytest.fixture
def known(project, lint):
    """A project whose three findings are in the baseline."""
    project.write("a.py", OLD + GRADER)
    found = lint("check", *BASELINE, "--update-baseline")
    assert found.status == 0
    assert "known.json: 3 findings" in found.err
    return project


def count(project) -> int:
    files = json.loads(project.read("known.json"))["files"]
    return sum(number for entries in files.values() for number in entries.values())


def test_known_findings_are_not_reported(known, lint):
    found = lint("check", *BASELINE)
    # The baseline itself is one of the files seen.
    assert found == (0, "2 files seen, 1 uses the SDK, 0 findings, 0 fixable, 0 suppressed, 3 in the baseline\n", "")


def test_new_findings_are_reported(known, lint):
    known.write("b.py", OLD)
    found = lint("check", *BASELINE)
    assert (found.status, found.codes) == (1, ["OSM108"])
    assert found.lines[0].startswith("b.py:1:")


def test_lines_may_move_and_be_indented(known, lint):
    known.write(
        "a.py", "\n\n# head\n" + OLD + "\nif True:\n" + "".join(f"    {line}\n" for line in GRADER.splitlines())
    )
    assert lint("check", *BASELINE).status == 0


def test_equal_findings_are_counted(known, lint):
    known.write("a.py", OLD + GRADER + GRADER.partition("class")[2].join(("class", "")))
    found = lint("check", *BASELINE)
    assert found.codes == ["OSM101", "OSM103"]
    assert found.summary.endswith("3 in the baseline")


def test_what_is_gone_is_told_and_taken_out_when_asked(known, lint):
    known.write("a.py", GRADER)
    assert "1 of the baseline gone (--update-baseline takes them out)" in lint("check", *BASELINE).summary
    assert count(known) == 3
    assert "known.json: 2 findings, 1 taken out" in lint("check", *BASELINE, "--update-baseline").err
    assert count(known) == 2
    known.write("a.py", OLD + GRADER)
    assert lint("check", *BASELINE).codes == ["OSM108"]


def test_an_update_adds_nothing(known, lint):
    known.write("b.py", OLD)
    before = known.read("known.json")
    found = lint("check", *BASELINE, "--update-baseline")
    assert (found.status, found.codes) == (1, ["OSM108"])
    assert known.read("known.json") == before


def test_an_update_keeps_what_the_run_did_not_look_for(known, lint):
    known.write("b/c.py", OLD)
    lint("check", "b", *BASELINE, "--update-baseline")
    assert count(known) == 3
    lint("check", *BASELINE, "--update-baseline", "--select", "OSM2")
    assert count(known) == 3
    assert "baseline" not in lint("check", "b", *BASELINE).summary


def test_a_file_that_is_gone_leaves_the_baseline(known, lint):
    (known.root / "a.py").unlink()
    known.write("b.py", "x = 1\n")
    lint("check", *BASELINE, "--update-baseline")
    assert count(known) == 0


def test_the_file_is_the_same_every_time(known, lint):
    before = (known.root / "known.json").stat().st_mtime_ns
    lint("check", *BASELINE, "--update-baseline")
    assert (known.root / "known.json").stat().st_mtime_ns == before


def test_files_that_are_not_checked_are_never_known(known, lint):
    known.write("bad.py", "import osmosis_ai\nx = (\n")
    (known.root / "known.json").unlink()
    assert lint("check", *BASELINE, "--update-baseline").status == 2
    found = lint("check", *BASELINE)
    assert (found.status, found.codes) == (2, ["OSM901"])


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"version": 2, "files": {}}', '{"version": 1, "files": {"a": {"b": 0}}}', b"\xff"]
)
def test_a_file_that_is_no_baseline_is_told(project, lint, text):
    project.write("known.json", text)
    found = lint("check", *BASELINE)
    assert found.status == 2
    assert "known.json: not a baseline" in found.err
