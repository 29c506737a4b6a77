"""OSM409: `HarborAgentWorkflowContext`; a workflow in a container takes the plain `AgentWorkflowContext`."""

import contextlib
import importlib
import typing
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import osmosis_ai.rollout
import osmosis_ai.rollout.context as context_module
from my_sandbox import HarborAgentWorkflowContext as SandboxContext
from osmosis_ai import rollout
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig, AgentWorkflowContext
from osmosis_ai.rollout import HarborAgentWorkflowContext  # expect: OSM409
from osmosis_ai.rollout import HarborAgentWorkflowContext as HarborContext  # expect: OSM409
from osmosis_ai.rollout.context import HarborAgentWorkflowContext as DeepContext  # expect: OSM409
from osmosis_ai.rollout.context import (
    GraderContext,
    HarborAgentWorkflowContext as ListedContext,  # expect: OSM409
    get_rollout_context,
)

if TYPE_CHECKING:
    from osmosis_ai.rollout.context import HarborAgentWorkflowContext as CheckedContext  # expect: OSM409

__all__ = ["HarborAgentWorkflowContext", "Shell"]


class Config(AgentWorkflowConfig):
    shell: str = "bash"


class Shell(AgentWorkflow[Config]):
    # uses of imported names are not repeated
    async def run(self, ctx: HarborAgentWorkflowContext[Config]) -> None:
        print(ctx.prompt, ctx.config.shell)


class Typed(AgentWorkflow):
    async def run(self, ctx: "HarborContext | DeepContext") -> None:
        print(isinstance(ctx, ListedContext), ctx.metadata)


class Dotted(AgentWorkflow):
    async def run(self, ctx: rollout.HarborAgentWorkflowContext) -> None:  # expect: OSM409
        print(ctx.prompt)


class DottedInAString(AgentWorkflow[Config]):
    async def run(self, ctx: "osmosis_ai.rollout.HarborAgentWorkflowContext[Config]") -> None:  # expect: OSM409
        print(ctx.prompt)


class OwnContext(context_module.HarborAgentWorkflowContext):  # expect: OSM409
    pass


def built(prompt: list[dict], environment: Any) -> list[object]:
    return [
        HarborAgentWorkflowContext(prompt=prompt, config=Config(name="shell")),
        context_module.HarborAgentWorkflowContext(prompt, Config(name="shell")),  # expect: OSM409
        typing.cast(rollout.HarborAgentWorkflowContext, environment),  # expect: OSM409
    ]


def local_import(ctx: object) -> bool:
    from osmosis_ai.rollout import HarborAgentWorkflowContext as Local  # expect: OSM409

    return isinstance(ctx, Local)


def indirect() -> list[object]:
    keep = rollout
    return [
        keep.HarborAgentWorkflowContext,  # expect: OSM409
        getattr(context_module, "HarborAgentWorkflowContext"),  # expect: OSM409
        importlib.import_module("osmosis_ai.rollout").HarborAgentWorkflowContext,  # expect: OSM409
    ]


@patch("osmosis_ai.rollout.context.HarborAgentWorkflowContext")  # expect: OSM409
def test_context(made, monkeypatch) -> None:
    monkeypatch.setattr(rollout, "HarborAgentWorkflowContext", made)  # expect: OSM409


# --- nothing below is reported ---

try:
    from osmosis_ai.rollout import HarborAgentWorkflowContext as MaybeContext
except ImportError:
    MaybeContext = AgentWorkflowContext

with contextlib.suppress(ImportError):
    from osmosis_ai.rollout.context import HarborAgentWorkflowContext as SuppressedContext


class Migrated(AgentWorkflow[Config]):
    """`HarborAgentWorkflowContext` is gone; this runs inside the container."""

    async def run(self, ctx: AgentWorkflowContext[Config]) -> None:
        # ctx is no HarborAgentWorkflowContext any more
        print(ctx.prompt, get_rollout_context())


class InASandbox(AgentWorkflow):
    async def run(self, ctx: SandboxContext) -> None:
        print(ctx.prompt)


def another_library(sandbox) -> list[object]:
    import my_sandbox.rollout as rollout

    return [rollout.HarborAgentWorkflowContext, sandbox.HarborAgentWorkflowContext]


def own_class() -> object:
    class HarborAgentWorkflowContext(AgentWorkflowContext):
        environment: Any = None

    return HarborAgentWorkflowContext(prompt=[])


def own_attribute(ctx: GraderContext) -> list[object]:
    class Kinds:
        HarborAgentWorkflowContext = AgentWorkflowContext

    return [Kinds.HarborAgentWorkflowContext, Kinds().HarborAgentWorkflowContext, ctx.metadata]


def parameter(HarborAgentWorkflowContext) -> object:
    return HarborAgentWorkflowContext(prompt=[])


def words() -> list[str]:
    return [
        "HarborAgentWorkflowContext",
        "use AgentWorkflowContext, not HarborAgentWorkflowContext",
        "my_sandbox:HarborAgentWorkflowContext",
    ]


def both_versions() -> object:
    if hasattr(rollout, "HarborAgentWorkflowContext"):
        return rollout.HarborAgentWorkflowContext
    return getattr(context_module, "HarborAgentWorkflowContext", AgentWorkflowContext)


def both_versions_tried() -> object:
    try:
        return context_module.HarborAgentWorkflowContext
    except AttributeError:
        return AgentWorkflowContext
