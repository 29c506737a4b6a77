"""Examples of the rules on moved and removed modules and names, OSM501 to OSM504."""

from __future__ import annotations

from osmosis_lint.rules.examples.example import Example

EXAMPLES: dict[str, Example] = {
    "OSM501": Example(
        bad="""\
from osmosis_ai.rollout import LocalBackend, create_rollout_server


def app(backend: LocalBackend) -> object:
    return create_rollout_server(backend=backend)
""",
        good="""\
from osmosis_ai.rollout import LocalBackend
from osmosis_ai.rollout.server import create_rollout_server


def app(backend: LocalBackend) -> object:
    return create_rollout_server(backend=backend)
""",
    ),
    "OSM502": Example(
        bad="""\
from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend
from osmosis_ai.rollout.validator import validate_backend


def checked(workflow: type[AgentWorkflow], grader: type[Grader]) -> LocalBackend:
    validate_backend(workflow, None, grader)
    return LocalBackend(workflow=workflow, grader=grader)
""",
        good="""\
from osmosis_ai.rollout import AgentWorkflow, Grader, LocalBackend


def checked(workflow: type[AgentWorkflow], grader: type[Grader]) -> LocalBackend:
    return LocalBackend(workflow=workflow, grader=grader)
""",
    ),
    "OSM503": Example(
        bad="""\
from osmosis_ai.rollout import ExecutionResult
from osmosis_ai.rollout.trajectory import save_trajectories


async def keep(rollout_id: str, result: ExecutionResult) -> None:
    await save_trajectories(rollout_id=rollout_id, result=result)
""",
        good="""\
from osmosis_ai.rollout import ExecutionResult
from osmosis_ai.rollout.trajectory import save_trajectory


async def keep(rollout_id: str, result: ExecutionResult) -> None:
    await save_trajectory(rollout_id=rollout_id, result=result)
""",
    ),
    "OSM504": Example(
        bad="""\
from osmosis_ai.rollout import RolloutStatus


def is_waiting(status: RolloutStatus) -> bool:
    return status is RolloutStatus.PENDING
""",
        good="""\
from osmosis_ai.rollout import RolloutStatus


def is_waiting(status: RolloutStatus) -> bool:
    return status is RolloutStatus.QUEUED
""",
    ),
}
