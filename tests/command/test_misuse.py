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


SETUP = 'from setuptools import setup\nsetup(install_requires=["osmosis-ai==0.2.31"])\n'


def test_a_setup_file_is_read_when_it_is_named_as_when_it_is_found(project, lint):
    """A hook names each file."""
    project.write("setup.py", SETUP)
    found = lint("check")
    assert found.codes == ["OSM506"]
    assert lint("check", "setup.py") == found
    assert lint("check", "-", "--stdin-filename", "setup.py", stdin=SETUP).codes == ["OSM506"]
    lint("check", "setup.py", "--fix")
    assert "osmosis-ai>=0.3,<0.4" in project.read("setup.py")


@pytest.mark.parametrize("package", ["", "import osmosis_ai\n"])
def test_a_setup_file_that_does_not_parse_is_told_once(project, lint, package):
    project.write("setup.py", package + SETUP.replace("])", "]"))
    for arguments in (("check",), ("check", "setup.py")):
        found = lint(*arguments)
        assert (found.status, found.codes) == (2, ["OSM901"])


@needs_posix
def test_a_setup_file_that_cannot_be_read_is_told_once(project, lint):
    os.symlink("setup.py", project.root / "setup.py")
    assert lint("check", "setup.py").codes == ["OSM901"]


@pytest.mark.parametrize("odd", ["\f", "\x1c", "\x85", "\u2028"])
def test_lines_of_requirements_end_where_editors_end_them(project, lint, odd):
    project.write("requirements.txt", f"# a{odd}b\nosmosis-ai<0.3  # noqa: OSM506\n".encode())
    assert lint("check").summary.endswith("0 findings, 0 fixable, 1 suppressed")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_requirements_as_powershell_writes_them(project, lint, encoding):
    project.write("requirements.txt", "osmosis-ai==0.2.31\r\n".encode(encoding))
    assert lint("check").lines[0].startswith("requirements.txt:1:11: OSM506")


def test_half_of_a_letter_is_told(project, lint):
    project.write("requirements.txt", "osmosis-ai".encode("utf-16") + b"x")
    assert "not UTF-16" in lint("check").out


@pytest.mark.parametrize(
    ("encoding", "reason"), [("hex", "'hex' is not a text encoding"), ("no", "unknown encoding: no")]
)
def test_a_wrong_coding_comment_is_named(project, lint, encoding, reason):
    project.write("a.py", f"# coding: {encoding}\nimport osmosis_ai\n")
    assert lint("check").lines[0] == f"a.py:1:1: OSM901 not checked: its coding comment is wrong: {reason}"


@needs_posix
def test_a_baseline_holds_names_that_are_not_unicode(project, lint):
    (project.root / os.fsdecode(b"n\xff.py")).write_text(OLD)
    assert lint("check", "--baseline", "known.json", "--update-baseline").status == 0
    assert lint("check", "--baseline", "known.json").status == 0


def test_a_notebook_with_several_broken_cells_is_one_file(project, lint):
    listed = [{"cell_type": "code", "source": source} for source in ("import osmosis_ai", "x = (", "y = )")]
    project.write("n.ipynb", json.dumps({"cells": listed}))
    found = lint("check")
    assert found.codes == ["OSM901", "OSM901"]
    assert found.summary.endswith("0 findings, 0 fixable, 0 suppressed, 1 file NOT CHECKED")


def test_a_script_without_a_suffix_takes_its_comments(project, lint):
    project.write("run", OLD)
    assert lint("check", "run", "--add-noqa").out == "suppressed: 1, left that no comment can suppress: 0\n"
    assert lint("check", "run").summary.endswith("0 findings, 0 fixable, 1 suppressed")


def test_patterns_may_be_written_as_windows_writes_paths(project, lint):
    project.write("sub/a.py", OLD)
    project.write("osmosis-lint.toml", "[per-file-ignores]\n'sub\\*' = ['OSM108']\n")
    assert lint("check").status == 0
    project.write("osmosis-lint.toml", "exclude = ['sub\\a.py']\n")
    assert lint("check").status == 0
    assert lint("check", "--isolated", "--exclude", ".\\sub").status == 0


@needs_posix
def test_a_working_folder_that_is_gone_is_named(project):
    gone = project.root / "gone"
    gone.mkdir()
    script = f'rmdir "{gone}"; exec "{sys.executable}" -m osmosis_lint check'
    done = subprocess.run(["sh", "-c", script], cwd=gone, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("osmosis-lint: error: the working folder is not there any more")
    assert "Traceback" not in done.stderr
