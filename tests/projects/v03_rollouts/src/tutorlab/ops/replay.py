"""Grade recorded conversations again, so that a grader can be changed at no cost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from osmosis_ai.rollout import (
    ExecutionBackend,
    ExecutionOutcome,
    ExecutionRequest,
    ExecutionResult,
    LocalBackend,
    RolloutErrorCategory,
    RolloutSample,
    RolloutStatus,
)


class ReplayBackend(ExecutionBackend):
    """Answers from recordings, and leaves the marking to the backend it wraps."""

    def __init__(self, inner: LocalBackend, recordings: Path) -> None:
        self.inner = inner
        self.recordings = recordings

    def health(self) -> dict[str, Any]:
        return {
            "status": "ok",
            "backend": "replay",
            "limit": self.inner.limiter.max_concurrent,
            "recordings": len(list(self.recordings.glob("*.json"))),
        }

    async def execute(self, request: ExecutionRequest) -> ExecutionOutcome:
        try:
            sample = self.recorded(request)
        except FileNotFoundError as exc:
            return ExecutionOutcome(workflow=self.give_up(str(exc)))

        result = ExecutionResult(status=RolloutStatus.SUCCESS, sample=sample)
        if not request.grade:
            return ExecutionOutcome(workflow=result)

        graded: ExecutionResult = await self.inner.run_grader(request, result)
        if graded.sample is not None:
            graded.sample.extra_fields["replayed"] = True
        return ExecutionOutcome(workflow=result, grader=graded)

    def recorded(self, request: ExecutionRequest) -> RolloutSample:
        path = self.recordings / f"{request.id}.json"
        recording = json.loads(path.read_text())
        return RolloutSample(messages=recording, label=request.label)

    def give_up(self, reason: str) -> ExecutionResult:
        return ExecutionResult(
            status=RolloutStatus.FAILURE,
            err_message=reason,
            err_category=RolloutErrorCategory.VALIDATION_ERROR,
        )


def record(path: Path, result: ExecutionResult) -> None:
    """Keep the conversation of a result for a later replay."""
    path.parent.mkdir(parents=True, exist_ok=True)
    messages = list(result.sample.messages) if result.sample else []
    path.write_text(json.dumps(messages, default=str))
