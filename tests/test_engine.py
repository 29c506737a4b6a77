"""What the engine does with a whole file or project, where a single case file cannot show it."""

from __future__ import annotations

from pathlib import Path

import pytest

from osmosis_lint.engine import Engine

HEADERS = 'NAMES = {"X-Sample-Id": "sample", "accept": "*/*"}\n'


def codes(path: Path, text: str) -> list[tuple[int, str]]:
    return [(item.span.line, item.code) for item in Engine().check(str(path), text)]


@pytest.mark.parametrize("length", [60, 2000])
def test_a_long_line_of_classes_is_followed_to_the_sdk(tmp_path: Path, length: int) -> None:
    classes = [f"class C{number}(C{number - 1}):\n    pass\n" for number in range(1, length)]
    head = "from osmosis_ai.rollout import Grader\nclass C0(Grader):\n    pass\n"
    last = f"class Last(C{length - 1}):\n    async def grade(self, ctx):\n        return ctx.samples\n"
    assert codes(tmp_path / "chain.py", head + "".join(classes) + last) == [(2 * length + 4, "OSM101")]


@pytest.mark.parametrize("manifest", ["pyproject.toml", "requirements.txt", "setup.cfg", "setup.py"])
def test_a_header_counts_where_the_project_depends_on_the_sdk(tmp_path: Path, manifest: str) -> None:
    (tmp_path / manifest).write_text('dependencies = ["osmosis-ai>=0.2"]\n')
    package = tmp_path / "app" / "http"
    package.mkdir(parents=True)
    assert codes(package / "names.py", HEADERS) == [(1, "OSM301")]


def test_a_header_is_anyones_where_nothing_says_the_sdk(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["requests"]\n')
    assert codes(tmp_path / "names.py", HEADERS) == []


def test_the_manifest_of_another_project_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("osmosis-ai\n")
    inner = tmp_path / "vendored"
    inner.mkdir()
    (inner / "pyproject.toml").write_text('[project]\nname = "clinic"\n')
    assert codes(inner / "names.py", HEADERS) == []


def test_a_file_that_was_imported_first_is_checked_as_it_is_given(tmp_path: Path) -> None:
    """The module read for an import serves the check of the file only while its text is the same."""
    base = tmp_path / "base.py"
    base.write_text("from osmosis_ai.rollout import Grader\nclass Base(Grader):\n    pass\n")
    user = tmp_path / "user.py"
    text = "from base import Base\nclass G(Base):\n    async def grade(self, ctx):\n        return ctx.samples\n"
    engine = Engine()
    assert [item.code for item in engine.check(str(user), text)] == ["OSM101"]
    assert engine.check(str(base), base.read_text()) == []
    changed = base.read_text() + "    async def grade(self, ctx):\n        return ctx.get_samples()\n"
    assert [item.code for item in engine.check(str(base), changed)] == ["OSM102"]
