"""Files as a whole: encodings, byte order marks, what is selected, comments for what is left."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from osmosis_lint.engine import Engine
from osmosis_lint.fixes import session, writing
from osmosis_lint.fixes.edits import Fix

IMPORT = "from osmosis_ai.rollout import LocalBackend, create_rollout_server\n"
FIXED = "from osmosis_ai.rollout import LocalBackend\nfrom osmosis_ai.rollout.server import create_rollout_server\n"


def fixed(tmp_path: Path, data: bytes, **options: object) -> bytes:
    path = tmp_path / "a.py"
    path.write_bytes(data)
    session.fix_file(Engine(), str(path), **options)  # type: ignore[arg-type]
    return path.read_bytes()


def test_byte_order_mark(tmp_path: Path) -> None:
    assert fixed(tmp_path, b"\xef\xbb\xbf" + IMPORT.encode()) == b"\xef\xbb\xbf" + FIXED.encode()


def test_coding_comment(tmp_path: Path) -> None:
    head = "# -*- coding: latin-1 -*-\nNAME = 'é'\n"
    assert fixed(tmp_path, (head + IMPORT).encode("latin-1")) == (head + FIXED).encode("latin-1")


def test_crlf(tmp_path: Path) -> None:
    assert fixed(tmp_path, IMPORT.replace("\n", "\r\n").encode()) == FIXED.replace("\n", "\r\n").encode()


def test_untouched_file_keeps_its_bytes(tmp_path: Path) -> None:
    data = b"import osmosis_ai\r\nx = 1\nif x:\r\tpass\n \t \n"
    assert fixed(tmp_path, data) == data


def test_diff_writes_nothing(tmp_path: Path) -> None:
    assert fixed(tmp_path, IMPORT.encode(), write=False) == IMPORT.encode()


def test_only_what_is_selected(tmp_path: Path) -> None:
    assert fixed(tmp_path, IMPORT.encode(), only={"OSM101"}) == IMPORT.encode()
    assert fixed(tmp_path, IMPORT.encode(), only=lambda item: False) == IMPORT.encode()


def test_a_file_that_changes_meanwhile_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(IMPORT)

    def choose(*_: object) -> bool:
        path.write_text("saved by an editor")
        return True

    with pytest.raises(writing.NotWrittenError, match="it changed"):
        session.fix_file(Engine(), str(path), choose=choose)
    assert path.read_text() == "saved by an editor"


def test_choosing() -> None:
    text = IMPORT + "from osmosis_ai.rollout import MultiTurnMode\n"
    asked: list[str] = []

    def choose(fix: Fix, *_: str) -> bool:
        asked.append(fix.title)
        return "MultiTurnMode" in fix.title

    result = session.fix_text(Engine(), "a.py", text, choose=choose)
    assert result.text == IMPORT
    assert len(asked) == 2


def test_todo_comments(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(
        "from osmosis_ai.rollout import GraderContext\n\n\ndef f(ctx: GraderContext):\n    if ctx: log(\n"
        "        ctx.samples,\n    )\n    return log(ctx.samples)\n"
    )
    engine = Engine()
    assert session.add_todos_to_file(engine, str(path))
    text = path.read_text()
    assert text.count("    # TODO(OSM101): use `sample` (one `RolloutSample` or None)\n") == 2
    assert not session.add_todos_to_file(Engine(), str(path))
    assert path.read_text() == text


UNTIDY = """\
from osmosis_ai.rollout import Grader, RolloutSample


class G(Grader):
    async def grade(self, ctx):
        samples: dict[str, RolloutSample] = ctx.samples
        for name, sample in samples.items():
            ctx.set_sample_reward(name, mark(sample))
"""


@pytest.mark.parametrize(
    ("other", "stays"),
    [
        ("from pack.grader import G\n", False),
        ("from pack.grader import (\n    G,\n    RolloutSample,\n)\n", True),
        ("from .grader import *\n", True),
        ("from pack import grader\nprint(grader.RolloutSample)\n", True),
        ("from osmosis_ai.grader import RolloutSample\n", False),
    ],
)
def test_an_import_that_is_not_used_any_more_goes_unless_another_file_takes_it_from_here(
    tmp_path: Path, other: str, stays: bool
) -> None:
    folder = tmp_path / "pack"
    folder.mkdir()
    path = folder / "grader.py"
    path.write_text(UNTIDY)
    (folder / "other.py").write_text(other)
    (tmp_path / "pyproject.toml").write_text("")
    result = session.fix_file(Engine(), str(path)).result
    assert ("RolloutSample" in result.text) is stays
    assert len(result.applied) == 1
    assert "RolloutSample" in session.fix_text(Engine(), str(path), UNTIDY, tidy=False).text


CALLED = """\
from osmosis_ai.rollout import GraderContext


def award(ctx: GraderContext, sample_id: str, reward: float) -> None:
    ctx.set_sample_reward(sample_id, reward)
"""


@pytest.mark.parametrize(
    ("other", "stays"),
    [
        ("from grader import award\n\n\ndef run(ctx):\n    award(ctx, 'solver', 1.0)\n", True),
        ("def award():\n    return 1\n\n\nprint(award())\n", False),
        ("# an award\n", False),
    ],
)
def test_a_helper_that_another_file_calls_keeps_its_parameter(tmp_path: Path, other: str, stays: bool) -> None:
    path = tmp_path / "grader.py"
    path.write_text(CALLED)
    (tmp_path / "other.py").write_text(other)
    (tmp_path / "pyproject.toml").write_text("")
    result = session.fix_file(Engine(), str(path), unsafe=True).result
    assert "ctx.set_reward(reward)" in result.text
    assert ("sample_id" in result.text) is stays


@pytest.mark.skipif(sys.version_info < (3, 12), reason="older Pythons do not tell the places inside an f-string")
def test_the_number_of_samples_in_an_fstring() -> None:
    before = """\
from osmosis_ai.rollout import Grader


class G(Grader):
    async def grade(self, ctx):
        print(f"{len(ctx.samples)} of {self.count} žluté")
        if len(ctx.samples) != 1:
            raise ValueError(f"one sample, not {len(ctx.samples)}")
        for name, sample in ctx.samples.items():
            print(f"{len(ctx.samples)} {name} {sample.reward}")
            ctx.set_sample_reward(name, 1.0)
"""
    after = """\
from osmosis_ai.rollout import Grader


class G(Grader):
    async def grade(self, ctx):
        print(f"{int(ctx.sample is not None)} of {self.count} žluté")
        if ctx.sample is None:
            raise ValueError("one sample, not 0")
        sample = ctx.sample
        print(f"1 {sample.reward}")
        ctx.set_reward(1.0)
"""
    first, second = before.replace(" {name}", ""), before
    assert session.fix_text(Engine(), "a.py", first, unsafe=True).text == after
    # Two parts of one f-string that change are left alone.
    assert session.fix_text(Engine(), "a.py", second, unsafe=True).text == second
