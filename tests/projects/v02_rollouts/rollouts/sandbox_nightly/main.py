"""The nightly sandbox run: rewards come from shell tests, not from the grader."""

import os
from pathlib import Path

import uvicorn
from harbor.trial.queue import TrialQueue
from osmosis_ai.rollout import server
from osmosis_ai.rollout.backend import harbor

ROOT = Path(__file__).resolve().parents[2]

OPTIONS = {
    "task_dir": ROOT / "tasks" / "fix-report",
    "user_code_dir": ROOT / "src" / "tutorlab",
    "workflow": "tutorlab.sandbox.workflow:SandboxWorkflow",
    "workflow_config": "tutorlab.sandbox.workflow:sandbox_config",
    # Without a grader nothing is verified; the tests below take its place.
    "grader": "tutorlab.sandbox.grader:SandboxGrader",
    "custom_tests_dir": ROOT / "tasks" / "nightly-tests",
    "prebuild_local_image": False,
}


def build_backend(queue: TrialQueue):
    return harbor.HarborBackend(
        orchestrator=queue,
        trials_dir=Path(os.environ.get("SANDBOX_TRIALS", "nightly-trials")),
        **OPTIONS,
    )


def main() -> None:
    backend = build_backend(TrialQueue(n_concurrent=16))
    app = server.create_rollout_server(backend=backend)
    uvicorn.run(app, host="0.0.0.0", port=int(os.environ.get("PORT", "9004")))


if __name__ == "__main__":
    main()
