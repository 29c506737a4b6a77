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


def build_backend(queue: TrialQueue, *, build_image: bool = True) -> HarborBackend:
    sdk = os.environ.get("OSMOSIS_SDK_SOURCE")
    return HarborBackend(
        orchestrator=queue,
        task_dir=ROOT / "tasks" / "fix-report",
        user_code_dir=ROOT / "src" / "tutorlab",
        workflow=SandboxWorkflow,
        workflow_config="tutorlab.sandbox.workflow:sandbox_config",
        grader=SandboxGrader,
        trials_dir=Path(os.environ.get("SANDBOX_TRIALS", "trials")),
        environment_config=EnvironmentConfig(type=EnvironmentType.DOCKER),
        prebuild_local_image=build_image,
        symlink_environment=True,
        cleanup_successful_trials=True,
        _sdk_source_dir=Path(sdk) if sdk else None,
    )


def main() -> None:
    queue = TrialQueue(n_concurrent=int(os.environ.get("SANDBOX_TRIALS_AT_ONCE", "4")))
    app = create_rollout_server(backend=build_backend(queue))
    uvicorn.run(app, host="0.0.0.0", port=int(os.environ.get("PORT", "9003")))


if __name__ == "__main__":
    main()
