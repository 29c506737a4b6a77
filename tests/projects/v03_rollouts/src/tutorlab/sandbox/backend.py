"""HarborBackend with the team's defaults, and one that checks the tasks themselves."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

from harbor.trial.queue import TrialQueue
from osmosis_ai.rollout.backend.harbor import HarborBackend, TaskMode

from .grader import SandboxGrader
from .workflow import SandboxWorkflow

logger = logging.getLogger(__name__)

PROJECT_DIR = Path(__file__).resolve().parents[3]
TASKS_DIR = PROJECT_DIR / "tasks"
DEFAULT_TASK = TASKS_DIR / "fix-report"


class SandboxBackend(HarborBackend):
    """One task, with the package installed into its container."""

    def __init__(self, queue: TrialQueue, task: Path = DEFAULT_TASK, **options: Any):
        super().__init__(
            orchestrator=queue,
            tasks_dir=task,
            task_mode=TaskMode.TEMPLATE,
            agent=SandboxWorkflow,
            workflow_config="tutorlab.sandbox.workflow:sandbox_config",
            grader=SandboxGrader,
            code_dir=PROJECT_DIR,
            trials_dir=Path(os.environ.get("SANDBOX_TRIALS", "trials")),
            **options,
        )

    def describe(self) -> dict[str, Any]:
        return {**self.health(), "task": self.tasks_dir.name}


def oracle_backend(queue: TrialQueue, tasks: Path = TASKS_DIR) -> HarborBackend:
    """Runs the solutions that come with the tasks: do the tests accept them?"""
    return HarborBackend(
        orchestrator=queue,
        tasks_dir=tasks,
        task_mode="dataset",
        agent="oracle",
        trials_dir=Path("oracle-trials"),
    )


async def warm_up(backend: SandboxBackend) -> None:
    """Build the task image before the first rollout asks for it."""
    await backend.prewarm()
    logger.info("the image of %s is there", backend.tasks_dir.name)
