"""The nightly sandbox run: rewards come from the tests of each task."""

import os
from pathlib import Path

import uvicorn
from harbor.trial.queue import TrialQueue
from osmosis_ai.rollout import server
from osmosis_ai.rollout.backend import harbor

ROOT = Path(__file__).resolve().parents[2]
TASKS = ["fix-report-strictly"]

OPTIONS = {
    "tasks_dir": ROOT / "tasks" / "nightly",
    "task_mode": "dataset",
    "agent": "tutorlab.sandbox.workflow:SandboxWorkflow",
    "workflow_config": "tutorlab.sandbox.workflow:sandbox_config",
    "code_dir": ROOT,
}


def build_backend(queue: TrialQueue):
    return harbor.HarborBackend(
        orchestrator=queue,
        trials_dir=Path(os.environ.get("SANDBOX_TRIALS", "nightly-trials")),
        **OPTIONS,
    )


def main() -> None:
    backend = build_backend(TrialQueue(n_concurrent=16))
    app = server.create_rollout_server(
        backend=backend, lifespan=backend.prewarm_lifespan(TASKS)
    )
    uvicorn.run(app, host="0.0.0.0", port=int(os.environ.get("PORT", "9004")))


if __name__ == "__main__":
    main()
