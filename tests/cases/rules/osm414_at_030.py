# options: target-version=0.3.0
"""OSM414, aimed at 0.3.0: dataset mode cannot prewarm without task ids, and there are fewer native agents."""

from pathlib import Path
from typing import Any

from my_backends import HarborBackend as ForeignBackend
from osmosis_ai.rollout import AgentWorkflow
from osmosis_ai.rollout.backend.harbor import HarborBackend, TaskMode
from osmosis_ai.rollout.server import create_rollout_server

TASKS = Path("tasks")


class Flow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


async def warmed(q: Any) -> None:
    backend = HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="dataset")
    await backend.prewarm()  # expect: OSM414


async def warmed_by_enum(q: Any) -> None:
    backend = HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="oracle", task_mode=TaskMode.DATASET)
    await backend.prewarm()  # expect: OSM414


def served(q: Any) -> object:
    backend = HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="dataset")
    return create_rollout_server(backend=backend, lifespan=backend.prewarm_lifespan())  # expect: OSM414


def came_later(q: Any) -> object:
    return HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="opencode")  # expect: OSM414


# --- nothing below is reported ---


async def with_task_ids(q: Any, ids: list[str]) -> list[object]:
    backend = HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="dataset")
    await backend.prewarm(["task-a", "task-b"])
    await backend.prewarm(ids)
    await backend.prewarm(task_ids=ids)
    return [backend.prewarm_lifespan(["task-a"]), backend.prewarm_lifespan(task_ids=ids)]


async def template(q: Any) -> object:
    backend = HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="template")
    await backend.prewarm()
    return backend.prewarm_lifespan()


async def template_by_default(q: Any) -> object:
    backend = HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow)
    await backend.prewarm()
    return backend.prewarm_lifespan()


async def unknown_mode(q: Any, mode: str, backend: HarborBackend) -> object:
    # nothing says in which mode these are
    made = HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode=mode)
    await made.prewarm()
    return backend.prewarm_lifespan()


async def another_library(q: Any, unknown) -> object:
    backend = ForeignBackend(orchestrator=q, tasks_dir=TASKS, task_mode="dataset")
    await backend.prewarm()
    await unknown.prewarm()
    return backend.prewarm_lifespan()
