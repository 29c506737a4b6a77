"""Every rewrite, text for text, and every refusal; each result is checked again and fixed again to no change."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from osmosis_lint.engine import Engine
from osmosis_lint.fixes import session
from tests.fixes import shapes

SHAPES = shapes.read()
PATH = "somewhere/rollout.py"


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.name for shape in SHAPES])
def test_shape(shape: shapes.Shape) -> None:
    engine = Engine()
    result = session.fix_text(engine, PATH, shape.before, unsafe=shape.unsafe)
    said = [*result.reasons.values(), *(fix.reason for fix in (*result.shown, *result.offered))]
    assert result.text == (shape.before if shape.after is None else shape.after), said
    ast.parse(result.text)
    if shape.after is None:
        assert not shape.reason or any(shape.reason in reason for reason in said), said
    again = session.fix_text(engine, PATH, result.text, unsafe=shape.unsafe)
    assert again.text == result.text
    was = Counter(item.code for item in Engine().check(PATH, shape.before))
    now = Counter(item.code for item in Engine().check(PATH, result.text))
    assert now <= was
    if shape.after is not None:
        assert now < was


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.name for shape in SHAPES])
@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_newlines_are_kept(shape: shapes.Shape, newline: str) -> None:
    before = "\ufeff" + shape.before.replace("\n", newline)
    result = session.fix_text(Engine(), PATH, before, unsafe=shape.unsafe)
    expected = shape.before if shape.after is None else shape.after
    assert result.text == "\ufeff" + expected.replace("\n", newline)


def test_titles_are_unique() -> None:
    assert not [name for name, count in Counter(shape.name for shape in SHAPES).items() if count > 1]
