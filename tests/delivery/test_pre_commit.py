"""The real pre-commit with staged v0.2 code: the one hook blocks the commit, the other fixes it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from osmosis_lint.files import kinds
from tests.command.conftest import GRADER, OLD
from tests.delivery.conftest import ROOT, Repository

TESTS = ROOT / "tests"
HOOKS = {item["id"]: item for item in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
KNOWN = (
    *("a.py", "A.PY", "deep/a.pyi", "a.pyw", "a.ipynb", "a.md", "a.markdown", "a.mdx", "a.rst", "src/page.py.tpl"),
    *("a.sh", "a.bash", "a.zsh", "a.json", "a.toml", "a.yaml", "a.yml", "pyproject.toml", "x/setup.cfg", "uv.lock"),
    *("poetry.lock", "pdm.lock", "pylock.toml", "pylock.gpu.toml", "Dockerfile", "x/Dockerfile.gpu", "gpu.dockerfile"),
    *("Containerfile", "Containerfile.dev", "requirements.txt", "requirements-dev.in", "x/dev-requirements.txt"),
    *("requirements/dev.txt", "constraints.txt", "a b/-c.py", "Pipfile", "Pipfile.lock", "x/tox.ini", ".gitlab-ci.yml"),
    *("Makefile", "x/GNUmakefile", "rules.mk", ".github/workflows/ci.yml", "environment.yml"),
)
OTHERS = (
    "a.txt",
    "a.js",
    "a.pyc",
    "notes",
    "requirements.html",
    "py",
    "Makefile.am",
    ".mk",
    "other.lock",
    "x/requirements",
    "a.in",
)


def findings(output: str) -> list[str]:
    return sorted(line for line in output.splitlines() if ": OSM" in line)


@pytest.mark.parametrize("hook", HOOKS)
def test_the_hooks_are_given_the_files_that_the_command_looks_at(hook: str) -> None:
    pattern = re.compile(HOOKS[hook]["files"])
    for name in (*KNOWN, *OTHERS):
        kind = kinds.kind_of(os.path.basename(name), os.path.basename(os.path.dirname(name)))
        assert (pattern.search(name) is not None) == (kind is not None) == (name in KNOWN), name


def test_staged_old_code_blocks_the_commit(checked: Repository) -> None:
    checked.write("grader.py", GRADER)
    checked.write("requirements.txt", "osmosis-ai<0.3\n")
    checked.write("notes.txt", "not looked at\n")
    done = checked.commit()
    assert done.returncode == 1
    assert [line.partition(" ")[2].partition(" ")[0] for line in findings(done.stdout)] == [
        "OSM101",
        "OSM103",
        "OSM506",
    ]
    assert "2 files seen, 1 uses the SDK, 3 findings, 3 fixable, 0 suppressed" in done.stdout
    assert checked.commits == 1
    assert checked.read("grader.py") == GRADER


def test_staged_old_code_is_fixed_and_the_commit_then_passes(fixed: Repository) -> None:
    fixed.write("grader.py", GRADER)
    done = fixed.commit()
    assert done.returncode == 1
    assert "files were modified by this hook" in done.stdout
    # Nothing is left, so the command itself has nothing to complain of: it is pre-commit that sees the change.
    assert "exit code" not in done.stdout
    assert "0 findings, 0 fixable, 0 suppressed, fixed " in done.stdout
    assert "ctx.set_reward(1.0)" in fixed.read("grader.py")
    assert "samples" not in fixed.read("grader.py")
    assert fixed.commits == 1
    done = fixed.commit()
    assert done.returncode == 0, done.stdout
    assert "Passed" in done.stdout
    assert fixed.commits == 2


def test_what_no_fix_exists_for_is_reported_and_blocks(fixed: Repository) -> None:
    fixed.write("mode.py", OLD + "\nmode = MultiTurnMode.SINGLE\n")
    fixed.commit()
    done = fixed.commit()
    assert done.returncode == 1
    assert "- exit code: 1" in done.stdout
    assert "files were modified" not in done.stdout
    assert {line.split()[1] for line in findings(done.stdout)} == {"OSM108"}


def test_only_changed_files_are_judged_with_what_they_import(checked: Repository) -> None:
    checked.write("base.py", "from osmosis_ai.rollout import Grader\n\n\nclass Base(Grader):\n    pass\n")
    checked.write("untouched.py", OLD)
    checked.git("add", "-A")
    checked.git("commit", "--quiet", "--no-verify", "-m", "as it was")
    checked.write(
        "exact.py", "import base\n\n\nclass Exact(base.Base):\n    async def grade(self, ctx):\n        ctx.samples\n"
    )
    done = checked.commit()
    assert [line.split()[:2] for line in findings(done.stdout)] == [["exact.py:6:13:", "OSM101"]]


def test_configuration_and_exclusions_hold(checked: Repository) -> None:
    checked.write("osmosis-lint.toml", 'extend-exclude = ["old"]\nignore = ["OSM103"]\n')
    checked.write("old/a.py", OLD)
    checked.write("grader.py", GRADER)
    done = checked.commit()
    assert [line.split()[1] for line in findings(done.stdout)] == ["OSM101"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_odd_names(checked: Repository) -> None:
    for name in ("with space.py", "--fix.py", "-q", "--exit-zero.py", "ä'\"$(touch x).py", "-/a.py", "-.py"):
        checked.write(name, OLD)
    done = checked.commit()
    assert done.returncode == 1
    assert sorted(line.partition(":")[0] for line in findings(done.stdout)) == [
        *("--exit-zero.py", "--fix.py", "-.py", "-/a.py", "with space.py", "ä'\"$(touch x).py"),
    ]
    assert not (checked.root / "x").exists()


def test_what_cannot_be_checked_is_named(checked: Repository) -> None:
    checked.write("broken.py", "import osmosis_ai\nx = (\n")
    checked.write("book.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": OLD}], "nbformat": 4}))
    done = checked.commit()
    assert "- exit code: 2" in done.stdout
    assert [line.split(" ")[0:2] for line in findings(done.stdout)] == [
        ["book.ipynb:cell", "1:1:32:"],
        ["broken.py:2:5:", "OSM901"],
    ]


def test_a_wrong_configuration_is_one_line(fixed: Repository) -> None:
    fixed.write("osmosis-lint.toml", 'selct = ["OSM1"]\n')
    fixed.write("grader.py", GRADER)
    done = fixed.commit()
    assert "- exit code: 2" in done.stdout
    assert "osmosis-lint: error: osmosis-lint.toml:1: unknown key 'selct'; did you mean `select`?" in done.stdout
    assert fixed.read("grader.py") == GRADER


def test_the_configuration_of_the_readme(checked: Repository, clone: Path) -> None:
    snippets = re.findall(r"```yaml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    config = next(text for text in snippets if text.startswith("repos:"))
    args = next(text for text in snippets if text.lstrip().startswith("args:"))
    config = config.replace("URL-of-this-repository", str(clone)).replace("v0.1.0", "v0.0-test") + args
    checked.write(".pre-commit-config.yaml", config)
    # It was there until 0.3.2, which the README's options aim at.
    checked.write("auth.py", "from osmosis_ai.rollout.server.auth import ControllerAuth\n")
    checked.write("grader.py", GRADER)
    done = checked.commit()
    assert {line.partition(":")[0] for line in findings(done.stdout)} == {"grader.py"}


def copy_sources(root: Path, *trees: str) -> None:
    for tree in trees:
        shutil.copytree(TESTS / tree, root / tree, ignore=shutil.ignore_patterns("__pycache__"))


def command(root: Path, *options: str) -> list[str]:
    words = [sys.executable, "-m", "osmosis_lint", "check", "--output-format", "concise", *options]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=root, env=environment, capture_output=True, text=True, check=False)
    return findings(done.stdout)


def test_the_check_hook_finds_what_the_command_finds_on_all_sources(checked: Repository) -> None:
    copy_sources(checked.root, "cases", "projects")
    done = checked.run_all("osmosis-lint")
    expected = command(checked.root)
    assert len(expected) > 500
    assert findings(done.stdout) == expected


def test_the_fix_hook_leaves_what_the_command_leaves(
    fixed: Repository, tmp_path_factory: pytest.TempPathFactory
) -> None:
    copy = tmp_path_factory.mktemp("copy")
    (copy / ".git").mkdir()
    for root in (fixed.root, copy):
        copy_sources(root, "projects")
    done = fixed.run_all("osmosis-lint-fix")
    left = command(copy, "--fix")
    assert 0 < len(left) < len(command(ROOT / "tests", "projects"))
    assert findings(done.stdout) == left
    for path in copy.rglob("*"):
        if path.is_file():
            assert (fixed.root / path.relative_to(copy)).read_bytes() == path.read_bytes()
