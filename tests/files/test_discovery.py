"""Finding files, compared with what ruff and Git themselves say where they are there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from osmosis_lint.files import ignoring, walking
from osmosis_lint.files.discovery import FoundFile, discover
from tests.promised import program


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's own ignore file must not matter, and neither must the folder the tests are started in."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)


def write(*names: str, text: str = "import os\n") -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def repository(folder: str = ".") -> None:
    (Path(folder) / ".git" / "info").mkdir(parents=True)


def found(*paths: str, **options: object) -> list[str]:
    return [item.path.replace(os.sep, "/") for item in discover(paths or (".",), **options)]  # type: ignore[arg-type]


# Order, names and kinds


def test_files_come_folder_by_folder_in_the_order_of_names() -> None:
    write("b.py", "a/z.py", "a/b/c.py", "c.py", "a0.py", "B.py")
    assert found() == ["B.py", "a0.py", "b.py", "c.py", "a/z.py", "a/b/c.py"]


def test_only_known_kinds_are_found() -> None:
    write("a.py", "a.pyc", "photo.png", "README.md", "Dockerfile", "notes.txt", "requirements/base.txt")
    assert {item.path: item.kind for item in discover(["."])} == {
        "a.py": "python",
        "README.md": "markdown",
        "Dockerfile": "shell",
        os.path.join("requirements", "base.txt"): "manifest",
    }


@pytest.mark.parametrize("given", ["pkg", "./pkg", "pkg/", "././pkg//"])
def test_paths_are_shown_as_the_user_would_write_them(given: str) -> None:
    write("pkg/a.py")
    assert found(given) == ["pkg/a.py"]


def test_paths_outside_of_the_working_directory(tmp_path: Path) -> None:
    write("pkg/a.py", "pkg/sub/b.py")
    assert found(str(tmp_path / "work" / "pkg"))[0] == str(tmp_path / "work" / "pkg" / "a.py")
    os.chdir("pkg")
    assert found("../pkg/sub") == ["../pkg/sub/b.py"]
    assert found("..") == ["../pkg/a.py", "../pkg/sub/b.py"]


def test_named_files_are_found_whatever_excludes_them() -> None:
    repository()
    write("venv/a.py", "ignored.py", "script", "deps.txt")
    write(".gitignore", text="ignored.py\n")
    assert [(item.path, item.kind, item.explicit) for item in discover(["venv/a.py", "ignored.py", "script"])] == [
        ("venv/a.py", "python", True),
        ("ignored.py", "python", True),
        ("script", "python", True),
    ]


def test_a_named_folder_is_entered_whatever_excludes_it() -> None:
    write("build/a.py", "build/venv/b.py")
    assert found("build") == ["build/a.py"]


def test_a_path_that_is_not_there_is_given_back() -> None:
    assert [(item.path, item.explicit) for item in discover(["missing.py"])] == [("missing.py", True)]


def test_each_file_comes_once() -> None:
    write("pkg/a.py", "pkg/b.py")
    items = list(discover(["pkg", "pkg/a.py", ".", "./pkg/a.py"]))
    assert [(item.path, item.explicit) for item in items] == [("pkg/b.py", False), ("pkg/a.py", True)]


# Excluded folders


@pytest.mark.parametrize("folder", ignoring.DEFAULT_EXCLUDE)
def test_the_usual_folders_are_left_out(folder: str) -> None:
    write(f"{folder}/a.py", f"pkg/{folder}/a.py", "pkg/a.py", f"pkg/not{folder}/a.py")
    assert found() == ["pkg/a.py", f"pkg/not{folder}/a.py"]


def test_exclude_takes_the_place_of_the_usual_folders() -> None:
    write("venv/a.py", "old/b.py", "c.py")
    assert found(exclude=["old"]) == ["c.py", "venv/a.py"]
    assert found(extend_exclude=["old"]) == ["c.py"]
    assert found(exclude=[]) == ["c.py", "old/b.py", "venv/a.py"]


@pytest.mark.parametrize(
    ("pattern", "left"),
    [
        ("old", ["new/a.py"]),
        ("old/", ["new/a.py"]),
        ("./old", ["new/a.py"]),
        ("old/in", ["new/a.py", "old/a.py"]),
        ("in", ["new/a.py", "old/a.py"]),
        ("old/*", ["new/a.py"]),
        ("*/in", ["new/a.py", "old/a.py"]),
        ("**/in", ["new/a.py", "old/a.py"]),
        ("old/**/a.py", ["new/a.py"]),
        ("a.py", []),
        ("*.py", []),
        ("{old,new}", []),
        ("o?d", ["new/a.py"]),
        ("[no]e*", ["old/a.py", "old/in/a.py"]),
        ("work/old", ["new/a.py", "old/a.py", "old/in/a.py"]),
        ("ol", ["new/a.py", "old/a.py", "old/in/a.py"]),
        ("old\\in", ["new/a.py", "old/a.py"]),
        (".\\old\\*", ["new/a.py"]),
        ("new/../old", ["new/a.py"]),
    ],
)
def test_patterns_of_the_user(pattern: str, left: list[str]) -> None:
    write("old/a.py", "old/in/a.py", "new/a.py")
    assert found(exclude=[pattern]) == left


def test_patterns_are_relative_to_the_root(tmp_path: Path) -> None:
    write("pkg/old/a.py", "pkg/b.py")
    os.chdir("pkg")
    assert found(exclude=["pkg/old"], root=str(tmp_path / "work")) == ["b.py"]
    assert found(exclude=[str(tmp_path / "work" / "pkg" / "old")]) == ["b.py"]


def test_a_root_with_glob_characters_in_its_name() -> None:
    write("a[b]*/old/a.py", "a[b]*/b.py", "ab/old/a.py")
    os.chdir("a[b]*")
    assert found(exclude=["old/*"]) == ["b.py"]


# Ignore files


def test_gitignore_counts_inside_of_a_repository_only() -> None:
    write("a.py", "b.py")
    write(".gitignore", text="b.py\n")
    assert found() == ["a.py", "b.py"]
    repository()
    assert found() == ["a.py"]
    assert found(respect_gitignore=False) == ["a.py", "b.py"]


def test_dot_ignore_counts_everywhere_and_before_gitignore() -> None:
    write("a.py", "b.py", "sub/c.py")
    write(".ignore", text="b.py\n!a.py\n")
    assert found() == ["a.py", "sub/c.py"]
    repository()
    write(".gitignore", text="a.py\n")
    assert found() == ["a.py", "sub/c.py"]


def test_nested_ignore_files() -> None:
    repository()
    write("a/keep.py", "a/x.py", "b/x.py", "a/deep/x.py")
    write(".gitignore", text="x.py\n")
    write("a/.gitignore", text="!x.py\n")
    write("a/deep/.gitignore", text="/x.py\n")
    assert found() == ["a/keep.py", "a/x.py"]


def test_ignore_files_above_the_given_folder() -> None:
    repository()
    write("pkg/a.py", "pkg/b.py", "pkg/sub/c.py")
    write(".gitignore", text="/pkg/b.py\nc.py\n")
    assert found("pkg") == ["pkg/a.py"]
    os.chdir("pkg")
    assert found() == ["a.py"]
    os.chdir("sub")
    assert found() == []


def test_a_repository_inside_of_another_has_ignore_files_of_its_own() -> None:
    repository()
    write(".gitignore", text="x.py\n")
    write("x.py", "inner/x.py", "inner/y.py")
    repository("inner")
    write("inner/.gitignore", text="y.py\n")
    assert found() == ["inner/x.py"]


def test_info_exclude() -> None:
    repository()
    write("a.py", "sub/b.py")
    write(".git/info/exclude", text="# comment\n/a.py\n")
    assert found() == ["sub/b.py"]


def test_info_exclude_of_a_worktree() -> None:
    write("main/.git/info/exclude", text="a.py\n")
    write("main/.git/worktrees/w/commondir", text="../..\n")
    write("w/.git", text=f"gitdir: {os.getcwd()}/main/.git/worktrees/w\n")
    write("w/a.py", "w/b.py")
    assert found("w") == ["w/b.py"]


def test_the_users_own_ignore_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository()
    write("a.py", "b.py")
    write(str(tmp_path / "home/.config/git/ignore"), text="a.py\n")
    assert found() == ["b.py"]
    write(str(tmp_path / "home/.gitconfig"), text='[core]\n\texcludesFile = "~/mine"\n')
    write(str(tmp_path / "home/mine"), text="b.py\n")
    assert found() == ["a.py"]


PATTERNS = [
    "a.py",
    "sub",
    "sub/",
    "/a.py",
    "/sub/a.py",
    "sub/a.py",
    "*.py",
    "a*",
    "a*.py",
    "*b*",
    "*.p[xy]",
    "*.p[!x]",
    "?.py",
    "**/a.py",
    "sub/**",
    "**/deep/",
    "deep/a.py",
    "sub/*.py",
    "sub/*/a.py",
    "!a.py",
    "*.py\n!a.py",
    "*\n!*/\n!a.py",
    "sub\n!sub/a.py",
    "\\!odd.py",
    "\\#odd.py",
    "#odd.py",
    "with space.py",
    "a.py   ",
    "trail\\ ",
    "a.py/",
    "deep/a.py/",
    "/",
    "",
    "*.PY",
    "[ab].py",
    "*.py[cod]",
    "ab[.py",
    "sub//a.py",
]


@pytest.mark.parametrize("patterns", PATTERNS)
def test_ignore_patterns_mean_what_git_takes_them_for(patterns: str) -> None:
    subprocess.run([program("git"), "init", "-q", "."], check=True)
    names = ["a.py", "ab.py", "b.py", "!odd.py", "#odd.py", "with space.py", "c.pyi"]
    write(*names, *(f"sub/{name}" for name in names), *(f"sub/deep/{name}" for name in names), "deep/a.py")
    write(".gitignore", text=f"{patterns}\n")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard"], check=True, capture_output=True, text=True
    ).stdout
    expected = sorted(name for name in listed.split("\0") if name and not name.startswith(".git"))
    assert sorted(found()) == expected


def test_the_same_python_files_as_ruff(tmp_path: Path) -> None:
    ruff = program("ruff")
    subprocess.run([program("git"), "init", "-q", "."], check=True)
    write("a.py", "x/ign.py", "x/b.py", "dist/c.py", "x/.venv/d.py", "x/y/e.pyi", "out/f.py", "x/out.py", "z/g.py")
    write(".gitignore", text="ign.py\n/out\n")
    write("x/.ignore", text="y\n")
    write("z/.gitignore", text="*\n!g.py\n")
    os.symlink("x", "link")
    os.symlink("a.py", "alias.py")
    os.symlink("..", "z/up")
    listed = subprocess.run(
        [ruff, "check", "--isolated", "--show-files", "."], check=True, capture_output=True, text=True
    ).stdout
    expected = sorted(os.path.relpath(line, tmp_path / "work") for line in listed.splitlines())
    assert sorted(item.path for item in discover(["."]) if item.kind == "python") == expected


def test_ordinary_patterns_need_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    repository()
    write("a.py", "b.pyi", "docs/_build/c.py", "x.egg-info/d.py", "e$py.class")
    write(".gitignore", text="*.py[cod]\n*$py.class\n*.egg-info/\n__pycache__/\ndocs/_build/\n!keep.py\n.coverage.*\n")
    monkeypatch.setitem(sys.modules, "pathspec", None)
    assert found() == ["a.py", "b.pyi"]


def test_an_ignore_file_that_is_not_text() -> None:
    repository()
    write("a.py", "b.py")
    Path(".gitignore").write_bytes(b"\xff\xfe\x00\nb.py\n")
    assert found() == ["a.py"]


def test_an_ignore_file_with_a_byte_order_mark_and_crlf() -> None:
    repository()
    write("a.py", "b.py", "sub/c.py")
    Path(".gitignore").write_bytes(b"\xef\xbb\xbfb.py\r\nsub/\r\n")
    assert found() == ["a.py"]


# Links, and files that go away


def test_links_to_folders_are_not_followed_and_loops_end() -> None:
    write("pkg/a.py")
    os.symlink("..", "pkg/up")
    os.symlink("pkg", "again")
    os.symlink(os.getcwd(), "self")
    assert found() == ["pkg/a.py"]
    assert found("again") == ["again/a.py"]


def test_links_to_files_are_files_and_broken_ones_are_not() -> None:
    write("a.py", "folder.py/b.py")
    os.symlink("a.py", "alias.py")
    os.symlink("nowhere.py", "broken.py")
    os.symlink("folder.py", "link.py")
    assert found() == ["a.py", "alias.py", "folder.py/b.py"]


def test_a_folder_that_vanishes_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    write("a/x.py", "b/y.py")
    walk = discover(["."])
    assert next(walk).path == os.path.join("a", "x.py")
    shutil.rmtree("b")
    assert list(walk) == []


def test_a_folder_that_may_not_be_read_is_handed_to_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    write("a/x.py", "b/y.py")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("a"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(walking.os, "scandir", refuse)
    assert found() == ["a", "b/y.py"]


def test_deep_folders_need_no_recursion() -> None:
    folder = Path("d")
    depth = min(sys.getrecursionlimit() + 100, 1500)
    folder.mkdir()
    descriptor = os.open("d", os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=descriptor)
        inner = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    os.close(descriptor)
    # Paths longer than the system takes are skipped like folders that vanished.
    assert found() == []
    subprocess.run(["rm", "-rf", "d"], check=True)


def test_repr_names_what_was_found() -> None:
    assert repr(FoundFile("a.py", "python")) == "FoundFile('a.py', 'python', False)"


_ENTRIES = (
    "m.py",
    "src/m.py",
    "src/pkg/n.py",
    "a/keep/k.py",
    "a/drop/d.py",
    "foo/ab.py",
    "ab/c.py",
    "x/y/z.py",
    "q.py",
)
_PATTERNS = (
    "/*\n!/src/\n",
    "/*\n!/src\n",
    "/a/*\n!/a/keep/\n",
    "[!a]*\n!foo/\n",
    "[[:alpha:]].py\n",
    "foo\\\n",
    "**/y/\n",
    "src/**\n!src/pkg/\n",
    "a/**/d.py\n",
    "?.py\n",
    "x/*/z.py\n",
    "*o*.py\n",
    "/src/p?g/\n",
    "[\n",
)


@pytest.mark.parametrize("patterns", _PATTERNS)
def test_leaves_out_what_git_leaves_out(tmp_path: Path, patterns: str) -> None:
    for name in _ENTRIES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n", encoding="utf-8")
    (tmp_path / ".gitignore").write_text(patterns, encoding="utf-8")
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    listed = ["git", "ls-files", "-o", "--exclude-standard", "*.py"]
    seen = subprocess.run(listed, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.split()
    found = [os.path.relpath(item.path, tmp_path) for item in discover([str(tmp_path)], exclude=[])]
    assert sorted(name for name in found if name.endswith(".py")) == sorted(seen)


# Named files that are treated as if they had been found


def test_forced_exclusions_hold_for_named_files_too() -> None:
    repository()
    write("a.py", "dist/b.py", "deep/generated/c.py", "ignored.py", "data.csv", "script")
    write("deep/d.py", "requirements/dev.txt")
    Path(".gitignore").write_text("ignored.py\n", encoding="utf-8")
    Path("deep/.gitignore").write_text("d.py\n", encoding="utf-8")
    named = ("a.py", "dist/b.py", "deep/generated/c.py", "ignored.py", "data.csv", "script", "deep/d.py")
    forced = found(*named, "requirements/dev.txt", extend_exclude=["deep/generated"], force=True)
    assert forced == ["a.py", "requirements/dev.txt"]
    assert found(*named, respect_gitignore=False, force=True) == [
        *("a.py", "deep/generated/c.py", "ignored.py", "deep/d.py")
    ]


def test_forced_exclusions_find_what_a_walk_finds() -> None:
    repository()
    write("a.py", ".venv/x.py", "src/node_modules/y.py", "src/z.ipynb", "src/build.py", "docs/conf/w.md")
    everything = [path.as_posix() for path in Path().rglob("*") if path.is_file()]
    assert sorted(found(*everything, force=True)) == sorted(found("."))


def test_a_named_file_that_is_not_there_is_kept_for_whoever_reads_it() -> None:
    assert found("gone.py", force=True) == ["gone.py"]


def test_folders_above_the_root_exclude_nothing(tmp_path: Path) -> None:
    write("build/project/a.py")
    os.chdir("build/project")
    assert found("a.py", force=True) == ["a.py"]
    write("../beside.py")
    assert found("../beside.py", force=True) == ["../beside.py"]
