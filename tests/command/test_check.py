"""`check`: which files are looked at, what is said of them, and the exit status."""

from __future__ import annotations

import os
import sys

import pytest

from .conftest import GRADER, OLD


def test_a_project_with_nothing_to_do_is_clean(project, lint):
    project.write("a.py", "import os\n")
    found = lint("check")
    assert found == (0, "1 file seen, 0 use the SDK, 0 findings, 0 fixable, 0 suppressed\n", "")


def test_findings_are_listed_by_place_and_summed_up(project, lint):
    project.write("b/grader.py", GRADER)
    project.write("a.py", OLD)
    found = lint("check")
    assert found.status == 1
    assert [line.split(" ")[0] for line in found.lines[:-1]] == [
        "a.py:1:32:",
        f"b{os.sep}grader.py:6:33:",
        f"b{os.sep}grader.py:7:17:",
    ]
    assert found.summary == "2 files seen, 2 use the SDK, 3 findings, 3 fixable, 0 suppressed"


def test_exit_zero_hides_findings_from_the_status_only(project, lint):
    project.write("a.py", OLD)
    assert lint("check", "--exit-zero")[0] == 0
    assert lint("check", "--exit-zero").codes == ["OSM108"]


def test_quiet_shows_findings_only(project, lint):
    project.write("a.py", OLD)
    project.write("b.py", "x = 1\n")
    assert len(lint("check", "-q").lines) == 1
    assert lint("check", "-q", "b.py") == (0, "", "")


def test_statistics_count_each_code(project, lint):
    project.write("a.py", OLD + GRADER)
    assert lint("check", "--statistics").lines[:-1] == [
        "1 OSM101 grader-context-samples",
        "1 OSM103 set-sample-reward",
        "1 OSM108 multi-turn-mode",
    ]
    assert lint("check", "--statistics", "--output-format", "json").status == 2


def test_full_shows_the_line_a_caret_and_the_hint(project, lint):
    project.write("a.py", "x = 'ü'; from osmosis_ai.rollout import MultiTurnMode as M\nprint(M)\n")
    lines = lint("check", "--output-format", "full").lines
    assert lines[0].startswith("a.py:1:41: OSM108 ")
    assert lines[2] == "1 | x = 'ü'; from osmosis_ai.rollout import MultiTurnMode as M"
    assert lines[3].startswith("  |" + " " * 41 + "^" * 18 + " remove it")
    assert lines[4] == "  = used on line 2"


def test_a_caret_stands_right_under_wide_characters_and_tabs(project, lint):
    project.write(
        "a.py", "from osmosis_ai.rollout import GraderContext\ndef f(c: GraderContext):\n\tx = '漢字', c.samples\n"
    )
    lines = lint("check", "--output-format", "full").lines
    # Four columns for the tab, two for each wide character.
    assert lines[3].index("^") - len("  | ") == len("    x = ''") + 4 + len(", c.")


def test_a_very_long_line_is_cut_around_the_finding(project, lint):
    project.write(
        "a.py",
        f"from osmosis_ai.rollout import GraderContext\ndef f(c: GraderContext): return [{'1, ' * 4000}c.samples]\n",
    )
    lines = lint("check", "--output-format", "full").lines
    assert len(lines[2]) < 150
    assert lines[2][lines[3].index("^") :] == "samples]"


def test_control_characters_do_not_reach_the_terminal(project, lint):
    project.write("a.py", "from osmosis_ai.rollout import MultiTurnMode  # \x1b[31m\n")
    assert "\x1b" not in lint("check", "--output-format", "full").out


def test_related_files(project, lint):
    project.write("base.py", GRADER)
    project.write(
        "sub.py", "from base import Exact\n\nclass More(Exact):\n    async def grade(self, ctx):\n        ctx.samples\n"
    )
    project.write(
        "far.py", "import sub\n\nclass Most(sub.More):\n    async def grade(self, ctx):\n        ctx.samples\n"
    )
    project.write("other.py", "import json\n")
    found = lint("check")
    assert found.summary.startswith("4 files seen, 3 use the SDK, 4 findings")


def test_a_header_in_a_file_that_never_names_the_sdk(project, lint):
    project.write("pyproject.toml", '[project]\nname = "x"\ndependencies = ["osmosis-ai>=0.3.8"]\n')
    project.write("names.py", 'SAMPLE = "X-Sample-Id"\n')
    project.write("use.py", "import osmosis_ai\n")
    found = lint("check", "--select", "OSM3")
    assert found.codes == ["OSM301"]


def test_a_circle_of_imports_ends(project, lint):
    project.write("a.py", "import b\n")
    project.write("b.py", "import c\nimport a\n")
    project.write("c.py", "import a\n" + OLD)
    assert lint("check").summary.startswith("3 files seen, 3 use the SDK, 1 finding,")


def test_a_package_is_imported_by_its_folder_name(project, lint):
    project.write("pack/__init__.py", GRADER)
    project.write(
        "pack/inner.py",
        "from . import Exact\n\nclass A(Exact):\n    async def grade(self, ctx):\n        ctx.samples\n",
    )
    project.write(
        "use.py", "from pack import Exact\n\nclass B(Exact):\n    async def grade(self, ctx):\n        ctx.samples\n"
    )
    assert lint("check", "--select", "OSM101").summary.startswith("3 files seen, 3 use the SDK, 3 findings")


@pytest.mark.parametrize("paths", [["sub.py"], ["part"], ["sub.py", "part"]])
def test_the_base_class_may_lie_outside_of_the_paths(project, lint, paths):
    project.write("base.py", GRADER)
    text = "from base import Exact\n\nclass More(Exact):\n    async def grade(self, ctx):\n        ctx.samples\n"
    project.write("sub.py", text)
    project.write("part/deep.py", text)
    found = lint("check", *paths)
    assert found.codes == ["OSM101"] * len(paths)
    assert found.summary.startswith(f"{len(paths)} file")


def test_standard_input(project, lint):
    found = lint("check", "-", stdin=OLD)
    assert (found.status, found.codes) == (1, ["OSM108"])
    assert found.lines[0].startswith("stdin.py:1:32: ")


def test_standard_input_resolves_imports_from_its_name(project, lint):
    project.write("pack/base.py", GRADER)
    text = "from base import Exact\n\nclass More(Exact):\n    async def grade(self, ctx):\n        ctx.samples\n"
    found = lint("check", "-", "--stdin-filename", "pack/new.py", stdin=text)
    assert found.lines[0].startswith(f"pack{os.sep}new.py:5:13: OSM101")


def test_standard_input_is_for_one_file(project, lint):
    assert lint("check", "-", "a.py", stdin="").status == 2
    assert lint("check", "--stdin-filename", "a.py").status == 2
    assert lint("check", "-", "--add-noqa", stdin="").status == 2


def test_output_file_gets_the_findings_and_the_terminal_the_summary(project, lint):
    project.write("a.py", OLD)
    found = lint("check", "--output-file", "out.txt")
    assert found.out.count("\n") == 1
    assert "OSM108" in project.read("out.txt")
    assert lint("check", "-o", "missing/out.txt").status == 2


def test_target_version_changes_the_verdict(project, lint):
    project.write("a.py", "from osmosis_ai.rollout.server import ControllerAuth\n")
    assert lint("check", "--target-version", "0.3.2").status == 0
    assert lint("check", "--target-version", "0.3.3").status == 1
    assert "0.3.0 or newer" in lint("check", "--target-version", "0.2.1").err
    assert "not a version" in lint("check", "--target-version", "new").err


def test_advice_is_off_by_default(project, lint):
    text = """\
    from osmosis_ai.rollout import Grader

    class A(Grader):
        async def grade(self, ctx):
            ctx.sample.messages
    """
    project.write("a.py", text)
    assert "OSM111" not in lint("check", "--select", "OSM").codes
    assert "OSM111" in lint("check", "--extend-select", "OSM111").codes


# What cannot be checked


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import osmosis_ai\nx = (\n", "no known Python parses it"),
        ("import osmosis_ai\nprint 'x'\n", "Python 2 would parse it"),
        ("import osmosis_ai\nraise ValueError, 'x'\n", "Python 2 would parse it"),
        ("import osmosis_ai\nasync = 1\n", "Python 3.6 would parse it"),
        ("import osmosis_ai\nx = {{ cookiecutter.name }}x\n", "looks like a template"),
        ("import osmosis_ai\n<<<<<<< HEAD\n", "merge conflict"),
        ("import osmosis_ai\nx = '\0'\n", "null"),
        (b"import osmosis_ai\n\xff\n", "is not UTF-8"),
        (b"# coding: klingon\nimport osmosis_ai\n", "klingon"),
        (f"import osmosis_ai\nx = {'(' * 5000}{')' * 5000}\n", "not checked"),
        (f"import osmosis_ai\nx = {'-' * 100_000}1\n", "not checked"),
    ],
)
def test_a_file_that_does_not_parse_is_named_and_the_rest_is_checked(project, lint, text, said):
    project.write("bad.py", text)
    project.write("good.py", OLD)
    found = lint("check")
    assert found.status == 2
    assert found.codes == ["OSM901", "OSM108"]
    assert said in found.lines[0]
    assert found.summary.endswith("1 finding, 1 fixable, 0 suppressed, 1 file NOT CHECKED")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python parses it")
@pytest.mark.parametrize("line", ["type A = int", "def f[T](x: T): ...", "class A[T]: ...", "x = f'{'a'}'"])
def test_syntax_of_a_newer_python_is_said_to_be_so(project, lint, line):
    project.write("bad.py", f"import osmosis_ai\n{line}\n")
    assert "Python 3.12 or newer would parse it" in lint("check").out


def test_a_file_without_the_sdk_need_not_parse(project, lint):
    project.write("bad.py", "x = (\n")
    assert lint("check").status == 0


def test_deeply_nested_code_neither_crashes_nor_stops_the_run(project, lint):
    project.write("a.py", f"import osmosis_ai\nx = {'a.' * 5000}b\n")
    project.write("b.py", "import osmosis_ai\nif x: pass\n" + "elif y: pass\n" * 5000)
    project.write("c.py", OLD)
    found = lint("check")
    assert found.status in (1, 2)
    assert "OSM108" in found.codes
    assert "internal error" not in found.out


def test_a_missing_path_is_named(project, lint):
    project.write("a.py", OLD)
    found = lint("check", "a.py", "gone.py")
    assert found.status == 2
    assert "OSM901" in found.codes
    assert "No such file" in found.out


def test_an_unreadable_file_is_named(project, lint, monkeypatch):
    # Refused by hand: root, whom CI runs as, may read everything.
    project.write("a.py", OLD)
    original = open

    def refusing(file, *rest, **named):
        if str(file).endswith("a.py"):
            raise PermissionError(13, "Permission denied", file)
        return original(file, *rest, **named)

    monkeypatch.setattr("builtins.open", refusing)
    found = lint("check")
    assert (found.status, found.codes) == (2, ["OSM901"])
    assert "Permission denied" in found.out


def test_a_file_that_vanishes_is_named(project, lint, monkeypatch):
    from osmosis_lint.frontends.command import scanning

    path = project.write("a.py", OLD)
    project.write("b.py", OLD)
    original = scanning.second_look

    def vanish(*arguments):
        path.unlink()
        return original(*arguments)

    monkeypatch.setattr(scanning, "second_look", vanish)
    found = lint("check")
    assert found.codes == ["OSM901", "OSM108"]
    assert found.status == 2


def test_a_mistake_of_ours_is_told_and_the_rest_is_checked(project, lint, monkeypatch):
    from osmosis_lint.engine import Engine

    project.write("a.py", OLD)
    project.write("b.py", OLD)
    original = Engine.check

    def fail(self, path, text, tree=None):
        if path.endswith("a.py"):
            raise KeyError("oops")
        return original(self, path, text, tree)

    monkeypatch.setattr(Engine, "check", fail)
    found = lint("check")
    assert found.status == 2
    assert found.codes == ["OSM901", "OSM108"]
    assert "internal error" in found.lines[0]


# Wrong calls


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "--selct", "OSM1"], "did you mean `--select`?"),
        (["check", "--select"], "--select needs a value"),
        (["check", "--select="], "--select needs a value"),
        (["check", "--select", "OSM999"], "no rule has the code 'OSM999'; did you mean"),
        (["check", "--select", "grader-context-sample"], "did you mean `grader-context-samples`?"),
        (["check", "--ignore", "osmosis_ai.nothing.Here"], "never had the name"),
        (["check", "--output-format", "jsn"], "did you mean `json`?"),
        (["check", "--jobs", "0"], "whole number"),
        (["check", "--jobs", "many"], "whole number"),
        (["check", "--exit-zero=yes"], "takes no value"),
        (["check", "--per-file-ignores", "OSM101"], "PATTERN:CODE"),
        (["check", "--config", "no.toml"], "no.toml: No such file"),
        (["check", "--config", "a.toml", "--isolated"], "exclude each other"),
        (["check", "--update-baseline"], "--update-baseline needs --baseline"),
        (["check", "--baseline", "none.json"], "no such baseline"),
        (["chek"], "did you mean `check`?"),
        (["explain"], "explain what?"),
        (["explain", "OSM99"], "no rule has the code"),
        (["explain", "none.py:3"], "No such file"),
        (["rules", "flurb"], "no rule matches"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(project, lint, arguments, said):
    found = lint(*arguments)
    assert found.status == 2
    assert found.out == ""
    assert found.err.startswith("osmosis-lint: error: ")
    assert found.err.count("\n") == 1
    assert said in found.err


def test_a_path_in_place_of_a_command_is_understood(project, lint):
    project.write("a.py", OLD)
    assert "did you mean `osmosis-lint check a.py`?" in lint("a.py").err


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["check", "--help"], ["rules", "-h"], ["--version"]])
def test_help_and_version(project, lint, arguments):
    found = lint(*arguments)
    assert found.status == 0
    assert "osmosis-lint" in found.out
