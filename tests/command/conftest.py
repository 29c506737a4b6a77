"""Runs the command, in this process or in one of its own, in a project made for the test."""

from __future__ import annotations

import io
import os
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from osmosis_lint.frontends.command.main import main

ROOT = Path(__file__).resolve().parents[2]
# The command as a process, and the environment in which it is the one of this checkout.
PROCESS = [sys.executable, "-m", "osmosis_lint"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


class Outcome(NamedTuple):
    """What a run of the command gave."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def summary(self) -> str:
        return self.lines[-1]

    @property
    def codes(self) -> list[str]:
        """The codes of the findings, as the concise format lists them."""
        return [line.split(": ", 1)[1].split()[0] for line in self.lines if ": OSM" in line]


class Project:
    """A folder to put files into; relative paths of the command are relative to it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = textwrap.dedent(text).encode() if isinstance(text, str) else text
        path.write_bytes(data)
        return path

    def read(self, name: str) -> str:
        return (self.root / name).read_bytes().decode()


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.chdir(tmp_path)
    # The folder is a project of its own: nothing above it counts.
    (tmp_path / ".git").mkdir()
    return Project(tmp_path)


@pytest.fixture
def lint(
    project: Project, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Outcome]:
    def run(*arguments: str, stdin: str | bytes | None = None) -> Outcome:
        if stdin is not None:
            data = textwrap.dedent(stdin).encode() if isinstance(stdin, str) else stdin
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        capsys.readouterr()
        status = main(list(arguments))
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return run


OLD = "from osmosis_ai.rollout import MultiTurnMode\n"
GRADER = """\
from osmosis_ai.rollout import Grader


class Exact(Grader):
    async def grade(self, ctx):
        for name, sample in ctx.samples.items():
            ctx.set_sample_reward(name, 1.0)
"""
