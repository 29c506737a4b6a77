"""OSM414: v0.3 constructor calls that cannot work or mislead."""

from pathlib import Path
from typing import Any

import osmosis_ai.rollout.backend.harbor as harbor
from my_backends import HarborBackend as ForeignBackend
from osmosis_ai.rollout import AgentWorkflow
from osmosis_ai.rollout.backend.harbor import HarborBackend, TaskMode
from osmosis_ai.rollout.backend.harbor import HarborBackend as Backend

TASKS = Path("tasks")
CODE = Path(".")
WHEEL = Path("dist/flow.whl")


class Flow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def code_and_bundle(q: Any) -> list[HarborBackend]:
    # the bundle is used, the code directory is not
    return [
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, code_dir=CODE, bundle=WHEEL),  # expect: OSM414
        Backend(bundle=WHEEL, code_dir=CODE, orchestrator=q, tasks_dir=TASKS, agent=Flow),  # expect: OSM414
        harbor.HarborBackend(orchestrator=q, tasks_dir=TASKS, code_dir=CODE, bundle=WHEEL),  # expect: OSM414
    ]


def native_options_for_a_workflow(q: Any) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, native_agent_kwargs={"turns": 3}),  # expect: OSM414
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="m:F", native_agent_kwargs={"turns": 3}),  # expect: OSM414
        Backend(native_agent_kwargs={"turns": 3}, agent=Flow, orchestrator=q, tasks_dir=TASKS),  # expect: OSM414
    ]


def unknown_native_agents(q: Any) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="claude-code"),  # expect: OSM414
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="terminus"),  # expect: OSM414
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="Oracle"),  # expect: OSM414
        harbor.HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="terminus_2"),  # expect: OSM414
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="my_flow.flow.Flow"),  # expect: OSM414
    ]


def unknown_task_modes(q: Any) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="single"),  # expect: OSM414
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="datasets"),  # expect: OSM414
        Backend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="Template"),  # expect: OSM414
    ]


class FlowBackend(HarborBackend):
    def __init__(self, q: Any) -> None:
        super().__init__(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="task")  # expect: OSM414


class PlainBackend(HarborBackend):
    pass


def subclassed(q: Any) -> HarborBackend:
    return PlainBackend(orchestrator=q, tasks_dir=TASKS, agent="codex")  # expect: OSM414


# --- nothing below is reported ---


def one_or_the_other(q: Any, wheel: Path | None) -> list[HarborBackend]:
    """`code_dir=` or `bundle=`."""
    # not both: code_dir=CODE, bundle=WHEEL
    return [
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, code_dir=CODE),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, bundle=WHEEL),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, code_dir=CODE, bundle=None),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, code_dir=None, bundle=WHEEL),
    ]


def native_agents(q: Any, name: str, options: dict[str, Any]) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="terminus-2"),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="mini-swe-agent"),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="opencode"),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="oracle"),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="terminus-2", native_agent_kwargs={"turns": 3}),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent="my_flow.flow:Flow"),
        # nothing says what these are
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=name),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=name, native_agent_kwargs={"turns": 3}),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=options["agent"], native_agent_kwargs=options),
    ]


def no_native_options(q: Any) -> list[HarborBackend]:
    # an empty dict and None configure nothing, and 0.3.8 takes them
    return [
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, native_agent_kwargs=None),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, native_agent_kwargs={}),
    ]


def task_modes(q: Any, mode: str) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="template"),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="dataset"),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode=TaskMode.TEMPLATE),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode=harbor.TaskMode.DATASET),
        HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode=mode),
    ]


async def prewarmed(q: Any) -> list[object]:
    template = HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow)
    dataset = HarborBackend(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="dataset")
    await template.prewarm()
    await dataset.prewarm(["task-a", "task-b"])
    # 0.3.8 looks for the tasks itself
    await dataset.prewarm()
    return [template.prewarm_lifespan(), dataset.prewarm_lifespan(["task-a"]), dataset.prewarm_lifespan(task_ids=["a"])]


def other_callables(q: Any, make) -> list[object]:
    return [
        ForeignBackend(orchestrator=q, agent="claude-code", task_mode="single", code_dir=CODE, bundle=WHEEL),
        make(agent="claude-code", task_mode="single", code_dir=CODE, bundle=WHEEL),
        dict(agent="claude-code", task_mode="single", code_dir=CODE, bundle=WHEEL),
        q.HarborBackend(agent="claude-code"),
        {"agent": "claude-code"},
    ]


class OwnMode(HarborBackend):
    def __init__(self, q: Any, *, agent: str, task_mode: str) -> None:
        print(agent, task_mode)
        super().__init__(orchestrator=q, tasks_dir=TASKS, agent=Flow, task_mode="template")


def own_mode(q: Any) -> HarborBackend:
    return OwnMode(q, agent="claude-code", task_mode="single")


def shadowed(q: Any, HarborBackend) -> object:
    return HarborBackend(orchestrator=q, agent="claude-code", code_dir=CODE, bundle=WHEEL)
