"""The record of the SDK's names: the loader, facts that were measured by hand, and the real SDKs where they are.

The tests against real SDKs take two interpreters from the environment, OSMOSIS_LINT_SDK_V02 and OSMOSIS_LINT_SDK_V03:
each the path of a python in whose environment `osmosis-ai[full]` of that generation is installed.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from osmosis_lint.api.surface import Parameter, Surface, Symbol, load
from tests.promised import SDK_VARIABLES, sdk_python

ROOT = Path(__file__).parents[2]
PROBE = ROOT / "tests" / "sdk_history" / "probe.py"
Release = tuple[int, ...]
R = "osmosis_ai.rollout"
HARBOR = f"{R}.backend.harbor"
STRANDS = f"{R}.integrations.agents.strands"
OPENAI = f"{R}.integrations.agents.openai_agents"


def release(text: str) -> Release:
    return tuple(int(part) for part in text.split("."))


@pytest.fixture(scope="module")
def surface() -> Surface:
    return load()


def symbols(surface: Surface) -> Iterator[Symbol]:
    """Every recorded symbol."""

    def below(symbol: Symbol) -> Iterator[Symbol]:
        yield symbol
        for member in symbol.members.values():
            yield from below(member)

    for name in surface.modules:
        module = surface.module(name)
        assert module is not None
        yield from below(module)


def with_parameters(symbol: Symbol) -> list[Symbol | Parameter]:
    """A symbol and its parameters."""
    return [symbol, *(symbol.parameters or {}).values()]


# The loader


def test_load_is_remembered(surface: Surface) -> None:
    assert load() is surface


def test_releases(surface: Surface) -> None:
    assert surface.releases == tuple([(0, 2, patch) for patch in range(32)] + [(0, 3, patch) for patch in range(9)])
    assert surface.newest == (0, 3, 8)


def test_import_costs_nothing() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); before = set(sys.modules); "
        "import osmosis_lint.api.surface as s; s.load().resolve('osmosis_ai.rollout.GraderContext.samples'); "
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"__future__", "osmosis_lint", "osmosis_lint.api", "osmosis_lint.api.surface"}


def test_text_of_another_platform_reads_alike(surface: Surface) -> None:
    data = (ROOT / "osmosis_lint" / "api" / "surface.txt").read_bytes().replace(b"\r", b"")
    other = Surface(data.replace(b"\n", b"\r\n"))
    for name in surface.modules:
        mine, its = surface.module(name), other.module(name)
        assert mine is not None
        assert its is not None
        assert (mine.ranges, mine.exports, list(mine.members)) == (its.ranges, its.exports, list(its.members))
    assert other.names() == surface.names()


@pytest.mark.parametrize("name", ["", "os", "osmosis_ai.nothing", "osmosis_ai_other", f"{R}.GraderContext.nothing"])
def test_unknown_names(surface: Surface, name: str) -> None:
    assert surface.module(name) is None
    assert surface.lookup(name) is None
    assert surface.resolve(name) is None


def test_lookup_stops_at_an_alias_and_resolve_goes_through(surface: Surface) -> None:
    alias = surface.lookup(f"{R}.GraderContext")
    assert alias is not None
    assert (alias.kind, alias.target) == ("alias", f"{R}.context.GraderContext")
    assert surface.lookup(f"{R}.GraderContext.samples") is None
    found = surface.resolve(f"{R}.GraderContext.samples")
    assert found is not None
    assert found.qualname == f"{R}.context.GraderContext.samples"


def test_inherited_members_are_found(surface: Surface) -> None:
    cls = surface.module(f"{R}.types.config").members["GraderConfig"]  # type: ignore[union-attr]
    assert cls.bases == (f"{R}.types.config.BaseConfig",)
    inherited = surface.lookup(f"{cls.qualname}.model_config")
    assert inherited is not None
    assert inherited.qualname == f"{R}.types.config.BaseConfig.model_config"


def test_a_release_past_the_newest_counts_like_it(surface: Surface) -> None:
    sample = surface.resolve(f"{R}.GraderContext.sample")
    assert sample is not None
    assert sample.alive_in((0, 3, 99))
    assert sample.last_before((0, 4, 0)) == (0, 3, 8)
    assert sample.last_before((0, 3, 0)) is None


def test_star_exports(surface: Surface) -> None:
    old, new = surface.star_exports(R, (0, 2, 31)), surface.star_exports(R, (0, 3, 8))
    assert {"MultiTurnMode", "create_rollout_server", "GraderContext"} <= set(old)
    assert "MultiTurnMode" not in new
    assert {"GraderContext", "SampleSource"} <= set(new)
    assert "evaluate_rubric" in surface.star_exports("osmosis_ai", (0, 2, 31))
    assert "evaluate_rubric" not in surface.star_exports("osmosis_ai", (0, 3, 8))
    assert "GraderContext" in surface.star_exports(f"{R}.context", (0, 3, 8))
    assert surface.star_exports(f"{R}.validator", (0, 3, 8)) == ()
    assert surface.star_exports(f"{R}.integrations", (0, 3, 8)) == ()


def test_words(surface: Surface) -> None:
    assert {"MultiTurnMode", "samples", "task_dir", "validator", "_sdk_source_dir", "osmosis_reward"} <= surface.names()
    assert "set_reward" not in surface.names()
    assert surface.lost_names() < surface.names()
    assert {"samples", "task_dir", "PENDING"} <= surface.lost_names()
    assert "osmosis_reward" not in surface.lost_names()


def test_words_hold_every_name_that_a_03_release_lacks(surface: Surface) -> None:
    targets = [known for known in surface.releases if known >= (0, 3, 0)]
    gone: set[str] = set()
    for symbol in symbols(surface):
        for item in with_parameters(symbol):
            if any(not item.alive_in(target) and item.last_before(target) for target in targets):
                gone.add(item.name if isinstance(item, Parameter) else item.qualname.rpartition(".")[2])
    assert gone == surface.names()


# The data as a whole


def test_ranges_are_in_order(surface: Surface) -> None:
    known = set(surface.releases)
    for symbol in symbols(surface):
        for item in with_parameters(symbol):
            flat = [end for span in item.ranges for end in span]
            assert flat, item
            assert None not in flat[:-1], item
            ends = [end for end in flat if end is not None]
            assert known.issuperset(ends), item
            assert ends == sorted(ends), item


def test_types_are_expressions(surface: Surface) -> None:
    for symbol in symbols(surface):
        items = [symbol.type, symbol.former_type, *symbol.variables.values()]
        for text in (*items, *(parameter.type for parameter in (symbol.parameters or {}).values())):
            if text is not None:
                ast.parse(text, mode="eval")


def test_what_names_refer_to_is_recorded(surface: Surface) -> None:
    """Aliases and bases lead to a recorded name, or into the command line's or a private module."""
    for symbol in symbols(surface):
        for target in (symbol.target, *symbol.bases):
            if target is not None and target.startswith("osmosis_ai"):
                outside = target.startswith(("osmosis_ai.cli.", "osmosis_ai.platform.cli."))
                assert surface.resolve(target) is not None or outside or "._" in target, symbol


# Facts that were measured by hand on the released packages


@pytest.mark.parametrize(
    ("name", "last"),
    [
        (f"{R}.MultiTurnMode", "0.2.31"),
        (f"{R}.HarborAgentWorkflowContext", "0.2.31"),
        (f"{R}.OsmosisStrandsAgent", "0.2.31"),
        (f"{R}.OsmosisRolloutModel", "0.2.31"),
        (f"{R}.create_rollout_server", "0.2.31"),
        (f"{R}.ControllerAuth", "0.2.31"),
        (f"{R}.integrations.OsmosisStrandsAgent", "0.2.31"),
        (f"{R}.integrations.agents.OsmosisStrandsAgent", "0.2.31"),
        (f"{HARBOR}.OsmosisInstalledAgent", "0.2.31"),
        ("osmosis_ai.eval.common", "0.2.31"),
        (f"{R}.validator", "0.2.31"),
        (f"{HARBOR}.agent_adapter", "0.2.31"),
        (f"{HARBOR}.agent_runner", "0.2.31"),
        (f"{HARBOR}.grader_runner", "0.2.31"),
        (f"{R}.GraderContext.samples", "0.2.31"),
        (f"{R}.GraderContext.get_samples", "0.2.31"),
        (f"{R}.GraderContext.set_sample_reward", "0.2.31"),
        (f"{R}.RolloutContext.register_sample_source", "0.2.31"),
        (f"{R}.RolloutContext.get_samples", "0.2.31"),
        (f"{R}.RolloutContext.sample_sources", "0.2.31"),
        (f"{R}.RolloutSample.id", "0.2.31"),
        (f"{R}.ExecutionResult.samples", "0.2.31"),
        (f"{R}.RolloutStatus.PENDING", "0.2.31"),
        (f"{OPENAI}.OsmosisMemorySession.name", "0.2.31"),
        (f"{STRANDS}.OsmosisRolloutModel.for_sample", "0.2.31"),
        (f"{R}.ExecutionBackend.max_concurrency", "0.3.0"),
        (f"{R}.LocalBackend.max_concurrency", "0.3.0"),
        (f"{R}.GraderInitRequest", "0.3.1"),
        (f"{R}.GraderInitResponse", "0.3.1"),
        (f"{R}.driver.RolloutDriver", "0.3.1"),
        (f"{R}.GraderCompleteRequest", "0.3.2"),
        (f"{R}.GraderStatus", "0.3.2"),
        (f"{R}.RolloutCompleteRequest", "0.3.2"),
        (f"{R}.types.RolloutStatusResponse", "0.3.2"),
        (f"{R}.backend.base.ResultCallback", "0.3.2"),
        (f"{R}.server.ControllerAuth", "0.3.2"),
        (f"{R}.controller", "0.3.2"),
        (f"{R}.driver", "0.3.2"),
        (f"{R}.http_driver", "0.3.2"),
        (f"{R}.server.auth", "0.3.2"),
        (f"{R}.utils.http", "0.3.2"),
        (f"{R}.RolloutInitRequest.completion_callback_url", "0.3.2"),
        (f"{R}.RolloutInitRequest.grader_callback_url", "0.3.2"),
        (f"{R}.RolloutInitRequest.controller_api_key", "0.3.2"),
        (f"{R}.types.DrainRolloutsRequest", "0.3.5"),
        ("osmosis_ai.osmosis_reward", "0.2.17"),
        ("osmosis_ai.osmosis_rubric", "0.2.17"),
        (f"{R}.RolloutAgentLoop", "0.2.17"),
        (f"{R}.RolloutContext.chat", "0.2.17"),
    ],
)
def test_gone(surface: Surface, name: str, last: str) -> None:
    symbol = surface.lookup(name) or surface.resolve(name)
    assert symbol is not None
    assert not symbol.alive_in((0, 3, 8))
    assert symbol.last_before((0, 3, 8)) == release(last)


@pytest.mark.parametrize(
    ("function", "name", "last"),
    [
        (f"{R}.GraderContext", "samples", "0.2.31"),
        (f"{R}.RolloutContext", "sample_sources", "0.2.31"),
        (f"{R}.RolloutSample", "id", "0.2.31"),
        (f"{R}.ExecutionResult", "samples", "0.2.31"),
        (f"{R}.RolloutInitRequest", "completion_callback_url", "0.3.2"),
        (f"{OPENAI}.OsmosisMemorySession", "name", "0.2.31"),
        (f"{R}.context.SampleSource.get_sample", "name", "0.2.31"),
        *(
            (f"{HARBOR}.HarborBackend", name, "0.2.31")
            for name in (
                "task_dir",
                "user_code_dir",
                "workflow",
                "custom_tests_dir",
                "prebuild_local_image",
                "symlink_environment",
                "_sdk_source_dir",
            )
        ),
        (f"{R}.ExecutionBackend.execute", "on_workflow_complete", "0.3.2"),
        (f"{R}.ExecutionBackend.execute", "on_grader_complete", "0.3.2"),
        ("osmosis_ai.evaluate_rubric", "model_info", "0.2.17"),
    ],
)
def test_gone_parameters(surface: Surface, function: str, name: str, last: str) -> None:
    symbol = surface.resolve(function)
    assert symbol is not None
    assert symbol.parameters is not None
    parameter = symbol.parameters[name]
    assert not parameter.alive_in((0, 3, 8))
    assert parameter.last_before((0, 3, 8)) == release(last)


@pytest.mark.parametrize(
    "name",
    [
        "osmosis_ai.evaluate_rubric",
        f"{R}.server.create_rollout_server",
        f"{STRANDS}.OsmosisStrandsAgent",
        f"{STRANDS}.OsmosisRolloutModel.stream",
        f"{HARBOR}.HarborBackend.prewarm_lifespan",
        f"{HARBOR}.TaskMode",
        f"{OPENAI}.OsmosisMemorySession.session_id",
        f"{R}.GraderContext.set_reward",
        f"{R}.RolloutContext.set_sample_source",
    ],
)
def test_alive(surface: Surface, name: str) -> None:
    symbol = surface.resolve(name)
    assert symbol is not None
    assert symbol.alive_in((0, 3, 8))


def test_local_backend_never_changed(surface: Surface) -> None:
    backend = surface.resolve(f"{R}.LocalBackend")
    assert backend is not None
    assert set(backend.parameters or {}) == {"workflow", "workflow_config", "grader", "grader_config"}
    for parameter in (backend.parameters or {}).values():
        assert (parameter.kind, parameter.ranges, parameter.former) == ("keyword", backend.ranges, ())


def test_a_dict_by_position_lands_elsewhere(surface: Surface) -> None:
    for name, old, new in (
        ("GraderContext", "samples", "sample"),
        ("RolloutContext", "sample_sources", "sample_source"),
    ):
        symbol = surface.resolve(f"{R}.{name}")
        assert symbol is not None
        assert symbol.parameters is not None
        assert symbol.parameters[old].position == symbol.parameters[new].position


def test_placements_of_other_releases(surface: Surface) -> None:
    overview = surface.resolve("osmosis_ai.platform.api.models.TrainingRunMetricsOverview")
    assert overview is not None
    assert overview.parameters is not None
    duration = overview.parameters["duration_ms"]
    assert duration.in_release((0, 2, 21)) == ("either", 2, True)
    assert duration.in_release((0, 3, 8)) == ("either", 0, True)
    assert overview.parameters["reward"].in_release((0, 3, 8)) is None


def test_types(surface: Surface) -> None:
    sample = f"{R}.types.sample.RolloutSample"
    expected = {
        f"{R}.GraderContext.samples": (f"dict[str, {sample}]", False),
        f"{R}.GraderContext.sample": (f"{sample} | None", False),
        f"{R}.RolloutContext.get_samples": (f"dict[str, {sample}]", True),
        f"{R}.get_rollout_context": (f"{R}.context.RolloutContext | None", False),
        f"{R}.context.SampleSource.get_sample": (sample, True),
        f"{R}.RolloutContext.__enter__": (f"{R}.context.RolloutContext", False),
        f"{R}.RolloutStatus.PENDING": (f"{R}.types.sample.RolloutStatus", False),
        f"{R}.AgentWorkflowContext.config": ("TConfig | None", False),
    }
    for name, (text, is_async) in expected.items():
        symbol = surface.resolve(name)
        assert symbol is not None
        assert (symbol.type, symbol.is_async) == (text, is_async), name
    context = surface.resolve(f"{R}.AgentWorkflowContext")
    assert context is not None
    assert context.variables == {"TConfig": f"{R}.types.config.AgentWorkflowConfig"}
    execute = surface.resolve(f"{R}.ExecutionBackend.execute")
    assert execute is not None
    assert (execute.type, execute.former_type) == (f"{R}.types.sample.ExecutionOutcome", "None")


def test_names_that_came_back(surface: Surface) -> None:
    client = surface.module(f"{R}.client")
    assert client is not None
    assert client.ranges == (((0, 2, 7), (0, 2, 17)), ((0, 3, 3), None))
    assert not client.alive_in((0, 2, 31))


# The real SDKs


class Sdk:
    """One installed SDK: its release, and its answers to every question that the record raises."""

    def __init__(self, python: str, surface: Surface, folder: Path) -> None:
        self.surface = surface
        asked, answered = folder / "questions.json", folder / "answers.json"
        version = "import importlib.metadata as m; print(m.version('osmosis-ai'))"
        self.release = release(
            subprocess.run([python, "-c", version], capture_output=True, text=True, check=True).stdout
        )
        asked.write_text(json.dumps(self.questions()), encoding="utf-8")
        environment = {**os.environ, "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
        command = [python, str(PROBE), str(asked), str(answered)]
        subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
        self.answers: dict[str, Any] = json.loads(answered.read_text(encoding="utf-8"))

    def questions(self) -> dict[str, Any]:
        modules, classes, calls = {}, {}, []
        for name in self.surface.modules:
            module = self.surface.module(name)
            assert module is not None
            modules[name] = list(module.members)
            for path, symbol in self.below(module):
                if symbol.kind == "class" and symbol.alive_in(self.release):
                    classes[f"{name}:{path}"] = list(symbol.members)
                if symbol.parameters is not None and symbol.alive_in(self.release):
                    calls.append(f"{name}:{path}")
        return {"modules": modules, "classes": classes, "calls": calls}

    def below(self, symbol: Symbol, path: str = "") -> Iterator[tuple[str, Symbol]]:
        for name, member in symbol.members.items():
            inner = f"{path}.{name}" if path else name
            yield inner, member
            yield from self.below(member, inner)

    def contradicts(self, symbol: Symbol, present: bool) -> bool:
        """Whether a recorded name is missing, or a gone one there. One that the SDK brought later may have been there
        from outside: an import, or a base's."""
        if symbol.alive_in(self.release):
            return not present
        return present and symbol.last_before(self.release) is not None

    def symbol(self, path: str) -> Symbol:
        found = self.surface.lookup(path.replace(":", "."))
        assert found is not None
        return found


@pytest.fixture(scope="module", params=SDK_VARIABLES)
def sdk(request: pytest.FixtureRequest, surface: Surface, tmp_path_factory: pytest.TempPathFactory) -> Sdk:
    return Sdk(sdk_python(request.param), surface, tmp_path_factory.mktemp("sdk"))


def test_sdk_release_is_recorded(sdk: Sdk) -> None:
    assert sdk.release in sdk.surface.releases


def test_modules_import_as_recorded(sdk: Sdk) -> None:
    wrong = []
    for name, answer in sdk.answers["modules"].items():
        alive = sdk.symbol(name).alive_in(sdk.release)
        if alive != (answer["error"] is None) or (not alive and "ModuleNotFoundError" not in answer["error"]):
            wrong.append(f"{name}: recorded as {'alive' if alive else 'gone'}, importing says {answer['error']}")
    assert not wrong


def test_names_are_there_as_recorded(sdk: Sdk) -> None:
    wrong = []
    for module, answer in sdk.answers["modules"].items():
        for name, member in sdk.symbol(module).members.items():
            if sdk.contradicts(member, name in answer["names"]):
                wrong.append(member)
    assert not wrong


def test_members_are_there_as_recorded(sdk: Sdk) -> None:
    wrong = []
    for path, present in sdk.answers["classes"].items():
        for name, member in sdk.symbol(path).members.items():
            if sdk.contradicts(member, name in present):
                wrong.append(member)
    assert len(sdk.answers["classes"]) > 100
    assert not wrong


def test_parameters_are_there_as_recorded(sdk: Sdk) -> None:
    kinds = {"keyword": "k", "args": "*", "kwargs": "**"}
    wrong = []
    for path, answer in sdk.answers["calls"].items():
        recorded = {}
        symbol = sdk.symbol(path)
        if all(not parameter.alive_in(sdk.release) for parameter in (symbol.parameters or {}).values()) and any(
            not base.startswith("osmosis_ai") for base in symbol.bases
        ):
            continue  # Constructors that the SDK leaves to a base from outside are not recorded.
        for name, parameter in (symbol.parameters or {}).items():
            found = parameter.in_release(sdk.release)
            if found is not None:
                kind, position, required = found
                where = f"{position}/" if kind == "positional" else kinds.get(kind, str(position))
                recorded[name] = where + ("!" if required else "")
        if answer is not None and answer != recorded:
            wrong.append((path, answer, recorded))
    assert sum(answer is not None for answer in sdk.answers["calls"].values()) > 300
    assert not wrong


def test_nothing_public_of_the_sdk_is_unrecorded(sdk: Sdk) -> None:
    """What `dir()` of a recorded module shows beyond the record is no class or function of the SDK."""
    wrong = []
    for module, answer in sdk.answers["modules"].items():
        for name, where in answer["extra"].items():
            submodule = where.startswith(f"{module}.{name}")
            if where.startswith("osmosis_ai") and not submodule and not where.endswith(f"{module}.{name}"):
                wrong.append(f"{module}.{name} is {where}")
    assert not wrong
