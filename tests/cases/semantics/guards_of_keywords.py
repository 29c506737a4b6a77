"""A dict of arguments that is put together for the version that is there: the keys are judged where they stand."""

from importlib.metadata import version
from pathlib import Path
from typing import Any

from osmosis_ai.rollout import AgentWorkflow, LocalBackend
from osmosis_ai.rollout.backend.harbor import HarborBackend
from packaging.version import Version

IS_NEW = Version(version("osmosis-ai")) >= Version("0.3")
TASK = Path("task")


class Flow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def chosen(trial_queue: Any) -> HarborBackend:
    arguments = {"tasks_dir": TASK, "agent": Flow} if IS_NEW else {"task_dir": TASK, "workflow": Flow}
    return HarborBackend(orchestrator=trial_queue, **arguments)


def chosen_by_something_else(trial_queue: Any, short: bool) -> HarborBackend:
    arguments = {"tasks_dir": TASK} if short else {"task_dir": TASK}  # expect: OSM402
    return HarborBackend(orchestrator=trial_queue, **arguments)


def chosen_in_the_call(trial_queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, **({"tasks_dir": TASK} if IS_NEW else {"task_dir": TASK}))


def filled(trial_queue: Any) -> HarborBackend:
    arguments: dict[str, Any] = {"orchestrator": trial_queue}
    if IS_NEW:
        arguments["tasks_dir"] = TASK
        arguments.update(workflow=Flow)  # expect: OSM404
    else:
        arguments["task_dir"] = TASK
        arguments.update(workflow=Flow)
    return HarborBackend(**arguments)


def chosen_with_the_class(trial_queue: Any, kind: str) -> Any:
    arguments = {"workflow": Flow} if kind == "local" else {"agent": Flow, "tasks_dir": TASK}
    if kind == "local":
        return LocalBackend(**arguments)
    return HarborBackend(orchestrator=trial_queue, **arguments)


def filled_with_the_class(trial_queue: Any, kind: str) -> Any:
    arguments: dict[str, Any] = {}
    if kind == "local":
        arguments["workflow"] = Flow
    if kind != "local":
        return HarborBackend(orchestrator=trial_queue, tasks_dir=TASK, **arguments)
    return LocalBackend(**arguments)


def filled_for_this_class(trial_queue: Any, kind: str, short: bool) -> Any:
    arguments = {"workflow": Flow} if short else {"agent": Flow}  # expect: OSM404
    if kind == "local":
        return LocalBackend(**arguments)
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASK, **arguments)
