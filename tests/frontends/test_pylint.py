"""The pylint plugin in the real pylint: options, messages, jobs, files that cannot be parsed."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from osmosis_lint.api import records
from tests.frontends import hosts
from tests.frontends.test_flake8 import BROKEN, DEEP, GRADER, write


def test_help_shows_the_hint(tmp_path: Path) -> None:
    done = hosts.run("-m", "pylint", "--load-plugins=osmosis_lint.pylint_plugin", "--help-msg=E7103", cwd=tmp_path)
    assert "set-sample-reward" in done.stdout
    assert "set_reward(reward)" in done.stdout


def test_every_rule_is_documented(tmp_path: Path) -> None:
    ids = ",".join(records.message_id(rule) for rule in records.PYTHON_RULES)
    done = hosts.run("-m", "pylint", "--load-plugins=osmosis_lint.pylint_plugin", f"--help-msg={ids}", cwd=tmp_path)
    missing = [rule.name for rule in records.PYTHON_RULES if rule.name not in done.stdout]
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
    done = hosts.run(*hosts.PYLINT, "--enable=syntax-error,fatal", *BROKEN, "good.py", cwd=tmp_path)
    assert "syntax.py:1:" in done.stdout
    assert "E0001" in done.stdout


def test_family_of_messages_is_one_checker(tmp_path: Path) -> None:
    """`--enable=osmosis` brings every family, after `--disable=all` or without; one id picks one rule."""
    text = GRADER.replace("return", 'headers = {"x-sample-id": ctx.get_samples()}\n        return headers,')
    write(tmp_path, {"g.py": text})
    every = {("g.py", 6, "OSM102"), ("g.py", 6, "OSM301"), ("g.py", 7, "OSM101")}
    assert set(hosts.pylint(tmp_path, "g.py")) == every
    base = ("-m", "pylint", f"--rcfile={os.devnull}", "--load-plugins=osmosis_lint.pylint_plugin", "--score=n")
    one = hosts.run(*base, "--disable=all", "--enable=E7102", "g.py", cwd=tmp_path).stdout
    assert one.count("g.py:6:") == 1
    assert "g.py:7:" not in one
    assert set(hosts.pylint(tmp_path, "--disable=E7101", "g.py")) == every - {("g.py", 7, "OSM101")}


def test_findings_are_of_high_confidence(tmp_path: Path) -> None:
    write(tmp_path, {"g.py": GRADER})
    assert hosts.pylint(tmp_path, "--confidence=HIGH", "g.py") == Counter({("g.py", 6, "OSM101"): 1})
    assert hosts.pylint(tmp_path, "--confidence=UNDEFINED,INFERENCE", "g.py") == Counter()


def test_a_disable_at_the_head_of_file_or_function(tmp_path: Path) -> None:
    silent = "        # pylint: disable=E7101\n        return ctx.samples\n"
    both = GRADER.replace("return", "ctx.get_samples()\n        return")
    write(tmp_path, {"file.py": f"# pylint: disable=grader-context-samples\n{both}"})
    write(tmp_path, {"block.py": GRADER.replace("        return ctx.samples\n", silent)})
    assert hosts.pylint(tmp_path, "file.py", "block.py") == Counter({("file.py", 7, "OSM102"): 1})


def test_a_disable_that_silences_something_is_not_called_useless(tmp_path: Path) -> None:
    text = GRADER.replace("ctx.samples", "ctx.samples  # pylint: disable=grader-context-samples")
    write(tmp_path, {"g.py": text})
    assert hosts.pylint(tmp_path, "--enable=useless-suppression", "g.py") == Counter()


def test_a_target_version_reaches_every_process(tmp_path: Path) -> None:
    driver = "from osmosis_ai.rollout.driver import RolloutDriver\n"
    write(tmp_path, {f"d{number}.py": driver for number in range(4)})
    names = [f"d{number}.py" for number in range(4)]
    assert hosts.pylint(tmp_path, "-j2", "--osmosis-target-version=0.3.0", *names) == Counter()


def test_files_nested_too_deeply_do_not_stop_the_others(tmp_path: Path) -> None:
    write(tmp_path, {f"deep{n}.py": GRADER.replace("return ctx.samples", body) for n, body in enumerate(DEEP.values())})
    write(tmp_path, {"good.py": GRADER})
    done = hosts.run(*hosts.PYLINT, *(f"deep{number}.py" for number in range(len(DEEP))), "good.py", cwd=tmp_path)
    assert "good.py:6:19:E7101" in done.stdout
    # pylint prints a traceback of its own for a tree that is too deep for it.
    assert "osmosis_lint" not in done.stderr
