"""The release of the SDK that a project means: what its lock resolves, or else what its requirements admit."""

from __future__ import annotations

from pathlib import Path

import pytest

from osmosis_lint.api import releases
from osmosis_lint.files.projects import locked_release, target_from_project


def project(folder: Path, **files: str) -> str:
    (folder / ".git").mkdir()
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return str(folder)


def lock(version: str) -> str:
    return f'[[package]]\nname = "osmosis-ai"\nversion = "{version}"\n'


def dependencies(*requirements: str) -> str:
    return f"[project]\ndependencies = {list(requirements)!r}\n"


@pytest.mark.parametrize(
    ("version", "target"),
    [
        ("0.3.2", (0, 3, 2)),
        ("0.2.31", None),
        ("0.3.999", releases.NEWEST),
        ("0.4.0", releases.NEWEST),
        ("0.3.1rc1", (0, 3, 1)),
    ],
)
def test_the_lock_says_what_is_aimed_at(tmp_path: Path, version: str, target: tuple[int, ...] | None) -> None:
    assert target_from_project(project(tmp_path, uv__lock=lock(version))) == target


@pytest.mark.parametrize(
    ("requirements", "target"),
    [
        (["osmosis-ai>=0.3,<0.4"], releases.NEWEST),
        (["osmosis-ai>=0.2.25"], releases.NEWEST),
        (["osmosis-ai"], releases.NEWEST),
        (["osmosis-ai==0.3.2"], (0, 3, 2)),
        (["osmosis-ai<0.3.3"], (0, 3, 2)),
        (["osmosis-ai>=0.3,!=0.3.8"], (0, 3, 7)),
        (["osmosis-ai<0.3"], None),
        (["osmosis-ai<0.3", "osmosis-ai<=0.3.1"], (0, 3, 1)),
        (["osmosis-ai<0.3.5", "osmosis-ai[server]<0.3.3"], (0, 3, 2)),
        (["osmosis-ai>=0.3.99"], None),
        (["osmosis-ai @ https://x/osmosis_ai-0.3.4-py3-none-any.whl"], (0, 3, 4)),
        (["osmosis-ai @ git+https://x/y@main"], None),
        (["httpx"], None),
    ],
)
def test_else_the_requirement_does(tmp_path: Path, requirements: list[str], target: tuple[int, ...] | None) -> None:
    root = project(tmp_path, pyproject__toml=dependencies(*requirements))
    assert target_from_project(root) == target


def test_a_lock_of_02_says_nothing(tmp_path: Path) -> None:
    root = project(tmp_path, uv__lock=lock("0.2.31"), pyproject__toml=dependencies("osmosis-ai<0.3.2"))
    assert target_from_project(root) == (0, 3, 1)
    assert locked_release(root) == (0, 2, 31)


def test_a_lock_with_forks_says_the_newest(tmp_path: Path) -> None:
    assert locked_release(project(tmp_path, uv__lock=lock("0.2.31") + lock("0.3.8"))) == (0, 3, 8)


def test_folders_above_count_up_to_the_repository(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(dependencies("osmosis-ai==0.3.1"))
    (tmp_path / "uv.lock").write_text(lock("0.3.1"))
    inner = tmp_path / "repo"
    inner.mkdir()
    project(inner, requirements__txt="-r deps.txt\n")
    (inner / "deps.txt").write_text("osmosis-ai==0.3.4\n")
    (inner / "src" / "pkg").mkdir(parents=True)
    assert target_from_project(str(inner / "src" / "pkg")) == (0, 3, 4)
    assert locked_release(str(inner / "src")) is None


def test_no_project_no_target(tmp_path: Path) -> None:
    root = project(tmp_path)
    assert (target_from_project(root), locked_release(root)) == (None, None)
    assert target_from_project(str(tmp_path / "missing")) is None


@pytest.mark.parametrize("text", ["[project\nosmosis-ai", "\udcff", "osmosis = '"])
def test_broken_manifests_say_nothing(tmp_path: Path, text: str) -> None:
    root = project(tmp_path)
    (tmp_path / "pyproject.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert target_from_project(root) is None
