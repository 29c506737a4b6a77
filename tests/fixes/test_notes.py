"""What is said of the fixes: each rule that has a fixer says what it does, and each that has none says so."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from osmosis_lint.api import records
from osmosis_lint.api.fix_notes import FIX_NOTES, NO_REWRITE
from osmosis_lint.api.records import Rule
from osmosis_lint.engine import Engine
from osmosis_lint.fixes import manifests
from osmosis_lint.fixes.planning import FIXERS
from osmosis_lint.rules import documentation
from tests.fixes import shapes

RULES = records.RULES


def code_of(rule: Rule) -> str:
    return rule.code


def test_a_note_for_each_fixer_and_a_fixer_for_each_note() -> None:
    assert set(FIX_NOTES) == {*FIXERS, *manifests.CODES}


@pytest.mark.parametrize("rule", RULES, ids=code_of)
def test_the_page_says_it(rule: Rule) -> None:
    page = documentation.page(rule.code)
    note = FIX_NOTES.get(rule.code)
    (said,) = re.findall(r"^- fix: (.+)$", page, re.MULTILINE)
    unsafe = re.findall(r"^- unsafe: (.+)$", page, re.MULTILINE)
    assert said == (note.does if note else NO_REWRITE)
    assert unsafe == ([note.unsafe] if note and note.unsafe else [])


@pytest.mark.parametrize("note", FIX_NOTES.values(), ids=FIX_NOTES)
def test_notes_are_clauses(note: tuple[str, str]) -> None:
    for text in note:
        assert text == text.strip()
        assert not text.endswith(".")
        assert "  " not in text


def test_the_golden_texts_show_the_fix_of_every_rule() -> None:
    shown: set[str] = set()
    for shape in shapes.read():
        if shape.after is not None:
            before, after = (
                Counter(item.code for item in Engine().check("somewhere/rollout.py", text))
                for text in (shape.before, shape.after)
            )
            shown.update(before - after)
    assert set(FIXERS) - shown == set()
