"""Generated trees with ignore files, links, and exclusions: ruff and we find the same Python files in each."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest

from osmosis_lint.files.discovery import discover
from tests.promised import program

NAMES = ("a", "b", "pkg", "build", "dist", "venv", ".venv", "_build", "node_modules", "ä b", "site-packages", "Tests")
FILES = ("a.py", "b.py", "c.pyi", "build.py", "x y.py", "ä.py", "notes.txt")
PATTERNS = (
    *("a.py", "/a.py", "*.pyi", "b", "b/", "/pkg", "pkg/a.py", "**/b", "pkg/**", "!a.py", "!pkg/", "!*.pyi", "a*", "*"),
    *(
        "[ab].py",
        "?.py",
        "a/**/b.py",
        "/*",
        "!/b/",
        "# a.py",
        "x\\ y.py",
        "  ",
        "c.pyi  ",
        "ä*",
        "Tests/*",
        "!Tests/b.py",
    ),
)
EXCLUDED = ("a.py", "b", "pkg/*.py", "*.pyi", "a/b", "**/b.py", "[xy]*", "Tests", "./pkg", "pkg/")


def grow(random_: random.Random, folder: Path, depth: int) -> None:
    """Fill a folder."""
    folder.mkdir()
    for name in random_.sample(FILES, random_.randint(0, 4)):
        (folder / name).write_text("")
    for name in (".gitignore", ".ignore"):
        if random_.random() < 0.3:
            (folder / name).write_text("\n".join(random_.choices(PATTERNS, k=random_.randint(1, 4))) + "\n", "utf-8")
    if random_.random() < 0.1:
        (folder / ".git").mkdir()
    if random_.random() < 0.2:
        os.symlink(random_.choice(("a.py", "..", ".", "nowhere.py")), folder / "link.py")
    if depth:
        for name in random_.sample(NAMES, random_.randint(1, 4)):
            grow(random_, folder / name, depth - 1)


@pytest.mark.skipif(os.name == "nt", reason="needs links and any file name")
@pytest.mark.parametrize("seed", range(40))
def test_the_same_python_files_as_ruff(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    ruff = program("ruff")
    random_ = random.Random(seed)
    root = tmp_path / "tree"
    grow(random_, root, 3)
    (root / ".git").mkdir(exist_ok=True)
    monkeypatch.chdir(root)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    patterns = random_.sample(EXCLUDED, random_.randint(0, 2))
    respects = random_.random() < 0.8
    options = [f"--extend-exclude={item}" for item in patterns] + ([] if respects else ["--no-respect-gitignore"])
    shown = subprocess.run(
        [ruff, "check", "--isolated", "--no-cache", "--show-files", *options, "."], capture_output=True, check=True
    ).stdout.decode()
    # It also lists links that lead to a folder or nowhere.
    listed = [line for line in shown.splitlines() if line.endswith((".py", ".pyi")) and os.path.isfile(line)]
    theirs = {os.path.relpath(line, root) for line in listed}
    found = discover(["."], extend_exclude=patterns, respect_gitignore=respects)
    ours = {item.path for item in found if item.kind == "python"}
    assert ours == theirs
