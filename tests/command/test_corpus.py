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
# What stands in Python: not what is required, nor the command's own findings.
PYTHON_ONLY = ("--ignore", "OSM505,OSM506,OSM507,OSM508,OSM509,OSM510,OSM9", "--target-version", "0.3.8")
KEPT = (".py", ".pyi", ".toml")


@pytest.fixture
def corpus(project) -> Path:
    for tree in TREES:
        for path in sorted((TESTS / tree).rglob("*")):
            if path.suffix in KEPT and path.is_file():
                copy = project.root / tree / path.relative_to(TESTS / tree)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
    return project.root


def parsed(path: Path) -> str | None:
    """The syntax tree of a file as text; None when this Python cannot parse it."""
    try:
        return ast.dump(ast.parse(path.read_bytes()))
    except (SyntaxError, ValueError):
        return None


def test_the_command_finds_what_the_engine_finds(corpus, lint):
    found = json.loads(lint("check", *TREES, "--output-format", "json", *PYTHON_ONLY).out)
    ours = [(item["filename"], item["location"]["row"], item["location"]["column"], item["code"]) for item in found]
    expected = []
    engine = Engine()
    for path in sorted(corpus.rglob("*.py*")):
        if path.suffix not in (".py", ".pyi") or parsed(path) is None:
            continue
        for item in engine.check(str(path), path.read_bytes().decode()):
            expected.append((str(path), item.span.line, item.span.column + 1, item.code))
    # Suppressed findings do not count as found; the sources have a few of their own.
    assert set(ours) <= set(expected)
    missing = set(expected) - set(ours)
    assert all("noqa" in Path(name).read_bytes().decode().lower() for name, _, _, _ in missing)


def test_every_finding_can_be_suppressed_and_no_code_changes(corpus, lint):
    sources = [path for path in corpus.rglob("*.py*") if path.suffix in (".py", ".pyi")]
    before = {path: parsed(path) for path in sources}
    first = lint("check", *TREES, "--add-noqa", *PYTHON_ONLY)
    assert first.out.endswith("left that no comment can suppress: 0\n")
    assert {path: parsed(path) for path in sources} == before
    written = {path: path.read_bytes() for path in sources}
    second = lint("check", *TREES, "--add-noqa", *PYTHON_ONLY)
    assert second.out == "suppressed: 0, left that no comment can suppress: 0\n"
    assert {path: path.read_bytes() for path in sources} == written
    assert lint("check", *TREES, *PYTHON_ONLY).codes == []
