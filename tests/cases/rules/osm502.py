"""OSM502: a module that is gone, reported where it is imported."""

import contextlib
import importlib
import importlib.util
from importlib import import_module
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import osmosis_ai.eval.common  # expect: OSM502
import osmosis_ai.eval.common.cli  # expect: OSM502
import osmosis_ai.rollout.backend.harbor.agent_runner  # expect: OSM502
import osmosis_ai.rollout.validator  # expect: OSM502
import osmosis_ai.rollout.validator as checks  # expect: OSM502
import pytest
from my_flows import validator as flow_validator
from osmosis_ai.eval import common  # expect: OSM502
from osmosis_ai.eval.common import load_workflow  # expect: OSM502
from osmosis_ai.eval.common.cli import auto_discover_grader as discover  # expect: OSM502
from osmosis_ai.rollout import Grader, validator  # expect: OSM502
from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.backend.harbor import grader_runner as runner  # expect: OSM502
from osmosis_ai.rollout.backend.harbor.agent_adapter import OsmosisInstalledAgent  # expect: OSM502
from osmosis_ai.rollout.backend.harbor.grader_runner import main as grade_in_container  # expect: OSM502
from osmosis_ai.rollout.utils.imports import resolve_object
from osmosis_ai.rollout.validator import validate_backend  # expect: OSM502

if TYPE_CHECKING:
    from osmosis_ai.rollout.validator import ValidationResult  # expect: OSM502


def check(workflow_class: type, grader_class: type[Grader]) -> "ValidationResult":
    # what is reached through a module that is gone is not repeated
    print(validator.resolved_agent_name(workflow_class, None))
    print(checks.validate_backend, osmosis_ai.rollout.validator.validate_backend)
    return validate_backend(workflow_class, None, grader_class)


def load(path: str) -> list[Any]:
    return [
        load_workflow(path),
        discover(path),
        common.load_workflow(path),
        osmosis_ai.eval.common.cli.load_workflow(path),
        osmosis_ai.rollout.backend.harbor.agent_runner.main,
    ]


def grade() -> None:
    grade_in_container()
    runner.main()


class Installed(OsmosisInstalledAgent):
    pass


def local_import(path: str) -> Any:
    from osmosis_ai.eval.common import load_workflow as load_here  # expect: OSM502

    return load_here(path)


def conditional(strict: bool) -> Any:
    if strict:
        from osmosis_ai.rollout import validator as strict_validator  # expect: OSM502

        return strict_validator.validate_backend
    return None


def by_name() -> list[Any]:
    return [
        importlib.import_module("osmosis_ai.rollout.validator"),  # expect: OSM502
        import_module("osmosis_ai.eval.common").load_workflow,  # expect: OSM502
        __import__("osmosis_ai.rollout.backend.harbor.grader_runner"),  # expect: OSM502
        resolve_object("osmosis_ai.rollout.validator:validate_backend"),  # expect: OSM502
    ]


@patch("osmosis_ai.rollout.validator.validate_backend")  # expect: OSM502
def test_checks(validate) -> None:
    assert validate


# --- nothing below is reported ---

try:
    import osmosis_ai.rollout.validator as maybe_validator
except ImportError:
    maybe_validator = None

try:
    from osmosis_ai.eval.common import load_workflow as maybe_load
except ModuleNotFoundError:
    maybe_load = None

with contextlib.suppress(ImportError):
    from osmosis_ai.rollout import validator as suppressed_validator

if importlib.util.find_spec("osmosis_ai.rollout.validator") is not None:
    from osmosis_ai.rollout.validator import validate_backend as found_validate


def test_only_where_it_exists() -> None:
    """Skipped where `osmosis_ai.rollout.validator` is gone."""
    module = pytest.importorskip("osmosis_ai.rollout.validator")
    assert module.validate_backend


def still_there() -> list[Any]:
    # osmosis_ai.eval.common is gone, its neighbours are not
    import osmosis_ai.eval.rubric
    import osmosis_ai.rollout.backend.harbor.backend
    import osmosis_ai.rollout.utils.imports as imports
    from osmosis_ai import eval as evaluation
    from osmosis_ai.eval import rubric
    from osmosis_ai.rollout import trajectory

    return [osmosis_ai.eval.rubric, imports.resolve_object, evaluation, rubric, trajectory, HarborBackend]


def own_modules(path: str) -> list[Any]:
    import agent_runner
    import my_eval.common
    import my_flows.osmosis_ai.rollout.validator as nested
    import validator

    from my_eval.common import load_workflow
    from my_flows.harbor import grader_runner

    return [
        agent_runner.main,
        my_eval.common.load(path),
        nested.validate_backend,
        validator.validate_backend,
        load_workflow(path),
        grader_runner.main,
        flow_validator.validate_backend,
        importlib.import_module("my_flows.validator"),
    ]


def longer_names() -> list[Any]:
    import osmosis_ai_extras.eval.common
    import osmosis_ai_extras.rollout.validator as extra

    return [osmosis_ai_extras.eval.common, extra, "osmosis_ai.rollout.validators", "osmosis_ai.eval.commons"]


def words(common: Any, path: str) -> list[Any]:
    print("osmosis_ai.rollout.validator is gone, write your own checks")
    return [common.load_workflow(path), "my_flows.validator:validate_backend"]


def both_versions() -> Any:
    try:
        return importlib.import_module("osmosis_ai.rollout.validator")
    except ModuleNotFoundError:
        return flow_validator
