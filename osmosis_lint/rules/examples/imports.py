"""Examples of the rules on moved and removed modules and names, OSM501 and up."""

from __future__ import annotations

from osmosis_lint.rules.examples.example import Example

_TOML = "toml"


def _project(requirement: str, python: str = ">=3.12") -> str:
    """A pyproject.toml with one requirement."""
    return f"""\
[project]
name = "my-rollouts"
version = "1.0"
requires-python = "{python}"
dependencies = ["{requirement}"]
"""


def _with_server(requirement: str) -> str:
    """A pyproject.toml of a project that serves its rollouts."""
    return "# main.py: from osmosis_ai.rollout.server import create_rollout_server\n" + _project(requirement)


def _lock(version: str) -> str:
    """A part of uv.lock."""
    return f"""\
[[package]]
name = "osmosis-ai"
version = "{version}"
source = {{ registry = "https://index.example.org/simple" }}
"""


_GOOD = "osmosis-ai>=0.3,<0.4"

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
    "OSM505": Example(bad=_with_server(_GOOD), good=_with_server("osmosis-ai[server]>=0.3,<0.4"), language=_TOML),
    "OSM506": Example(bad=_project("osmosis-ai>=0.2.25"), good=_project(_GOOD), language=_TOML),
    "OSM507": Example(bad=_project("osmosis-ai[platform]>=0.3,<0.4"), good=_project(_GOOD), language=_TOML),
    "OSM508": Example(bad=_project(_GOOD, python=">=3.10"), good=_project(_GOOD), language=_TOML),
    "OSM509": Example(
        bad="osmosis-ai[harbor]>=0.3,<0.4\nharbor[skypilot]\n",
        good="osmosis-ai[harbor]>=0.3,<0.4\n",
        language="requirements",
    ),
    "OSM510": Example(bad=_lock("0.2.31"), good=_lock("0.3.8"), language=_TOML),
}
