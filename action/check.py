"""The step `check` of the action: runs the command once and hands its reports to GitHub.

Reads the inputs from the environment (`INPUT_…`, see action.yml) and is run with the Python that osmosis-lint is
installed for. Writes the outputs `status`, `findings`, `sarif-file`, `summary-file` and `exit-code`. Exits with 0 once
the command has run, whatever it found: a later step fails the job, after the reports were uploaded. Exits with 2 when
an input is wrong.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

PROBLEM = 2
UNCHECKED = "OSM901"
# What each choice makes of the exit statuses 0, 1 and 2 of the command.
EXIT_CODES = {"findings": (0, 1, 2), "problems": (0, 0, 2), "never": (0, 0, 0)}


class InputError(Exception):
    """An input is wrong. The text names it."""


def text(name: str) -> str:
    """An input without the space around it."""
    return os.environ.get(f"INPUT_{name}", "").strip()


def flag(name: str) -> bool:
    """An input that is true or false."""
    value = text(name).lower()
    if value not in ("true", "false"):
        raise InputError(f"{spelled(name)} must be true or false, not {value!r}")
    return value == "true"


def spelled(name: str) -> str:
    """An input as workflows spell it."""
    return name.lower().replace("_", "-")


def arguments(reports: Path) -> list[str]:
    """The arguments of `check`, with all reports written below a folder. Raises InputError."""
    project = text("WORKING_DIRECTORY") or "."
    if not os.path.isdir(project):
        raise InputError(f"working-directory: no such folder: {project!r}")
    try:
        further = shlex.split(text("ARGS"))
    except ValueError as error:
        raise InputError(f"args: {error}") from None
    # Joined with the folder, so that a path can be neither an option nor standard input.
    paths = [os.path.join(project, line.strip()) for line in text("PATHS").splitlines() if line.strip()]
    out = ["--output-format", "github" if flag("ANNOTATIONS") else "concise"]
    for format_ in ("json", "sarif", "markdown"):
        out += ["--report", f"{format_}={reports / format_}"]
    if text("TARGET_VERSION"):
        out.append(f"--target-version={text('TARGET_VERSION')}")
    if text("BASELINE"):
        out.append(f"--baseline={os.path.join(project, text('BASELINE'))}")
    return [*out, *further, "--", *(paths or [project])]


def escaped(message: str) -> str:
    """A text as a workflow command takes it."""
    return message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def run(words: list[str]) -> tuple[int, str]:
    """Run the command, show what it prints, and give its exit status and what it said on the error stream."""
    command = [sys.executable, "-I", "-m", "osmosis_lint", "check", *words]
    print(escaped(f"running {shlex.join(['osmosis-lint', 'check', *words])}"), flush=True)
    # Only our own annotations are commands to the runner, not what a file name or a source line may spell.
    token = "" if "github" in words else uuid.uuid4().hex
    if token:
        print(f"::stop-commands::{token}", flush=True)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    said = done.stderr.decode("utf-8", "replace").strip()
    if token:
        print(f"::{token}::", flush=True)
    return done.returncode if done.returncode in (0, 1) else PROBLEM, said


def main() -> int:
    """Run the step; gives its exit status."""
    os.chdir(os.environ.get("GITHUB_WORKSPACE") or ".")
    reports = Path(tempfile.mkdtemp(prefix="osmosis-lint-reports.", dir=os.environ.get("RUNNER_TEMP")))
    outputs = {"status": str(PROBLEM), "findings": "", "sarif-file": "", "summary-file": ""}
    try:
        fail_on = text("FAIL_ON")
        if fail_on not in EXIT_CODES:
            raise InputError(f"fail-on must be one of {', '.join(EXIT_CODES)}, not {fail_on!r}")
        flag("SARIF")
        wants_summary = flag("SUMMARY")
        status, said = run(arguments(reports))
    except InputError as error:
        print(f"::error title=osmosis-lint::{escaped(str(error))}")
        write_outputs(outputs)
        return PROBLEM
    found = reports / "json"
    if found.exists():
        items = json.loads(found.read_text(encoding="utf-8"))
        outputs["findings"] = str(sum(item["code"] != UNCHECKED for item in items))
        outputs |= {"sarif-file": str(reports / "sarif"), "summary-file": str(reports / "markdown")}
        for line in said.splitlines():
            print(f"osmosis-lint: {line}")
        if wants_summary and os.environ.get("GITHUB_STEP_SUMMARY"):
            with open(os.environ["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as summary:
                summary.write((reports / "markdown").read_text(encoding="utf-8"))
    elif said:
        # The call or the configuration is wrong, or the options in `args` ask for something else than a report.
        print(f"::{'error' if status == PROBLEM else 'notice'} title=osmosis-lint::{escaped(said)}")
    write_outputs(outputs | {"status": str(status), "exit-code": str(EXIT_CODES[fail_on][status])})
    return 0


def write_outputs(outputs: dict[str, str]) -> None:
    """Hand outputs to the runner."""
    with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as file:
        file.writelines(f"{name}={value}\n" for name, value in outputs.items())


if __name__ == "__main__":
    raise SystemExit(main())
