"""What the report says of `--fix`: the number is what `--fix` does, and the edits shown are right by themselves."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from osmosis_lint.frontends.command import fixable

from .conftest import GRADER, OLD, Outcome, Project

Lint = Callable[..., Outcome]
PROJECTS = Path(__file__).parents[1] / "projects"
REQUIREMENT = '[project]\nname = "x"\nrequires-python = ">=3.12"\ndependencies = ["osmosis-ai>=0.2.31"]\n'
NOTEBOOK = {
    "cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": [GRADER]}],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}
IMPORT = "from osmosis_ai.rollout import create_rollout_server\n\nprint(create_rollout_server)\n"


def numbers(summary: str) -> tuple[int, int]:
    """The findings and the fixable ones that a summary tells."""
    found = re.search(r"(\d+) findings?, (\d+) fixable", summary)
    assert found is not None, summary
    return int(found.group(1)), int(found.group(2))


def assert_true(lint: Lint, *options: str) -> int:
    """The count of a check is what `--fix` then takes away; gives it."""
    before, promised = numbers(lint("check", *options).summary)
    after, left = numbers(lint("check", "--fix", *options).summary)
    assert before - after == promised
    assert left == 0
    return promised


@pytest.mark.parametrize("name", ["v02_rollouts", "v03_rollouts"])
def test_the_count_is_what_fix_does_to_a_project(project: Project, lint: Lint, name: str) -> None:
    shutil.copytree(PROJECTS / name, project.root / name)
    promised = assert_true(lint)
    assert (promised > 50) is (name == "v02_rollouts")


@pytest.mark.parametrize(
    ("files", "options", "promised"),
    [
        ({"a.py": GRADER}, (), 2),
        # Nothing says what would take the place of the enum.
        ({"a.py": OLD + "print(MultiTurnMode)\n"}, (), 0),
        ({"a.py": GRADER.replace("1.0)", "1.0)  # noqa: OSM103")}, (), 0),
        ({"a.py": GRADER}, ("--ignore", "OSM103"), 0),
        ({"a.ipynb": json.dumps(NOTEBOOK)}, (), 2),
        ({"a.md": f"```python\n{GRADER}```\n"}, (), 2),
        ({"pyproject.toml": REQUIREMENT}, (), 1),
        # The missing extra is reported at the import, and added to the requirement.
        ({"pyproject.toml": REQUIREMENT, "a.py": IMPORT}, (), 3),
        ({"a.py": GRADER, "b.py": "import osmosis_ai\nx = (\n"}, (), 2),
    ],
)
def test_the_count_is_what_fix_does(
    project: Project, lint: Lint, files: dict[str, str], options: tuple[str, ...], promised: int
) -> None:
    for name, text in files.items():
        project.write(name, text)
    assert assert_true(lint, *options) == promised


def test_standard_input_is_counted_too(lint: Lint) -> None:
    assert numbers(lint("check", "-", stdin=GRADER).summary) == (2, 2)


def test_known_findings_are_not_counted(project: Project, lint: Lint) -> None:
    project.write("a.py", GRADER)
    baseline = ("--baseline", "known.json")
    lint("check", *baseline, "--update-baseline")
    project.write("b.py", GRADER)
    assert numbers(lint("check", *baseline).summary) == (2, 2)


def test_a_large_number_of_files_is_not_fixed_only_to_count(
    project: Project, lint: Lint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixable, "MAX_COUNTED", 1)
    project.write("a.py", GRADER)
    assert numbers(lint("check").summary) == (2, 2)
    project.write("b.py", GRADER)
    assert "4 findings, fixable not counted (--diff shows them), 0 suppressed" in lint("check").summary


def test_a_mistake_of_ours_in_a_rewrite_is_told(project: Project, lint: Lint, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AttributeError("oops")

    project.write("a.py", GRADER)
    monkeypatch.setattr(fixable.Fixables, "_count", fail)
    monkeypatch.setattr(fixable.Fixables, "_offer", fail)
    found = lint("check")
    assert (found.status, found.err.count("internal error of osmosis-lint: AttributeError: oops")) == (1, 1)
    found = lint("check", "--output-format", "json")
    assert found.status == 1
    assert "a.py: its fixes are not shown: internal error of osmosis-lint" in found.err


def applied(text: str, edits: list[dict[str, object]]) -> str:
    """A text after the edits of a JSON report."""
    lines = text.splitlines(keepends=True)
    for edit in reversed(edits):
        (first, start), (last, end) = [(at["row"], at["column"]) for at in (edit["location"], edit["end_location"])]
        lines.append("")
        whole = lines[first - 1][: start - 1] + str(edit["content"]) + lines[last - 1][end - 1 :]
        lines[first - 1 : last] = whole.splitlines(keepends=True)
    return "".join(lines)


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.py", GRADER), ("pyproject.toml", REQUIREMENT), ("a.md", f"Übung\n\n```python\n{GRADER}```\n")],
)
def test_the_edits_of_the_json_report_mend_the_finding(project: Project, lint: Lint, name: str, text: str) -> None:
    project.write(name, text)
    before = json.loads(lint("check", "--output-format", "json").out)
    assert before
    for entry in before:
        assert entry["fix"]["applicability"] == "safe"
        project.write(name, applied(text, entry["fix"]["edits"]))
        left = json.loads(lint("check", "--output-format", "json").out)
        assert len(left) < len(before)
        assert entry["message"] not in [item["message"] for item in left]
        project.write(name, text)


def test_sarif_has_the_same_edits(project: Project, lint: Lint) -> None:
    project.write("a.py", GRADER)
    entries = json.loads(lint("check", "--output-format", "json").out)
    results = json.loads(lint("check", "--output-format", "sarif").out)["runs"][0]["results"]
    for entry, result in zip(entries, results, strict=True):
        (fix,) = result["fixes"]
        assert fix["description"]["text"] == entry["fix"]["message"]
        (change,) = fix["artifactChanges"]
        shown = [
            (item["insertedContent"]["text"], item["deletedRegion"]["startLine"], item["deletedRegion"]["startColumn"])
            for item in change["replacements"]
        ]
        edits = entry["fix"]["edits"]
        assert shown == [(item["content"], item["location"]["row"], item["location"]["column"]) for item in edits]


def test_no_edit_is_shown_that_would_change_what_is_suppressed(project: Project, lint: Lint) -> None:
    project.write("a.py", GRADER.replace("1.0)", "1.0)  # noqa: OSM103"))
    (entry,) = json.loads(lint("check", "--output-format", "json").out)
    assert (entry["code"], entry["fix"]) == ("OSM101", None)


def test_standard_input_of_a_kind_that_is_not_rewritten(project, lint):
    text = '{"rollout_id": "r", "samples": {"a": {"messages": []}}}\n'
    assert "1 finding, 0 fixable" in lint("check", "-", "--stdin-filename", "a.json", stdin=text).summary
    both = "osmosis-ai==0.2.31\nharbor[skypilot]\n"
    assert "2 findings, 1 fixable" in lint("check", "-", "--stdin-filename", "requirements.txt", stdin=both).summary
