"""Requirements taken apart, and the versions they admit, held against `packaging`."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.specifiers import InvalidSpecifier, SpecifierSet

from osmosis_lint.files.errors import SourceError
from osmosis_lint.files.requirement import admits, poetry_alternatives, read_requirement, url_version


@pytest.mark.parametrize(
    ("text", "name", "extras", "specifier", "url"),
    [
        ("osmosis-ai", "osmosis-ai", [], "", ""),
        (
            "Osmosis_AI[Server, open_ai.agents] >= 0.3 , <0.4",
            "osmosis-ai",
            ["server", "open-ai-agents"],
            ">= 0.3 , <0.4",
            "",
        ),
        ("osmosis-ai (>=0.3)", "osmosis-ai", [], ">=0.3", ""),
        ("osmosis-ai>=0.3;python_version>'3'", "osmosis-ai", [], ">=0.3", ""),
        ("osmosis-ai ; extra == 'x'", "osmosis-ai", [], "", ""),
        ("osmosis-ai==0.2.31 # old", "osmosis-ai", [], "==0.2.31", ""),
        ("osmosis-ai==0.2.31 --hash=sha256:ab", "osmosis-ai", [], "==0.2.31", ""),
        ("osmosis-ai==0.2.31 \\\n  --hash=sha256:ab", "osmosis-ai", [], "==0.2.31", ""),
        ("osmosis-ai @ https://x/y.whl ; extra == 'z'", "osmosis-ai", [], "", "https://x/y.whl"),
        ("osmosis-ai[a]@git+ssh://git@x/y", "osmosis-ai", ["a"], "", "git+ssh://git@x/y"),
        ("osmosis-ai[]~=0.3.0", "osmosis-ai", [], "~=0.3.0", ""),
        ("osmosis-ai-tools>=1", "osmosis-ai-tools", [], ">=1", ""),
    ],
)
def test_requirements(text: str, name: str, extras: list[str], specifier: str, url: str) -> None:
    found = read_requirement(text)
    assert found is not None
    assert (found.name, [part.text for part in found.extras], found.specifier.text, found.url) == (
        name,
        extras,
        specifier,
        url,
    )
    assert text[found.specifier.start : found.specifier.end] == specifier
    for part in found.extras:
        assert text[part.start : part.end].lower()[:3] == part.text[:3]


@pytest.mark.parametrize(
    "text", ["", "# osmosis-ai", "-r x", "osmosis-ai is a package", "== 0.2", "./osmosis-ai", "'x'"]
)
def test_what_is_no_requirement(text: str) -> None:
    assert read_requirement(text) is None


CLAUSES = st.builds(
    lambda sign, numbers, star: sign + ".".join(map(str, numbers)) + (".*" if star and sign in ("==", "!=") else ""),
    st.sampled_from([">=", "<=", ">", "<", "==", "!=", "~=", " >= "]),
    st.lists(st.integers(0, 4), min_size=1, max_size=4),
    st.booleans(),
)
RELEASES = st.tuples(st.integers(0, 2), st.integers(0, 4), st.integers(0, 4))


@given(st.lists(CLAUSES, max_size=3).map(",".join), RELEASES)
def test_plain_specifiers_mean_what_packaging_takes_them_for(specifier: str, release: tuple[int, ...]) -> None:
    try:
        expected = SpecifierSet(specifier).contains(".".join(map(str, release)), prereleases=True)
    except InvalidSpecifier:
        # Not understood, or shut out by another clause before it came to that.
        assert not admits([specifier], release)
        return
    assert admits([specifier], release) is expected


@pytest.mark.parametrize(
    ("specifier", "release", "expected"),
    [
        ("==0.3.0rc1", (0, 3, 0), False),
        (">=0.3.0rc1", (0, 3, 0), True),
        ("===0.3.0", (0, 3, 0), True),
        ("==0.3.0+local", (0, 3, 0), False),
        (">=0.3,<0.4.dev0", (0, 3, 1), True),
        ("=>0.3", (0, 3, 0), None),
        (">=0.3.*", (0, 3, 0), None),
        ("~=1", (1, 0, 0), None),
    ],
)
def test_other_specifiers_go_to_packaging(specifier: str, release: tuple[int, ...], expected: bool | None) -> None:
    assert admits([specifier], release) is expected


def test_only_other_specifiers_need_packaging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "packaging.specifiers", None)
    assert admits(["~=0.3.0,!=0.3.4", ">=1"], (0, 3, 5)) is True
    with pytest.raises(SourceError, match=r"needs the package `packaging` to read the requirement `>=0\.3\.0b7`"):
        admits([">=0.3.0b7"], (0, 3, 5))


@pytest.mark.parametrize(
    ("constraint", "inside", "outside"),
    [
        ("^0.2.25", ["0.2.25", "0.2.99"], ["0.2.24", "0.3.0"]),
        ("^0.3", ["0.3.0", "0.3.9"], ["0.2.9", "0.4.0"]),
        ("^1.2.3", ["1.2.3", "1.9"], ["2.0", "1.2.2"]),
        ("^0.0.3", ["0.0.3"], ["0.0.4"]),
        ("^0", ["0.0.1", "0.9"], ["1.0"]),
        ("~0.2", ["0.2.0", "0.2.9"], ["0.3.0", "0.1"]),
        ("~0.2.25", ["0.2.30"], ["0.3.0"]),
        ("~1", ["1.9"], ["2.0"]),
        ("~=0.2.25", ["0.2.30"], ["0.3.0"]),
        ("0.2.*", ["0.2.1"], ["0.3.0"]),
        ("0.2.31", ["0.2.31"], ["0.2.30"]),
        ("==0.2.31", ["0.2.31"], ["0.2.30"]),
        ("*", ["0.1", "9.9"], []),
        ("", ["0.1"], []),
        (">=0.2,<0.3", ["0.2.1"], ["0.3.0"]),
        (">=0.2 <0.3", ["0.2.1"], ["0.3.0"]),
        (">= 0.2, < 0.3", ["0.2.1"], ["0.3.0"]),
        ("^0.2 || ^0.3", ["0.2.1", "0.3.1"], ["0.4.0", "0.1"]),
        ("v0.2.31", ["0.2.31"], ["0.2.30"]),
    ],
)
def test_constraints_of_poetry(constraint: str, inside: list[str], outside: list[str]) -> None:
    alternatives = poetry_alternatives(constraint)
    assert [text for text in inside if not admits(alternatives, release(text))] == []
    assert [text for text in outside if admits(alternatives, release(text))] == []


def release(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


@pytest.mark.parametrize(
    ("url", "version"),
    [
        ("git+https://github.com/Osmosis-AI/osmosis-sdk-python@v0.2.31", "0.2.31"),
        ("git+https://github.com/Osmosis-AI/osmosis-sdk-python.git@0.2.31#egg=osmosis-ai", "0.2.31"),
        ("https://files/osmosis_ai-0.3.8-py3-none-any.whl", "0.3.8"),
        ("./osmosis_ai-0.2.31.tar.gz", "0.2.31"),
        ("https://github.com/x/y/archive/v0.2.31.zip", "0.2.31"),
        ("git+https://github.com/Osmosis-AI/osmosis-sdk-python@main", ""),
        ("git+ssh://git@host/x@3f2a1b", ""),
        ("../sdk", ""),
    ],
)
def test_versions_in_urls(url: str, version: str) -> None:
    assert url_version(url) == version
