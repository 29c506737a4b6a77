"""The README's sections for CI, followed to the letter: its lines are run on the v0.2 project that comes along."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from osmosis_lint.frontends.command import options
from tests.delivery.readme import section, snippet
from tests.delivery.runner import ACTION


def counted(output: str) -> int:
    """The number of findings that the last line of the command gives."""
    found = re.search(r"\d+ files seen, \d+ use the SDK, (\d+) findings", output)
    assert found, output
    return int(found.group(1))


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a fresh Python, as a CI's image has it."""
    folder = tmp_path_factory.mktemp("image")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder / ("Scripts" if os.name == "nt" else "bin")


def run(script: str, folder: Path, image: Path, clone: Path) -> subprocess.CompletedProcess[str]:
    # With a host: the oldest pips that Pythons bring take no URL without one.
    script = script.replace("URL-of-this-repository", f"file://localhost{clone.as_posix()}")
    environment = {**os.environ, "PATH": os.pathsep.join([str(image), os.environ["PATH"]])}
    environment["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    return subprocess.run(
        ["bash", "-e", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_gitlab(project: Path, image: Path, clone: Path) -> None:
    job: dict[str, Any] = yaml.safe_load(snippet("GitLab CI", "yaml"))["osmosis-lint"]
    done = run("\n".join(job["script"]), project, image, clone)
    assert done.returncode == 1, done.stderr
    report = json.loads((project / job["artifacts"]["reports"]["codequality"]).read_text(encoding="utf-8"))
    assert len(report) == counted(done.stdout) > 100
    assert job["artifacts"]["when"] == "always"


def test_any_other_ci(project: Path, image: Path, clone: Path) -> None:
    done = run(snippet("Any other CI"), project, image, clone)
    assert done.returncode == 1, done.stderr
    found = counted(done.stdout)
    assert len(list(ElementTree.parse(project / "osmosis-lint.xml").iter("testcase"))) == found > 100
    baseline = re.findall(r"`(osmosis-lint check --baseline .*?)`", section("Any other CI").replace("\n", " "))
    assert run(baseline[0], project, image, clone).returncode == 0
    done = run(
        f"osmosis-lint check {re.findall(r'`(--baseline .*?)`', section('Any other CI'))[0]}", project, image, clone
    )
    assert done.returncode == 0
    assert f"0 findings, 0 fixable, 0 suppressed, {found} in the baseline" in done.stdout


def test_every_format_is_named() -> None:
    text = section("Any other CI")
    assert [name for name in options.FORMATS if f"`{name}`" not in text] == []


def test_all_inputs_and_outputs_of_the_action_are_named() -> None:
    text = section("GitHub Actions")
    named = set(re.findall(r"`([\w-]+)[:`]", text)) | set(
        yaml.safe_load(snippet("GitHub Actions", "yaml"))["jobs"]["osmosis-lint"]["steps"][-1]["with"]
    )
    assert {*ACTION["inputs"], *ACTION["outputs"]} - named == set()
