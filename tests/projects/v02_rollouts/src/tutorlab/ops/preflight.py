"""Check a rollout before it is submitted."""

from __future__ import annotations

from pathlib import Path

from osmosis_ai.eval.common import auto_discover_grader, load_workflow
from osmosis_ai.rollout.validator import ValidationResult, validate_backend

ROOT = Path(__file__).resolve().parents[3]


def messages_of(result: ValidationResult) -> list[str]:
    found = [*result.errors, *result.warnings]
    return [f"{problem.code}: {problem.message}" for problem in found]


def preflight(name: str, root: Path = ROOT) -> list[str]:
    """What is wrong with ``rollouts/<name>``: nothing, one would hope."""
    workflow, config, module, error = load_workflow(
        rollout=name, entrypoint="main.py", quiet=True, workspace_directory=root
    )
    if error is not None:
        return [error]
    grader, grader_config = auto_discover_grader(module)
    return messages_of(validate_backend(workflow, config, grader, grader_config))


def preflight_all(root: Path = ROOT) -> dict[str, list[str]]:
    names = sorted(path.parent.name for path in root.glob("rollouts/*/main.py"))
    return {name: preflight(name, root) for name in names}
