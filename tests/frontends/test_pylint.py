"""The pylint plugin in the real pylint: options, messages, jobs, files that cannot be parsed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from osmosis_lint.api import records
from tests.frontends import hosts
from tests.frontends.test_flake8 import BROKEN, GRADER, write


def test_help_shows_the_hint(tmp_path: Path) -> None:
    done = hosts.run("-m", "pylint", "--load-plugins=osmosis_lint.pylint_plugin", "--help-msg=E7103", cwd=tmp_path)
    assert "set-sample-reward" in done.stdout
    assert "set_reward(reward)" in done.stdout


def test_every_rule_is_documented(tmp_path: Path) -> None:
    ids = ",".join(records.message_id(rule) for rule in records.RULES)
    done = hosts.run("-m", "pylint", "--load-plugins=osmosis_lint.pylint_plugin", f"--help-msg={ids}", cwd=tmp_path)
    missing = [rule.name for rule in records.RULES if rule.name not in done.stdout]
    assert not missing


def test_advice_is_off_until_asked_for(tmp_path: Path) -> None:
    write(tmp_path, {"g.py": GRADER.replace("return ctx.samples", "ctx.set_reward(1.0)")})
    base = ("-m", "pylint", "--rcfile=/dev/null", "--load-plugins=osmosis_lint.pylint_plugin", "--score=n", "g.py")
    assert "W7111" not in hosts.run(*base, cwd=tmp_path).stdout
    assert "W7111" in hosts.run(*base, "--enable=sample-may-be-none", cwd=tmp_path).stdout


def test_target_version_from_the_project(tmp_path: Path) -> None:
    settings = '[tool.pylint.main]\nload-plugins = ["osmosis_lint.pylint_plugin"]\nosmosis-target-version = "0.3.0"\n'
    write(tmp_path, {"d.py": "from osmosis_ai.rollout.driver import RolloutDriver\n", "pyproject.toml": settings})
    done = hosts.run("-m", "pylint", "--disable=all", "--enable=osmosis", "--score=n", "d.py", cwd=tmp_path)
    assert done.stdout.strip() == ""
    assert hosts.pylint(tmp_path, "d.py") == Counter({("d.py", 1, "OSM502"): 1})


def test_target_version_that_is_none_ends_with_one_line(tmp_path: Path) -> None:
    write(tmp_path, {"g.py": GRADER})
    done = hosts.run(*hosts.PYLINT, "--osmosis-target-version=new", "g.py", cwd=tmp_path)
    assert done.returncode != 0
    assert "not a version of osmosis-ai" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_jobs_change_nothing(tmp_path: Path) -> None:
    write(tmp_path, {f"g{number}.py": GRADER for number in range(6)})
    names = [f"g{number}.py" for number in range(6)]
    alone = hosts.pylint(tmp_path, "-j1", *names)
    assert sum(alone.values()) == 6
    assert hosts.pylint(tmp_path, "-j2", *names) == alone


def test_standard_input(tmp_path: Path) -> None:
    write(tmp_path, {"base.py": GRADER, "mine.py": "old = 1\n"})
    typed = (
        "from base import Exact\n\n\nclass Mine(Exact):\n    async def grade(self, ctx):\n        ctx.get_samples()\n"
    )
    found = hosts.pylint(tmp_path, "--from-stdin", "mine.py", stdin=typed)
    assert found == Counter({("mine.py", 6, "OSM102"): 1})


def test_a_disable_that_silences_nothing_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"g.py": "x = 1  # pylint: disable=grader-context-samples\n"})
    found = hosts.pylint(tmp_path, "--enable=useless-suppression", "g.py")
    assert ("g.py", 1, "I0021") in found


def test_files_that_cannot_be_parsed_do_not_stop_the_others(tmp_path: Path) -> None:
    write(tmp_path, {**BROKEN, "good.py": GRADER})
    found = hosts.pylint(tmp_path, *BROKEN, "good.py")
    assert found["good.py", 6, "OSM101"] == 1
