"""OSM401: `HarborBackendV2`, the preview's name; it is `HarborBackend` now."""

import contextlib
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import osmosis_ai.rollout.backend.harbor as harbor
from my_backends import HarborBackendV2 as ForeignBackendV2
from osmosis_ai.rollout import AgentWorkflow
from osmosis_ai.rollout.backend import harbor as harbor_again
from osmosis_ai.rollout.backend.harbor import HarborBackend, TaskMode
from osmosis_ai.rollout.backend.harbor import HarborBackendV2  # expect: OSM401
from osmosis_ai.rollout.backend.harbor import HarborBackendV2 as Backend  # expect: OSM401
from osmosis_ai.rollout.backend.harbor import (
    HarborBackendV2 as NewBackend,  # expect: OSM401
    TaskMode as Mode,
)
from osmosis_ai.rollout.utils.imports import resolve_object

if TYPE_CHECKING:
    from osmosis_ai.rollout.backend.harbor import HarborBackendV2 as CheckedBackend  # expect: OSM401

__all__ = ["HarborBackendV2", "build"]


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def build(trial_queue: Any) -> list[object]:
    # the imports are reported, these uses are not
    return [
        HarborBackendV2(orchestrator=trial_queue, tasks_dir=Path("tasks"), agent=Workflow),
        Backend(orchestrator=trial_queue, tasks_dir=Path("tasks"), agent=Workflow, task_mode=TaskMode.DATASET),
        NewBackend(orchestrator=trial_queue, tasks_dir=Path("tasks"), agent="oracle", task_mode=Mode.TEMPLATE),
    ]


def dotted(trial_queue: Any) -> list[object]:
    return [
        harbor.HarborBackendV2(orchestrator=trial_queue, tasks_dir=Path("tasks"), agent=Workflow),  # expect: OSM401
        harbor_again.HarborBackendV2,  # expect: OSM401
        isinstance(trial_queue, harbor.HarborBackendV2),  # expect: OSM401
    ]


def annotated(a: harbor.HarborBackendV2, b: "harbor_again.HarborBackendV2 | None" = None):  # expect: OSM401, OSM401
    return a, b


class Quiet(harbor.HarborBackendV2):  # expect: OSM401
    pass


def local_import(trial_queue: Any) -> object:
    from osmosis_ai.rollout.backend.harbor import HarborBackendV2 as Local  # expect: OSM401

    return Local(orchestrator=trial_queue, tasks_dir=Path("tasks"), agent=Workflow)


def indirect() -> list[object]:
    module = harbor
    return [
        module.HarborBackendV2,  # expect: OSM401
        getattr(harbor, "HarborBackendV2"),  # expect: OSM401
        importlib.import_module("osmosis_ai.rollout.backend.harbor").HarborBackendV2,  # expect: OSM401
        resolve_object("osmosis_ai.rollout.backend.harbor:HarborBackendV2"),  # expect: OSM401
    ]


@patch("osmosis_ai.rollout.backend.harbor.HarborBackendV2")  # expect: OSM401
def test_backend(backend, monkeypatch) -> None:
    monkeypatch.setattr(harbor, "HarborBackendV2", backend)  # expect: OSM401


# --- nothing below is reported ---

try:
    from osmosis_ai.rollout.backend.harbor import HarborBackendV2 as MaybeBackend
except ImportError:
    from osmosis_ai.rollout.backend.harbor import HarborBackend as MaybeBackend

with contextlib.suppress(ImportError):
    from osmosis_ai.rollout.backend.harbor import HarborBackendV2 as SuppressedBackend


def migrated(trial_queue: Any) -> HarborBackend:
    """`HarborBackendV2` is called `HarborBackend`."""
    # HarborBackendV2(...) took the same arguments
    return HarborBackend(orchestrator=trial_queue, tasks_dir=Path("tasks"), agent=Workflow)


def aliased(trial_queue: Any) -> object:
    HarborBackendV2 = HarborBackend
    return HarborBackendV2(orchestrator=trial_queue, tasks_dir=Path("tasks"), agent=Workflow)


def another_library(trial_queue: Any, backends) -> list[object]:
    import my_backends.harbor as harbor

    return [
        ForeignBackendV2(trial_queue),
        harbor.HarborBackendV2(trial_queue),
        backends.HarborBackendV2(trial_queue),
    ]


def own_class() -> object:
    class HarborBackendV2:
        pass

    class HarborBackendV20(HarborBackendV2):
        pass

    return HarborBackendV2(), HarborBackendV20()


def own_attribute(registry: dict[str, Any]) -> list[object]:
    class Registry:
        HarborBackendV2 = HarborBackend

    return [Registry.HarborBackendV2, Registry().HarborBackendV2, registry["HarborBackendV2"]]


def words() -> list[str]:
    return [
        "HarborBackendV2",
        "HarborBackendV2 was renamed",
        "my_backends.harbor:HarborBackendV2",
        "osmosis_ai.rollout.backend.harbor:HarborBackend",
    ]


def both_versions() -> object:
    if hasattr(harbor, "HarborBackendV2"):
        return harbor.HarborBackendV2
    return getattr(harbor, "HarborBackendV2", HarborBackend)


def both_versions_tried() -> object:
    try:
        return harbor.HarborBackendV2
    except AttributeError:
        return harbor.HarborBackend
