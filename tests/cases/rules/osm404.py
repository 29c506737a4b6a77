"""OSM404: `HarborBackend(workflow=)`, now `agent=`; `LocalBackend(workflow=)` stays."""

from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import osmosis_ai.rollout
import osmosis_ai.rollout.backend.harbor.backend as harbor_backend
from my_backends import HarborBackend as ForeignBackend
from my_flows import Pipeline, start
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig, LocalBackend
from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.backend.local.backend import LocalBackend as Local
from packaging.version import parse

TASKS = Path("tasks/my-task")


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


config = AgentWorkflowConfig(name="solver")


def half_migrated(trial_queue: Any) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, workflow=Workflow),  # expect: OSM404
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, workflow="my_flow:Workflow"),  # expect: OSM404
        HarborBackend(workflow=Workflow, workflow_config=config, orchestrator=trial_queue),  # expect: OSM404
        harbor_backend.HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, workflow=Workflow),  # expect: OSM404
    ]


def over_several_lines(trial_queue: Any) -> HarborBackend:
    return HarborBackend(
        orchestrator=trial_queue,
        tasks_dir=TASKS,
        task_mode="template",
        workflow=Workflow,  # expect: OSM404
        workflow_config=config,
        code_dir=Path("."),
    )


def spread(trial_queue: Any) -> HarborBackend:
    options: dict[str, Any] = {"workflow": Workflow, "workflow_config": config}  # expect: OSM404
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, **options)


def spread_call(trial_queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, **dict(workflow=Workflow))  # expect: OSM404


def prepared(trial_queue: Any) -> object:
    make = partial(HarborBackend, workflow=Workflow)  # expect: OSM404
    return make(orchestrator=trial_queue, tasks_dir=TASKS)


class FlowBackend(HarborBackend):
    def __init__(self, trial_queue: Any, workflow: type[AgentWorkflow]) -> None:
        super().__init__(orchestrator=trial_queue, tasks_dir=TASKS, workflow=workflow)  # expect: OSM404


class PlainBackend(HarborBackend):
    pass


def subclassed(trial_queue: Any) -> HarborBackend:
    return PlainBackend(orchestrator=trial_queue, tasks_dir=TASKS, workflow=Workflow)  # expect: OSM404


def chosen(trial_queue: Any, remote: bool) -> object:
    if remote:
        return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, workflow=Workflow)  # expect: OSM404
    return LocalBackend(workflow=Workflow, workflow_config=config)


def main() -> None:
    from harbor.trial.queue import TrialQueue

    backend = HarborBackend(orchestrator=TrialQueue(4), tasks_dir=TASKS, workflow=Workflow)  # expect: OSM404
    print(backend.health())


# --- nothing below is reported ---


def migrated(trial_queue: Any) -> list[HarborBackend]:
    """`workflow=` became `agent=`."""
    # was: workflow=Workflow
    return [
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, workflow_config=config),
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent="my_flow:Workflow"),
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent="terminus-2"),
    ]


def local() -> list[LocalBackend]:
    # LocalBackend keeps its keyword
    options = {"workflow": Workflow, "workflow_config": config}
    return [
        LocalBackend(workflow=Workflow),
        LocalBackend(workflow="my_flow:Workflow", workflow_config=config),
        Local(workflow=Workflow),
        osmosis_ai.rollout.LocalBackend(workflow=Workflow),
        LocalBackend(**options),
        partial(LocalBackend, workflow=Workflow)(),
    ]


class LocalFlow(LocalBackend):
    def __init__(self, workflow: type[AgentWorkflow]) -> None:
        super().__init__(workflow=workflow, workflow_config=config)


def other_callables(trial_queue: Any, make, server) -> list[object]:
    return [
        LocalFlow(workflow=Workflow),
        ForeignBackend(orchestrator=trial_queue, workflow=Workflow),
        Pipeline(workflow="nightly"),
        start(workflow="nightly"),
        make(workflow=Workflow),
        server.HarborBackend(workflow=Workflow),
        dict(workflow=Workflow),
        partial(start, workflow="nightly"),
    ]


class OwnBackend(HarborBackend):
    def __init__(self, trial_queue: Any, *, workflow: type[AgentWorkflow]) -> None:
        super().__init__(orchestrator=trial_queue, tasks_dir=TASKS, agent=workflow)


def own_backend(trial_queue: Any) -> HarborBackend:
    return OwnBackend(trial_queue, workflow=Workflow)


def rebound(trial_queue: Any, remote: bool) -> object:
    backend_class = HarborBackend
    print(backend_class, trial_queue, remote)
    backend_class = LocalBackend
    return backend_class(workflow=Workflow)


def shadowed(trial_queue: Any) -> object:
    class HarborBackend(LocalBackend):
        pass

    return HarborBackend(workflow=Workflow), trial_queue


def inner_value(trial_queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, tasks_dir=start(workflow="nightly"), agent=Workflow)


def both_versions(trial_queue: Any) -> HarborBackend:
    if parse(version("osmosis-ai")) < parse("0.3"):
        return HarborBackend(orchestrator=trial_queue, task_dir=TASKS, user_code_dir=TASKS, workflow=Workflow)
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)


def put_together(queue):
    options = {"orchestrator": queue}
    options |= {"workflow": "pack:Flow"}  # expect: OSM404
    options.setdefault("workflow", "pack:Other")  # expect: OSM404
    others = {"orchestrator": queue}
    others |= {"agent": "pack:Flow"}
    others.setdefault("trials_dir", None)
    unrelated = {}
    unrelated |= {"workflow": "pack:Flow"}
    unrelated.setdefault("workflow", "pack:Flow")
    return HarborBackend(**options), HarborBackend(**others), LocalBackend(**unrelated)
