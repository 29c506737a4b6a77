"""Functions and classes that hand their keywords on to an SDK class."""

from pathlib import Path
from typing import Any

from osmosis_ai.rollout import AgentWorkflow, LocalBackend
from osmosis_ai.rollout.backend.harbor import HarborBackend

TASK = Path("task")


class Flow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def new_backend(name: str, trial_queue: Any = None, **options: Any) -> HarborBackend:
    print(name)
    return HarborBackend(orchestrator=trial_queue, **options)


def renaming(**options: Any) -> HarborBackend:
    options["tasks_dir"] = options.pop("task_dir")
    return HarborBackend(**options)


def looking(**options: Any) -> HarborBackend:
    if "task_dir" in options:
        return HarborBackend(tasks_dir=TASK)
    return HarborBackend(**options)


def local_backend(task_dir: Path, **options: Any) -> LocalBackend:
    print(task_dir)
    return LocalBackend(**options)


def tried(**options: Any) -> HarborBackend | None:
    try:
        return HarborBackend(**options)
    except TypeError:
        return None


def in_two_steps(**options: Any) -> HarborBackend:
    return new_backend("two", **options)


class Named(HarborBackend):
    def __init__(self, name: str, workflow: type | None = None, **options: Any) -> None:
        super().__init__(agent=workflow, **options)
        self.name = name


class Titled(Named):
    pass


class Holder:
    def __init__(self, **options: Any) -> None:
        self.options = options


def build(extra: dict[str, Any]) -> list[Any]:
    return [
        new_backend("one", task_dir=TASK),  # expect: OSM402
        new_backend("one", tasks_dir=TASK, **{"user_code_dir": TASK}),  # expect: OSM403
        in_two_steps(task_dir=TASK, workflow=Flow),  # expect: OSM402, OSM404
        Named("one", workflow=Flow, task_dir=TASK),  # expect: OSM402
        Titled("one", Flow, symlink_environment=True),  # expect: OSM407
        renaming(task_dir=TASK),
        looking(task_dir=TASK),
        local_backend(task_dir=TASK, workflow=Flow),
        tried(task_dir=TASK),
        Holder(task_dir=TASK),
        new_backend("one", **extra),
    ]


def fill_in(queue: object, **options: object) -> HarborBackend:
    options.setdefault("cleanup_successful_trials", True)
    path = options.pop("task_dir", None)
    if "grader" not in options:
        print(path, options.get("user_code_dir"))
    return HarborBackend(orchestrator=queue, **options)


def rebuild(queue: object, **options: object) -> HarborBackend:
    names = {name.lower(): value for name, value in options.items()}
    return HarborBackend(orchestrator=queue, **names)


def call_them(queue: object) -> None:
    fill_in(queue, workflow="a:B", task_dir="t", user_code_dir=".")  # expect: OSM404
    rebuild(queue, workflow="a:B")
