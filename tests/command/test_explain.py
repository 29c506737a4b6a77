"""`explain` and `rules`: what a rule is, and how one line was seen."""

from __future__ import annotations

import json

import pytest

from osmosis_lint.api import records
from osmosis_lint.frontends.command.selection import all_rules

from .conftest import GRADER, OLD

SOURCE = """\
from osmosis_ai.rollout import GraderContext
from base import Exact
try:
    from osmosis_ai.rollout import MultiTurnMode
except ImportError:
    MultiTurnMode = None


def look(ctx: GraderContext, other):
    if hasattr(ctx, "samples"):
        return ctx.samples
    return ctx.sample, other.samples, ctx.samples  # noqa: OSM101


class More(Exact):
    async def grade(self, ctx):
        ctx.samples if hasattr(ctx, "samples") else ctx.sample
        ctx.set_sample_reward("a", 1.0)
        print(ctx.nothing)
"""


@pytest.fixture(autouse=True)
def sources(project):
    project.write("a.py", SOURCE)
    project.write("base.py", GRADER)
    project.write("plain.py", "import json\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (1, ["`osmosis_ai.rollout.GraderContext`: silent: 0.3.8 has it", "nothing is reported on this line"]),
        (2, ["`base.Exact`: stands for the class `Exact` (base.py:4)"]),
        (4, ["silent, written for both versions: OSM108", "guard: line 3: `try:`, line 5: `except ImportError:`"]),
        (11, ["silent, written for both versions: OSM101", 'guard: line 10: `if hasattr(ctx, "samples"):`']),
        (
            12,
            [
                "a parameter of `look` on line 9",
                "stands for an object of the SDK class `osmosis_ai.rollout.context.GraderContext`",
                "`osmosis_ai.rollout.context.GraderContext.sample`: silent: 0.3.8 has it",
                "silent: what `other` stands for is not known",
                "suppressed by the comment on line 12: OSM101",
            ],
        ),
        (15, ["a class; its bases are the class `Exact` (base.py:4) or the SDK class"]),
        (17, ["silent, written for both versions: OSM101", "guard: line 17: `"]),
        (18, ["reported: OSM103", "checked for osmosis-ai 0.3.8 (the newest release known)"]),
        (19, ["silent: no release of the SDK had it"]),
        (7, ["nothing on this line is a name"]),
    ],
)
def test_a_line_is_explained(lint, line, said):
    found = lint("explain", f"a.py:{line}")
    assert found.status == 0
    for text in said:
        assert text in found.out


def test_a_column_narrows_it_down(lint):
    out = lint("explain", "a.py:12:16").out
    assert "ctx.sample" in out
    assert "other" not in out.partition("\n")[2]


def test_settings_and_target_are_told(lint):
    assert "reported" not in lint("explain", "a.py:18", "--target-version", "0.3.1").out.split("checked")[1]
    assert "checked for osmosis-ai 0.3.1 (command line)" in lint("explain", "a.py:18", "--target-version", "0.3.1").out


def test_a_finding_that_settings_hide_is_told(lint, project):
    project.write("osmosis-lint.toml", 'ignore = ["OSM103"]\n')
    assert "not selected: OSM103" in lint("explain", "a.py:18").out
    assert "reported: OSM103" in lint("explain", "a.py:18", "--isolated").out


def test_a_file_without_the_sdk_is_told(lint):
    assert "the file neither names the SDK nor imports a project file that does" in lint("explain", "plain.py:1").out


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("a.py:900", "a.py has only"),
        ("a.py:0", "count from 1"),
        ("a.py", "which line?"),
        ("none.py:1", "No such file"),
    ],
)
def test_a_wrong_place_is_told(lint, word, said):
    found = lint("explain", word)
    assert found.status == 2
    assert said in found.err


def test_every_line_of_the_corpus_can_be_explained(lint):
    from pathlib import Path

    cases = sorted((Path(__file__).parents[1] / "cases" / "semantics").glob("guards*.py"))
    for path in cases:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if "ctx" in line or "import" in line:
                found = lint("explain", f"{path}:{number}")
                assert found.status == 0, found.err


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_every_rule_is_explained_by_code_and_by_name(lint, rule):
    by_code = lint("explain", rule.code)
    assert by_code.status == 0
    assert rule.code in by_code.out
    assert lint("explain", rule.name).out == by_code.out


def test_rules_are_listed(lint):
    out = lint("rules").out
    assert all(rule.code in out and rule.name in out for rule in all_rules())
    assert "OSM111 grader-sample-unchecked" in out or "[advice (off by default)]" in out


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["OSM2"], lambda rule: rule.code.startswith("OSM2")),
        (["--select", "OSM4,OSM101"], lambda rule: rule.code.startswith("OSM4") or rule.code == "OSM101"),
        (["--level", "advice"], lambda rule: rule.advice),
        (["--level", "warning"], lambda rule: rule.level == "warning"),
        (["GraderContext.samples"], lambda rule: rule.code == "OSM101"),
        (["osm1", "get_samples"], lambda rule: rule.code in ("OSM102", "OSM105")),
    ],
)
def test_rules_are_filtered(lint, arguments, wanted):
    listed = [entry["code"] for entry in json.loads(lint("rules", *arguments, "--output-format", "json").out)]
    assert listed == [rule.code for rule in all_rules() if wanted(rule)]


def test_rules_as_markdown(lint):
    lines = lint("rules", "--output-format", "markdown").lines
    assert len(lines) == 2 + len(records.RULES) + len(records.TOOL_RULES)


# Files that are not Python


def cells(*sources: str) -> str:
    return json.dumps({"cells": [{"cell_type": "code", "source": source} for source in sources]})


@pytest.mark.parametrize(
    ("name", "text", "place", "said"),
    [
        (
            "a.md",
            f"# x\n\n> ```python\n> x = 1\n> {OLD}> ```\n",
            "5",
            ["a.md:5: > from osmosis", "  5:34 MultiTurnMode", "  reported: OSM108"],
        ),
        ("a.md", f"# x\n\n```python\n{OLD}```\n", "1", ["nothing is reported on this line"]),
        ("a.md", f"```python\n{OLD}```\n", "2:1", ["nothing on this line is a name"]),
        ("a.md", "```sh\npip install osmosis-ai==0.2.31\n```\n", "2", ["  reported: OSM506"]),
        (
            "n.ipynb",
            cells("x = 1\ny = 2", f"%time z = 3\n{OLD}"),
            "cell 2:2",
            ["n.ipynb:cell 2:2: from osmosis", "this is line 4", "  reported: OSM108"],
        ),
        ("n.ipynb", cells("!pip install osmosis-ai"), "cell 1:1", ["cell 1:1: pip install", "  reported: OSM506"]),
        ("requirements.txt", "# x\nosmosis-ai==0.2.31\n", "2", ["  reported: OSM506"]),
        ("requirements.txt", "# x\nosmosis-ai==0.2.31\n", "2:1", ["nothing is reported on this line"]),
        ("setup.py", "setup(install_requires=['osmosis-ai==0.2.31'])\n", "1", ["  reported: OSM506"]),
    ],
)
def test_a_line_of_another_file_is_explained(project, lint, name, text, place, said):
    project.write(name, text)
    found = lint("explain", f"{name}:{place}")
    assert (found.status, found.err) == (0, "")
    for item in said:
        assert item in found.out
    assert ("nothing" in found.out) == any("nothing" in item for item in said)


def test_what_the_whole_project_is_asked_for_is_said_too(project, lint):
    project.write("requirements.txt", "osmosis-ai>=0.3,<0.4\n")
    project.write("served.py", "from osmosis_ai.rollout.server import create_rollout_server\n")
    found = lint("explain", "served.py:1")
    assert "  reported: OSM505 " in found.out
    assert "nothing" not in found.out


@pytest.mark.parametrize(
    ("place", "error"),
    [
        ("n.ipynb:1", "n.ipynb: which cell? Write it as n.ipynb:cell 2:1"),
        ("a.py:cell 2:1", "a.py: only notebooks have cells"),
        ("n.ipynb:cell 0:1", "n.ipynb:cell 0:1: lines and columns count from 1"),
        ("n.ipynb:cell 1:1", "n.ipynb: the cell does not parse: '(' was never closed"),
        ("bad.ipynb:cell 1:1", "bad.ipynb: not valid JSON"),
        ("pyproject.toml:1", "pyproject.toml: not valid TOML"),
        ("latin.md:1", "latin.md: not UTF-8"),
        ("requirements.txt:3", "requirements.txt has only 1 line"),
    ],
)
def test_a_place_that_cannot_be_explained(project, lint, place, error):
    project.write("n.ipynb", cells("import osmosis_ai\nx = ("))
    project.write("bad.ipynb", "{")
    project.write("pyproject.toml", "osmosis-ai = [")
    project.write("latin.md", b"\xe9 osmosis_ai\n")
    project.write("requirements.txt", "osmosis-ai\n")
    found = lint("explain", place)
    assert found.status == 2
    assert len(found.err.splitlines()) == 1
    assert error in found.err
