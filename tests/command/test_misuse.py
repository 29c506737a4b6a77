"""What a user can do wrong, and what a file system can hold: one clear line each, and the rest of the run goes on."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading

import pytest

from osmosis_lint.frontends.command import fixable

from .conftest import ENVIRONMENT, GRADER, OLD, PROCESS

needs_posix = pytest.mark.skipif(os.name == "nt", reason="needs pipes and devices in the file system")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("check", ""), "one of the paths is empty"),
        (("check", "--output-file", ""), "--output-file needs a value: FILE"),
        (("check", "--output-format"), "--output-format needs a value: FORMAT"),
        (("check", "--quiet=yes"), "--quiet takes no value"),
        (("check", "-q=1"), "--quiet takes no value"),
        (("check", "-qz"), "unknown option -z of `check`"),
        (("--verison",), "did you mean `--version`?"),
        (("explain", "a.py:9"), "a.py has only 1 line"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(project, lint, arguments, error):
    project.write("a.py", OLD)
    found = lint(*arguments)
    assert found.status == 2
    assert found.out == ""
    assert error in found.err
    assert len(found.err.splitlines()) == 1


def test_letters_may_share_a_dash(project, lint):
    project.write("a.py", OLD)
    assert lint("check", "-qj2") == lint("check", "--quiet", "--jobs", "2")


@needs_posix
def test_an_output_file_that_is_no_file_is_written_to_and_not_replaced(project, lint):
    project.write("a.py", OLD)
    pipe = project.root / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    found = lint("check", "--output-file", "pipe")
    reader.join(10)
    assert found.status == 1
    assert read[0].startswith("a.py:1:32: OSM108")
    assert stat.S_ISFIFO(os.stat(pipe).st_mode)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
@pytest.mark.parametrize("output", ["concise", "json"])
def test_a_full_disk_is_told(project, output):
    project.write("a.py", OLD)
    with open("/dev/full", "w") as full:
        command = [*PROCESS, "check", "--output-format", output]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=ENVIRONMENT)
    assert done.returncode == 2
    assert done.stderr == "osmosis-lint: error: cannot write the output: No space left on device\n"


@needs_posix
@pytest.mark.parametrize(("closed", "status"), [(">&-", 1), ("2>&-", 1), ("<&-", 1), ("<&- >&- 2>&-", 1)])
def test_closed_streams_do_no_harm(project, closed, status):
    project.write("a.py", OLD)
    command = f'"{sys.executable}" -m osmosis_lint check {closed}'
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=60)
    assert done.returncode == status
    assert "Traceback" not in done.stderr


@needs_posix
def test_pipes_in_a_project_are_not_waited_for(project):
    project.write("a.py", OLD)
    names = ("b.py", "conf.json", "requirements.txt", "pyproject.toml", "osmosis-lint.toml", "setup.py", ".gitignore")
    for name in names:
        os.mkfifo(project.root / name)
    done = subprocess.run([*PROCESS, "check"], capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=60)
    assert done.returncode == 1
    assert done.stdout.endswith("1 file seen, 1 uses the SDK, 1 finding, 1 fixable, 0 suppressed\n")


@needs_posix
def test_a_pipe_that_is_named_is_read_once(project):
    # As `<(git show HEAD:a.py)` of a shell gives it.
    pipe = project.root / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(OLD,), daemon=True)
    writer.start()
    command = [*PROCESS, "check", "pipe"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT, timeout=60)
    assert done.returncode == 1
    assert done.stdout.startswith("pipe:1:32: OSM108")


@needs_posix
def test_a_finding_stays_on_one_line_whatever_its_file_is_called(project, lint):
    project.write("new\nline.py", OLD)
    found = lint("check")
    assert len(found.lines) == 2
    assert found.lines[0].startswith(r"new\nline.py:1:32: OSM108")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ('{"cells": 3, "x": "osmosis_ai"}', 2),
        ('["osmosis_ai"]', 2),
        ('{"cells": [null, {"cell_type": "code", "source": 3}], "x": "osmosis_ai"}', 0),
        ('{"cells": [{"cell_type": "code", "source": ["import osmosis_ai\\n", "x = ("]}]}', 2),
        ('{"cells": [{"cell_type": "code", "source": ["from osmosis_ai.rollout import MultiTurnMode", 3]}]}', 1),
        ('{"metadata": {"kernelspec": []}, "cells": [{"cell_type": "code", "source": "import osmosis_ai"}]}', 0),
        ('{"cells": [ osmosis_ai', 2),
        # Nothing in it speaks of the SDK.
        ('{"cells": [', 0),
        ("", 0),
    ],
)
@pytest.mark.parametrize("options", [(), ("--output-format", "json"), ("--fix",)])
def test_odd_notebooks(project, lint, text, status, options):
    project.write("n.ipynb", text)
    project.write("a.py", "import osmosis_ai\n")
    found = lint("check", *options)
    assert found.status == status
    assert found.err == "" or "Traceback" not in found.err


def test_a_mistake_in_a_rewrite_does_not_cost_the_report(project, lint, monkeypatch):
    def fail(*arguments: object) -> None:
        raise AttributeError("a mistake")

    monkeypatch.setattr(fixable.Fixables, "_count", fail)
    monkeypatch.setattr(fixable.Fixables, "_offer", fail)
    project.write("a.py", GRADER)
    found = lint("check")
    assert found.codes == ["OSM101", "OSM103"]
    assert "fixable not counted" in found.summary
    assert [item["fix"] for item in json.loads(lint("check", "--output-format", "json").out)] == [None, None]


def test_thousands_of_findings_are_reported_without_a_proof_for_each(project, lint):
    project.write(
        "a.py",
        "from osmosis_ai.rollout import GraderContext\n\n\ndef f(c: GraderContext):\n" + "    c.samples\n" * 6000,
    )
    found = lint("check", "--output-format", "json-lines")
    assert len(found.lines) == 6000
    assert "6000 findings, fixable not counted" in found.err
