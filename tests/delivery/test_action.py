"""The action on a runner that is imitated: annotations, summary, SARIF, baseline, outputs, and hostile inputs."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.command.conftest import GRADER, OLD
from tests.delivery.readme import snippet
from tests.delivery.runner import ROOT, Run, Runner
from tests.promised import program

UPLOAD = "github/codeql-action/upload-sarif"
HOSTILE = ("$(touch x)", "`touch x`", "; touch x", "'; touch x; '", '"; touch x; "', "&& touch x", "x\ny=$(touch x)")


@pytest.fixture
def runner(tmp_path: Path, installed: dict[str, str]) -> Runner:
    (tmp_path / "temp").mkdir()
    (tmp_path / "workspace" / ".git").mkdir(parents=True)
    (tmp_path / "workspace" / "old.py").write_text(OLD, encoding="utf-8")
    (tmp_path / "workspace" / "grader.py").write_text(GRADER, encoding="utf-8")
    return Runner(tmp_path / "workspace", tmp_path / "temp", {"install": installed})


def annotated(run: Run) -> list[str]:
    return [line.partition("file=")[2].partition(",")[0] for line in run.log.splitlines() if line.startswith("::error")]


def test_everything_of_one_run(runner: Runner) -> None:
    run = runner.run(sarif="true")
    assert run.failed
    assert annotated(run) == ["grader.py", "grader.py", "old.py"]
    assert run.outputs["status"] == "1"
    assert run.outputs["findings"] == "3"
    sarif = Path(run.outputs["sarif-file"])
    assert len(json.loads(sarif.read_text(encoding="utf-8"))["runs"][0]["results"]) == 3
    assert run.used[UPLOAD] == {"sarif_file": str(sarif), "category": "osmosis-lint"}
    assert run.summary.startswith("## osmosis-lint")
    assert run.summary == Path(run.outputs["summary-file"]).read_text(encoding="utf-8")
    assert "osmosis-lint: 2 files seen, 2 use the SDK, 3 findings, 3 fixable, 0 suppressed" in run.log
    assert run.used["actions/setup-python"] == {"python-version": "3.13", "update-environment": "False"}


def test_the_workflow_of_the_readme(project: Path, tmp_path: Path, installed: dict[str, str]) -> None:
    workflow = yaml.safe_load(snippet("GitHub Actions", "yaml"))
    (job,) = workflow["jobs"].values()
    step = job["steps"][-1]
    inputs = {name: value if isinstance(value, str) else str(value).lower() for name, value in step["with"].items()}
    (tmp_path / "temp").mkdir()
    run = Runner(project, tmp_path / "temp", {"install": installed}).run(**inputs)
    assert run.failed
    assert int(run.outputs["findings"]) > 100
    assert "github/codeql-action/upload-sarif" in run.used
    assert workflow["permissions"]["security-events"] == "write"


def test_clean_code_passes(runner: Runner) -> None:
    run = runner.run(paths="clean\n", python_version="")
    assert annotated(run) == ["clean"]
    (runner.workspace / "clean").mkdir()
    (runner.workspace / "clean" / "a.py").write_text("from osmosis_ai.rollout import Grader\n", encoding="utf-8")
    run = runner.run(paths="clean", python_version="")
    assert not run.failed
    assert run.outputs["status"] == run.outputs["findings"] == "0"
    assert run.used == {}


def test_what_could_not_be_checked_wins(runner: Runner) -> None:
    (runner.workspace / "broken.py").write_text("import osmosis_ai\n(\n", encoding="utf-8")
    run = runner.run()
    assert run.failed
    assert (run.outputs["status"], run.outputs["findings"]) == ("2", "3")
    assert "broken.py" in annotated(run)
    assert "### Not checked" in run.summary


@pytest.mark.parametrize(
    ("fail_on", "broken", "failed"),
    [
        *(("findings", False, True), ("findings", True, True), ("problems", False, False)),
        *(("problems", True, True), ("never", False, False), ("never", True, False)),
    ],
)
def test_what_fails_the_job_can_be_chosen(runner: Runner, fail_on: str, broken: bool, failed: bool) -> None:
    if broken:
        (runner.workspace / "broken.py").write_text("import osmosis_ai\n(\n", encoding="utf-8")
    run = runner.run(fail_on=fail_on)
    assert run.failed is failed
    assert run.outputs["status"] == ("2" if broken else "1")


def test_a_baseline_leaves_what_is_new(runner: Runner, installed: dict[str, str]) -> None:
    command = [
        installed["python"],
        "-I",
        "-m",
        "osmosis_lint",
        "check",
        "--baseline",
        "known.json",
        "--update-baseline",
    ]
    subprocess.run(command, cwd=runner.workspace, capture_output=True, check=True)
    run = runner.run(baseline="known.json")
    assert not run.failed
    assert "3 in the baseline" in run.summary
    (runner.workspace / "new.py").write_text(OLD, encoding="utf-8")
    run = runner.run(baseline="known.json")
    assert run.failed
    assert annotated(run) == ["new.py"]


def test_paths_stay_relative_to_the_repository_in_a_subfolder(runner: Runner) -> None:
    """What GitHub shows on the changed lines is found by its path from the top of the repository."""
    project = runner.workspace / "services" / "my rollouts"
    project.mkdir(parents=True)
    (project / "osmosis-lint.toml").write_text('ignore = ["OSM103"]\n', encoding="utf-8")
    (project / "grader.py").write_text(GRADER, encoding="utf-8")
    run = runner.run(working_directory="services/my rollouts")
    assert annotated(run) == ["services/my rollouts/grader.py"]
    run = runner.run(working_directory="services", paths="my rollouts/grader.py\n\n  my rollouts\n")
    assert annotated(run) == ["services/my rollouts/grader.py"]


def test_further_options_are_split_as_a_shell_does(runner: Runner) -> None:
    run = runner.run(
        args="--select 'OSM101, OSM103'\n--per-file-ignores=\"old file.py:OSM103\"", target_version="0.3.0"
    )
    assert annotated(run) == ["grader.py", "grader.py"]
    assert "--target-version=0.3.0" in run.log


def test_annotations_and_summary_can_be_switched_off(runner: Runner) -> None:
    (runner.workspace / "a\n::error title=forged::b.py").write_text(OLD, encoding="utf-8")
    run = runner.run(annotations="false", summary="false")
    assert run.summary == ""
    stopped, _, rest = run.log.partition("::stop-commands::")
    token = rest.split("\n", 1)[0]
    inside, _, after = rest.partition(f"\n::{token}::\n")
    assert "old.py:1:32: OSM108" in inside
    assert "::error" not in stopped + after
    assert annotated(runner.run()) == ["a%0A%3A%3Aerror title=forged%3A%3Ab.py", "grader.py", "grader.py", "old.py"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_input_is_run(runner: Runner, text: str) -> None:
    for name in ("paths", "args", "baseline", "target_version", "working_directory", "fail_on", "annotations"):
        run = runner.run(**{name: text})
        assert run.failed, name
        assert run.outputs["status"] == "2", name
        assert "Traceback" not in run.log
    assert sorted(path.name for path in runner.workspace.iterdir()) == [".git", "grader.py", "old.py"]


def test_a_path_is_never_an_option(runner: Runner) -> None:
    for name in ("--exit-zero", "-", "--fix.py"):
        (runner.workspace / name).write_text(OLD, encoding="utf-8")
    run = runner.run(paths="--exit-zero\n-\n--fix.py\n")
    assert annotated(run) == ["-", "--exit-zero", "--fix.py"]
    assert run.outputs["status"] == "1"


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"sarif": "yes"}, "sarif must be true or false, not 'yes'"),
        ({"fail_on": "error"}, "fail-on must be one of findings, problems, never, not 'error'"),
        ({"working_directory": "nowhere"}, "working-directory: no such folder: 'nowhere'"),
        ({"args": "--select 'OSM1"}, "args: No closing quotation"),
        ({"args": "--selct OSM1"}, "osmosis-lint: error: unknown option --selct of `check`; did you mean `--select`?"),
        ({"target_version": "0.2.9"}, "osmosis-lint: error: --target-version"),
        ({"baseline": "none.json"}, "osmosis-lint: error: none.json: no such baseline"),
    ],
)
def test_what_is_wrong_is_one_annotation(runner: Runner, inputs: dict[str, str], said: str) -> None:
    run = runner.run(**inputs)
    assert run.failed
    errors = [line for line in run.log.splitlines() if line.startswith("::")]
    assert len(errors) == 1
    assert errors[0].startswith(f"::error title=osmosis-lint::{said}")
    assert run.outputs["status"] == "2"
    assert run.outputs["sarif-file"] == ""
    assert run.summary == ""


def install(temp: Path, python: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "OSMOSIS_LINT_PYTHON": python, "RUNNER_TEMP": str(temp)}
    environment |= {"GITHUB_ACTION_PATH": str(ROOT), "GITHUB_OUTPUT": str(temp / "output")}
    environment |= {"PATH": path} if path is not None else {}
    return subprocess.run(
        [program("bash"), ROOT / "action" / "install.sh"], env=environment, capture_output=True, text=True, check=False
    )


def test_a_python_that_is_too_old_is_named(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    done = install(tmp_path, str(old))
    assert done.returncode == 2
    assert done.stdout == (
        f"::error title=osmosis-lint::osmosis-lint needs Python 3.10 or newer, which {old} is not; "
        "set the input python-version\n"
    )


def test_a_machine_without_python_is_told(tmp_path: Path) -> None:
    done = install(tmp_path, "", path=str(tmp_path))
    assert done.returncode == 2
    assert (
        done.stdout == "::error title=osmosis-lint::there is no python3 on this machine; set the input python-version\n"
    )
