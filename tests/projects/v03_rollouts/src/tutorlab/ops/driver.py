"""Run rollouts in this process, against any chat endpoint."""

from __future__ import annotations

import logging
import time
import uuid
from dataclasses import dataclass
from typing import Any

from osmosis_ai.rollout import (
    ExecutionBackend,
    ExecutionRequest,
    ExecutionResult,
    RolloutContext,
    RolloutSample,
    RolloutStatus,
)

logger = logging.getLogger(__name__)


@dataclass
class Run:
    """How one rollout went."""

    rollout_id: str
    status: RolloutStatus
    sample: RolloutSample | None = None
    error: str | None = None
    duration_ms: float = 0.0


class InProcessDriver:
    """What the trainer does, without a server in between."""

    def __init__(self, backend: ExecutionBackend, url: str, api_key: str | None = None):
        self.backend = backend
        self.url = url
        self.api_key = api_key
        self.progress: dict[str, RolloutStatus] = {}

    async def run(
        self,
        messages: list[dict[str, Any]],
        label: str | None = None,
        rollout_id: str = "",
        metadata: dict[str, Any] | None = None,
    ) -> Run:
        request = ExecutionRequest(
            id=rollout_id or uuid.uuid4().hex,
            prompt=messages,
            label=label,
            metadata=metadata,
        )
        self.progress[request.id] = RolloutStatus.QUEUED
        started = time.monotonic()
        with RolloutContext(self.url, self.api_key, request.id):
            outcome = await self.backend.execute(request)
        result = outcome.result
        self.progress[request.id] = result.status
        return Run(
            rollout_id=request.id,
            status=result.status,
            sample=result.sample,
            error=result.err_message,
            duration_ms=1000 * (time.monotonic() - started),
        )

    def unfinished(self) -> list[str]:
        done = (RolloutStatus.SUCCESS, RolloutStatus.FAILURE)
        return [key for key, status in self.progress.items() if status not in done]


def reward_of(run: Run) -> float | None:
    return run.sample.reward if run.sample else None


def summary(name: str, rewards: dict[str, float]) -> dict[str, Any]:
    """A row of the report that the notebooks read."""
    mean = sum(rewards.values()) / len(rewards) if rewards else None
    return {"rollout": name, "samples": len(rewards), "mean": mean}


def history(result: ExecutionResult) -> list[dict[str, Any]]:
    """The conversation of a result, to look at."""
    return (
        [dict(message) for message in result.sample.messages] if result.sample else []
    )
