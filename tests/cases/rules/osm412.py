# options: select=OSM412
"""OSM412, advice: `trials_dir` left out of a call from before v0.3, or `Path("trials")`, which v0.2 took for that.

Measured: 0.2.31 put both below `/tmp/osmosis-harbor-my-task`; 0.3.8 puts what is left out below the temporary folder
of the machine, and `Path("trials")` where it says.
"""

from pathlib import Path
from typing import Any

import osmosis_ai.rollout.backend.harbor as harbor
from my_backends import HarborBackend as ForeignBackend
from osmosis_ai.rollout import AgentWorkflow, LocalBackend
from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.backend.harbor import HarborBackend as Backend
from osmosis_ai.rollout.backend.harbor.backend import HarborBackend as DeepBackend

TASK = Path("tasks/my-task")
CODE = Path(".")


class Flow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def whole_v02_call(queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=queue, task_dir=TASK, user_code_dir=CODE)  # expect: OSM402, OSM403, OSM412


def half_migrated(queue: Any) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=queue, task_dir=TASK, agent=Flow),  # expect: OSM402, OSM412
        Backend(orchestrator=queue, tasks_dir=TASK, user_code_dir=CODE),  # expect: OSM403, OSM412
        DeepBackend(orchestrator=queue, tasks_dir=TASK, workflow=Flow),  # expect: OSM404, OSM412
        harbor.HarborBackend(orchestrator=queue, custom_tests_dir=CODE),  # expect: OSM405, OSM412
        HarborBackend(orchestrator=queue, prebuild_local_image=True),  # expect: OSM406, OSM412
        HarborBackend(orchestrator=queue, symlink_environment=True),  # expect: OSM407, OSM412
    ]


def spread(queue: Any) -> HarborBackend:
    return HarborBackend(**{"orchestrator": queue, "task_dir": TASK, "agent": Flow})  # expect: OSM402, OSM412


class Service:
    def __init__(self, queue: Any) -> None:
        self.backend = HarborBackend(orchestrator=queue, workflow=Flow)  # expect: OSM404, OSM412


def local_import(queue: Any) -> object:
    from osmosis_ai.rollout.backend.harbor import HarborBackend as Local

    return Local(orchestrator=queue, task_dir=TASK, agent=Flow)  # expect: OSM402, OSM412


def old_default(queue: Any) -> list[HarborBackend]:
    trials = Path("trials")
    return [
        HarborBackend(orchestrator=queue, task_dir=TASK, trials_dir=Path("trials")),  # expect: OSM402, OSM412
        HarborBackend(orchestrator=queue, task_dir=TASK, trials_dir=trials),  # expect: OSM402, OSM412
    ]


# --- below, `trials_dir` is passed, or the call is no call from before v0.3 ---


def passed(queue: Any) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=queue, task_dir=TASK, trials_dir=Path("runs")),  # expect: OSM402
        # v0.2 compared with the path, so this text was no default
        HarborBackend(orchestrator=queue, task_dir=TASK, trials_dir="trials"),  # expect: OSM402
        Backend(orchestrator=queue, workflow=Flow, trials_dir=None),  # expect: OSM404
        harbor.HarborBackend(trials_dir=CODE, orchestrator=queue, user_code_dir=CODE),  # expect: OSM403
    ]


def passed_over_several_lines(queue: Any) -> HarborBackend:
    return HarborBackend(
        orchestrator=queue,
        task_dir=TASK,  # expect: OSM402
        user_code_dir=CODE,  # expect: OSM403
        workflow=Flow,  # expect: OSM404
        trials_dir=Path("runs"),
        symlink_environment=True,  # expect: OSM407
    )


def passed_in_a_dict(queue: Any) -> HarborBackend:
    options = {"task_dir": TASK, "trials_dir": Path("runs")}  # expect: OSM402
    return HarborBackend(orchestrator=queue, agent=Flow, **options)


def migrated(queue: Any) -> list[HarborBackend]:
    """A v0.3 call may leave `trials_dir` out."""
    # was: task_dir=TASK, workflow=Flow
    return [
        HarborBackend(orchestrator=queue, tasks_dir=TASK, agent=Flow),
        HarborBackend(orchestrator=queue, tasks_dir=TASK, agent="oracle", cleanup_successful_trials=True),
        HarborBackend(orchestrator=queue, tasks_dir=TASK, agent=Flow, trials_dir=Path("trials")),
        harbor.HarborBackend(orchestrator=queue, tasks_dir=TASK, agent=Flow, code_dir=CODE, grader=None),
    ]


class OwnBackend(HarborBackend):
    def __init__(self, queue: Any, task_dir: Path) -> None:
        super().__init__(orchestrator=queue, tasks_dir=task_dir, agent=Flow)


def other_callables(queue: Any, make) -> list[object]:
    return [
        LocalBackend(workflow=Flow),
        ForeignBackend(orchestrator=queue, task_dir=TASK, workflow=Flow),
        OwnBackend(queue, task_dir=TASK),
        make(task_dir=TASK),
        dict(task_dir=TASK),
    ]


def shadowed(queue: Any, HarborBackend) -> object:
    return HarborBackend(orchestrator=queue, task_dir=TASK)
