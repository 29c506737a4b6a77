"""What to write instead: each large group of names that went has guidance, and no hint leads to what is gone too."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from osmosis_lint.api import records, releases, surface
from osmosis_lint.api.surface import Symbol
from osmosis_lint.api.table import Table, Verdict

NEW = releases.NEWEST
R = "osmosis_ai.rollout"
API = "osmosis_ai.platform.api"
GENERIC = ("remove it", "take only what is passed now")


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(surface.load(), NEW)


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        # The agent-loop server.
        (f"{R}.RolloutAgentLoop", "derive from `AgentWorkflow`"),
        (f"{R}.create_app", "use `create_rollout_server`"),
        (f"{R}.server.serve_agent_loop", "use `create_rollout_server`"),
        (f"{R}.RolloutResult", "`AgentWorkflowOutput`"),
        # The decorators.
        ("osmosis_ai.osmosis_reward", "write a `Grader`"),
        ("osmosis_ai.osmosis_rubric", "`evaluate_rubric` of `osmosis_ai.eval.rubric`"),
        # The callback protocol, drivers, validators.
        (f"{R}.backend.base.ResultCallback", "results are polled"),
        (f"{R}.types.protocol.GraderCompleteRequest", "results are polled"),
        (f"{R}.driver.RolloutDriver", "`osmosis_ai.rollout.client`"),
        (f"{R}.driver.InProcessDriver", "`osmosis_ai.rollout.client`"),
        (f"{R}.validator.validate_backend", "nothing checks workflow and grader before"),
        (f"{R}.validate_agent_loop", "nothing checks workflow and grader before"),
    ],
)
def test_names_of_the_large_groups(table: Table, name: str, instead: str) -> None:
    verdict = table.name(name) or table.module(name.rpartition(".")[0])
    assert verdict is not None
    assert instead in verdict.hint


@pytest.mark.parametrize(
    ("owner", "name", "instead"),
    [
        (f"{R}.context.RolloutContext", "chat", "write an `AgentWorkflow`"),
        (f"{R}.backend.base.ExecutionBackend", "max_concurrency", "`has_capacity()`"),
        (f"{API}.models.TrainingRunDetail", "hf_status", "no longer sends"),
        (f"{API}.client.OsmosisClient", "delete_training_run", "no longer offers"),
    ],
)
def test_members_of_the_large_groups(table: Table, owner: str, name: str, instead: str) -> None:
    verdict = table.member(owner, name)
    assert verdict is not None
    assert instead in verdict.hint


def test_the_old_execute_of_a_backend(table: Table) -> None:
    verdict = table.signature(f"{R}.backend.base.ExecutionBackend", "execute")
    assert verdict is not None
    assert "`async def execute(self, request) -> ExecutionOutcome`" in verdict.hint


def test_hardly_anything_is_left_without_guidance(table: Table) -> None:
    verdicts = list(_verdicts(table))
    assert len(verdicts) > 600
    left = [item.symbol for item in verdicts if item.hint in GENERIC]
    assert len(left) < 12, left


def test_no_hint_leads_to_what_is_gone() -> None:
    """Every dotted name of the SDK that a hint mentions can be imported from the newest release."""
    record = surface.load()
    hints = {item.replacement for _, item in records.records()} | {rule.hint for rule in records.RULES}
    named = {name for hint in hints for name in re.findall(r"`(osmosis_ai[\w.]*)`", hint)}
    assert len(named) > 5
    for name in named:
        found = record.module(name) or record.resolve(name)
        assert found is not None, name
        assert found.alive_in(NEW), name


def _verdicts(table: Table) -> Iterator[Verdict]:
    """The verdict on everything that went from what lives on, and on what went altogether."""
    for name in table.surface.modules:
        module = table.surface.module(name)
        assert module is not None
        yield from _given(table.module(name))
        for symbol in module.members.values() if module.alive_in(NEW) else ():
            yield from _given(table.name(symbol.qualname))
            if symbol.alive_in(NEW) and symbol.kind != "alias":
                yield from _inside(table, symbol)


def _inside(table: Table, symbol: Symbol) -> Iterator[Verdict]:
    for parameter in symbol.parameters or {}:
        yield from _given(table.parameter(symbol.qualname, parameter))
    for name, member in symbol.members.items():
        if member.alive_in(NEW):
            yield from _inside(table, member)
        else:
            yield from _given(table.member(symbol.qualname, name))


def _given(verdict: Verdict | None) -> Iterator[Verdict]:
    if verdict is not None:
        yield verdict
