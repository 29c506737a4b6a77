"""OSM504: other public names that the SDK no longer has on 0.3.8."""

import contextlib
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import osmosis_ai.rollout.server as server
import osmosis_ai.rollout.types as types
import osmosis_ai.rollout.utils.rewards as rewards
from my_protocol import GraderStatus as ForeignStatus
from osmosis_ai import rollout
from osmosis_ai.rollout import ConcurrencyConfig, ExecutionBackend, ExecutionRequest, LocalBackend
from osmosis_ai.rollout import ControllerAuth  # expect: OSM504
from osmosis_ai.rollout import GraderCompleteRequest as Complete  # expect: OSM504
from osmosis_ai.rollout import (
    GraderStatus,  # expect: OSM504
    RolloutCompleteRequest,  # expect: OSM504
    RolloutInitRequest,
    RolloutSample,
    RolloutStatus,
)
from osmosis_ai.rollout.backend import ResultCallback  # expect: OSM504
from osmosis_ai.rollout.backend.base import ResultCallback as Callback  # expect: OSM504
from osmosis_ai.rollout.server import ControllerAuth as ServerAuth  # expect: OSM504
from osmosis_ai.rollout.types import GraderInitRequest  # expect: OSM504
from osmosis_ai.rollout.types import GraderInitResponse  # expect: OSM504
from osmosis_ai.rollout.types import GraderStatus as TypesStatus  # expect: OSM504
from osmosis_ai.rollout.types import RolloutStatusResponse  # expect: OSM504
from osmosis_ai.rollout.types.protocol import RolloutCompleteRequest as ProtocolRequest  # expect: OSM504
from osmosis_ai.rollout.types.sample import RolloutStatus as Status
from osmosis_ai.rollout.utils.rewards import validate_samples_have_rewards  # expect: OSM504

if TYPE_CHECKING:
    from osmosis_ai.rollout.types import GraderCompleteRequest  # expect: OSM504

URL = "http://controller.example.org"

__all__ = ["ControllerAuth", "Callback", "ProtocolRequest", "GraderInitResponse", "RolloutStatusResponse"]


def statuses(status: RolloutStatus) -> list[Any]:
    return [
        status is RolloutStatus.PENDING,  # expect: OSM504
        Status.PENDING,  # expect: OSM504
        rollout.RolloutStatus.PENDING,  # expect: OSM504
        types.RolloutStatus.PENDING,  # expect: OSM504
        getattr(RolloutStatus, "PENDING"),  # expect: OSM504
    ]


def matched(status: RolloutStatus) -> str:
    match status:
        case RolloutStatus.PENDING:  # expect: OSM504
            return "waiting"
        case RolloutStatus.SUCCESS:
            return "done"
    return "failed"


def dotted() -> list[Any]:
    return [
        rollout.ControllerAuth,  # expect: OSM504
        server.ControllerAuth(api_key="key"),  # expect: OSM504
        types.GraderInitRequest,  # expect: OSM504
        types.RolloutCompleteRequest,  # expect: OSM504
        rewards.validate_samples_have_rewards,  # expect: OSM504
    ]


# uses of imported names are not repeated
def answered(request: "GraderCompleteRequest", callback: ResultCallback, auth: ServerAuth) -> list[Any]:
    validate_samples_have_rewards({})
    return [request, callback, auth, Complete, GraderStatus("success"), TypesStatus, GraderInitRequest]


def init_request_fields(request: RolloutInitRequest) -> list[Any]:
    return [
        request.completion_callback_url,  # expect: OSM504
        request.grader_callback_url,  # expect: OSM504
        request.controller_api_key,  # expect: OSM504
    ]


def init_requests(messages: list[dict]) -> list[Any]:
    return [
        RolloutInitRequest(
            rollout_id="r-1",
            initial_messages=messages,
            chat_completions_url=URL,
            completion_callback_url=URL,  # expect: OSM504
            grader_callback_url=URL,  # expect: OSM504
            controller_api_key="key",  # expect: OSM504
        ),
        types.RolloutInitRequest(**{"rollout_id": "r-1", "controller_api_key": "key"}),  # expect: OSM504
        partial(RolloutInitRequest, completion_callback_url=URL),  # expect: OSM504
    ]


def concurrency(backend: LocalBackend, other: ExecutionBackend) -> int:
    return backend.max_concurrency + other.max_concurrency  # expect: OSM504, OSM504


async def executed(backend: LocalBackend, request: ExecutionRequest, callback) -> None:
    await backend.execute(request, on_workflow_complete=callback)  # expect: OSM504


@patch("osmosis_ai.rollout.utils.rewards.validate_samples_have_rewards")  # expect: OSM504
def test_rewards(validate) -> None:
    assert validate


# --- nothing below is reported ---

try:
    from osmosis_ai.rollout import ControllerAuth as MaybeAuth
except ImportError:
    MaybeAuth = None

with contextlib.suppress(ImportError):
    from osmosis_ai.rollout.types import GraderStatus as SuppressedStatus


async def migrated(backend: ExecutionBackend, request: ExecutionRequest, messages: list[dict]) -> list[Any]:
    """No ControllerAuth, no callbacks, no RolloutStatus.PENDING."""
    from osmosis_ai import evaluate_rubric  # not in __all__ any more, but it works on 0.3.8
    from osmosis_ai.rollout.utils.rewards import validate_sample_has_reward

    outcome = await backend.execute(request)
    validate_sample_has_reward(outcome.result.sample)
    # was: RolloutStatus.PENDING
    init = RolloutInitRequest(rollout_id="r-1", initial_messages=messages, chat_completions_url=URL, llm_api_key="key")
    return [init.llm_api_key, init.chat_completions_url, RolloutStatus.QUEUED, Status.FAILURE, evaluate_rubric]


class GraderState(Enum):
    PENDING = "pending"


class OwnBackend(LocalBackend):
    @property
    def max_concurrency(self) -> int:  # expect: OSM504
        return 4


class FixedBackend(LocalBackend):
    max_concurrency = 4  # expect: OSM504@5


class TypedBackend(ExecutionBackend):
    max_concurrency: int = 4  # expect: OSM504


@dataclass
class Job:
    completion_callback_url: str
    max_concurrency: int = 4

    def url(self) -> str:
        return self.completion_callback_url


def other_names(job: Job, own: OwnBackend, config: ConcurrencyConfig, foreign: ForeignStatus, unknown) -> list[Any]:
    return [
        Job(completion_callback_url=URL).completion_callback_url,
        job.max_concurrency,
        own.max_concurrency,
        config.max_concurrent,
        GraderState.PENDING,
        ForeignStatus.PENDING,
        foreign.PENDING,
        unknown.PENDING,
        unknown.max_concurrency,
        unknown.execute(job, on_workflow_complete=print),
        dict(completion_callback_url=URL, controller_api_key="key"),
    ]


def another_library() -> list[Any]:
    from my_protocol import ControllerAuth, RolloutCompleteRequest, RolloutStatus
    from my_protocol import types as types

    return [ControllerAuth, RolloutCompleteRequest, RolloutStatus.PENDING, types.GraderInitRequest]


def words(sample: RolloutSample) -> list[str]:
    return ["ControllerAuth", "RolloutStatus.PENDING", str(sample.extra_fields["completion_callback_url"])]


def by_position(solution: str) -> Any:
    from osmosis_ai import evaluate_rubric

    # As of 0.2.17, where the second argument was the solution; 0.2.2 had another there.
    return evaluate_rubric("be short", solution, {"provider": "openai"})  # expect: OSM504@50


def both_versions() -> Any:
    if hasattr(RolloutStatus, "PENDING"):
        return RolloutStatus.PENDING
    return getattr(RolloutStatus, "PENDING", RolloutStatus.FAILURE)
