"""OSM403: `HarborBackend(user_code_dir=)`, now `code_dir=` or `bundle=`."""

from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

from my_backends import HarborBackend as ForeignBackend
from my_project.packaging import build_wheel
from osmosis_ai.rollout import AgentWorkflow, LocalBackend
from osmosis_ai.rollout.backend import harbor
from osmosis_ai.rollout.backend.harbor import HarborBackend
from packaging.version import Version

TASKS = Path("tasks/my-task")
CODE = Path(".")


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def half_migrated(trial_queue: Any) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, user_code_dir=CODE),  # expect: OSM403
        HarborBackend(user_code_dir=CODE, orchestrator=trial_queue, tasks_dir=TASKS),  # expect: OSM403
        harbor.HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, user_code_dir=CODE),  # expect: OSM403
    ]


def over_several_lines(trial_queue: Any) -> HarborBackend:
    return HarborBackend(
        orchestrator=trial_queue,
        tasks_dir=TASKS,
        agent=Workflow,
        user_code_dir=Path(  # expect: OSM403
            __file__,
        ).parent,
    )


def with_its_successor(trial_queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, code_dir=CODE, user_code_dir=CODE)  # expect: OSM403


COMMON = {
    "tasks_dir": TASKS,
    "user_code_dir": CODE,  # expect: OSM403
}


def spread(trial_queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, agent=Workflow, **COMMON)


def spread_twice(trial_queue: Any) -> HarborBackend:
    paths = dict(
        tasks_dir=TASKS,
        user_code_dir=CODE,  # expect: OSM403
    )
    return HarborBackend(orchestrator=trial_queue, **paths, **{"agent": Workflow})


def prepared(trial_queue: Any) -> object:
    return partial(HarborBackend, orchestrator=trial_queue, user_code_dir=CODE)  # expect: OSM403


class ProjectBackend(HarborBackend):
    def __init__(self, **options: Any) -> None:
        super().__init__(user_code_dir=CODE, **options)  # expect: OSM403


class Server:
    backend_class = HarborBackend

    def backend(self, trial_queue: Any) -> HarborBackend:
        return self.backend_class(orchestrator=trial_queue, tasks_dir=TASKS, user_code_dir=CODE)  # expect: OSM403


def conditional(trial_queue: Any, mounted: bool) -> HarborBackend:
    if mounted:
        return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, user_code_dir=CODE)  # expect: OSM403
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, code_dir=CODE)


# --- nothing below is reported ---


def migrated(trial_queue: Any) -> list[HarborBackend]:
    """`user_code_dir=` became `code_dir=` or `bundle=`."""
    # was: user_code_dir=CODE
    return [
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, code_dir=CODE),
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, bundle=build_wheel(CODE)),
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent="oracle"),
    ]


def other_callables(trial_queue: Any, make) -> list[object]:
    return [
        ForeignBackend(user_code_dir=CODE),
        build_wheel(user_code_dir=CODE),
        make(user_code_dir=CODE),
        partial(build_wheel, user_code_dir=CODE),
        dict(user_code_dir=CODE),
        LocalBackend(workflow=Workflow),
        [{"user_code_dir": CODE}],
    ]


class OwnBackend(HarborBackend):
    def __init__(self, trial_queue: Any, user_code_dir: Path) -> None:
        super().__init__(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, code_dir=user_code_dir)


def own_backend(trial_queue: Any) -> HarborBackend:
    return OwnBackend(trial_queue, user_code_dir=CODE)


class Settings:
    user_code_dir: Path = CODE

    def bundle(self) -> Path:
        return build_wheel(self.user_code_dir)


def parameter(HarborBackend, trial_queue: Any) -> object:
    return HarborBackend(orchestrator=trial_queue, user_code_dir=CODE)


def other_factory(trial_queue: Any) -> object:
    HarborBackend = ForeignBackend
    return HarborBackend(orchestrator=trial_queue, user_code_dir=CODE)


def inner_value(trial_queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, bundle=build_wheel(user_code_dir=CODE))


def unknown_options(trial_queue: Any, options) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, **options)


def both_versions(trial_queue: Any) -> HarborBackend:
    if Version(metadata.version("osmosis-ai")) < Version("0.3"):
        return HarborBackend(orchestrator=trial_queue, task_dir=TASKS, user_code_dir=CODE, workflow=Workflow)
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, code_dir=CODE, agent=Workflow)
