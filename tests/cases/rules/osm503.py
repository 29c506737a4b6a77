"""OSM503: `save_trajectories`, now `await save_trajectory(...)`."""

import contextlib
import importlib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock, patch

import osmosis_ai.rollout.trajectory
import osmosis_ai.rollout.trajectory.save as save_module
from my_store import save_trajectories as store_all
from osmosis_ai.rollout import ExecutionResult, trajectory
from osmosis_ai.rollout.trajectory import save
from osmosis_ai.rollout.trajectory import save_trajectories  # expect: OSM503
from osmosis_ai.rollout.trajectory import save_trajectories as save_all  # expect: OSM503
from osmosis_ai.rollout.trajectory import (
    TrajectoryReport,
    save_trajectories as listed,  # expect: OSM503
)
from osmosis_ai.rollout.trajectory.save import save_trajectories as deep  # expect: OSM503
from osmosis_ai.rollout.utils.imports import resolve_object

if TYPE_CHECKING:
    from osmosis_ai.rollout.trajectory import save_trajectories as checked  # expect: OSM503

__all__ = ["save_trajectories", "finish"]


async def finish(rollout_id: str, result: ExecutionResult, report: TrajectoryReport | None) -> None:
    # the import is reported, these uses are not
    await save_trajectories(rollout_id=rollout_id, result=result, report=report)
    await save_all(rollout_id=rollout_id, result=result)
    for save_one in (listed, deep):
        await save_one(rollout_id=rollout_id, result=result)


async def dotted(rollout_id: str, result: ExecutionResult, root: Path) -> None:
    await trajectory.save_trajectories(rollout_id=rollout_id, result=result)  # expect: OSM503
    await save_module.save_trajectories(rollout_id=rollout_id, result=result)  # expect: OSM503
    await save.save_trajectories(rollout_id=rollout_id, result=result)  # expect: OSM503
    await osmosis_ai.rollout.trajectory.save_trajectories(  # expect: OSM503
        rollout_id=rollout_id,
        result=result,
        artifact_root=root,
    )


def reference(root: Path) -> list[Any]:
    saver = trajectory.save_trajectories  # expect: OSM503
    return [saver, partial(trajectory.save_trajectories, artifact_root=root)]  # expect: OSM503


async def local_import(rollout_id: str, result: ExecutionResult) -> None:
    from osmosis_ai.rollout.trajectory import save_trajectories as local  # expect: OSM503

    await local(rollout_id=rollout_id, result=result)


class Archive:
    save_trajectories = staticmethod(trajectory.save_trajectories)  # expect: OSM503

    async def store(self, rollout_id: str, result: ExecutionResult) -> None:
        await self.save_trajectories(rollout_id=rollout_id, result=result)


def indirect() -> list[Any]:
    module = trajectory
    return [
        module.save_trajectories,  # expect: OSM503
        getattr(trajectory, "save_trajectories"),  # expect: OSM503
        importlib.import_module("osmosis_ai.rollout.trajectory").save_trajectories,  # expect: OSM503
        importlib.import_module("osmosis_ai.rollout.trajectory.save").save_trajectories,  # expect: OSM503
        resolve_object("osmosis_ai.rollout.trajectory:save_trajectories"),  # expect: OSM503
    ]


@patch("osmosis_ai.rollout.trajectory.save_trajectories", AsyncMock())  # expect: OSM503
def test_saves(monkeypatch) -> None:
    monkeypatch.setattr(trajectory, "save_trajectories", AsyncMock())  # expect: OSM503
    monkeypatch.setattr("osmosis_ai.rollout.trajectory.save.save_trajectories", AsyncMock())  # expect: OSM503
    with patch.object(save_module, "save_trajectories"):  # expect: OSM503
        pass


# --- nothing below is reported ---

try:
    from osmosis_ai.rollout.trajectory import save_trajectory as save_either
except ImportError:
    from osmosis_ai.rollout.trajectory import save_trajectories as save_either

with contextlib.suppress(ImportError):
    from osmosis_ai.rollout.trajectory import save_trajectories as suppressed


async def migrated(rollout_id: str, result: ExecutionResult, report: TrajectoryReport | None) -> None:
    """`save_trajectories(...)` is `save_trajectory(...)` now."""
    from osmosis_ai.rollout.trajectory import save_trajectory
    from osmosis_ai.rollout.trajectory.save import save_trajectory as deep_one

    # was: await save_trajectories(...)
    await save_trajectory(rollout_id=rollout_id, result=result, report=report)
    await deep_one(rollout_id=rollout_id, result=result)
    await trajectory.save_trajectory(rollout_id=rollout_id, result=result)
    await save_either(rollout_id=rollout_id, result=result)


def alive() -> list[Any]:
    return [trajectory.convert_sample_to_trajectory, trajectory.report_from_response, TrajectoryReport.model_fields]


class Store:
    def save_trajectories(self, rows: list[Any]) -> int:
        return len(rows)

    def flush(self) -> int:
        return self.save_trajectories([])


def other_receivers(store: Store, unknown) -> list[Any]:
    return [
        store.save_trajectories([]),
        Store().save_trajectories([]),
        unknown.save_trajectories([]),
        store_all([]),
        getattr(store, "save_trajectories"),
        patch.object(store, "save_trajectories"),
        patch("my_store.save_trajectories"),
    ]


def another_module(rows: list[Any]) -> list[Any]:
    import my_store.trajectory as trajectory
    from my_store import save_trajectories

    return [trajectory.save_trajectories(rows), save_trajectories(rows)]


def own_function(rows: list[Any]) -> str:
    def save_trajectories(rows: list[Any]) -> str:
        return f"save_trajectories({rows})"

    return save_trajectories(rows)


def parameter(save_trajectories, trajectory) -> list[Any]:
    return [save_trajectories([]), trajectory.save_trajectories([])]


def both_versions() -> Any:
    if hasattr(trajectory, "save_trajectories"):
        return trajectory.save_trajectories
    return getattr(trajectory, "save_trajectories", trajectory.save_trajectory)


def both_versions_tried() -> Any:
    try:
        return trajectory.save_trajectory
    except AttributeError:
        return trajectory.save_trajectories
