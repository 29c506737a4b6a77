"""Comments that suppress, comments that suppress nothing, and `--add-noqa`."""

from __future__ import annotations

import pytest

from osmosis_lint.fixes import writing

from .conftest import GRADER, OLD

CALL = """\
from osmosis_ai.rollout.backend.harbor import HarborBackend
HarborBackend(  {0}
    task_dir="x",  {1}
)  {2}
y = 1  {3}
"""


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    "comment", ["# noqa", "# noqa: OSM402", "#noqa:OSM4", "# NOQA : E501,OSM402", "# why # noqa: OSM"]
)
def test_a_comment_on_any_line_of_the_statement_holds(project, lint, place, comment):
    slots = [""] * 4
    slots[place] = comment
    project.write("a.py", CALL.format(*slots))
    found = lint("check")
    assert (found.status, found.codes) == (0, [])
    assert found.summary.endswith("0 findings, 0 fixable, 1 suppressed")


@pytest.mark.parametrize("comment", ["# noqa: OSM101", "# noqa: E501", "# noqab", "# osmosis-lint: disable=OSM101"])
def test_a_comment_for_something_else_does_not_hold(project, lint, comment):
    project.write("a.py", CALL.format("", "", comment, ""))
    assert "OSM402" in lint("check").codes


def test_a_comment_on_another_statement_does_not_hold(project, lint):
    project.write("a.py", CALL.format("", "", "", "# noqa"))
    assert lint("check").codes == ["OSM402"]


def test_text_in_strings_is_no_comment(project, lint):
    project.write(
        "a.py", 'from osmosis_ai.rollout import GraderContext as C\ndef f(c: C): return c.samples, """\n# noqa\n"""\n'
    )
    assert lint("check").codes == ["OSM101"]
    project.write(
        "a.py", 'from osmosis_ai.rollout import GraderContext as C\ndef f(c: C): return c.samples, """\n"""  # noqa\n'
    )
    assert lint("check").codes == []


def test_a_word_that_is_no_code_makes_a_bare_comment(project, lint):
    project.write("a.py", OLD.rstrip() + "  # noqa: because of reasons\n")
    assert lint("check").codes == []


def test_a_comment_of_ours_on_its_own_line_holds_for_the_file(project, lint):
    project.write("a.py", GRADER + "# osmosis-lint: disable=OSM101, set-sample-reward\n")
    assert lint("check").summary.endswith("0 findings, 0 fixable, 2 suppressed")
    project.write("a.py", "# osmosis-lint: disable=all\n" + GRADER)
    assert lint("check").codes == []


def test_a_comment_of_ours_behind_code_holds_for_the_statement(project, lint):
    project.write("a.py", CALL.format("# osmosis-lint: disable=OSM402", "", "", "") + OLD)
    assert lint("check").codes == ["OSM108"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_of_all_kinds(project, lint, newline):
    text = CALL.format("", "", "# noqa: OSM402", "") + OLD
    project.write("a.py", text.replace("\n", newline).encode())
    assert lint("check").codes == ["OSM108"]


# Unused


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("# noqa: OSM101", "`OSM101` has nothing to suppress here"),
        ("# noqa: E501, OSM101", "`OSM101` has nothing to suppress here"),
        ("# noqa: OSM999", "no rule has the code `OSM999`"),
        ("# osmosis-lint: disable=OSM101", "`OSM101` has nothing to suppress here"),
        ("# osmosis-lint: disable=grader-sample", "no rule has the code `grader-sample`"),
    ],
)
def test_an_unused_comment_is_reported_at_its_code(project, lint, comment, said):
    project.write("a.py", f"import osmosis_ai  {comment}\n")
    found = lint("check")
    assert (found.status, found.codes) == (1, ["OSM902"])
    assert said in found.out
    column = f"import osmosis_ai  {comment}".index(said.split("`")[1]) + 1
    assert found.lines[0].startswith(f"a.py:1:{column}: OSM902")


@pytest.mark.parametrize(
    "comment", ["# noqa", "# noqa: E501", "# noqa: E501,F401", "# noqa: OSM101, OSM902", "# type: ignore"]
)
def test_a_comment_of_another_tool_is_left_alone(project, lint, comment):
    project.write("a.py", f"import osmosis_ai  {comment}\n")
    assert lint("check").codes == []


def test_an_unused_comment_in_a_file_without_the_sdk(project, lint):
    project.write("a.py", "import os  # noqa: OSM101\n")
    project.write("b.py", "OSMOSIS = 'OSM'  # noqa: E501\n")
    project.write("c.py", "import osmosis_ai\n")
    found = lint("check")
    assert found.codes == ["OSM902"]
    assert "does not use the SDK" in found.out
    assert found.summary.startswith("3 files seen, 1 uses the SDK")
    assert lint("check", "a.py").codes == ["OSM902"]


def test_a_rule_that_is_not_in_this_run_makes_no_comment_unused(project, lint):
    project.write("a.py", "import osmosis_ai  # noqa: OSM101, OSM111\n")
    assert lint("check", "--ignore", "OSM101").codes == []
    assert lint("check", "--select", "OSM2").codes == []
    assert lint("check", "--ignore", "OSM902").codes == []


def test_a_comment_needed_for_a_newer_release_is_not_unused(project, lint):
    project.write("a.py", "from osmosis_ai.rollout.server import ControllerAuth  # noqa: OSM501,OSM502,OSM504\n")
    assert lint("check").codes.count("OSM902") == 2
    assert lint("check", "--target-version", "0.3.2").codes.count("OSM902") == 2


# Adding


def added(project, lint, text: str | bytes) -> str:
    """The file after `--add-noqa`; a second run must leave it alone and a check find nothing."""
    project.write("a.py", text)
    assert lint("check", "--add-noqa").status == 0
    once = project.read("a.py")
    lint("check", "--add-noqa")
    assert project.read("a.py") == once
    found = lint("check")
    assert (found.status, found.codes) == (0, [])
    return once


def test_comments_go_to_the_end_of_the_statement(project, lint):
    text = added(project, lint, CALL.format("", "", "", ""))
    assert text.splitlines()[3] == ")  # noqa: OSM402"


def test_comments_do_not_go_into_strings(project, lint):
    text = added(
        project, lint, 'from osmosis_ai.rollout import GraderContext as C\ndef f(c: C): return c.samples, """\na\n"""\n'
    )
    assert text.endswith('a\n"""  # noqa: OSM101\n')


def test_several_codes_share_a_comment_and_join_one_that_is_there(project, lint):
    text = added(
        project, lint, "from osmosis_ai.rollout import MultiTurnMode, create_rollout_server  # noqa: E501 - long\n"
    )
    assert text.rstrip().endswith("# noqa: E501, OSM108, OSM501 - long")


def test_statements_of_every_shape(project, lint):
    source = (
        "from osmosis_ai.rollout import GraderContext as C, MultiTurnMode # why\n"
        "def f(c: C,\n      d=1):\n"
        "    if c.samples: x = c.samples; y = c.get_samples()\n"
        "    return c.samples + \\\n        1\n"
    )
    text = added(project, lint, source)
    assert text.splitlines() == [
        "from osmosis_ai.rollout import GraderContext as C, MultiTurnMode # why  # noqa: OSM108",
        "def f(c: C,",
        "      d=1):",
        "    if c.samples: x = c.samples; y = c.get_samples()  # noqa: OSM101, OSM102",
        "    return c.samples + \\",
        "        1  # noqa: OSM101",
    ]


@pytest.mark.parametrize(
    "data",
    [
        OLD.replace("\n", "\r\n").encode(),
        OLD.rstrip().encode(),
        b"\xef\xbb\xbf" + OLD.encode(),
        b"# coding: latin-1\n# \xe9\n" + OLD.encode(),
        b"x = 1\r\ny = 2\n" + OLD.encode(),
    ],
)
def test_bytes_around_the_comment_stay_as_they_are(project, lint, data):
    path = project.write("a.py", data)
    lint("check", "--add-noqa")
    assert path.read_bytes() == data.replace(b"MultiTurnMode", b"MultiTurnMode  # noqa: OSM108")


def test_a_file_keeps_its_permissions(project, lint):
    path = project.write("a.py", OLD)
    path.chmod(0o755)
    lint("check", "--add-noqa")
    assert path.stat().st_mode & 0o777 == 0o755


def test_a_file_that_cannot_be_written_is_named_and_the_others_are_done(project, lint):
    closed = project.write("a.py", OLD)
    closed.chmod(0o444)
    other = project.write("b.py", OLD)
    found = lint("check", "--add-noqa")
    assert found.status == 2
    assert found.err.strip().endswith("a.py: not written: it is read-only")
    assert found.out == "suppressed: 1, left that no comment can suppress: 1\n"
    assert closed.read_text() == OLD
    assert "# noqa: OSM108" in other.read_text()


def test_a_file_that_changes_under_our_hands_keeps_what_it_has(project, lint, monkeypatch):
    path = project.write("a.py", OLD)
    read = writing.read_bytes

    def read_then_save(name):
        data = read(name)
        path.write_text(OLD + "saved = True\n")
        return data

    monkeypatch.setattr(writing, "read_bytes", read_then_save)
    found = lint("check", "--add-noqa")
    assert found.status == 2
    assert "a.py: not written: it changed meanwhile" in found.err
    assert path.read_text() == OLD + "saved = True\n"


def test_what_cannot_be_suppressed_is_counted(project, lint):
    project.write("a.py", "import osmosis_ai\nx = (\n")
    project.write("b.py", OLD)
    found = lint("check", "--add-noqa")
    assert found.status == 2
    assert found.out == "suppressed: 1, left that no comment can suppress: 1\n"
