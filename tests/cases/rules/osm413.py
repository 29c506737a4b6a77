"""OSM413: attributes and methods that `HarborBackend` lost."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import osmosis_ai.rollout.backend.harbor as harbor
from my_backends import HarborBackend as ForeignBackend
from osmosis_ai.rollout import AgentWorkflow, ExecutionRequest, LocalBackend
from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.backend.harbor.backend import HarborBackend as Backend

TASKS = Path("tasks")


class Flow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def new_backend(trial_queue: Any) -> HarborBackend:
    return HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Flow)


def paths(backend: HarborBackend) -> list[Any]:
    return [
        backend.task_dir,  # expect: OSM413
        backend.user_code_dir,  # expect: OSM413
        backend.workflow_path,  # expect: OSM413
        backend.workflow_config_path,  # expect: OSM413
        backend.grader_path,  # expect: OSM413
        backend.grader_config_path,  # expect: OSM413
        backend.custom_tests_dir,  # expect: OSM413
        backend.root_dir,  # expect: OSM413
        backend.shared_env_dir,  # expect: OSM413
    ]


def switches(backend: "harbor.HarborBackend | None") -> list[Any]:
    return [
        backend.grading,  # expect: OSM413
        backend.prebuild_local_image,  # expect: OSM413
        backend.symlink_environment,  # expect: OSM413
        backend.prebuilt_image_tag,  # expect: OSM413
    ]


def methods(backend: Backend, request: ExecutionRequest, task_dir: Path) -> None:
    backend.prepare_shared_env()  # expect: OSM413
    backend.build_image()  # expect: OSM413
    backend.write_compose_pull_policy(task_dir)  # expect: OSM413
    backend.prepare_env_dir(task_dir)  # expect: OSM413
    backend.prepare_task_dir(request)  # expect: OSM413
    backend.write_instruction(task_dir, request)  # expect: OSM413
    backend.build_rollout_config(request)  # expect: OSM413
    backend.prepare_tests_dir(task_dir)  # expect: OSM413
    backend.inject_verifier_env(task_dir)  # expect: OSM413


def made_here(trial_queue: Any) -> str:
    backend = HarborBackend(orchestrator=trial_queue, tasks_dir=TASKS, agent=Flow)
    print(new_backend(trial_queue).task_dir.name)  # expect: OSM413
    return f"image {backend.prebuilt_image_tag}"  # expect: OSM413


class Server:
    def __init__(self, backend: HarborBackend) -> None:
        self.backend = backend

    def image(self) -> str:
        return self.backend.build_image()  # expect: OSM413

    def all_of(self, backends: dict[str, HarborBackend]) -> list[Path]:
        build = self.backend.build_image  # expect: OSM413
        build()
        return [b.root_dir for b in backends.values()]  # expect: OSM413


class TaskBackend(HarborBackend):
    def health(self) -> dict[str, Any]:
        return {**super().health(), "task": self.task_dir.name}  # expect: OSM413


class ImageBackend(TaskBackend):
    def build_image(self) -> str:
        return super().build_image()  # expect: OSM413


def narrowed(backend: object) -> Any:
    if isinstance(backend, Backend):
        return backend.workflow_path  # expect: OSM413
    return cast(HarborBackend, backend).grader_path  # expect: OSM413


def by_name(backend: HarborBackend, monkeypatch) -> Any:
    monkeypatch.setattr(HarborBackend, "build_image", str)  # expect: OSM413
    with patch.object(backend, "prepare_shared_env"):  # expect: OSM413
        return getattr(backend, "task_dir")  # expect: OSM413


@patch("osmosis_ai.rollout.backend.harbor.backend.HarborBackend.build_image")  # expect: OSM413
def test_builds(build_image) -> None:
    with patch("osmosis_ai.rollout.backend.harbor.HarborBackend.prepare_shared_env"):  # expect: OSM413
        assert build_image


# --- nothing below is reported ---


async def migrated(backend: HarborBackend) -> list[Any]:
    """`backend.task_dir` became `backend.tasks_dir`; `backend.build_image()` is done by Harbor."""
    # backend.root_dir is gone
    await backend.prewarm()
    return [
        backend.tasks_dir,
        backend.trials_dir,
        backend.rollouts_dir,
        backend.artifact_root,
        backend.environment_config,
        backend.orchestrator,
        backend.pending,
        backend.cleanup_successful_trials,
        backend.agent,
        backend.bundle,
        backend.task_mode,
        backend.health(),
        backend.build_trial_config,
        backend.on_trial_end,
        "backend.task_dir",
    ]


@dataclass
class Trial:
    task_dir: Path
    root_dir: Path
    grading: bool = True

    def build_image(self) -> str:
        return f"{self.root_dir}/{self.task_dir}"


def other_classes(trial: Trial, foreign: ForeignBackend, unknown, local: LocalBackend) -> list[Any]:
    trial.task_dir = TASKS
    return [
        trial.task_dir,
        trial.root_dir,
        trial.grading,
        trial.build_image(),
        foreign.task_dir,
        foreign.build_image(),
        unknown.task_dir,
        unknown.build_image(),
        local.health(),
        getattr(trial, "task_dir"),
        patch.object(Trial, "build_image"),
        patch("my_backends.HarborBackend.build_image"),
    ]


def own_override(backend: ImageBackend) -> str:
    # the subclass brings the method itself
    return backend.build_image()


class OwnProperty(HarborBackend):
    @property
    def task_dir(self) -> Path:
        return self.tasks_dir

    def title(self) -> str:
        return self.task_dir.name


def rebound(backend: HarborBackend, trials: list[Trial]) -> list[Path]:
    print(backend.tasks_dir)
    found = [backend.task_dir for backend in trials]
    backend = trials[0]
    return [*found, backend.root_dir]


def shadowed() -> Path:
    class HarborBackend(Trial):
        pass

    return HarborBackend(TASKS, TASKS).task_dir


def both_versions(backend: HarborBackend) -> Path:
    if hasattr(backend, "task_dir"):
        return backend.task_dir
    return getattr(backend, "task_dir", None) or backend.tasks_dir


def both_versions_tried(backend: HarborBackend) -> Path:
    try:
        return backend.tasks_dir
    except AttributeError:
        return backend.task_dir


class BuildsNoMore(HarborBackend):
    """The backend called these by itself; nobody calls the overrides now."""

    async def build_image(self) -> str | None:  # expect: OSM413
        return await super().build_image()  # expect: OSM413

    def prepare_task_dir(self, rollout_id: str) -> Path:  # expect: OSM413
        return TASKS / rollout_id


class BuildsByItself(HarborBackend):
    def write_instruction(self, folder: Path) -> None:
        (folder / "instruction.md").write_text("Solve it.")

    def ready(self) -> None:
        self.write_instruction(TASKS)


class ForeignBuilder(ForeignBackend):
    async def build_image(self) -> None:
        return None
