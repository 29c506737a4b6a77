"""Patches are taken by `git apply` and give the text they were made from."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from osmosis_lint.engine import Engine
from osmosis_lint.fixes import session
from tests.fixes import shapes
from tests.promised import program


@pytest.fixture(autouse=True)
def _git() -> None:
    program("git")


BEFORE = "".join(f"line {number}\n" for number in range(40))
TEXTS = [
    (BEFORE, BEFORE.replace("line 3\n", "").replace("line 30\n", "line thirty\nand more\n")),
    ("a\nb\nc", "a\nB\nc"),
    ("a\nb\nc", "a\nb\nC"),
    ("a\nb\n", "a\nb"),
    ("a\r\nb\r\nc\r\n", "a\r\nx\r\nc\r\n"),
    ("a\rb\rc\r", "a\rx\rc\r"),
    ("\ufeffa\nž\n", "\ufeffa\nů\n"),
    ("a\x0cb\n\x1cc\n", "a\x0cb\n\x1cd\n"),
    ("a\n", ""),
]
NAMES = ["plain.py", "sub/folder/mod.py", "with space.py", "ünïcode.py", 'quote".py']


def applied(folder: Path, name: str, before: str, after: str) -> bytes:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(before.encode())
    patch = session.diff(name, before, after)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "config", "core.autocrlf", "false"], cwd=folder, check=True)
    subprocess.run(["git", "apply", "-"], cwd=folder, check=True, input=patch.encode())
    return path.read_bytes()


@pytest.mark.parametrize(("before", "after"), TEXTS)
def test_git_takes_it(tmp_path: Path, before: str, after: str) -> None:
    assert applied(tmp_path, "a.py", before, after) == after.encode()


@pytest.mark.parametrize("name", NAMES)
def test_names(tmp_path: Path, name: str) -> None:
    assert applied(tmp_path, name, "a\nb\n", "a\nc\n") == b"a\nc\n"


def test_no_change_is_no_patch() -> None:
    assert session.diff("a.py", "a\n", "a\n") == ""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_fixes_as_patches(tmp_path: Path, newline: str) -> None:
    for number, shape in enumerate(shapes.read()):
        if shape.after is not None and number % 5 == 0:
            before = shape.before.replace("\n", newline)
            after = session.fix_text(Engine(), "x/a.py", before, unsafe=shape.unsafe).text
            assert applied(tmp_path, f"s{number}.py", before, after) == after.encode()
