"""Runs a composite action as GitHub's runner does: steps in order, expressions filled in, files for outputs.

Steps that use other actions are not run: what they would be given is kept.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
_EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")
_VALUE = re.compile(r"\b(inputs|steps)\.([\w.-]+)")


class Run:
    """What came of a run: the log, the outputs of the action, the job summary, and what other actions were given."""

    def __init__(self) -> None:
        self.log = ""
        self.failed = False
        self.outputs: dict[str, str] = {}
        self.summary = ""
        self.used: dict[str, dict[str, str]] = {}


class Runner:
    """A runner whose workspace is `workspace`; its own files are in `temp`."""

    def __init__(self, workspace: Path, temp: Path, known: dict[str, dict[str, str]] | None = None) -> None:
        """`known` are outputs of steps that need not run again, by the step's id."""
        self.workspace = workspace
        self.temp = temp
        self.known = known or {}

    def run(self, **inputs: str) -> Run:
        """Run the action with inputs; `_` in a name stands for `-`."""
        given = {name: str(item["default"]) for name, item in ACTION["inputs"].items()}
        for name, value in inputs.items():
            assert name.replace("_", "-") in given, name
            given[name.replace("_", "-")] = value
        run = Run()
        context = {f"inputs.{name}": value for name, value in given.items()}
        for step in STEPS:
            if self._wanted(step, context, failed=run.failed):
                outputs = self.known.get(step.get("id", "")) or self._step(step, context, run)
                context |= {f"steps.{step.get('id')}.outputs.{name}": value for name, value in outputs.items()}
        run.outputs = {name: _filled(item["value"], context) for name, item in ACTION["outputs"].items()}
        return run

    def _wanted(self, step: dict[str, Any], context: dict[str, str], *, failed: bool) -> bool:
        condition = step.get("if", "")
        if failed and "!cancelled()" not in condition:
            return False
        if not condition:
            return True
        inner = _EXPRESSION.fullmatch(condition)
        assert inner, condition
        words = _VALUE.sub(lambda match: repr(context.get(match.group(), "")), inner.group(1))
        return bool(eval(words.replace("!cancelled()", "True").replace("&&", "and")))

    def _step(self, step: dict[str, Any], context: dict[str, str], run: Run) -> dict[str, str]:
        if "uses" in step:
            run.used[step["uses"].partition("@")[0]] = {
                name: _filled(str(value), context) for name, value in step["with"].items()
            }
            return {}
        files = {name: self.temp / name.lower() for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        for file in files.values():
            file.write_text("", encoding="utf-8")
        done = subprocess.run(
            # As the runner calls `shell: bash`.
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.workspace,
            env={
                **os.environ,
                **{name: str(file) for name, file in files.items()},
                **{name: _filled(value, context) for name, value in step.get("env", {}).items()},
                "GITHUB_ACTION_PATH": str(ROOT),
                "GITHUB_WORKSPACE": str(self.workspace),
                "RUNNER_TEMP": str(self.temp),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=600,
        )
        run.log += done.stdout
        run.failed = run.failed or done.returncode != 0
        run.summary += files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        lines = files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines()
        return {name: value for name, _, value in (line.partition("=") for line in lines)}


def _filled(text: str, context: dict[str, str]) -> str:
    return _EXPRESSION.sub(lambda match: context.get(match.group(1), ""), text)
