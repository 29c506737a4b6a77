"""OSM402: `HarborBackend(task_dir=)`, now `tasks_dir=` and `task_mode="template"`."""

from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import osmosis_ai.rollout.backend.harbor
import osmosis_ai.rollout.backend.harbor as harbor
from harbor.models.trial.config import TaskConfig
from my_backends import HarborBackend as ForeignBackend
from my_project.tasks import prepare
from osmosis_ai.rollout import AgentWorkflow
from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.backend.harbor import HarborBackend as Backend
from osmosis_ai.rollout.backend.harbor.backend import HarborBackend as DeepBackend
from packaging.version import Version

TASK = Path("tasks/my-task")


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def whole_v02_call(trial_queue: Any) -> HarborBackend:
    return HarborBackend(
        orchestrator=trial_queue,
        task_dir=TASK,  # expect: OSM402
        user_code_dir=Path("."),  # expect: OSM403
        workflow=Workflow,  # expect: OSM404
        grader=None,
        trials_dir=Path("trials"),
        cleanup_successful_trials=True,
    )


def half_migrated(trial_queue: Any) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=trial_queue, task_dir=TASK, agent=Workflow),  # expect: OSM402
        Backend(orchestrator=trial_queue, task_dir=TASK, agent=Workflow),  # expect: OSM402
        DeepBackend(task_dir=TASK, orchestrator=trial_queue, agent="oracle"),  # expect: OSM402
        harbor.HarborBackend(orchestrator=trial_queue, task_dir=TASK, agent="oracle"),  # expect: OSM402
        osmosis_ai.rollout.backend.harbor.HarborBackend(orchestrator=trial_queue, task_dir=TASK),  # expect: OSM402
    ]


def both_keywords(trial_queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASK.parent, task_dir=TASK)  # expect: OSM402


def spread(trial_queue: Any) -> HarborBackend:
    options = {
        "orchestrator": trial_queue,
        "task_dir": TASK,  # expect: OSM402
        "agent": Workflow,
    }
    return HarborBackend(**options)


def spread_call(trial_queue: Any) -> HarborBackend:
    options = dict(task_dir=TASK, agent=Workflow)  # expect: OSM402
    return Backend(orchestrator=trial_queue, **options)


def spread_in_place(trial_queue: Any, common: dict[str, Any]) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, **{**common, "task_dir": TASK})  # expect: OSM402


def prepared(trial_queue: Any) -> Any:
    make = partial(HarborBackend, orchestrator=trial_queue, task_dir=TASK)  # expect: OSM402
    return make(agent=Workflow)


def by_class(backend_class: type[HarborBackend], trial_queue: Any) -> list[HarborBackend]:
    cls = HarborBackend
    return [
        backend_class(orchestrator=trial_queue, task_dir=TASK, agent=Workflow),  # expect: OSM402
        cls(orchestrator=trial_queue, task_dir=TASK, agent=Workflow),  # expect: OSM402
    ]


def local_import(trial_queue: Any) -> object:
    from osmosis_ai.rollout.backend.harbor import HarborBackend as Local

    return Local(orchestrator=trial_queue, task_dir=TASK, agent=Workflow)  # expect: OSM402


class TaskBackend(HarborBackend):
    def __init__(self, trial_queue: Any, name: str) -> None:
        super().__init__(orchestrator=trial_queue, task_dir=Path("tasks") / name, agent=Workflow)  # expect: OSM402


class LoudBackend(HarborBackend):
    def health(self) -> dict[str, Any]:
        return {**super().health(), "loud": True}


def subclassed(trial_queue: Any) -> HarborBackend:
    return LoudBackend(orchestrator=trial_queue, task_dir=TASK, agent=Workflow)  # expect: OSM402


# --- nothing below is reported ---


def migrated(trial_queue: Any) -> HarborBackend:
    """`task_dir=` became `tasks_dir=` with `task_mode="template"`."""
    # was: task_dir=TASK
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASK, task_mode="template", agent=Workflow)


class NamedTaskBackend(HarborBackend):
    """Has a `task_dir` of its own and passes a `tasks_dir` on."""

    def __init__(self, *, trial_queue: Any, task_dir: Path) -> None:
        super().__init__(orchestrator=trial_queue, tasks_dir=task_dir, agent=Workflow)


def named_task(trial_queue: Any) -> HarborBackend:
    return NamedTaskBackend(trial_queue=trial_queue, task_dir=TASK)


def other_callables(trial_queue: Any, make, unknown) -> list[object]:
    return [
        ForeignBackend(orchestrator=trial_queue, task_dir=TASK),
        prepare(task_dir=TASK),
        make(task_dir=TASK),
        unknown.HarborBackend(task_dir=TASK),
        TaskConfig(path=TASK),
        dict(task_dir=TASK),
        partial(prepare, task_dir=TASK),
        {"task_dir": TASK, "agent": Workflow},
    ]


def unknown_options(trial_queue: Any, options: dict[str, Any]) -> HarborBackend:
    task_dir = options["task_dir"]
    return HarborBackend(orchestrator=trial_queue, tasks_dir=task_dir, **options)


def other_dict(trial_queue: Any) -> HarborBackend:
    # this dict goes to another function
    options = {"task_dir": TASK}
    prepare(**options)
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASK, agent=Workflow)


def shadowed(trial_queue: Any) -> object:
    def HarborBackend(*, orchestrator: Any, task_dir: Path) -> tuple[Any, Path]:
        return orchestrator, task_dir

    return HarborBackend(orchestrator=trial_queue, task_dir=TASK)


def rebound(trial_queue: Any, backend_class: type[HarborBackend]) -> object:
    print(backend_class)
    backend_class = ForeignBackend
    return backend_class(orchestrator=trial_queue, task_dir=TASK)


def inner_value(trial_queue: Any) -> HarborBackend:
    # the keyword belongs to prepare(), not to the backend
    return HarborBackend(orchestrator=trial_queue, tasks_dir=prepare(task_dir=TASK), agent=Workflow)


def both_versions(trial_queue: Any) -> HarborBackend:
    if Version(version("osmosis-ai")) >= Version("0.3"):
        return HarborBackend(orchestrator=trial_queue, tasks_dir=TASK, agent=Workflow)
    return HarborBackend(orchestrator=trial_queue, task_dir=TASK, user_code_dir=Path("."), workflow=Workflow)
