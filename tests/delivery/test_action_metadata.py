"""action.yml against what GitHub's documentation of the metadata asks for, and its scripts against shellcheck."""

from __future__ import annotations

import re
import subprocess

from tests.delivery.runner import ACTION, ROOT, STEPS
from tests.promised import program

TEXT = (ROOT / "action.yml").read_text(encoding="utf-8")
STEP_KEYS = {"id", "if", "name", "env", "run", "shell", "uses", "with", "working-directory", "continue-on-error"}
COLOURS = {"white", "black", "yellow", "blue", "green", "orange", "red", "purple", "gray-dark"}


def test_its_keys_are_those_of_a_composite_action() -> None:
    assert set(ACTION) == {"name", "author", "description", "branding", "inputs", "outputs", "runs"}
    assert set(ACTION["branding"]) == {"icon", "color"}
    assert ACTION["branding"]["color"] in COLOURS
    assert set(ACTION["runs"]) == {"using", "steps"}
    assert ACTION["runs"]["using"] == "composite"
    for item in ACTION["inputs"].values():
        assert set(item) == {"description", "default"}
        assert all(isinstance(value, str) for value in item.values())
    for item in ACTION["outputs"].values():
        assert set(item) == {"description", "value"}


def test_each_step_either_runs_a_shell_or_uses_a_released_action() -> None:
    for step in STEPS:
        assert set(step) <= STEP_KEYS
        if "uses" in step:
            assert "run" not in step
            assert re.fullmatch(r"[\w-]+/[\w/-]+@v\d+", step["uses"])
        else:
            assert step["shell"] == "bash"


def test_no_input_becomes_part_of_a_script() -> None:
    assert [step["run"] for step in STEPS if "${{" in step.get("run", "")] == []


def test_what_is_used_is_declared_and_what_is_declared_is_used() -> None:
    assert set(re.findall(r"inputs\.([\w-]+)", TEXT)) == set(ACTION["inputs"])
    ids = [step["id"] for step in STEPS if "id" in step]
    assert len(ids) == len(set(ids))
    for number, step in enumerate(STEPS):
        earlier = {item.get("id") for item in STEPS[:number]}
        assert set(re.findall(r"steps\.([\w-]+)\.", str(step))) <= earlier
    written = (ROOT / "action" / "check.py").read_text(encoding="utf-8")
    for name in re.findall(r"steps\.check\.outputs\.([\w-]+)", TEXT):
        assert f'"{name}"' in written
    read = set(re.findall(r'(?:text|flag)\("(\w+)"\)', written))
    assert {f"INPUT_{name}" for name in read} == {
        name for step in STEPS for name in step.get("env", {}) if "INPUT" in name
    }


def test_shellcheck_has_nothing_to_say() -> None:
    tool = program("shellcheck")
    scripts = sorted((ROOT / "action").glob("*.sh"))
    assert scripts
    done = subprocess.run([tool, *scripts], capture_output=True, text=True, check=False)
    assert done.stdout == ""
    assert done.returncode == 0
