"""Check a rollout before it is submitted."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path
from types import ModuleType

from osmosis_ai.rollout import LocalBackend

ROOT = Path(__file__).resolve().parents[3]


def load_main(name: str, root: Path) -> ModuleType:
    path = root / "rollouts" / name / "main.py"
    spec = importlib.util.spec_from_file_location(f"preflight_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def problems_of(backend: LocalBackend) -> list[str]:
    found = []
    if not inspect.iscoroutinefunction(backend.workflow_cls.run):
        found.append("run() of the workflow is not async")
    if backend.grader_cls is None:
        found.append("there is no grader")
    elif not inspect.iscoroutinefunction(backend.grader_cls.grade):
        found.append("grade() of the grader is not async")
    return found


def preflight(name: str, root: Path = ROOT) -> list[str]:
    """What is wrong with ``rollouts/<name>``: nothing, one would hope."""
    backend = getattr(load_main(name, root), "backend", None)
    if not isinstance(backend, LocalBackend):
        return ["main.py has no local backend"]
    return problems_of(backend)


def preflight_all(root: Path = ROOT) -> dict[str, list[str]]:
    names = sorted(path.parent.name for path in root.glob("rollouts/*/main.py"))
    return {name: preflight(name, root) for name in names}
