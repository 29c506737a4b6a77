"""The flake8 extension in the real flake8: options, standard input, jobs, files that cannot be parsed."""

from __future__ import annotations

import ast
import os
import textwrap
from collections import Counter
from pathlib import Path

import pytest

from osmosis_lint.engine import Engine
from tests.frontends import hosts

GRADER = """\
from osmosis_ai.rollout import Grader


class Exact(Grader):
    async def grade(self, ctx):
        return ctx.samples
"""
BROKEN = {
    "syntax.py": "from osmosis_ai.rollout import (\n",
    "nulls.py": "from osmosis_ai.rollout import Grader\n\0\n",
    "latin.py": b"# caf\xe9\nfrom osmosis_ai.rollout import Grader\n",
}


# 5,000 deep: what each kind of nesting looks like. `ctx.samples` stands innermost, or last.
DEPTH = 5000
DEEP = {
    "attributes": "return ctx.samples" + ".a" * DEPTH,
    "parentheses": "return " + "(" * DEPTH + "ctx.samples" + ")" * DEPTH,
    "lists": "return " + "[" * DEPTH + "ctx.samples" + "]" * DEPTH,
    "additions": "return " + "1 + " * DEPTH + "ctx.samples",
    "negations": "return " + "not " * DEPTH + "ctx.samples",
    "calls": "return ctx.samples" + "()" * DEPTH,
    "elifs": "if ctx:\n            pass\n" + "        elif ctx.a:\n            pass\n" * DEPTH + "        ctx.samples",
    "union": "x: " + "A | " * DEPTH + "int = ctx.samples",
    "union in a string": "x: '" + "A | " * DEPTH + "int' = ctx.samples",
}


def write(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))


def test_advice_is_off_until_asked_for(tmp_path: Path) -> None:
    write(tmp_path, {"g.py": GRADER.replace("return ctx.samples", "ctx.set_reward(1.0)")})
    assert hosts.run("-m", "flake8", "--isolated", "g.py", cwd=tmp_path).stdout == ""
    assert hosts.flake8(tmp_path, "--extend-select=OSM111", "g.py") == Counter({("g.py", 6, "OSM111"): 1})


def test_rules_are_on_without_any_option(tmp_path: Path) -> None:
    write(tmp_path, {"g.py": GRADER})
    assert "OSM101" in hosts.run("-m", "flake8", "--isolated", "g.py", cwd=tmp_path).stdout


def test_target_version(tmp_path: Path) -> None:
    write(tmp_path, {"d.py": "from osmosis_ai.rollout.driver import RolloutDriver\n"})
    assert hosts.flake8(tmp_path, "d.py") == Counter({("d.py", 1, "OSM502"): 1})
    assert hosts.flake8(tmp_path, "--osmosis-target-version=0.3.0", "d.py") == Counter()


def test_target_version_that_is_none_ends_with_one_line(tmp_path: Path) -> None:
    write(tmp_path, {"g.py": GRADER})
    for bad in ("new", "0.2.31"):
        done = hosts.run(*hosts.FLAKE8, f"--osmosis-target-version={bad}", "g.py", cwd=tmp_path)
        assert done.returncode == 1
        assert "--osmosis-target-version" in done.stdout + done.stderr
        assert "Traceback" not in done.stderr


def test_standard_input_is_checked_in_place_of_the_file_on_disk(tmp_path: Path) -> None:
    write(tmp_path, {"pack/__init__.py": "", "pack/base.py": GRADER, "pack/mine.py": "old = 1\n"})
    typed = textwrap.dedent(
        """\
        from pack.base import Exact


        class Mine(Exact):
            async def grade(self, ctx):
                ctx.get_samples()
        """
    )
    found = hosts.flake8(tmp_path, "--stdin-display-name=pack/mine.py", "-", stdin=typed)
    assert found == Counter({("pack/mine.py", 6, "OSM102"): 1})


def test_jobs_change_nothing(tmp_path: Path) -> None:
    write(tmp_path, {f"g{number}.py": GRADER for number in range(12)})
    assert hosts.flake8(tmp_path, "--jobs=2", ".") == hosts.flake8(tmp_path, "--jobs=1", ".")
    assert sum(hosts.flake8(tmp_path, "--jobs=2", ".").values()) == 12


def test_a_comment_on_the_last_line_of_a_statement_silences_what_flake8_lets_it(tmp_path: Path) -> None:
    text = GRADER.replace("return ctx.samples", 'return """\n{}""".format(ctx.samples)  # noqa: OSM101')
    write(tmp_path, {"g.py": text})
    assert hosts.flake8(tmp_path, "g.py") == Counter()


def _broken_for_flake8() -> dict[str, str | bytes]:
    """BROKEN without the null bytes where flake8 alone ends with a traceback on them: before Python 3.11.4."""
    try:
        ast.parse("\0")
    except SyntaxError:
        return BROKEN
    except ValueError:
        return {name: content for name, content in BROKEN.items() if name != "nulls.py"}
    raise AssertionError("null bytes parse")


def test_files_that_cannot_be_parsed_do_not_stop_the_others(tmp_path: Path) -> None:
    broken = _broken_for_flake8()
    write(tmp_path, {**broken, "good.py": GRADER})
    done = hosts.run("-m", "flake8", "--isolated", "--select=OSM,E9", *broken, "good.py", "gone.py", cwd=tmp_path)
    assert "good.py:6:20: OSM101" in done.stdout
    assert "syntax.py:1:" in done.stdout
    assert "E999" in done.stdout
    assert "gone.py:0:1: E902" in done.stdout
    assert "Traceback" not in done.stderr


def test_project_files_that_cannot_be_read_are_unknown(tmp_path: Path) -> None:
    imports = "\n".join(f"from {name[:-3]} import thing as {name[:-3]}_thing" for name in BROKEN)
    write(tmp_path, {**BROKEN, "good.py": f"{imports}\nimport good\nfrom gone import thing\n{GRADER}"})
    (tmp_path / "gone.py").symlink_to(tmp_path / "gone.py")
    found = hosts.flake8(tmp_path, "good.py")
    assert [code for _, _, code in found] == ["OSM101"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_project_files_that_are_no_files_are_unknown(tmp_path: Path) -> None:
    """Reading a named pipe would wait for ever, and a link to a device may never end."""
    names = ("pipe", "folder", "endless", "dangling")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "endless.py").symlink_to("/dev/zero")
    (tmp_path / "dangling.py").symlink_to("nowhere.py")
    write(tmp_path, {"pyproject.toml": "", "only.py": "".join(f"from {name} import Thing\n" for name in names)})
    write(tmp_path, {"good.py": "from osmosis_ai.rollout import GraderContext\nfrom only import Thing\n" + GRADER})
    done = hosts.run(*hosts.FLAKE8, "--jobs=1", "only.py", "good.py", cwd=tmp_path, timeout=60)
    assert "good.py:8:20:OSM101" in done.stdout
    assert "Traceback" not in done.stderr


def test_files_that_import_each_other_are_followed_once(tmp_path: Path) -> None:
    ring = (
        "from osmosis_ai.rollout import Grader\nfrom {0} import *\nfrom {0} import {1}\n\n\nclass {2}({1}):\n    pass\n"
    )
    write(tmp_path, {"pyproject.toml": "", "a.py": ring.format("b", "B", "A"), "b.py": ring.format("a", "A", "B")})
    write(tmp_path, {"good.py": f"from a import A\n{GRADER}"})
    assert hosts.flake8(tmp_path, "a.py", "b.py", "good.py") == Counter({("good.py", 7, "OSM101"): 1})


def test_a_file_says_nothing_of_the_next(tmp_path: Path) -> None:
    """`ctx` is a grader context in the first file only; what one file calls it must not reach the other."""
    other = "import osmosis_ai\n\n\nclass Exact(Base):\n    async def grade(self, ctx):\n        return ctx.samples\n"
    write(tmp_path, {"a.py": GRADER, "b.py": other, "c.py": GRADER})
    for order in (("a.py", "b.py", "c.py"), ("c.py", "b.py", "a.py")):
        found = hosts.flake8(tmp_path, "--jobs=1", *order)
        assert found == Counter({("a.py", 6, "OSM101"): 1, ("c.py", 6, "OSM101"): 1})


def test_files_can_be_left_out_or_a_code_in_them(tmp_path: Path) -> None:
    """A comment at the head leaves the whole file out, whatever codes it names; `per-file-ignores` is for one code."""
    text = GRADER.replace("return ctx.samples", "ctx.get_samples()\n        return ctx.samples")
    write(tmp_path, {"out.py": f"# flake8: noqa: OSM101\n{text}", "one.py": text})
    found = hosts.flake8(tmp_path, "--per-file-ignores=one.py:OSM101", "out.py", "one.py")
    assert found == Counter({("one.py", 6, "OSM102"): 1})


def test_advice_can_be_selected_alone(tmp_path: Path) -> None:
    write(tmp_path, {"g.py": GRADER.replace("return ctx.samples", "ctx.set_reward(ctx.samples)")})
    assert hosts.flake8(tmp_path, "--select=OSM111", "g.py") == Counter({("g.py", 6, "OSM111"): 1})


@pytest.mark.parametrize("kind", DEEP)
def test_deep_nesting_is_no_trouble(kind: str, tmp_path: Path) -> None:
    """What the parser takes, the engine takes. (flake8 itself gives up earlier: its pyflakes recurses.)"""
    text = GRADER.replace("return ctx.samples", DEEP[kind])
    try:
        tree = ast.parse(text)
    except (SyntaxError, RecursionError, MemoryError):
        pytest.skip("this Python does not parse it")
    found = Engine().check(str(tmp_path / "deep.py"), text, tree)
    assert [item.code for item in found] == ["OSM101"]


def test_project_files_too_deep_to_parse_are_unknown(tmp_path: Path) -> None:
    for number, body in enumerate(DEEP.values()):
        write(tmp_path, {f"deep{number}.py": GRADER.replace("return ctx.samples", body)})
    imports = "".join(f"from deep{number} import Exact as Base{number}\n" for number in range(len(DEEP)))
    write(tmp_path, {"good.py": imports + GRADER})
    assert hosts.flake8(tmp_path, "good.py") == Counter({("good.py", 6 + len(DEEP), "OSM101"): 1})


def test_long_chains_are_no_trouble(tmp_path: Path) -> None:
    text = GRADER.replace("return ctx.samples", "return " + " and ".join(["ctx.label"] * 2000 + ["ctx.samples"]))
    write(tmp_path, {"deep.py": text, "good.py": GRADER})
    found = hosts.flake8(tmp_path, ".")
    assert found["good.py", 6, "OSM101"] == 1
    assert found["deep.py", 6, "OSM101"] == 1
