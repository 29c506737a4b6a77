"""OSM406: `HarborBackend(prebuild_local_image=)`; `prewarm()` and `prewarm_lifespan()` took its place."""

from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from my_images import HarborBackend as ForeignBackend
from my_images import build_image
from osmosis_ai.rollout import AgentWorkflow
from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.backend.harbor.backend import HarborBackend as Backend
from osmosis_ai.rollout.server import create_rollout_server
from packaging.version import Version

TASKS = Path("tasks/my-task")


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def half_migrated(trial_queue: Any, local: bool) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, prebuild_local_image=True),  # expect: OSM406
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, prebuild_local_image=None),  # expect: OSM406
        Backend(orchestrator=trial_queue, tasks_dir=TASKS, prebuild_local_image=not local),  # expect: OSM406
    ]


def local_only(trial_queue: Any) -> HarborBackend:
    return HarborBackend(
        orchestrator=trial_queue,
        tasks_dir=TASKS,
        agent=Workflow,
        prebuild_local_image=True,  # expect: OSM406
        symlink_environment=True,  # expect: OSM407
    )


def spread(trial_queue: Any) -> HarborBackend:
    images = {"prebuild_local_image": False}  # expect: OSM406
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, **images)


def spread_call(trial_queue: Any) -> HarborBackend:
    return Backend(orchestrator=trial_queue, tasks_dir=TASKS, **dict(prebuild_local_image=True))  # expect: OSM406


def prepared(trial_queue: Any) -> HarborBackend:
    make = partial(HarborBackend, prebuild_local_image=True)  # expect: OSM406
    return make(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)


class PrebuiltBackend(HarborBackend):
    def __init__(self, **options: Any) -> None:
        super().__init__(prebuild_local_image=True, **options)  # expect: OSM406


class QueueBackend(HarborBackend):
    """Keeps the constructor."""


def subclassed(trial_queue: Any) -> HarborBackend:
    return QueueBackend(orchestrator=trial_queue, tasks_dir=TASKS, prebuild_local_image=True)  # expect: OSM406


def made_by_name(trial_queue: Any) -> HarborBackend:
    backend_class = Backend
    return backend_class(orchestrator=trial_queue, tasks_dir=TASKS, prebuild_local_image=True)  # expect: OSM406


# --- nothing below is reported ---


async def migrated(trial_queue: Any) -> HarborBackend:
    """`prebuild_local_image=True` became `await backend.prewarm()`."""
    # was: prebuild_local_image=True
    backend = HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)
    await backend.prewarm()
    return backend


def served(trial_queue: Any) -> object:
    backend = HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, prewarm="full")
    return create_rollout_server(backend=backend, lifespan=backend.prewarm_lifespan())


def other_callables(trial_queue: Any, make) -> list[object]:
    return [
        build_image(prebuild_local_image=True),
        partial(build_image, prebuild_local_image=True),
        ForeignBackend(orchestrator=trial_queue, prebuild_local_image=True),
        make(prebuild_local_image=True),
        dict(prebuild_local_image=True),
        {"prebuild_local_image": True},
    ]


class OwnSwitch(HarborBackend):
    def __init__(self, trial_queue: Any, *, prebuild_local_image: bool) -> None:
        self.built = build_image(TASKS) if prebuild_local_image else None
        super().__init__(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)


def own_switch(trial_queue: Any) -> HarborBackend:
    return OwnSwitch(trial_queue, prebuild_local_image=True)


def own_variable(trial_queue: Any, prebuild_local_image: bool) -> HarborBackend:
    if prebuild_local_image:
        build_image(TASKS)
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)


def shadowed(trial_queue: Any) -> object:
    def HarborBackend(**options: Any) -> dict[str, Any]:
        return options

    return HarborBackend(orchestrator=trial_queue, prebuild_local_image=True)


def unknown_options(trial_queue: Any, options: dict[str, Any]) -> HarborBackend:
    options.pop("prebuild_local_image", None)
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, **options)


def both_versions(trial_queue: Any) -> HarborBackend:
    if Version(version("osmosis-ai")) < Version("0.3"):
        return HarborBackend(orchestrator=trial_queue, task_dir=TASKS, prebuild_local_image=True)
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)
