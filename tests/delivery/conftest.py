"""What is delivered to other repositories: Git repositories that use our hooks, and what the action installs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.promised import program

ROOT = Path(__file__).resolve().parents[2]
# What pip needs to build the package from a clone.
PACKAGE = ("osmosis_lint", "pyproject.toml", "README.md", "rules.md", "LICENSE", ".pre-commit-hooks.yaml")
CONFIG = """\
repos:
  - repo: {clone}
    rev: v0.0-test
    hooks:
      - id: {hook}
"""


def environment(home: Path) -> dict[str, str]:
    """The environment of a run: nothing of the user's Git, and pre-commit's files in a folder of the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PRE_COMMIT"))}
    who = {f"GIT_{role}_{what}": "tester@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PRE_COMMIT_HOME": str(home)}
    kept.pop("SKIP", None)
    return kept | who | alone | {"PYTHONPATH": "", "PRE_COMMIT_COLOR": "never"}


class Repository:
    """A Git repository at `root` that uses one of our hooks."""

    def __init__(self, root: Path, clone: Path, home: Path, hook: str) -> None:
        self.root = root
        self._environment = environment(home)
        self.git("init", "--quiet")
        self.write(".pre-commit-config.yaml", CONFIG.format(clone=clone, hook=hook))
        self.git("add", "-A")
        self.git("commit", "--quiet", "-m", "start")
        self.run(sys.executable, "-m", "pre_commit", "install")

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the repository; its output is in `stdout`."""
        return subprocess.run(
            command,
            cwd=self.root,
            env=self._environment,
            text=True,
            errors="backslashreplace",
            check=False,
            timeout=600,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def git(self, *arguments: str) -> str:
        """Run Git, which must succeed; gives its output."""
        done = self.run("git", *arguments)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    def commit(self) -> subprocess.CompletedProcess[str]:
        """Stage all there is and try to commit it."""
        self.git("add", "-A")
        return self.run("git", "commit", "-m", "change")

    def run_all(self, hook: str) -> subprocess.CompletedProcess[str]:
        """Run a hook on all files that are staged or committed."""
        self.git("add", "-A")
        return self.run(sys.executable, "-m", "pre_commit", "run", hook, "--all-files")

    @property
    def commits(self) -> int:
        return len(self.git("log", "--oneline").splitlines())


@pytest.fixture(scope="session")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This package as a repository with a tag, as a user's configuration names it."""
    program("git")
    folder = tmp_path_factory.mktemp("clone")
    for name in PACKAGE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(ROOT / name, folder / name)
    for command in (["init", "--quiet"], ["add", "-A"], ["commit", "--quiet", "-m", "package"], ["tag", "v0.0-test"]):
        subprocess.run(["git", *command], cwd=folder, env=environment(folder), check=True)
    return folder


@pytest.fixture(scope="session")
def hooks_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps what it installed, so that it installs our package once."""
    return tmp_path_factory.mktemp("pre-commit")


@pytest.fixture
def checked(tmp_path: Path, clone: Path, hooks_home: Path) -> Repository:
    """A repository whose commits are checked."""
    return Repository(tmp_path, clone, hooks_home, "osmosis-lint")


@pytest.fixture
def fixed(tmp_path: Path, clone: Path, hooks_home: Path) -> Repository:
    """A repository whose commits are fixed."""
    return Repository(tmp_path, clone, hooks_home, "osmosis-lint-fix")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The outputs of the step that installs, run once."""
    temp = tmp_path_factory.mktemp("runner with space")
    output = temp / "output"
    environment = {**os.environ, "OSMOSIS_LINT_PYTHON": sys.executable, "RUNNER_TEMP": str(temp)}
    environment |= {"GITHUB_ACTION_PATH": str(ROOT), "GITHUB_OUTPUT": str(output)}
    done = subprocess.run(
        ["bash", ROOT / "action" / "install.sh"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return dict(line.split("=", 1) for line in output.read_text(encoding="utf-8").splitlines())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    copy = tmp_path / "project"
    shutil.copytree(ROOT / "tests" / "projects" / "v02_rollouts", copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / ".git").mkdir()
    return copy
