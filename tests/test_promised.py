"""A tool that is missing costs a test at home, and the whole run in CI."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.promised import program, sdk_python


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_what_is_missing(monkeypatch: pytest.MonkeyPatch, ci: str, outcome: type[BaseException]) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("A_PYTHON", "/nowhere/python")
    with pytest.raises(outcome, match="no-such-program is not installed"):
        program("no-such-program")
    for variable in ("A_PYTHON", "NOT_SET"):
        with pytest.raises(outcome, match=f"{variable} names no Python"):
            sdk_python(variable)


def test_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_PYTHON", sys.executable)
    assert sdk_python("A_PYTHON") == sys.executable
    assert Path(program("git")).exists()
