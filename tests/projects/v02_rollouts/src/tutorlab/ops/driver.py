"""Run rollouts in this process, against any chat endpoint."""

from __future__ import annotations

import logging
import time
import uuid
from typing import Any

from osmosis_ai.rollout import (
    ExecutionBackend,
    ExecutionRequest,
    ExecutionResult,
    RolloutContext,
    RolloutSample,
    RolloutStatus,
)
from osmosis_ai.rollout.driver import RolloutDriver, RolloutOutcome

logger = logging.getLogger(__name__)


class InProcessDriver(RolloutDriver):
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
    ) -> RolloutOutcome:
        request = ExecutionRequest(
            id=rollout_id or uuid.uuid4().hex,
            prompt=messages,
            label=label,
            metadata=metadata,
        )
        results: list[ExecutionResult] = []

        async def keep(result: ExecutionResult) -> None:
            results.append(result)

        self.progress[request.id] = RolloutStatus.PENDING
        started = time.monotonic()
        with RolloutContext(self.url, self.api_key, request.id):
            await self.backend.execute(
                request,
                on_workflow_complete=keep,
                on_grader_complete=keep,
            )
        last = results[-1]
        self.progress[request.id] = last.status
        return RolloutOutcome(
            status=last.status,
            samples=last.samples,
            error=next((r.err_message for r in results if r.err_message), None),
            duration_ms=1000 * (time.monotonic() - started),
            rollout_id=request.id,
        )

    def unfinished(self) -> list[str]:
        done = (RolloutStatus.SUCCESS, RolloutStatus.FAILURE)
        return [key for key, status in self.progress.items() if status not in done]


def rewards_of(outcome: RolloutOutcome) -> dict[str, float | None]:
    return {name: sample.reward for name, sample in outcome.samples.items()}


def summary(name: str, rewards: dict[str, float]) -> dict[str, Any]:
    """A row of the report that the notebooks read."""
    mean = sum(rewards.values()) / len(rewards) if rewards else None
    return {"rollout": name, "samples": len(rewards), "mean": mean}


def any_sample(result: ExecutionResult) -> RolloutSample | None:
    """A sample to look at, on either side of the SDK upgrade."""
    if hasattr(result, "sample"):
        return result.sample
    else:
        return next(iter(result.samples.values()), None)
