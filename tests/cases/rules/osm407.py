"""OSM407: `HarborBackend(symlink_environment=)`; every rollout gets a copy of its task now."""

import importlib
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import osmosis_ai.rollout.backend.harbor as harbor_module
from my_sandbox import Sandbox, link_environment
from osmosis_ai.rollout import AgentWorkflow, LocalBackend
from osmosis_ai.rollout.backend.harbor import HarborBackend as RemoteBackend
from packaging.version import Version

TASKS = Path("tasks/my-task")


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def half_migrated(trial_queue: Any) -> list[RemoteBackend]:
    return [
        RemoteBackend(orchestrator=trial_queue, tasks_dir=TASKS, symlink_environment=True),  # expect: OSM407
        RemoteBackend(symlink_environment=False, orchestrator=trial_queue, tasks_dir=TASKS),  # expect: OSM407
        harbor_module.HarborBackend(orchestrator=trial_queue, symlink_environment=None),  # expect: OSM407
    ]


def over_several_lines(trial_queue: Any) -> RemoteBackend:
    return RemoteBackend(
        orchestrator=trial_queue,
        tasks_dir=TASKS,
        agent=Workflow,
        cleanup_successful_trials=True,
        symlink_environment=(  # expect: OSM407
            TASKS.is_symlink()
        ),
    )


def spread(trial_queue: Any) -> RemoteBackend:
    options = {
        "orchestrator": trial_queue,
        "symlink_environment": True,  # expect: OSM407
        **{"tasks_dir": TASKS},
    }
    return RemoteBackend(**options)


def spread_call(trial_queue: Any) -> RemoteBackend:
    options = dict(orchestrator=trial_queue, symlink_environment=True)  # expect: OSM407
    return harbor_module.HarborBackend(tasks_dir=TASKS, **options)


def prepared(trial_queue: Any) -> object:
    return partial(RemoteBackend, orchestrator=trial_queue, symlink_environment=True)  # expect: OSM407


def imported_by_name(trial_queue: Any) -> object:
    module = importlib.import_module("osmosis_ai.rollout.backend.harbor")
    return module.HarborBackend(orchestrator=trial_queue, symlink_environment=True)  # expect: OSM407


class LinkedBackend(RemoteBackend):
    def __init__(self, trial_queue: Any) -> None:
        super().__init__(orchestrator=trial_queue, tasks_dir=TASKS, symlink_environment=True)  # expect: OSM407


class DeepBackend(LinkedBackend):
    def __init__(self, trial_queue: Any) -> None:
        super().__init__(trial_queue)
        self.spare = RemoteBackend(orchestrator=trial_queue, symlink_environment=True)  # expect: OSM407


async def in_a_coroutine(trial_queue: Any) -> RemoteBackend:
    return RemoteBackend(orchestrator=trial_queue, tasks_dir=TASKS, symlink_environment=True)  # expect: OSM407


# --- nothing below is reported ---


def migrated(trial_queue: Any) -> RemoteBackend:
    """`symlink_environment=` has no successor."""
    # was: symlink_environment=True
    return RemoteBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)


def other_callables(trial_queue: Any, make, registry) -> list[object]:
    return [
        Sandbox(symlink_environment=True),
        link_environment(symlink_environment=True),
        LocalBackend(workflow=Workflow),
        make(symlink_environment=True),
        registry["harbor"](symlink_environment=True),
        partial(Sandbox, symlink_environment=True),
        dict(symlink_environment=True),
        {"symlink_environment": trial_queue},
    ]


class OwnKeyword(RemoteBackend):
    def __init__(self, trial_queue: Any, symlink_environment: bool = False) -> None:
        link_environment(TASKS, enabled=symlink_environment)
        super().__init__(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)


class OwnKeywordBelow(OwnKeyword):
    pass


def own_keyword(trial_queue: Any) -> list[RemoteBackend]:
    # the nearest __init__ takes it
    return [OwnKeyword(trial_queue, symlink_environment=True), OwnKeywordBelow(trial_queue, symlink_environment=True)]


def imported_elsewhere(trial_queue: Any, name: str) -> list[object]:
    module = importlib.import_module("my_sandbox.harbor")
    unknown = importlib.import_module(name)
    return [
        module.HarborBackend(orchestrator=trial_queue, symlink_environment=True),
        unknown.HarborBackend(orchestrator=trial_queue, symlink_environment=True),
    ]


def shadowed(trial_queue: Any, RemoteBackend) -> object:
    return RemoteBackend(orchestrator=trial_queue, symlink_environment=True)


def rebound(trial_queue: Any) -> object:
    harbor_module = trial_queue.plugin
    return harbor_module.HarborBackend(symlink_environment=True)


def inner_value(trial_queue: Any) -> RemoteBackend:
    tasks = link_environment(TASKS, symlink_environment=True)
    return RemoteBackend(orchestrator=trial_queue, tasks_dir=tasks, agent=Workflow)


def both_versions(trial_queue: Any) -> RemoteBackend:
    if Version(version("osmosis-ai")) < Version("0.3"):
        return RemoteBackend(orchestrator=trial_queue, task_dir=TASKS, symlink_environment=True)
    return RemoteBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)


WORDS = ["symlink_environment", "symlink_environment=True is gone"]
