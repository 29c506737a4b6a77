"""Examples of the rules on the Harbor backend, OSM401 to OSM414."""

from __future__ import annotations

from osmosis_lint.rules.examples.example import Example


def _backend(arguments: str) -> str:
    """A function that builds the backend with the given lines of arguments, and a workflow for it."""
    return f"""\
from pathlib import Path

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext
from osmosis_ai.rollout.backend.harbor import HarborBackend


class Shell(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        print(ctx.prompt)


def backend(orchestrator: object) -> HarborBackend:
    return HarborBackend(
        orchestrator=orchestrator,
{arguments}    )
"""


_TASKS = '        tasks_dir=Path("tasks"),\n'
_AGENT = "        agent=Shell,\n"
_TRIALS = '        trials_dir=Path("trials"),\n'
_GOOD = _backend(_TASKS + _AGENT + _TRIALS)

EXAMPLES: dict[str, Example] = {
    "OSM401": Example(
        bad="""\
from osmosis_ai.rollout.backend.harbor import HarborBackendV2


def backend(orchestrator: object, tasks: str) -> HarborBackendV2:
    return HarborBackendV2(orchestrator=orchestrator, tasks_dir=tasks, agent="oracle")
""",
        good="""\
from osmosis_ai.rollout.backend.harbor import HarborBackend


def backend(orchestrator: object, tasks: str) -> HarborBackend:
    return HarborBackend(orchestrator=orchestrator, tasks_dir=tasks, agent="oracle")
""",
    ),
    "OSM402": Example(
        bad=_backend('        task_dir=Path("tasks/one-task"),\n' + _AGENT + _TRIALS),
        good=_backend('        tasks_dir=Path("tasks/one-task"),\n        task_mode="template",\n' + _AGENT + _TRIALS),
    ),
    "OSM403": Example(
        bad=_backend(_TASKS + _AGENT + _TRIALS + '        user_code_dir=Path("flow"),\n'),
        good=_backend(_TASKS + _AGENT + _TRIALS + '        code_dir=Path("flow"),\n'),
    ),
    "OSM404": Example(bad=_backend(_TASKS + "        workflow=Shell,\n" + _TRIALS), good=_GOOD),
    "OSM405": Example(
        bad=_backend(_TASKS + _AGENT + _TRIALS + '        custom_tests_dir=Path("verifier/tests"),\n'),
        good=_GOOD,
    ),
    "OSM406": Example(
        bad=_backend(_TASKS + _AGENT + _TRIALS + "        prebuild_local_image=True,\n"),
        good="""\
from pathlib import Path

from osmosis_ai.rollout.backend.harbor import HarborBackend


async def backend(orchestrator: object) -> HarborBackend:
    harbor = HarborBackend(orchestrator=orchestrator, tasks_dir=Path("tasks"), agent="oracle")
    await harbor.prewarm()
    return harbor
""",
    ),
    "OSM407": Example(bad=_backend(_TASKS + _AGENT + _TRIALS + "        symlink_environment=True,\n"), good=_GOOD),
    "OSM408": Example(
        bad=_backend(_TASKS + _AGENT + _TRIALS + '        _sdk_source_dir=Path("../sdk"),\n'), good=_GOOD
    ),
    "OSM409": Example(
        bad="""\
from osmosis_ai.rollout import AgentWorkflow, HarborAgentWorkflowContext


class Shell(AgentWorkflow):
    async def run(self, ctx: HarborAgentWorkflowContext) -> None:
        print(ctx.prompt)
""",
        good="""\
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext


class Shell(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        print(ctx.prompt)
""",
    ),
    "OSM410": Example(
        bad="""\
from osmosis_ai.rollout import AgentWorkflow


class Shell(AgentWorkflow):
    async def run(self, ctx) -> None:
        await ctx.environment.exec("python /workspace/run_task.py")
""",
        good="""\
import asyncio

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext


class Shell(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        task = await asyncio.create_subprocess_exec("python", "/workspace/run_task.py")
        await task.wait()
""",
    ),
    "OSM411": Example(
        bad="""\
from harbor.models.trial.config import AgentConfig


def agent() -> AgentConfig:
    return AgentConfig(import_path="osmosis_ai.rollout.backend.harbor:OsmosisInstalledAgent")
""",
        good="""\
from osmosis_ai.rollout.backend.harbor import HarborBackend


def backend(orchestrator: object) -> HarborBackend:
    return HarborBackend(orchestrator=orchestrator, tasks_dir="tasks", agent="my_flow.shell:Shell")
""",
    ),
    "OSM412": Example(
        bad=_backend(_TASKS + "        workflow=Shell,\n"),
        good=_GOOD,
        also=("OSM404",),
    ),
    "OSM413": Example(
        bad="""\
from osmosis_ai.rollout.backend.harbor import HarborBackend


async def prepare(backend: HarborBackend) -> str:
    image = backend.build_image()
    return f"built {image}"
""",
        good="""\
from osmosis_ai.rollout.backend.harbor import HarborBackend


async def prepare(backend: HarborBackend) -> str:
    await backend.prewarm()
    return f"prepared {backend.tasks_dir}"
""",
    ),
    "OSM414": Example(
        bad="""\
from pathlib import Path

from osmosis_ai.rollout.backend.harbor import HarborBackend


def backend(orchestrator: object) -> HarborBackend:
    return HarborBackend(
        orchestrator=orchestrator,
        tasks_dir=Path("tasks"),
        agent="terminus",
    )
""",
        good="""\
from pathlib import Path

from osmosis_ai.rollout.backend.harbor import HarborBackend


def backend(orchestrator: object) -> HarborBackend:
    return HarborBackend(
        orchestrator=orchestrator,
        tasks_dir=Path("tasks"),
        agent="terminus-2",
    )
""",
    ),
}
