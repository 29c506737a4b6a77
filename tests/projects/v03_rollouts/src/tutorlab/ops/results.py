"""What is left of a rollout: the answer to the controller, and the archive."""

from __future__ import annotations

import logging
from pathlib import Path

from osmosis_ai.rollout import (
    ExecutionResult,
    RolloutInitRequest,
    RolloutResultResponse,
    RolloutStatus,
)
from osmosis_ai.rollout.trajectory import save_trajectory

logger = logging.getLogger(__name__)


def report(
    request: RolloutInitRequest, result: ExecutionResult
) -> RolloutResultResponse:
    """The answer that the controller polls for."""
    if result.sample is None:
        logger.info("%s left no sample", request.rollout_id)
    return RolloutResultResponse(
        rollout_id=request.rollout_id,
        status=result.status,
        sample=result.sample,
        err_message=result.err_message,
        err_category=result.err_category,
    )


def report_skipped(request: RolloutInitRequest, reason: str) -> RolloutResultResponse:
    """The rollout was not even tried, so there is nothing to grade."""
    return RolloutResultResponse(
        rollout_id=request.rollout_id,
        status=RolloutStatus.FAILURE,
        err_message=reason,
    )


async def archive(rollout_id: str, result: ExecutionResult, root: Path) -> list[Path]:
    await save_trajectory(rollout_id=rollout_id, result=result, artifact_root=root)
    return sorted((root / rollout_id).glob("trajectory*.json"))
