"""The tools that tests run. Where one is missing, its tests are skipped; CI promises them all, so there they fail."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

SDK_VARIABLES = ("OSMOSIS_LINT_SDK_V02", "OSMOSIS_LINT_SDK_V03")


def program(name: str) -> str:
    """The path of a program: the one beside this Python, else the one that the shell would find."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        _missing(f"{name} is not installed")
    return str(found)


def sdk_python(variable: str) -> str:
    """The Python with a real SDK that an environment variable names."""
    python = os.environ.get(variable, "")
    if not python or not os.path.exists(python):
        _missing(f"{variable} names no Python with the real SDK")
    return python


def _missing(reason: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
