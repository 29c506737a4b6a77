"""Runs the real flake8 and pylint on sources and reads what they print."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from osmosis_lint.api import records
from tests import expectations

TESTS = Path(__file__).resolve().parent.parent
ADVICE_NAMES = ",".join(sorted(records.BY_CODE[code].name for code in records.ADVICE))
CODES = {records.message_id(rule): rule.code for rule in records.RULES}
# What every run starts from: no configuration of the machine, only our findings.
FLAKE8 = (
    "-m",
    "flake8",
    "--isolated",
    "--extend-ignore=C,E,F,W",
    "--format=%(path)s:%(row)d:%(col)d:%(code)s:%(text)s",
)
PYLINT = (
    *("-m", "pylint", f"--rcfile={os.devnull}", "--load-plugins=osmosis_lint.pylint_plugin", "--disable=all"),
    *("--enable=osmosis", f"--disable={ADVICE_NAMES}", "--score=n", "--msg-template={path}:{line}:{column}:{msg_id}"),
)


def run(*arguments: str, cwd: Path, stdin: str | None = None, timeout: int = 600) -> subprocess.CompletedProcess[str]:
    """Run a Python module's command line in a folder; one that takes longer than `timeout` seconds hangs."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
        env=environment,
    )


def flake8(cwd: Path, *arguments: str, stdin: str | None = None) -> Counter[tuple[str, int, str]]:
    """(path, line, code) of what flake8 reports, with how often."""
    done = run(*FLAKE8, *arguments, cwd=cwd, stdin=stdin)
    assert "Traceback" not in done.stderr, done.stderr
    return _counted(done.stdout)


def pylint(cwd: Path, *arguments: str, stdin: str | None = None) -> Counter[tuple[str, int, str]]:
    """(path, line, code) of what pylint reports, its message ids turned into our codes."""
    done = run(*PYLINT, *arguments, cwd=cwd, stdin=stdin)
    assert "Traceback" not in done.stderr, done.stderr
    return Counter({(path, line, CODES.get(code, code)): n for (path, line, code), n in _counted(done.stdout).items()})


def _counted(output: str) -> Counter[tuple[str, int, str]]:
    found: Counter[tuple[str, int, str]] = Counter()
    for line in output.splitlines():
        parts = line.split(":", 4)
        if len(parts) >= 4 and parts[1].isdigit():
            found[Path(parts[0]).as_posix(), int(parts[1]), parts[3].strip()] += 1
    return found


def case_sources() -> list[str]:
    """The case sources that this Python parses and that ask for no option, relative to the tests folder."""
    out = []
    for path in sorted((TESTS / "cases").rglob("*.py")):
        expected = expectations.read(path)
        if expected.runs_here and not expected.target and not expected.select:
            out.append(path.relative_to(TESTS).as_posix())
    return out
