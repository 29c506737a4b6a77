"""The flake8 extension in the real flake8: options, standard input, jobs, files that cannot be parsed."""

from __future__ import annotations

import textwrap
from collections import Counter
from pathlib import Path

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


def test_files_that_cannot_be_parsed_do_not_stop_the_others(tmp_path: Path) -> None:
    write(tmp_path, {**BROKEN, "good.py": GRADER})
    assert hosts.flake8(tmp_path, ".")["good.py", 6, "OSM101"] == 1


def test_project_files_that_cannot_be_read_are_unknown(tmp_path: Path) -> None:
    imports = "\n".join(f"from {name[:-3]} import thing as {name[:-3]}_thing" for name in BROKEN)
    write(tmp_path, {**BROKEN, "good.py": f"{imports}\nimport good\nfrom gone import thing\n{GRADER}"})
    (tmp_path / "gone.py").symlink_to(tmp_path / "gone.py")
    found = hosts.flake8(tmp_path, "good.py")
    assert [code for _, _, code in found] == ["OSM101"]


def test_long_chains_are_no_trouble(tmp_path: Path) -> None:
    text = GRADER.replace("return ctx.samples", "return " + " and ".join(["ctx.label"] * 2000 + ["ctx.samples"]))
    write(tmp_path, {"deep.py": text, "good.py": GRADER})
    found = hosts.flake8(tmp_path, ".")
    assert found["good.py", 6, "OSM101"] == 1
    assert found["deep.py", 6, "OSM101"] == 1
