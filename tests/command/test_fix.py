"""`check --fix` and its relatives: what is rewritten, what is only shown, and the exit status."""

from __future__ import annotations

from collections.abc import Callable

from tests.command.conftest import Outcome, Project

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
