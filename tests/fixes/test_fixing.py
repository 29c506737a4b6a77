"""The command's side of fixing: what is selected and not suppressed, patches, questions, comments for the rest."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from osmosis_lint.engine import Engine
from osmosis_lint.frontends.command import settings as settings_module
from osmosis_lint.frontends.command.checking import Plan
from osmosis_lint.frontends.command.errors import UsageError
from osmosis_lint.frontends.command.fixing import Fixing, is_wanted
from tests.promised import program

PROJECT = Path(__file__).parents[1] / "projects" / "v02_rollouts"
LEFT = Path(__file__).parent / "v02_rollouts.left.txt"
IMPORT = "from osmosis_ai.rollout import LocalBackend, create_rollout_server"


def fixing(folder: Path, **values: bool | str) -> Fixing:
    """A run over the Python files of a folder, with the options given."""
    options = {name.replace("_", "-"): value for name, value in values.items()}
    settings = settings_module.load({"isolated": True}, [str(folder)])
    run = Fixing(options, Plan(settings.selection, None))
    run.files(str(path) for path in sorted(folder.rglob("*.py")))
    return run


def test_fix(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"{IMPORT}\n")
    run = fixing(tmp_path, fix=True)
    assert "rollout.server" in (tmp_path / "a.py").read_text()
    assert run.summary() == "fixed 1 place in 1 file"


def test_suppressed_is_not_fixed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f"{IMPORT}  # noqa: OSM501\n")
    assert fixing(tmp_path, fix=True).applied == 0


def test_diff_of_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program("git")
    shown, written = tmp_path / "shown", tmp_path / "written"
    shutil.copytree(PROJECT, shown)
    shutil.copytree(PROJECT, written)
    monkeypatch.chdir(shown)
    patch = b"".join(fixing(shown, diff=True).patch)
    assert (shown / "rollouts/arithmetic/main.py").read_bytes() == (
        PROJECT / "rollouts/arithmetic/main.py"
    ).read_bytes()
    fixing(written, fix=True)
    subprocess.run(["git", "init", "-q"], cwd=shown, check=True)
    subprocess.run(["git", "apply", "-"], cwd=shown, check=True, input=patch)
    for path in sorted(written.rglob("*.py")):
        assert (shown / path.relative_to(written)).read_bytes() == path.read_bytes()


@pytest.mark.parametrize(("answers", "changed"), [("y\nn\n", 1), ("n\ny\n", 1), ("a\n", 2), ("q\n", 0), ("", 0)])
def test_interactive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: str, changed: int) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(f"{IMPORT}\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
    fixing(tmp_path, interactive=True)
    assert sum("server import" in path.read_text() for path in tmp_path.iterdir()) == changed


def test_contradictions() -> None:
    assert is_wanted({"fix": True, "unsafe-fixes": True})
    assert not is_wanted({})
    for values in ({"unsafe-fixes": True}, {"diff": True, "fix": True}, {"fix": True, "add-noqa": True}):
        with pytest.raises(UsageError):
            is_wanted(values)


def test_project_is_fixed_but_for_what_is_listed(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    shutil.copytree(PROJECT, folder)
    run = fixing(folder, fix=True, unsafe_fixes=True)
    assert not run.problems
    left: list[str] = []
    engine = Engine()
    for path in sorted(folder.rglob("*.py")):
        found = Counter(item.code for item in engine.check(str(path), path.read_text("utf-8")))
        left += [f"{path.relative_to(folder).as_posix()}: {code} {found[code]}" for code in sorted(found)]
    assert left == LEFT.read_text().splitlines()
    assert fixing(folder, fix=True, unsafe_fixes=True).applied == 0
