"""With a lock or an exact pin, each finding says whether it is broken already or breaks on the upgrade."""

from __future__ import annotations

import json

import pytest

LOCKS = {
    "uv.lock": 'version = 1\n\n[[package]]\nname = "osmosis-ai"\nversion = "{}"\n',
    "poetry.lock": '[[package]]\nname = "osmosis-ai"\nversion = "{}"\noptional = false\n',
    "pdm.lock": '[[package]]\nname = "osmosis-ai"\nversion = "{}"\nrequires_python = ">=3.12"\n',
    "pylock.toml": 'lock-version = "1.0"\n\n[[packages]]\nname = "osmosis-ai"\nversion = "{}"\n',
    "requirements.txt": "osmosis-ai=={}\n",
    "pyproject.toml": '[tool.poetry.dependencies]\nosmosis-ai = "{}"\n',
}
# Last in 0.2.17, 0.2.31 and 0.3.2.
CODE = """\
from osmosis_ai.rollout.core.base import RolloutAgentLoop
from osmosis_ai.rollout import MultiTurnMode
from osmosis_ai.rollout.types.protocol import RolloutCompleteRequest
"""
EXPECTED = {
    "0.2.17": ["on-upgrade", "already", "already"],
    "0.2.31": ["already", "on-upgrade", "on-upgrade"],
    # The lock is also what is aimed at: it has the third name.
    "0.3.2": ["already", "already"],
    "0.3.8": ["already", "already", "already"],
}


def in_code(out):
    return [item for item in map(json.loads, out.splitlines()) if item["filename"].endswith("main.py")]


@pytest.mark.parametrize("release", EXPECTED)
@pytest.mark.parametrize("file", LOCKS)
def test_what_the_project_has_decides(project, lint, file, release):
    project.write(file, LOCKS[file].format(release))
    project.write("src/main.py", CODE)
    found = in_code(lint("check", "--quiet", "--output-format", "json-lines").out)
    assert [item["breakage"] for item in found] == EXPECTED[release]
    assert {item["resolved_release"] for item in found} == {release}


def test_a_set_target_leaves_what_the_project_has_alone(project, lint):
    project.write("uv.lock", LOCKS["uv.lock"].format("0.3.2"))
    project.write("main.py", CODE)
    found = in_code(lint("check", "--quiet", "--target-version", "0.3.8", "--output-format", "json-lines").out)
    assert [item["breakage"] for item in found] == ["already", "already", "on-upgrade"]


@pytest.mark.parametrize("own", ["osmosis-ai==0.2.17\n", "-r ../shared/base.txt\n"])
def test_the_nearest_folder_that_says_something_decides(project, lint, own):
    project.write("requirements.txt", "osmosis-ai==0.2.31\n")
    project.write("shared/base.txt", "osmosis-ai==0.2.17\n")
    project.write("old/requirements.txt", own)
    project.write("new/requirements.txt", "rich\n")
    project.write("old/deep/main.py", CODE)
    project.write("new/deep/main.py", CODE)
    found = in_code(lint("check", "--quiet", "--output-format", "json-lines").out)
    releases = {(item["filename"].split("/")[-3], item["resolved_release"]) for item in found}
    assert releases == {("old", "0.2.17"), ("new", "0.2.31")}


def test_the_lock_counts_before_a_pin(project, lint):
    project.write("requirements.txt", LOCKS["requirements.txt"].format("0.2.17"))
    project.write("uv.lock", LOCKS["uv.lock"].format("0.2.31"))
    project.write("main.py", CODE)
    found = in_code(lint("check", "--quiet", "--output-format", "json-lines").out)
    assert [item["breakage"] for item in found] == EXPECTED["0.2.31"]


@pytest.mark.parametrize(
    "requirement", ["osmosis-ai>=0.2", "osmosis-ai", "osmosis-ai==0.2.*", "osmosis-ai==0.2.31\nosmosis-ai==0.2.17"]
)
def test_nothing_is_said_where_the_release_is_open(project, lint, requirement):
    project.write("requirements.txt", f"{requirement}\n")
    project.write("main.py", CODE)
    found = in_code(lint("check", "--quiet", "--output-format", "json-lines").out)
    assert [(item["breakage"], item["resolved_release"]) for item in found] == [(None, None)] * 3
    assert "[" not in lint("check", "main.py").out


def test_how_it_is_shown(project, lint):
    project.write("uv.lock", LOCKS["uv.lock"].format("0.2.31"))
    project.write("main.py", CODE)
    lines = lint("check", "main.py").lines
    assert lines[0].endswith("`osmosis_ai.rollout.server` [already broken on 0.2.31]")
    assert lines[1].endswith("in the one sample [breaks on upgrade from 0.2.31]")
    full = lint("check", "main.py", "--output-format", "full").lines
    assert full[0].endswith("is gone (last in 0.2.17) [already broken on 0.2.31]")
    markdown = lint("check", "main.py", "--output-format", "markdown").lines
    assert "- already broken on 0.2.31: 1" in markdown
    assert "- breaks on upgrade from 0.2.31: 2" in markdown
    assert "- line 1: OSM502" in "\n".join(line for line in markdown if line.endswith("(already broken on 0.2.31)"))
    sarif = json.loads(lint("check", "main.py", "--output-format", "sarif", "--quiet").out)
    assert [item["properties"] for item in sarif["runs"][0]["results"]] == [
        {"breakage": breakage, "resolvedRelease": "0.2.31"} for breakage in EXPECTED["0.2.31"]
    ]


def test_one_line_is_explained_with_it(project, lint):
    project.write("uv.lock", LOCKS["uv.lock"].format("0.2.31"))
    project.write("src/main.py", CODE)
    shown = [line.rpartition(" [")[2] for number in (1, 2) for line in lint("explain", f"src/main.py:{number}").lines]
    assert [item for item in shown if item.endswith("]")] == [
        "already broken on 0.2.31]",
        "breaks on upgrade from 0.2.31]",
    ]
    (project.root / "uv.lock").unlink()
    assert "[" not in lint("explain", "src/main.py:1").out


def test_a_baseline_outlives_a_new_lock(project, lint):
    project.write("main.py", CODE)
    project.write("uv.lock", LOCKS["uv.lock"].format("0.2.17"))
    lint("check", "main.py", "--baseline", "known.json", "--update-baseline")
    project.write("uv.lock", LOCKS["uv.lock"].format("0.2.31"))
    assert lint("check", "main.py", "--baseline", "known.json").status == 0
