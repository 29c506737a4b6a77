"""Tell the controller how a rollout went, for runs that have no rollout server."""

from __future__ import annotations

import logging
from pathlib import Path

from osmosis_ai.rollout import (
    ControllerAuth,
    ExecutionResult,
    RolloutCompleteRequest,
    RolloutInitRequest,
    RolloutStatus,
)
from osmosis_ai.rollout.trajectory import save_trajectories
from osmosis_ai.rollout.types import GraderCompleteRequest, GraderStatus
from osmosis_ai.rollout.utils import http

logger = logging.getLogger(__name__)


def grader_report(rollout_id: str, result: ExecutionResult) -> GraderCompleteRequest:
    succeeded = result.status == RolloutStatus.SUCCESS
    return GraderCompleteRequest(
        rollout_id=rollout_id,
        status=GraderStatus.SUCCESS if succeeded else GraderStatus.FAILURE,
        samples=result.samples,
        err_message=result.err_message,
        err_category=result.err_category,
    )


async def report(request: RolloutInitRequest, result: ExecutionResult) -> None:
    auth = ControllerAuth(api_key=request.controller_api_key)
    finished = RolloutCompleteRequest(
        rollout_id=request.rollout_id,
        status=result.status,
        err_message=result.err_message,
    )
    await http.post_json_with_retry(
        url=f"{request.completion_callback_url}/{request.rollout_id}",
        payload=finished.model_dump(),
        headers=auth.as_bearer_headers(),
    )
    if not request.grader_callback_url:
        logger.info("no grader callback for %s", request.rollout_id)
        return
    graded = grader_report(request.rollout_id, result)
    logger.info("%s: %d samples graded", request.rollout_id, len(graded.samples))
    await http.post_json_with_retry(
        url=request.grader_callback_url,
        payload=graded.model_dump(mode="json"),
        headers=auth.as_bearer_headers(),
    )


async def report_skipped(request: RolloutInitRequest, reason: str) -> None:
    """The rollout was not even tried, so there is nothing to grade."""
    if request.grader_callback_url:
        await http.post_json_with_retry(
            url=request.grader_callback_url,
            payload={
                "rollout_id": request.rollout_id,
                "status": GraderStatus.FAILURE,
                "samples": {},
                "err_message": reason,
            },
        )


async def archive(rollout_id: str, result: ExecutionResult, root: Path) -> list[Path]:
    await save_trajectories(rollout_id=rollout_id, result=result, artifact_root=root)
    return sorted((root / rollout_id).glob("trajectory*.json"))
