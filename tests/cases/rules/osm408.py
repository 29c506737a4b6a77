"""OSM408: `HarborBackend(_sdk_source_dir=)`, a private switch of the old backend."""

import functools
from importlib import metadata
from pathlib import Path
from typing import Any

import osmosis_ai.rollout.backend.harbor as harbor
from my_backends import HarborBackend as ForeignBackend
from my_sources import vendor
from osmosis_ai.rollout import AgentWorkflow
from osmosis_ai.rollout.backend.harbor import HarborBackend
from packaging.version import Version

TASKS = Path("tasks/my-task")
SDK = Path("../osmosis-sdk")


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def half_migrated(trial_queue: Any) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, _sdk_source_dir=SDK),  # expect: OSM408
        HarborBackend(_sdk_source_dir=None, orchestrator=trial_queue, tasks_dir=TASKS),  # expect: OSM408
        harbor.HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, _sdk_source_dir=SDK),  # expect: OSM408
    ]


def over_several_lines(trial_queue: Any) -> HarborBackend:
    return HarborBackend(
        orchestrator=trial_queue,
        tasks_dir=TASKS,
        agent=Workflow,
        _sdk_source_dir=SDK / "osmosis_ai",  # expect: OSM408
    )


def spread(trial_queue: Any) -> HarborBackend:
    development = {"_sdk_source_dir": SDK}  # expect: OSM408
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, **development)


def spread_call(trial_queue: Any) -> HarborBackend:
    development = dict(_sdk_source_dir=SDK)  # expect: OSM408
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, **development)


def spread_in_place(trial_queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, **{"_sdk_source_dir": SDK})  # expect: OSM408


DEVELOPMENT_BACKEND = functools.partial(HarborBackend, _sdk_source_dir=SDK)  # expect: OSM408


class DevelopmentBackend(HarborBackend):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, _sdk_source_dir=SDK, **kwargs)  # expect: OSM408


class Mounted(harbor.HarborBackend):
    pass


class MountedBelow(Mounted):
    pass


def subclassed(trial_queue: Any) -> list[HarborBackend]:
    return [
        Mounted(orchestrator=trial_queue, tasks_dir=TASKS, _sdk_source_dir=SDK),  # expect: OSM408
        MountedBelow(orchestrator=trial_queue, tasks_dir=TASKS, _sdk_source_dir=SDK),  # expect: OSM408
    ]


def test_mounts(trial_queue: Any) -> None:
    backend = HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, _sdk_source_dir=SDK)  # expect: OSM408
    assert backend.health()["status"] == "ok"


# --- nothing below is reported ---


def migrated(trial_queue: Any) -> HarborBackend:
    """`_sdk_source_dir=` has no successor."""
    # was: _sdk_source_dir=SDK
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, patch_dockerfile_with_sdk=True)


def other_callables(trial_queue: Any, make) -> list[object]:
    return [
        vendor(_sdk_source_dir=SDK),
        functools.partial(vendor, _sdk_source_dir=SDK),
        ForeignBackend(orchestrator=trial_queue, _sdk_source_dir=SDK),
        make(_sdk_source_dir=SDK),
        trial_queue.HarborBackend(_sdk_source_dir=SDK),
        dict(_sdk_source_dir=SDK),
        {"_sdk_source_dir": SDK},
        ["_sdk_source_dir"],
    ]


def other_keywords(trial_queue: Any) -> list[object]:
    return [vendor(sdk_source_dir=SDK), vendor(_sdk_source=SDK), trial_queue.mount(_sdk_source_dirs=[SDK])]


class OwnSource(HarborBackend):
    def __init__(self, trial_queue: Any, _sdk_source_dir: Path) -> None:
        vendor(_sdk_source_dir)
        super().__init__(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)


def own_source(trial_queue: Any) -> HarborBackend:
    return OwnSource(trial_queue, _sdk_source_dir=SDK)


class Mounts:
    def __init__(self, _sdk_source_dir: Path = SDK) -> None:
        self._sdk_source_dir = _sdk_source_dir


def mounts() -> Path:
    return Mounts(_sdk_source_dir=SDK)._sdk_source_dir


def shadowed(trial_queue: Any) -> object:
    HarborBackend = trial_queue.backend
    return HarborBackend(_sdk_source_dir=SDK)


def unknown_options(trial_queue: Any, options: dict[str, Any]) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, **options)


def unknown_class(trial_queue: Any, backend_class) -> object:
    return backend_class(orchestrator=trial_queue, _sdk_source_dir=SDK)


def both_versions(trial_queue: Any) -> HarborBackend:
    if Version(metadata.version("osmosis-ai")) >= Version("0.3"):
        return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)
    return HarborBackend(orchestrator=trial_queue, task_dir=TASKS, _sdk_source_dir=SDK)
