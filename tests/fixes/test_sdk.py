"""v0.2 rollouts run on SDK 0.2, are fixed, and run on SDK 0.3 with the same rewards and messages.

The interpreters with the two SDKs come from OSMOSIS_LINT_SDK_V02 and OSMOSIS_LINT_SDK_V03.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from osmosis_lint.engine import Engine
from osmosis_lint.fixes import session
from tests.promised import SDK_VARIABLES, program, sdk_python

FOLDER = Path(__file__).parent / "sdk"
MODULES = sorted((FOLDER / "v02").glob("*.py"))
ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "tests" / "projects" / "v02_rollouts"
BY_HAND = Path(__file__).parent / "v02_rollouts.by_hand.patch"


def run(python: str, script: Path, *arguments: str) -> dict[str, Any]:
    """What a script prints on its last line."""
    environment = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "OPENAI_AGENTS_DISABLE_TRACING": "1"}
    done = subprocess.run(
        [python, "-E", "-s", str(script), *arguments],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        cwd=script.parent,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def drive(python: str, module: Path) -> object:
    """What a module does on an SDK."""
    return run(python, FOLDER / "drive.py", str(module))


@pytest.mark.parametrize("module", MODULES, ids=[path.stem for path in MODULES])
def test_same_on_both(module: Path, tmp_path: Path) -> None:
    old, new = (sdk_python(variable) for variable in SDK_VARIABLES)
    path = tmp_path / module.name
    shutil.copy(module, path)
    before = drive(old, path)
    fixed = session.fix_file(Engine(), str(path), unsafe=True)
    assert fixed.written
    assert fixed.result.remaining == [], [fixed.result.reasons.get(item) for item in fixed.result.remaining]
    assert drive(new, path) == before


def test_the_project_runs_when_it_is_fixed(tmp_path: Path) -> None:
    """One command, and the few edits by hand of what has no counterpart: then it earns what it earned."""
    old, new = (sdk_python(variable) for variable in SDK_VARIABLES)
    program("git")
    folder = tmp_path / "project"
    shutil.copytree(PROJECT, folder)
    before = run(old, folder / "smoke.py")
    command = [sys.executable, "-m", "osmosis_lint", "check", "--fix-only", "--unsafe-fixes", str(folder)]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "apply", str(BY_HAND)], cwd=folder, check=True)
    after = run(new, FOLDER / "project.py", str(folder))
    assert after["harbor"] == {"sandbox": "fix-report", "nightly": "fix-report", "shared": "fix-report"}
    assert after["rewards"] == {name: before[name] for name in after["rewards"]}
    assert {"arithmetic", "support", "quiz", "drafting", "retrieval"} == after["rewards"].keys()
