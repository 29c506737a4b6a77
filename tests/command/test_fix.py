"""`check --fix` and its relatives: what is rewritten, what is only shown, and the exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from osmosis_lint.diagnostics import Diagnostic
from osmosis_lint.fixes import session
from osmosis_lint.fixes.planning import Plan
from tests.command.conftest import Outcome, Project
from tests.promised import program

ROOT = Path(__file__).resolve().parents[2]
BEFORE = """\
from osmosis_ai.rollout import Grader, MultiTurnMode


class Exact(Grader):
    async def grade(self, ctx):
        ctx.set_sample_reward("solver", 1.0)
"""
AFTER_REWARD = "ctx.set_reward(1.0)"


def test_fix_rewrites_and_reports_what_is_left(project: Project, lint: Callable[..., Outcome]) -> None:
    project.write("g.py", BEFORE.replace(", MultiTurnMode", "") + "\n\nprint(Exact().grade)\n")
    found = lint("check", "--fix")
    assert AFTER_REWARD in project.read("g.py")
    assert found.codes == []
    assert found.status == 0
    assert "fixed 1 place in 1 file" in found.summary


def test_diff_changes_nothing(project: Project, lint: Callable[..., Outcome]) -> None:
    project.write("g.py", BEFORE)
    found = lint("check", "--diff")
    assert project.read("g.py") == BEFORE
    assert f"+        {AFTER_REWARD}" in found.lines
    assert found.status == 1


def test_fix_only_reports_nothing(project: Project, lint: Callable[..., Outcome]) -> None:
    project.write("g.py", BEFORE)
    found = lint("check", "--fix-only")
    assert AFTER_REWARD in project.read("g.py")
    assert found.codes == []
    assert found.status == 0


def test_a_clean_file_keeps_its_bytes(project: Project, lint: Callable[..., Outcome]) -> None:
    clean = b"\xef\xbb\xbfimport osmosis_ai\r\nx = 1"
    project.write("c.py", clean)
    assert lint("check", "--fix").status == 0
    assert (project.root / "c.py").read_bytes() == clean


def test_options_that_do_not_go_together(project: Project, lint: Callable[..., Outcome]) -> None:
    project.write("g.py", BEFORE)
    for options in (("--unsafe-fixes",), ("--diff", "--fix"), ("--fix", "--add-noqa")):
        found = lint("check", *options)
        assert found.status == 2
        assert len(found.err.splitlines()) == 1
    assert project.read("g.py") == BEFORE


MOVED = "from osmosis_ai.rollout import create_rollout_server\n"
APART = "from osmosis_ai.rollout.server import create_rollout_server\n"


def test_what_declares_requirements_is_fixed_with_the_extras_of_all_imports(
    project: Project, lint: Callable[..., Outcome]
) -> None:
    project.write("src/app/serve.py", MOVED)
    project.write(
        "src/app/grader.py", "from osmosis_ai.rollout.integrations.agents.strands import OsmosisStrandsAgent\n"
    )
    project.write("pyproject.toml", '[project]\nname = "x"\ndependencies = ["osmosis-ai==0.2.31"]\n')
    project.write("Dockerfile", 'RUN pip install "osmosis-ai==0.2.31"\n')
    found = lint("check", "--fix")
    assert project.read("pyproject.toml").endswith('"osmosis-ai[server,strands]>=0.3,<0.4"]\n')
    assert project.read("Dockerfile") == 'RUN pip install "osmosis-ai>=0.3,<0.4"\n'
    assert (found.codes, found.status) == ([], 0)
    assert "fixed 3 places in 3 files" in found.summary


def test_a_suppressed_import_asks_for_no_extra(project: Project, lint: Callable[..., Outcome]) -> None:
    project.write("a.py", APART.replace("\n", "  # noqa: OSM505\n"))
    project.write("sub/b.py", APART)
    project.write("requirements.txt", "osmosis-ai>=0.3,<0.4\n")
    assert lint("check", "--fix", "--per-file-ignores", "sub/*.py:OSM505").status == 0
    assert project.read("requirements.txt") == "osmosis-ai>=0.3,<0.4\n"


def test_an_extra_that_nothing_imports_goes_when_asked_for(project: Project, lint: Callable[..., Outcome]) -> None:
    project.write("a.py", APART)
    project.write("requirements.txt", "osmosis-ai[server,strands]>=0.3,<0.4\n")
    for options, after in ((), "server,strands"), (("--extend-select", "OSM505"), "server"):
        lint("check", "--fix", "--unsafe-fixes", *options)
        assert project.read("requirements.txt") == f"osmosis-ai[{after}]>=0.3,<0.4\n"


def test_a_script_brings_its_own_requirements(project: Project, lint: Callable[..., Outcome]) -> None:
    header = '# /// script\n# dependencies = ["{}"]\n# ///\n'
    project.write("a.py", header.format("osmosis-ai==0.2.31") + MOVED)
    assert lint("check", "--fix").status == 0
    assert project.read("a.py") == header.format("osmosis-ai[server]>=0.3,<0.4") + APART


def test_notebooks_and_documents(project: Project, lint: Callable[..., Outcome]) -> None:
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": [MOVED]}
    project.write("n.ipynb", json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    project.write("README.md", f"# x\n\n```python\n{MOVED}```\n")
    project.write("main.py.tpl", f"# <name>\n{MOVED}")
    assert "3 findings, 3 fixable" in lint("check").summary
    shown = lint("check", "--diff")
    assert (shown.status, shown.out.count("+++ b/")) == (1, 3)
    assert MOVED in project.read("README.md")
    assert lint("check", "--fix").codes == []
    assert json.loads(project.read("n.ipynb"))["cells"][0]["source"] == [APART]
    assert project.read("README.md") == f"# x\n\n```python\n{APART}```\n"
    assert project.read("main.py.tpl") == f"# <name>\n{APART}"


def test_requirements_that_others_include(project: Project, lint: Callable[..., Outcome]) -> None:
    """No walk finds them by their names. The walk leaves out what is excluded: so do fixes."""
    project.write("requirements.txt", "-r deps/base.txt\n-r vendored/old.txt\n-r odd.list\n")
    project.write("deps/base.txt", "osmosis-ai==0.2.31\n-r more.txt\n")
    project.write("deps/more.txt", "\ufeff# pins\r\nosmosis-ai[server]<0.3\r\n")
    for name in ("vendored/old.txt", "odd.list"):
        project.write(name, "osmosis-ai<0.3\n")
    options = ("check", "--extend-exclude", "vendored")
    assert "4 findings, 2 fixable" in lint(*options).summary
    assert lint(*options, "--diff").out.count("+++ b/") == 2
    # What the run was not given is not written to.
    lint("check", "requirements.txt", "--fix")
    assert project.read("deps/base.txt") == "osmosis-ai==0.2.31\n-r more.txt\n"
    found = lint(*options, "--fix")
    assert [line.partition(":")[0] for line in found.lines[:-1]] == ["odd.list", "vendored/old.txt"]
    assert project.read("deps/base.txt") == "osmosis-ai>=0.3,<0.4\n-r more.txt\n"
    assert project.read("deps/more.txt") == "\ufeff# pins\r\nosmosis-ai[server]>=0.3,<0.4\r\n"


def test_an_extra_is_asked_for_where_an_included_file_requires_the_package(
    project: Project, lint: Callable[..., Outcome]
) -> None:
    project.write("requirements.txt", "-r base.txt\n")
    project.write("base.txt", "osmosis-ai>=0.3,<0.4\n")
    project.write("a.py", APART)
    assert lint("check", "--fix").status == 0
    assert project.read("base.txt") == "osmosis-ai[server]>=0.3,<0.4\n"


@pytest.mark.parametrize(("target", "after"), [("0.3.0", APART), ("0.3.8", "")])
def test_each_project_has_its_own_target(
    project: Project, lint: Callable[..., Outcome], target: str, after: str
) -> None:
    """`ControllerAuth` moved on 0.3.0 and is gone on 0.3.8."""
    project.write("one/pyproject.toml", f'[project]\nname = "x"\ndependencies = ["osmosis-ai[server]=={target}"]\n')
    project.write("one/a.py", "from osmosis_ai.rollout import ControllerAuth\n")
    project.write("two/a.py", MOVED)
    lint("check", "--fix")
    assert project.read("one/a.py") == after.replace("create_rollout_server", "ControllerAuth")
    assert project.read("two/a.py") == APART


def test_standard_input_of_every_kind(project: Project, lint: Callable[..., Outcome]) -> None:
    for name, before, after in (
        ("a.py", "\ufeff" + MOVED.replace("\n", "\r\n"), "\ufeff" + APART.replace("\n", "\r\n")),
        ("a.md", f"```py\n{MOVED}```\n", f"```py\n{APART}```\n"),
        ("requirements.txt", "osmosis-ai==0.2.31\n", "osmosis-ai>=0.3,<0.4\n"),
    ):
        found = lint("check", "--fix", "--stdin-filename", name, "-", stdin=before.encode())
        assert (found.status, found.out) == (0, after)


def test_a_patch_for_git(project: Project) -> None:
    program("git")
    files = {
        "bom.py": b"\xef\xbb\xbf" + MOVED.replace("\n", "\r\n").encode(),
        "latin.py": b"# coding: latin-1\nNAME = '\xe9'\n" + MOVED.encode(),
        "requirements.txt": b"osmosis-ai==0.2.31",
    }

    def put() -> None:
        for name, data in files.items():
            project.write(name, data)

    def get() -> dict[str, bytes]:
        return {name: (project.root / name).read_bytes() for name in files}

    def run(*options: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "osmosis_lint", "check", *options]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(command, cwd=project.root, capture_output=True, env=environment)

    put()
    shown = run("--diff")
    assert shown.returncode == 1
    assert get() == files
    subprocess.run(["git", "init", "-q"], cwd=project.root, check=True)
    subprocess.run(["git", "apply", "-"], cwd=project.root, check=True, input=shown.stdout)
    patched = get()
    put()
    assert run("--fix-only").returncode == 0
    assert get() == patched
    assert all(patched[name] != data for name, data in files.items())


def test_a_patch_for_a_file_outside_the_working_folder(project: Project) -> None:
    """As ruff does, the patch names it by its whole path; git takes that when told that it may."""
    program("git")
    project.write("there/a b.py", MOVED)
    project.write("here/own.py", MOVED)
    here = project.root / "here"
    command = [sys.executable, "-m", "osmosis_lint", "check", "--diff", "../there", "own.py"]
    shown = subprocess.run(command, cwd=here, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    subprocess.run(["git", "apply", "--unsafe-paths", "-"], cwd=here, check=True, input=shown.stdout)
    assert (project.read("there/a b.py"), project.read("here/own.py")) == (APART, APART)


def test_quiet_says_nothing(project: Project, lint: Callable[..., Outcome]) -> None:
    project.write("a.py", MOVED)
    found = lint("check", "--fix-only", "--quiet")
    assert (found.status, found.out, found.err) == (0, "", "")
    assert project.read("a.py") == APART


@pytest.mark.parametrize("error", [KeyError("oops"), ValueError("oops"), AttributeError("oops")])
def test_a_mistake_of_ours_is_told_and_costs_one_file(
    project: Project, lint: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    plan = session.plan

    def fail(found: list[Diagnostic]) -> Plan:
        if found and found[0].path.endswith("a.py"):
            raise error
        return plan(found)

    for name in ("a.py", "b.py"):
        project.write(name, MOVED)
    monkeypatch.setattr(session, "plan", fail)
    found = lint("check", "--fix")
    assert f"a.py: not fixed: internal error of osmosis-lint: {type(error).__name__}: " in found.err
    assert (found.status, found.codes) == (2, ["OSM501"])
    assert (project.read("a.py"), project.read("b.py")) == (MOVED, APART)


@pytest.mark.parametrize(
    "data", [b"# coding: hex\n", b"# coding: nothing\n", b"x = '\xff'\n", b"x = 1\0\n", b"x = (\n"]
)
@pytest.mark.parametrize("option", ["--fix", "--add-todo", "--diff"])
def test_what_cannot_be_read_is_left_to_the_check(
    project: Project, lint: Callable[..., Outcome], data: bytes, option: str
) -> None:
    project.write("a.py", data + MOVED.encode())
    found = lint("check", option)
    assert "not fixed" not in found.err
    assert (project.root / "a.py").read_bytes() == data + MOVED.encode()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("n.ipynb", b'{"cells": ['),
        ("n.ipynb", b"[]"),
        ("n.ipynb", b'{"cells": [{"cell_type": "code", "source": 1}]}'),
        ("pyproject.toml", b'[project]\ndependencies = ["osmosis-ai==0.2.31"\n'),
        ("setup.cfg", b"install_requires = osmosis-ai==0.2.31\n"),
        ("requirements.txt", b"osmosis-ai==0.2.31 \xff\n"),
        ("README.md", b"```python\nfrom osmosis_ai.rollout import (\n```\n\xff"),
    ],
)
def test_what_cannot_be_read_of_other_kinds_is_left_to_the_check(
    project: Project, lint: Callable[..., Outcome], name: str, data: bytes
) -> None:
    project.write("a.py", MOVED)
    project.write(name, data)
    found = lint("check", "--fix")
    assert "not fixed" not in found.err
    assert (project.root / name).read_bytes() == data
    assert project.read("a.py") == APART
