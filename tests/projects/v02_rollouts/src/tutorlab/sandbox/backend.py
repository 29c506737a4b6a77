"""HarborBackend with the team's defaults, and a way to rebuild its image."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

from harbor.trial.queue import TrialQueue
from osmosis_ai.rollout.backend.harbor import HarborBackend

from .grader import SandboxGrader
from .workflow import SandboxWorkflow

logger = logging.getLogger(__name__)

PACKAGE_DIR = Path(__file__).resolve().parents[1]
TASKS_DIR = PACKAGE_DIR.parents[1] / "tasks"
DEFAULT_TASK = TASKS_DIR / "fix-report"


class SandboxBackend(HarborBackend):
    """One task, with the package mounted into its container."""

    def __init__(self, queue: TrialQueue, task: Path = DEFAULT_TASK, **options: Any):
        super().__init__(
            orchestrator=queue,
            task_dir=task,
            user_code_dir=PACKAGE_DIR,
            workflow=SandboxWorkflow,
            workflow_config="tutorlab.sandbox.workflow:sandbox_config",
            grader=SandboxGrader,
            prebuild_local_image=os.environ.get("SANDBOX_PREBUILD", "1") == "1",
            symlink_environment=True,
            **options,
        )

    def describe(self) -> dict[str, Any]:
        return {
            **self.health(),
            "task": self.task_dir.name,
            "image": self.prebuilt_image_tag,
        }


def rebuild_image(backend: HarborBackend) -> str:
    """Build the task image again, after a change of the package or its Dockerfile."""
    backend.prepare_shared_env()
    tag = backend.build_image()
    logger.info("built %s from %s", tag, backend.shared_env_dir)
    return tag
