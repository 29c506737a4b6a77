"""Files as a whole: encodings, byte order marks, what is selected, comments for what is left."""

from __future__ import annotations

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
