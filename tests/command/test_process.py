"""The command as a process: what it imports, how it ends, terminals, several jobs."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from .conftest import ENVIRONMENT, GRADER, OLD, PROCESS, ROOT

# What checking one small file may import beside the modules of this package. Every new one costs each call of
# the command: measure before adding one.
INTERPRETER = {"abc", "codecs", "genericpath", "io", "itertools", "ntpath", "os", "posixpath", "stat"}
START_UP = INTERPRETER | {
    *("ast", "bisect", "collections", "contextlib", "copyreg", "enum", "functools"),
    *("keyword", "operator", "re", "reprlib", "types"),
    # Parts of `re` before Python 3.11.
    *("sre_compile", "sre_constants", "sre_parse"),
}
COMMAND_MODULES = (
    *("check", "checking", "covered", "errors", "findings", "main", "options", "parallel", "reports", "reports.report"),
    *("reports.text", "scanning", "selection", "settings", "targets", "terminal"),
)
NEEDED = {
    *("osmosis_lint", "osmosis_lint.diagnostics", "osmosis_lint.engine"),
    *("osmosis_lint.files", "osmosis_lint.files.discovery", "osmosis_lint.files.errors"),
    *("osmosis_lint.files.ignoring", "osmosis_lint.files.kinds"),
    *("osmosis_lint.frontends", "osmosis_lint.frontends.command"),
    *(f"osmosis_lint.frontends.command.{name}" for name in COMMAND_MODULES),
}


def imported(project, text: str) -> set[str]:
    """The modules that checking one small file imports, without those every Python has at its start."""
    project.write("a.py", text)
    program = """
    import sys
    sys.path.insert(0, ROOT)
    before = set(sys.modules)
    from osmosis_lint.frontends.command.main import main
    main(["check", "a.py", "-q"])
    print("\\n".join(sorted(set(sys.modules) - before)))
    """
    program = textwrap.dedent(program).replace("ROOT", repr(str(ROOT)))
    # Without `site`, whose settings may import anything.
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    return {line for line in done.stdout.splitlines() if not line.startswith("a.py:")}


def own(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "osmosis_lint"}


def public(modules: set[str]) -> set[str]:
    return {name for name in modules - own(modules) if "." not in name and not name.startswith("_")}


def test_a_file_without_the_sdk_imports_next_to_nothing(project):
    modules = imported(project, "import json\n")
    extra = own(modules) - NEEDED
    # Whether such a file imports a project file that uses the SDK is asked of the engine's file search, which knows
    # the headers too.
    known = ("osmosis_lint.semantics", "osmosis_lint.api.headers")
    assert not {name for name in extra - {"osmosis_lint.api"} if not name.startswith(known)}
    assert public(modules) <= START_UP


def test_a_file_with_the_sdk_imports_the_engine_and_no_more(project):
    modules = imported(project, OLD)
    extra = own(modules) - NEEDED
    assert not {
        name
        for name in extra
        if not name.startswith(("osmosis_lint.semantics", "osmosis_lint.rules", "osmosis_lint.api"))
    }
    assert public(modules) <= START_UP


def test_the_module_and_the_entry_point_are_the_same_command(project):
    project.write("a.py", OLD)
    done = subprocess.run([*PROCESS, "check"], capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert done.returncode == 1
    assert "OSM108" in done.stdout
    assert done.stderr == ""


def test_a_reader_that_goes_away_ends_it_cleanly(project):
    project.write(
        "a.py", "from osmosis_ai.rollout import GraderContext\ndef f(c: GraderContext):\n" + "    c.samples\n" * 5000
    )
    process = subprocess.Popen([*PROCESS, "check"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(30) == 141


@pytest.mark.skipif(os.name == "nt", reason="signals work otherwise on Windows")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_it_cleanly(project, jobs):
    big = "from osmosis_ai.rollout import GraderContext\n" + "def f(c: GraderContext):\n    return c.samples\n" * 2000
    for number in range(60):
        project.write(f"f{number}.py", big)
    command = [*PROCESS, "check", "--jobs", jobs]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        start_new_session=True,
        text=True,
        # A shell's background job is started with the signal ignored, and hands that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(1.5)
    assert process.poll() is None, "it was done before it could be interrupted"
    # As a terminal does: to the whole group.
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert err == "osmosis-lint: interrupted\n"
    assert process.returncode == 130
    assert out == ""
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_several_jobs_find_the_same(project):
    for number in range(60):
        project.write(f"part{number % 7}/f{number}.py", OLD + GRADER)
    project.write("part0/bad.py", "import osmosis_ai\nx = (\n")
    project.write("part1/__init__.py", "")
    project.write(
        "part1/more.py",
        "from .f1 import Exact\n\nclass A(Exact):\n    async def grade(self, ctx):\n        ctx.samples\n",
    )
    command = [*PROCESS, "check", "--output-format", "json"]
    runs = [
        subprocess.run([*command, "--jobs", jobs], capture_output=True, text=True, check=False, env=ENVIRONMENT)
        for jobs in ("1", "2", "5")
    ]
    assert [run.returncode for run in runs] == [2, 2, 2]
    assert runs[0].stderr.startswith("63 files seen, 62 use the SDK, 181 findings")
    assert runs[0].stdout == runs[1].stdout == runs[2].stdout
    assert runs[0].stderr == runs[1].stderr == runs[2].stderr


@pytest.mark.skipif(os.name == "nt", reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_file_that_brings_a_process_down_is_named(project, lint, monkeypatch):
    import multiprocessing

    from osmosis_lint.frontends.command import checking

    if multiprocessing.get_start_method() != "fork":
        pytest.skip("the change below does not reach processes that are started anew")
    for number in range(8):
        project.write(f"f{number}.py", OLD)
    original = checking.Checker.python_file

    def fall(self, path):
        if path.endswith("f3.py"):
            os._exit(1)
        return original(self, path)

    monkeypatch.setattr(checking.Checker, "python_file", fall)
    found = lint("check", "--jobs", "2")
    assert found.status == 2
    assert sorted(found.codes) == ["OSM108"] * 7 + ["OSM901"]
    assert "checking it brought Python down" in found.out


# Shows progress from the start, so that the test needs no long run.
EAGER = """
import sys
from osmosis_lint.frontends.command import terminal
terminal.FIRST_AFTER = terminal.EVERY = 0
from osmosis_lint.frontends.command.main import main
sys.exit(main(sys.argv[1:]))
"""


def on_terminal(command: list[str], variables: dict[str, str], *, output: bool = True) -> tuple[str, str]:
    """What a process shows on a terminal, and what it writes to a pipe (its output, unless that is shown too)."""
    import pty

    environment = {key: value for key, value in ENVIRONMENT.items() if key != "NO_COLOR"}
    environment |= {"TERM": "xterm", **variables}
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, stdout=theirs if output else subprocess.PIPE, stderr=theirs, env=environment, text=True
    )
    os.close(theirs)
    parts: list[bytes] = []
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        parts.append(part)
    os.close(ours)
    piped = process.stdout.read() if process.stdout is not None else ""
    process.wait(30)
    return b"".join(parts).decode(), piped


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_a_terminal_gets_colours_and_the_full_format(project, variables, coloured):
    project.write("a.py", OLD)
    shown, _ = on_terminal([*PROCESS, "check"], variables)
    # A slow run shows progress too, which is taken away with another sequence.
    assert (re.search(r"\x1b\[[\d;]*m", shown) is not None) is coloured
    if "TERM" not in variables:
        assert "^^^^" in shown


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
def test_a_terminal_shows_progress_and_takes_it_away(project):
    for number in range(300):
        project.write(f"f{number}.py", OLD)
    command = [sys.executable, "-c", EAGER, "check", "--jobs", "1"]
    shown, piped = on_terminal(command, {"NO_COLOR": "1"}, output=False)
    # The output goes elsewhere and has neither.
    assert "\x1b" not in piped
    assert piped.count("OSM108") == 300
    lines = shown.split("\r\x1b[K")
    assert lines[0] == ""
    assert "looking: 256 files, 256 use the SDK" in lines
    assert "checking: 300 of 300 files" in lines
    # Nothing is left of it.
    assert lines[-1] == ""


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("options", "variables"), [(["--quiet"], {}), ([], {"TERM": "dumb"})])
def test_no_progress_where_it_is_not_wanted(project, options, variables):
    project.write("a.py", OLD)
    shown, _ = on_terminal([sys.executable, "-c", EAGER, "check", *options], variables, output=False)
    assert shown == ""


def test_no_progress_and_no_colours_in_a_pipe(project):
    project.write("a.py", OLD)
    command = [sys.executable, "-c", EAGER, "check", "--output-format", "full"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert done.stderr == ""
    assert "^^^^" in done.stdout
    assert "\x1b" not in done.stdout


def test_other_encodings_of_the_output_do_not_stop_it(project):
    project.write("ä.py", "from osmosis_ai.rollout import MultiTurnMode  # ü\n")
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for output in ("full", "concise", "json", "junit", "markdown"):
        command = [*PROCESS, "check", "--output-format", output]
        done = subprocess.run(command, capture_output=True, check=False, env=environment)
        assert done.returncode == 1, done.stderr
        if output == "junit":
            assert "ä.py" in done.stdout.decode("utf-8")


def test_json_of_a_process_can_be_read_back(project):
    project.write("a.py", OLD)
    command = [*PROCESS, "check", "--output-format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    assert json.loads(done.stdout)[0]["code"] == "OSM108"
