"""The places of texts and keys in JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osmosis_lint.files import json_text
from osmosis_lint.files.errors import SourceError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


def objects_of(value: object) -> list[dict[str, object]]:
    if isinstance(value, dict):
        return [value, *(item for inner in value.values() for item in objects_of(inner))]
    if isinstance(value, list):
        return [item for inner in value for item in objects_of(inner)]
    return []


def texts_of(value: object) -> list[tuple[str, bool]]:
    if isinstance(value, str):
        return [(value, False)]
    if isinstance(value, dict):
        return [item for key, inner in value.items() for item in [(key, True), *texts_of(inner)]]
    if isinstance(value, list):
        return [item for inner in value for item in texts_of(inner)]
    return []


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_all_texts_and_objects_with_their_places(value: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document = json_text.read(text)
    assert [(item.value, item.is_key) for item in document.texts] == texts_of(value)
    assert [item.value for item in document.objects] == objects_of(value)
    assert (document.top.value if document.top else None) == (value if isinstance(value, dict) else None)
    for item in document.texts:
        assert json.loads(text[item.start : item.end]) == item.value
        if item.inside >= 0:
            assert text[item.inside : item.inside + len(item.value)] == item.value
    for holder in document.objects:
        assert text[holder.start] == "{"
        assert [json.loads(text[start:end]) for start, end in holder.keys.values()] == list(holder.value)


@pytest.mark.parametrize("text", ["", "{", "[1,]", "{'a': 1}", "nul", '{"a": "b'])
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(SourceError, match="not valid JSON") as raised:
        json_text.read(text)
    assert raised.value.line == 1


def test_a_byte_order_mark() -> None:
    document = json_text.read('\ufeff{"a": "b"}')
    assert [(item.value, item.start) for item in document.texts] == [("a", 2), ("b", 7)]
