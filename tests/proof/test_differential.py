"""Nothing removed is missed and nothing alive is reported: every recorded name and parameter, in every form of use.

The tests against real SDKs take two interpreters from the environment, OSMOSIS_LINT_SDK_V02 and OSMOSIS_LINT_SDK_V03.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from osmosis_lint.api import releases
from osmosis_lint.api.surface import Surface, load
from osmosis_lint.engine import Engine
from tests.promised import sdk_python
from tests.proof import subjects, uses
from tests.proof.subjects import ALIVE, GONE, Group, Item

ASK = Path(__file__).with_name("ask.py")
OLD, NEW = releases.LAST_V02, releases.NEWEST
TARGETS = [release for release in load().releases if releases.OLDEST_TARGET <= release < NEW]
KINDS = list(uses.FORMS)
# Of the older targets every so-maniest group is proved; of the real interpreters' answers every so-maniest use.
GROUP_STRIDE = 40
USE_STRIDE = 9


@pytest.fixture(scope="module")
def surface() -> Surface:
    return load()


@pytest.fixture(scope="module")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path that generated modules are said to have: nothing is beside them."""
    return str(tmp_path_factory.mktemp("proof") / "uses.py")


class Tally:
    """Proves sources against an engine, counts the uses, and keeps what is wrong."""

    def __init__(self, target: tuple[int, ...], path: str) -> None:
        self.engine = Engine(target)
        self.path = path
        self.uses: Counter[int] = Counter()
        self.wrong: list[str] = []

    def prove(self, group: Group, form: uses.Form) -> None:
        source = form(group)
        if not source.lines:
            return
        found = Counter(item.span.line for item in self.engine.check(self.path, source.text))
        self.uses.update(source.expected[line] for line in source.uses)
        for line in sorted(found.keys() | source.expected.keys()):
            if found[line] != source.expected[line]:
                text = source.lines[line - 1].strip()
                self.wrong.append(
                    f"{form.__name__}, {group.title}: {text}: {found[line]} reports, not {source.expected[line]}"
                )

    def verdict(self) -> str:
        return "\n".join([f"{len(self.wrong)} wrong", *self.wrong[:40]]) if self.wrong else ""


def without_served(group: Group) -> Group:
    """A group without the members that a base of strands still serves: they are reported, and do not fail."""
    if group.kind != subjects.MEMBERS or group.path != "OsmosisRolloutModel":
        return group
    served = {name.rpartition(".")[2] for name in subjects.SERVED_BY_STRANDS}
    return group._replace(items=tuple(item for item in group.items if item.name not in served))


@pytest.mark.parametrize("kind", KINDS)
def test_newest_release(surface: Surface, nowhere: str, kind: str) -> None:
    tally = Tally(NEW, nowhere)
    for group in subjects.groups(surface, NEW):
        if group.kind == kind:
            for form in uses.forms(group):
                tally.prove(group, form)
    assert not tally.wrong, tally.verdict()
    assert tally.uses[1] > 50
    assert tally.uses[0] > 50


@pytest.mark.parametrize("target", TARGETS, ids=releases.show)
def test_earlier_targets(surface: Surface, nowhere: str, target: tuple[int, ...]) -> None:
    tally = Tally(target, nowhere)
    changing = set(_changing(surface))
    for number, group in enumerate(subjects.groups(surface, target)):
        sampled = number % GROUP_STRIDE == target[2] or (group.module in changing and not group.is_alias)
        if sampled and subjects.LATER not in (group.module_state, group.path_state):
            for form in uses.forms(group)[:2]:
                tally.prove(without_later(group), form)
    assert not tally.wrong, tally.verdict()
    assert tally.uses[1] > 50
    assert tally.uses[0] > 50


def without_later(group: Group) -> Group:
    """A group without what is newer than the target."""
    return group._replace(items=tuple(item for item in group.items if item.state != subjects.LATER))


def _changing(surface: Surface) -> Iterator[str]:
    """The modules that went, or lost something of their own, between 0.3.0 and the newest release."""
    for name in surface.modules:
        module = surface.module(name)
        assert module is not None
        things = [module, *module.members.values()]
        if any(item.alive_in(releases.OLDEST_TARGET) and not item.alive_in(NEW) for item in things):
            yield name


@pytest.mark.parametrize("target", TARGETS, ids=releases.show)
def test_what_came_later_is_not_called_gone(surface: Surface, nowhere: str, target: tuple[int, ...]) -> None:
    """Members that a class newer than the target inherits, and a package that left and came back, among them."""
    tally = Tally(target, nowhere)
    for group in subjects.groups(surface, target):
        if subjects.LATER in (group.module_state, group.path_state, *(item.state for item in group.items)):
            for form in uses.forms(group):
                tally.prove(group, form)
    assert not tally.wrong, tally.verdict()
    assert tally.uses[0] > 50


# The real interpreters


class Use(NamedTuple):
    """One generated use: what is checked, what an interpreter is asked, and whether each release has it."""

    title: str
    checked: str
    asked: str
    alive: dict[tuple[int, ...], bool | None]


def _statements(group: Group, item: Item) -> tuple[str, str]:
    """The module to check for a use, and the statement to run for it; both the same where it can be run as it is."""
    if group.kind == subjects.MODULES:
        return (f"import {group.module}\n",) * 2
    if group.kind == subjects.NAMES:
        return (f"from {group.module} import {item.name}\n",) * 2
    head = f"from {group.module} import {group.path.partition('.')[0]}\n"
    if group.kind == subjects.MEMBERS:
        return f"{head}def use(one: {group.path}):\n    return one.{item.name}\n", (
            f"{head}member({group.path}, {item.name!r})\n"
        )
    if group.kind == subjects.PARAMETERS:
        return f"{head}def use(one):\n    return {group.path}({item.name}=one)\n", (
            f"{head}accepts({group.path}, {item.name!r})\n"
        )
    cls, _, method = group.path.partition(".")
    checked = f"{head}async def use(value: {cls}, one):\n    return value.{method}({item.name}=one)\n"
    return checked, f"{head}accepts({group.path}, {item.name!r})\n"


def _alive(surface: Surface, release: tuple[int, ...]) -> dict[tuple[str, ...], bool | None]:
    """Whether a user of a release gets at each thing; None for what the SDK brought later: its modules may have
    had the same from another library before."""
    out: dict[tuple[str, ...], bool | None] = {}
    for group in subjects.groups(surface, release):
        for item in group.items:
            states = (group.module_state, group.path_state, item.state)
            out[group.kind, group.module, group.path, item.name] = (
                None if subjects.LATER in states else all(state == ALIVE for state in states)
            )
    return out


def _sample(surface: Surface) -> list[Use]:
    """Every so-maniest use, and all of what went on the way from 0.2.31 to the newest release or since."""
    old, new = _alive(surface, OLD), _alive(surface, NEW)
    out: list[Use] = []
    number = 0
    for group in subjects.groups(surface, NEW):
        for item in without_served(group).items:
            key = (group.kind, group.module, group.path, item.name)
            went = old.get(key) and item.state == GONE and not group.is_alias
            number += 1
            if went or number % USE_STRIDE == 0:
                alive = {OLD: old.get(key), NEW: new[key]}
                out.append(Use(f"{group.title}: {item.name}", *_statements(group, item), alive))
    return out


def _answers(python: str, sample: list[Use], folder: Path) -> list[str]:
    asked, answered = folder / "asked.json", folder / "answered.json"
    asked.write_text(json.dumps([use.asked for use in sample]), encoding="utf-8")
    environment = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    subprocess.run(
        [python, str(ASK), str(asked), str(answered)], cwd=folder, env=environment, capture_output=True, check=True
    )
    answers: list[str] = json.loads(answered.read_text(encoding="utf-8"))
    return answers


@pytest.mark.parametrize(
    ("variable", "release"), [("OSMOSIS_LINT_SDK_V02", OLD), ("OSMOSIS_LINT_SDK_V03", NEW)], ids=["v02", "v03"]
)
def test_real_interpreter(
    surface: Surface, tmp_path: Path, nowhere: str, variable: str, release: tuple[int, ...]
) -> None:
    """What is alive runs, what is gone fails; on the newest release it fails exactly where there is a report."""
    python = sdk_python(variable)
    sample = _sample(surface)
    assert len(sample) > 300
    engine = Engine(NEW)
    wrong = []
    for use, error in zip(sample, _answers(python, sample, tmp_path), strict=True):
        fails = bool(error)
        if fails == use.alive[release]:
            wrong.append(f"{use.title}: {'fails with ' + error if fails else 'runs'} on {releases.show(release)}")
        if release == NEW and fails != bool(engine.check(nowhere, use.checked)):
            wrong.append(f"{use.title}: {'fails' if fails else 'runs'}, the reports say otherwise")
    assert not wrong, "\n".join([f"{len(wrong)} wrong of {len(sample)}", *wrong[:60]])
