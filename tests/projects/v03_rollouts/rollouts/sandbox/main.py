"""Serve the sandbox rollout from containers on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import uvicorn
from harbor.models.environment_type import EnvironmentType
from harbor.models.trial.config import EnvironmentConfig
from harbor.trial.queue import TrialQueue
from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.server import create_rollout_server

from tutorlab.sandbox import SandboxGrader, SandboxWorkflow

ROOT = Path(__file__).resolve().parents[2]


def build_backend(queue: TrialQueue) -> HarborBackend:
    return HarborBackend(
        orchestrator=queue,
        tasks_dir=ROOT / "tasks" / "fix-report",
        task_mode="template",
        agent=SandboxWorkflow,
        workflow_config="tutorlab.sandbox.workflow:sandbox_config",
        grader=SandboxGrader,
        code_dir=ROOT,
        trials_dir=Path(os.environ.get("SANDBOX_TRIALS", "trials")),
        environment_config=EnvironmentConfig(type=EnvironmentType.DOCKER),
        cleanup_successful_trials=True,
    )


def main() -> None:
    queue = TrialQueue(n_concurrent=int(os.environ.get("SANDBOX_TRIALS_AT_ONCE", "4")))
    backend = build_backend(queue)
    app = create_rollout_server(backend=backend, lifespan=backend.prewarm_lifespan())
    uvicorn.run(app, host="0.0.0.0", port=int(os.environ.get("PORT", "9003")))


if __name__ == "__main__":
    main()
