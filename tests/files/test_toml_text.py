"""The places of texts in TOML, held against what the real parser reads."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from osmosis_lint.files import toml_text
from osmosis_lint.files.errors import SourceError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DOCUMENT = '''\
# "not a text"
title = "a" # 'nor this'
"quoted key" = 'lite"ral'
bare.dotted . key = "d"
number = 3
date = 2024-01-01T00:00:00Z
[table]
list = ["one", 'two', [ "deep" ], {inner = "x", n.m = "y"},]
long = """
multi "quoted" \\
   joined"""
raw = \'\'\'
it's ''two'' \\n\'\'\'
empty = ""
unicode = "\\u00e9 é"
[[array]]
a = "first"
[[array]]
a = "second"
[array.sub]
b = "third"
[[array.inner]]
c = "fourth"
[a."b.c".d]
x = { y = ["z"], "w w" = { v = "u" } }
multi = [
  "p", # comment ]
  # "no"
  "q",
]
'''


def flattened(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, str):
        return [(path, value)]
    if isinstance(value, dict):
        return [item for key, inner in value.items() for item in flattened(inner, (*path, key))]
    if isinstance(value, list):
        return [item for index, inner in enumerate(value) for item in flattened(inner, (*path, index))]
    return []


def agrees(text: str) -> None:
    found = list(toml_text.texts(text))
    expected = flattened(tomllib.loads(text.replace("\r\n", "\n")))
    assert sorted(((item.path, item.value) for item in found), key=repr) == sorted(expected, key=repr)
    for item in found:
        assert text[item.start] in "'\""
        assert text[item.end - 1] in "'\""
        if item.inside >= 0:
            assert text[item.inside : item.inside + len(item.value)] == item.value


def test_paths_values_and_places() -> None:
    agrees(DOCUMENT)
    assert any(item.path == ("array", 1, "inner", 0, "c") for item in toml_text.texts(DOCUMENT))


def test_crlf() -> None:
    text = 'a = "b"\r\n[c]\r\nd = [\r\n  "e",\r\n]\r\n'
    assert [(item.path, item.value) for item in toml_text.texts(text)] == [(("a",), "b"), (("c", "d", 0), "e")]


def test_the_projects_own_files() -> None:
    for path in Path(__file__).parents[2].glob("tests/projects/*/pyproject.toml"):
        agrees(path.read_text(encoding="utf-8"))
    agrees((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))


TEXTS = st.sampled_from(
    ['"a"', "'b'", '"\\"q\\""', '"""c\nd"""', "'''e'f'''", '"é"', '"#"', "'['", '""', '"""x\\\n  y"""']
)
VALUES = st.recursive(
    TEXTS | st.sampled_from(["1", "true", "1.5e3", "-inf", "2024-01-01", "07:32:00"]),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.lists(inner, max_size=3).map(lambda items: "[\n" + "".join(f"{item}, # ]\n" for item in items) + "]")
        | st.lists(inner.filter(lambda item: "\n" not in item), max_size=3).map(
            lambda items: "{" + ", ".join(f"k{index} = {item}" for index, item in enumerate(items)) + "}"
        )
    ),
    max_leaves=6,
)
KEYS = st.sampled_from(["a", "b-c", '"d e"', "'f.g'", "h.i", "j . 'k'", "1"])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["", "[t]", "[[u]]", "[t.v]", "[u.w]", "# c"]), KEYS, VALUES), max_size=6))
def test_documents_that_the_parser_takes(lines: list[tuple[str, str, str]]) -> None:
    text = "".join(f"{header}\n  {key} = {value} # '\"\n" for header, key, value in lines)
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    agrees(text)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="[]{}=,.\"'#\\\n ab1", max_size=40))
def test_whatever_comes_the_reading_ends(text: str) -> None:
    list(toml_text.texts(text))


def test_validation_gives_reason_and_place() -> None:
    toml_text.validate(DOCUMENT)
    with pytest.raises(SourceError, match="not valid TOML: ") as raised:
        toml_text.validate("a = 1\nb = =\n")
    assert (raised.value.line, raised.value.column) == (2, 5)
    with pytest.raises(SourceError, match="not valid TOML"):
        toml_text.validate("a = " + "[" * 100_000)


def test_nesting_beyond_reason_ends() -> None:
    assert list(toml_text.texts("a = " + "[" * 100_000 + '"x"')) == []


def test_validation_without_a_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tomllib", None)
    monkeypatch.setitem(sys.modules, "tomli", None)
    with pytest.raises(SourceError, match="needs the package `tomli`"):
        toml_text.validate("a = 1")
