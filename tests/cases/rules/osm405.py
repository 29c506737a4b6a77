"""OSM405: `HarborBackend(custom_tests_dir=)`; tests live with each task, or a grader takes their place."""

import functools
from importlib.metadata import version
from pathlib import Path
from typing import Any

import osmosis_ai.rollout.backend.harbor as h
from my_backends import HarborBackend as ForeignBackend
from my_project.verify import run_tests
from osmosis_ai.rollout import AgentWorkflow, Grader
from osmosis_ai.rollout.backend.harbor import HarborBackend
from packaging.version import Version

TASKS = Path("tasks/my-task")
TESTS = Path("verifier/tests")


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


class PassesAll(Grader):
    async def grade(self, ctx) -> None:
        if ctx.sample is None:
            raise ValueError("no sample")
        ctx.set_reward(1.0)


def half_migrated(trial_queue: Any) -> list[HarborBackend]:
    return [
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, custom_tests_dir=TESTS),  # expect: OSM405
        HarborBackend(orchestrator=trial_queue, agent="oracle", custom_tests_dir=None),  # expect: OSM405
        h.HarborBackend(orchestrator=trial_queue, custom_tests_dir=TESTS, tasks_dir=TASKS),  # expect: OSM405
    ]


def whole_v02_call(trial_queue: Any) -> HarborBackend:
    return HarborBackend(
        orchestrator=trial_queue,
        task_dir=TASKS,  # expect: OSM402
        user_code_dir=Path("."),  # expect: OSM403
        workflow=Workflow,  # expect: OSM404
        custom_tests_dir=TESTS,  # expect: OSM405
    )


def spread(trial_queue: Any) -> HarborBackend:
    options = {"tasks_dir": TASKS, "custom_tests_dir": TESTS}  # expect: OSM405
    return HarborBackend(orchestrator=trial_queue, **options)


def spread_call(trial_queue: Any) -> HarborBackend:
    extra = dict(custom_tests_dir=TESTS)  # expect: OSM405
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, **extra)


def prepared() -> object:
    return functools.partial(h.HarborBackend, tasks_dir=TASKS, custom_tests_dir=TESTS)  # expect: OSM405


class TestedBackend(HarborBackend):
    def __init__(self, trial_queue: Any, tests: Path) -> None:
        super().__init__(
            orchestrator=trial_queue,
            tasks_dir=TASKS,
            agent=Workflow,
            custom_tests_dir=tests,  # expect: OSM405
        )


class DeepBackend(TestedBackend):
    @classmethod
    def with_tests(cls, trial_queue: Any) -> HarborBackend:
        return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, custom_tests_dir=TESTS)  # expect: OSM405


class App:
    def __init__(self, trial_queue: Any) -> None:
        self.backend = HarborBackend(orchestrator=trial_queue, custom_tests_dir=TESTS)  # expect: OSM405


# --- nothing below is reported ---


def migrated(trial_queue: Any) -> list[HarborBackend]:
    """`custom_tests_dir=` has no successor."""
    # was: custom_tests_dir=TESTS
    return [
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, grader=PassesAll),
        HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow, grader=None),
    ]


def other_callables(trial_queue: Any, make) -> list[object]:
    return [
        run_tests(custom_tests_dir=TESTS),
        functools.partial(run_tests, custom_tests_dir=TESTS),
        ForeignBackend(orchestrator=trial_queue, custom_tests_dir=TESTS),
        make(custom_tests_dir=TESTS),
        trial_queue.start(custom_tests_dir=TESTS),
        dict(custom_tests_dir=TESTS),
        {"custom_tests_dir": TESTS},
    ]


class OwnTests(HarborBackend):
    """Copies the tests itself."""

    def __init__(self, trial_queue: Any, custom_tests_dir: Path) -> None:
        super().__init__(orchestrator=trial_queue, tasks_dir=custom_tests_dir.parent, agent=Workflow)


def own_tests(trial_queue: Any) -> HarborBackend:
    return OwnTests(trial_queue, custom_tests_dir=TESTS)


def own_option(options: dict[str, Any], trial_queue: Any) -> HarborBackend:
    custom_tests_dir = options.pop("custom_tests_dir")
    run_tests(custom_tests_dir)
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, **options)


def inner_value(trial_queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, tasks_dir=run_tests(custom_tests_dir=TESTS), agent=Workflow)


def shadowed(trial_queue: Any) -> object:
    from my_backends import HarborBackend

    return HarborBackend(orchestrator=trial_queue, custom_tests_dir=TESTS)


def shadowed_module(trial_queue: Any, h) -> object:
    return h.HarborBackend(orchestrator=trial_queue, custom_tests_dir=TESTS)


def both_versions(trial_queue: Any) -> HarborBackend:
    if Version(version("osmosis-ai")) >= Version("0.3"):
        return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Workflow)
    else:
        return HarborBackend(orchestrator=trial_queue, task_dir=TASKS, custom_tests_dir=TESTS)
