"""The proof of a rewrite, given rewrites that are wrong in one way each: it says what would have come of them.

A fixer cannot be trusted to know what it breaks, so what is said here does not depend on any fixer.
"""

from __future__ import annotations

import pytest

from osmosis_lint.engine import Engine
from osmosis_lint.fixes import proof, session
from osmosis_lint.fixes.edits import DISPLAY, Edit, Fix
from osmosis_lint.fixes.file import SourceFile
from osmosis_lint.fixes.planning import FIXERS

PATH = "somewhere/rollout.py"
TEXT = """\
import os
from osmosis_ai.rollout import GraderContext

__all__ = ["award", "os"]


def award(ctx: GraderContext) -> None:
    print(len(ctx.samples))
    # The same for all.
    ctx.set_sample_reward("a", float(os.environ["REWARD"]))
    done = True
    if done:
        print("yes")
    print(done)
"""
RIGHT = ('set_sample_reward("a", ', "set_reward(")


def edits(*changes: tuple[str, str]) -> list[Edit]:
    """Edits that replace the first of each text by the other."""
    return [Edit(TEXT.index(old), TEXT.index(old) + len(old), new) for old, new in changes]


def failure(*changes: tuple[str, str], code: str = "OSM103") -> str:
    """Why the edits are no right answer to the finding of a code; empty when they are one."""
    rules = Engine().rules()
    before = proof.look(rules, PATH, TEXT)
    covers = [item for item in before.diagnostics if item.code == code]
    reason, after = proof.prove(rules, PATH, before, [Fix("as told", edits(*changes), covers)])
    assert (after is None) is bool(reason)
    return reason


def test_a_right_rewrite_is_proved() -> None:
    assert failure(RIGHT) == ""


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([], "its edits overlap"),
        ([RIGHT, ('"a"', '"b"')], "its edits overlap"),
        ([("done = True", "done = True")], "it changes nothing"),
        ([('set_sample_reward("a", ', "set_reward((")], "the result does not parse"),
        # What is found.
        ([('"a"', '"b"')], "OSM103 would still be reported"),
        ([RIGHT, ("print(done)", "print(ctx.get_samples())")], "it would bring a new finding, OSM102"),
        ([RIGHT, ("len(ctx.samples)", "0")], "it would hide another finding, OSM101"),
        # What stands around.
        ([RIGHT, ("    # The same for all.\n", "")], "a comment would be lost: # The same for all."),
        ([RIGHT, ("done = True\n", "done = True\r\n")], "it would change the newline style"),
        ([RIGHT, ("print(done)\n", "print(done)")], "it would change whether the file ends in a newline"),
        ([RIGHT, ('("yes")\n', '("yes")\n    ')], "a statement would move to another block (line 14)"),
        # What is bound.
        ([RIGHT, ("    done = True\n", "")], "`done` would not be bound (line 11)"),
        ([RIGHT, ("import os\n", ""), ('os.environ["REWARD"]', "1")], "`os` would still be named in a string (line 3)"),
    ],
)
def test_a_wrong_rewrite_is_told(changes: list[tuple[str, str]], reason: str) -> None:
    assert failure(*changes).startswith(reason)


def test_a_wrong_fixer_changes_nothing_and_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(file: SourceFile, diagnostic: object) -> Fix:
        return Fix("as told", edits(RIGHT, ("    done = True\n", "")), [diagnostic])  # type: ignore[list-item]

    monkeypatch.setitem(FIXERS, "OSM103", (wrong,))
    result = session.fix_text(Engine(), PATH, TEXT, only={"OSM103"})
    assert result.text == TEXT
    assert [(fix.applicability, fix.reason) for fix in result.shown] == [
        (DISPLAY, "`done` would not be bound (line 11)")
    ]
