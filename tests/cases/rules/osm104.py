"""OSM104: `RolloutContext.register_sample_source(name, source)`, now `set_sample_source(source)`."""

from contextlib import suppress
from functools import partial
from unittest import mock

import osmosis_ai.rollout.context as context_module
from my_agents.tracing import RolloutContext as TracingContext
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, RolloutContext, get_rollout_context
from osmosis_ai.rollout.context import RolloutContext as Ambient
from osmosis_ai.rollout.context import SampleSource, get_rollout_context as current


class Workflow(AgentWorkflow):
    def __init__(self, config=None, source: SampleSource | None = None):
        super().__init__(config)
        self.source = source

    async def run(self, ctx: AgentWorkflowContext) -> None:
        get_rollout_context().register_sample_source("solver", self.source)  # expect: OSM104


class Checked(Workflow):
    async def run(self, ctx) -> None:
        rollout_ctx = current()
        if rollout_ctx is not None:
            rollout_ctx.register_sample_source("solver", self.source)  # expect: OSM104


class Walrus(Workflow):
    async def run(self, ctx) -> None:
        if (active := get_rollout_context()) is None:
            return
        active.register_sample_source(name="solver", source=self.source)  # expect: OSM104


class Imported(Workflow):
    async def run(self, ctx) -> None:
        context_module.get_rollout_context().register_sample_source("solver", self.source)  # expect: OSM104


class Owner:
    def __init__(self, source: SampleSource) -> None:
        self.source = source
        self._rollout = get_rollout_context()

    def attach(self) -> None:
        self._rollout.register_sample_source("solver", self.source)  # expect: OSM104


def attach(rollout_ctx: RolloutContext, name: str, source: SampleSource) -> None:
    rollout_ctx.register_sample_source(name, source)  # expect: OSM104


def attach_optional(rollout_ctx: "Ambient | None", source: SampleSource) -> None:
    if not rollout_ctx:
        return
    rollout_ctx.register_sample_source(  # expect: OSM104
        "solver",
        source,
    )


def entered(source: SampleSource) -> None:
    with RolloutContext(chat_completions_url="http://localhost/v1") as rollout_ctx:
        rollout_ctx.register_sample_source("solver", source)  # expect: OSM104


def borrowed(rollout_ctx: RolloutContext):
    register = rollout_ctx.register_sample_source  # expect: OSM104
    return register


def prepared(rollout_ctx: RolloutContext):
    return partial(rollout_ctx.register_sample_source, "solver")  # expect: OSM104


def by_name(rollout_ctx: RolloutContext):
    return getattr(rollout_ctx, "register_sample_source")  # expect: OSM104


class Logged(RolloutContext):
    def register_sample_source(self, name: str, source: SampleSource) -> None:
        print(name)
        super().register_sample_source(name, source)  # expect: OSM104


class Quiet(RolloutContext):
    def attach(self, source: SampleSource) -> None:
        self.register_sample_source("solver", source)  # expect: OSM104


def test_registers(monkeypatch) -> None:
    monkeypatch.setattr(RolloutContext, "register_sample_source", print)  # expect: OSM104
    with mock.patch("osmosis_ai.rollout.RolloutContext.register_sample_source"):  # expect: OSM104
        pass


# --- nothing below is reported ---


class Migrated(Workflow):
    """Was `register_sample_source("solver", source)`."""

    async def run(self, ctx: AgentWorkflowContext) -> None:
        # register_sample_source took a name; there is only one source now
        rollout_ctx = get_rollout_context()
        if rollout_ctx is None:
            raise RuntimeError("register_sample_source needs a rollout")
        rollout_ctx.set_sample_source(self.source)


class Registry:
    def register_sample_source(self, name: str, source: object) -> None:
        self.last = (name, source)

    def fill(self, source: object) -> None:
        self.register_sample_source("solver", source)


def other_receivers(registry: Registry, tracing: TracingContext, unknown, source: object) -> None:
    registry.register_sample_source("solver", source)
    tracing.register_sample_source("solver", source)
    unknown.register_sample_source("solver", source)
    Registry().register_sample_source("solver", source)


def workflow_context(ctx: AgentWorkflowContext, source: object) -> None:
    # a workflow's context is not the rollout's: it never had this method
    ctx.register_sample_source("solver", source)


def rebound(rollout_ctx: RolloutContext, source: object) -> None:
    print(rollout_ctx.api_key)
    rollout_ctx = Registry()
    rollout_ctx.register_sample_source("solver", source)


def shadowed(source: object) -> None:
    def get_rollout_context() -> Registry:
        return Registry()

    get_rollout_context().register_sample_source("solver", source)


def own_override(logged: Logged, source: SampleSource) -> None:
    logged.register_sample_source("solver", source)


def both_versions(rollout_ctx: RolloutContext, source: SampleSource) -> None:
    if hasattr(rollout_ctx, "set_sample_source"):
        rollout_ctx.set_sample_source(source)
    else:
        rollout_ctx.register_sample_source("solver", source)


def both_versions_tried(rollout_ctx: RolloutContext, source: SampleSource) -> None:
    try:
        rollout_ctx.register_sample_source("solver", source)
    except AttributeError:
        rollout_ctx.set_sample_source(source)


def only_where_it_exists(rollout_ctx: RolloutContext, source: SampleSource) -> None:
    with suppress(AttributeError):
        rollout_ctx.register_sample_source("solver", source)


def register_sample_source(name: str, source: object) -> str:
    return f"register_sample_source {name}: {source}"


def bare_call(source: object) -> str:
    return register_sample_source("solver", source)
