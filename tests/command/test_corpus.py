"""The command over all Python test sources: what the engine finds, no more and no less, and all of it suppressible."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path

import pytest

from osmosis_lint.engine import Engine

TESTS = Path(__file__).parents[1]
TREES = ("cases", "projects")


@pytest.fixture
def corpus(project) -> Path:
    for tree in TREES:
        shutil.copytree(TESTS / tree, project.root / tree, ignore=shutil.ignore_patterns("__pycache__"))
    return project.root


def parsed(path: Path) -> str | None:
    """The syntax tree of a file as text; None when this Python cannot parse it."""
    try:
        return ast.dump(ast.parse(path.read_bytes()))
    except (SyntaxError, ValueError):
        return None


def test_the_command_finds_what_the_engine_finds(corpus, lint):
    found = json.loads(lint("check", *TREES, "--output-format", "json", "--ignore", "OSM9").out)
    ours = [(item["filename"], item["location"]["row"], item["location"]["column"], item["code"]) for item in found]
    expected = []
    for path in sorted(corpus.rglob("*.py*")):
        if path.suffix not in (".py", ".pyi") or parsed(path) is None:
            continue
        for item in Engine().check(str(path), path.read_bytes().decode()):
            expected.append((str(path), item.span.line, item.span.column + 1, item.code))
    # Suppressed findings do not count as found; the sources have a few of their own.
    assert set(ours) <= set(expected)
    missing = set(expected) - set(ours)
    assert all("noqa" in Path(name).read_bytes().decode().lower() for name, _, _, _ in missing)


def test_every_finding_can_be_suppressed_and_no_code_changes(corpus, lint):
    sources = [path for path in corpus.rglob("*.py*") if path.suffix in (".py", ".pyi")]
    before = {path: parsed(path) for path in sources}
    first = lint("check", *TREES, "--add-noqa", "--ignore", "OSM9")
    assert first.out.endswith("left that no comment can suppress: 0\n")
    assert {path: parsed(path) for path in sources} == before
    written = {path: path.read_bytes() for path in sources}
    second = lint("check", *TREES, "--add-noqa", "--ignore", "OSM9")
    assert second.out == "suppressed: 0, left that no comment can suppress: 0\n"
    assert {path: path.read_bytes() for path in sources} == written
    assert lint("check", *TREES, "--ignore", "OSM9").codes == []
