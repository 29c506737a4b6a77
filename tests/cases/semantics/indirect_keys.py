"""Dicts of arguments whose keys come and go before the call."""

from pathlib import Path
from typing import Any

from osmosis_ai.rollout import AgentWorkflow, LocalBackend
from osmosis_ai.rollout.backend.harbor import HarborBackend

TASK = Path("task")


class Flow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def renamed_before_the_call(trial_queue: Any) -> HarborBackend:
    arguments = dict(task_dir=TASK, workflow=Flow)  # expect: OSM404
    arguments["tasks_dir"] = arguments.pop("task_dir")
    return HarborBackend(orchestrator=trial_queue, **arguments)


def deleted_before_the_call(trial_queue: Any) -> HarborBackend:
    arguments: dict[str, Any] = {"task_dir": TASK, "user_code_dir": TASK}  # expect: OSM403
    if "task_dir" in arguments:
        del arguments["task_dir"]
    return HarborBackend(orchestrator=trial_queue, **arguments)


def another_dict(trial_queue: Any) -> HarborBackend:
    arguments = {"task_dir": TASK}  # expect: OSM402
    others = {"task_dir": TASK}
    others.pop("task_dir")
    return HarborBackend(orchestrator=trial_queue, **arguments, **others)


class Collected:
    def __init__(self, trial_queue: Any, task: Path) -> None:
        self.arguments: dict[str, Any] = {"orchestrator": trial_queue}
        self.local: dict[str, Any] = {}
        self.arguments["task_dir"] = task  # expect: OSM402
        self.arguments["symlink_environment"] = True

    def with_workflow(self) -> None:
        self.arguments.update(workflow=Flow)  # expect: OSM404
        self.arguments.pop("symlink_environment")
        self.local["workflow"] = Flow

    def build(self) -> list[Any]:
        return [HarborBackend(**self.arguments), LocalBackend(**self.local)]


class OfAnotherClass:
    def __init__(self) -> None:
        self.arguments: dict[str, Any] = {}
        self.arguments["task_dir"] = TASK


def for_one_or_the_other(is_local: bool, trial_queue: Any) -> Any:
    arguments: dict[str, Any] = {}
    if is_local:
        arguments["workflow"] = Flow
        return LocalBackend(**arguments)
    arguments["user_code_dir"] = TASK  # expect: OSM403
    return HarborBackend(orchestrator=trial_queue, **arguments)


def chosen_together(is_local: bool, trial_queue: Any) -> Any:
    backend_class = LocalBackend if is_local else HarborBackend
    arguments = {"workflow": Flow} if is_local else {"agent": Flow, "orchestrator": trial_queue}
    return backend_class(**arguments)


def filled_in_the_same_branch(is_old: bool, trial_queue: Any) -> Any:
    arguments: dict[str, Any] = {}
    if is_old:
        arguments["workflow"] = Flow  # expect: OSM404
        return HarborBackend(orchestrator=trial_queue, **arguments)
    return None


class Options:
    task_dir = Path("task")
    defaults = {"symlink_environment": False}  # expect: OSM407

    def keywords(self) -> dict[str, object]:
        return {"task_dir": self.task_dir, **self.defaults}  # expect: OSM402

    def others(self) -> dict[str, object]:
        return {"task_dir": self.task_dir}

    def build(self, queue: object) -> HarborBackend:
        print(self.others())
        return HarborBackend(orchestrator=queue, **self.keywords())


def keywords_of(name: str) -> dict[str, object]:
    found = {"user_code_dir": name}  # expect: OSM403
    found["workflow"] = name  # expect: OSM404
    return found


def build_with_keywords(queue: object) -> HarborBackend:
    return HarborBackend(orchestrator=queue, **keywords_of("a"))
