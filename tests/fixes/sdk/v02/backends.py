"""The server and the Harbor backend are built; what they say of themselves is compared."""

import sys
import tempfile
from pathlib import Path

from harbor.trial.queue import TrialQueue
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, Grader, LocalBackend, create_rollout_server
from osmosis_ai.rollout.backend.harbor import HarborBackend

NAME = "solver"
EXECUTED = False
PROJECT = """\
[project]
name = "arith"
version = "1"

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
"""
PACKAGE = """\
from osmosis_ai.rollout import AgentWorkflow, Grader


class W(AgentWorkflow):
    async def run(self, ctx):
        return None


class G(Grader):
    async def grade(self, ctx):
        return None
"""


class G(Grader):
    async def grade(self, ctx):
        for sample_id in ctx.samples:
            ctx.set_sample_reward(sample_id, 1.0)


class W(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        return None


def project() -> Path:
    """A project with a package of its own, as both backends want it."""
    folder = Path(tempfile.mkdtemp())
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "arith").mkdir()
    (folder / "arith" / "__init__.py").write_text(PACKAGE)
    (folder / "task" / "environment").mkdir(parents=True)
    (folder / "task" / "environment" / "Dockerfile").write_text("FROM scratch\n")
    (folder / "task" / "task.toml").write_text("")
    (folder / "task" / "instruction.md").write_text("x")
    sys.path.insert(0, str(folder))
    return folder


def check():
    app = create_rollout_server(backend=LocalBackend(workflow=W, grader=G))
    folder = project()
    backend = HarborBackend(
        orchestrator=TrialQueue(n_concurrent=1),
        task_dir=folder / "task",
        user_code_dir=folder,
        workflow="arith:W",  # the agent
        grader="arith:G",
        trials_dir=folder / "trials",
        prebuild_local_image=False,
        symlink_environment=True,
        cleanup_successful_trials=True,
    )
    return [sorted({"/rollout", "/health"} & {route.path for route in app.routes}), type(backend).__name__]
