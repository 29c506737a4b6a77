"""v0.2 rollouts run on SDK 0.2, are fixed, and run on SDK 0.3 with the same rewards and messages.

The interpreters with the two SDKs come from OSMOSIS_LINT_SDK_V02 and OSMOSIS_LINT_SDK_V03.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from osmosis_lint.engine import Engine
from osmosis_lint.fixes import session

FOLDER = Path(__file__).parent / "sdk"
MODULES = sorted((FOLDER / "v02").glob("*.py"))
VARIABLES = ("OSMOSIS_LINT_SDK_V02", "OSMOSIS_LINT_SDK_V03")


def interpreter(variable: str) -> str:
    """The Python that has one of the SDKs; without it the test fails in CI and is skipped elsewhere."""
    path = os.environ.get(variable, "")
    if not path or not os.path.exists(path):
        message = f"{variable} names no Python with the SDK"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return path


def drive(python: str, module: Path) -> object:
    """What a module does on an SDK."""
    environment = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True", "OPENAI_AGENTS_DISABLE_TRACING": "1"}
    done = subprocess.run(
        [python, "-I", str(FOLDER / "drive.py"), str(module)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        cwd=module.parent,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("module", MODULES, ids=[path.stem for path in MODULES])
def test_same_on_both(module: Path, tmp_path: Path) -> None:
    old, new = (interpreter(variable) for variable in VARIABLES)
    path = tmp_path / module.name
    shutil.copy(module, path)
    before = drive(old, path)
    fixed = session.fix_file(Engine(), str(path), unsafe=True)
    assert fixed.written
    assert fixed.result.remaining == [], [fixed.result.reasons.get(item) for item in fixed.result.remaining]
    assert drive(new, path) == before
