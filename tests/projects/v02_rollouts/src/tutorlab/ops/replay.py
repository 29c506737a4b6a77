"""Grade recorded conversations again, so that a grader can be changed at no cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from osmosis_ai.rollout import (
    ExecutionBackend,
    ExecutionRequest,
    ExecutionResult,
    LocalBackend,
    RolloutErrorCategory,
    RolloutSample,
    RolloutStatus,
)
from osmosis_ai.rollout.backend import ResultCallback


class ReplayBackend(ExecutionBackend):
    """Answers from recordings, and leaves the marking to the backend it wraps."""

    def __init__(self, inner: LocalBackend, recordings: Path) -> None:
        self.inner = inner
        self.recordings = recordings

    def health(self) -> dict[str, Any]:
        return {
            "status": "ok",
            "backend": "replay",
            "limit": self.inner.max_concurrency,
            "recordings": len(list(self.recordings.glob("*.json"))),
        }

    async def execute(self, request, on_workflow_complete, on_grader_complete=None):
        try:
            samples = self.recorded(request)
        except FileNotFoundError as exc:
            await self.give_up(on_workflow_complete, str(exc))
            return

        result = ExecutionResult(status=RolloutStatus.SUCCESS, samples=samples)
        await on_workflow_complete(result)
        if on_grader_complete is None:
            return

        graded: ExecutionResult = await self.inner.run_grader(request, result)
        for sample in graded.samples.values():
            sample.extra_fields["replayed"] = True
        await on_grader_complete(graded)

    def recorded(self, request: ExecutionRequest) -> dict[str, RolloutSample]:
        path = self.recordings / f"{request.id}.json"
        recording = json.loads(path.read_text())
        return {
            name: RolloutSample(id=name, messages=messages, label=request.label)
            for name, messages in recording.items()
        }

    async def give_up(self, callback: ResultCallback, reason: str) -> None:
        result = ExecutionResult(
            status=RolloutStatus.FAILURE,
            err_message=reason,
            err_category=RolloutErrorCategory.VALIDATION_ERROR,
        )
        await callback(result)


def record(path: Path, result: ExecutionResult) -> None:
    """Keep the conversations of a result for a later replay."""
    path.parent.mkdir(parents=True, exist_ok=True)
    messages = {name: list(sample.messages) for name, sample in result.samples.items()}
    path.write_text(json.dumps(messages, default=str))
