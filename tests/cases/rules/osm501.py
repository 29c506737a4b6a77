"""OSM501: a name imported from where it no longer is."""

import contextlib
import importlib
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import osmosis_ai.rollout
import osmosis_ai.rollout.integrations as integrations
from my_agents import OsmosisStrandsAgent as ForeignAgent
from osmosis_ai import rollout
from osmosis_ai.rollout import AgentWorkflow, LocalBackend
from osmosis_ai.rollout import create_rollout_server  # expect: OSM501
from osmosis_ai.rollout import create_rollout_server as new_server  # expect: OSM501
from osmosis_ai.rollout import OsmosisStrandsAgent as StrandsAgent, RolloutContext  # expect: OSM501
from osmosis_ai.rollout import (
    AgentWorkflowConfig,
    OsmosisRolloutModel,  # expect: OSM501
    OsmosisStrandsAgent,  # expect: OSM501
    RolloutSample,
)
from osmosis_ai.rollout.integrations import OsmosisRolloutModel as IntegrationModel  # expect: OSM501
from osmosis_ai.rollout.integrations import OsmosisStrandsAgent as IntegrationAgent  # expect: OSM501
from osmosis_ai.rollout.integrations import agents
from osmosis_ai.rollout.integrations.agents import OsmosisRolloutModel as AgentsModel  # expect: OSM501
from osmosis_ai.rollout.integrations.agents import OsmosisStrandsAgent as AgentsAgent  # expect: OSM501
from osmosis_ai.rollout.utils.imports import resolve_object

if TYPE_CHECKING:
    from osmosis_ai.rollout import OsmosisStrandsAgent as CheckedAgent  # expect: OSM501

__all__ = ["OsmosisStrandsAgent", "create_rollout_server", "app"]


class Config(AgentWorkflowConfig):
    model: OsmosisRolloutModel


# uses of imported names are not repeated
config = Config(name="solver", model=OsmosisRolloutModel(temperature=0.7))


class Workflow(AgentWorkflow[Config]):
    async def run(self, ctx) -> None:
        agent = StrandsAgent(name="solver", model=ctx.config.model)
        await agent.invoke_async(ctx.prompt)


app = create_rollout_server(backend=LocalBackend(workflow=Workflow, workflow_config=config))


def dotted(backend: LocalBackend) -> list[object]:
    return [
        rollout.create_rollout_server(backend=backend),  # expect: OSM501
        osmosis_ai.rollout.create_rollout_server,  # expect: OSM501
        rollout.OsmosisStrandsAgent,  # expect: OSM501
        rollout.OsmosisRolloutModel(temperature=0.7),  # expect: OSM501
        integrations.OsmosisStrandsAgent,  # expect: OSM501
        agents.OsmosisRolloutModel,  # expect: OSM501
    ]


def annotated(model: rollout.OsmosisRolloutModel, agent: "rollout.OsmosisStrandsAgent"):  # expect: OSM501, OSM501
    return model, agent


class Subclass(agents.OsmosisStrandsAgent):  # expect: OSM501
    pass


def local_import(backend: LocalBackend) -> object:
    from osmosis_ai.rollout import create_rollout_server as serve  # expect: OSM501

    return serve(backend=backend)


def indirect() -> list[object]:
    module = rollout
    return [
        module.create_rollout_server,  # expect: OSM501
        getattr(rollout, "create_rollout_server"),  # expect: OSM501
        importlib.import_module("osmosis_ai.rollout").create_rollout_server,  # expect: OSM501
        resolve_object("osmosis_ai.rollout:create_rollout_server"),  # expect: OSM501
    ]


@patch("osmosis_ai.rollout.create_rollout_server")  # expect: OSM501
def test_serves(serve, monkeypatch) -> None:
    monkeypatch.setattr(rollout, "create_rollout_server", serve)  # expect: OSM501


# --- nothing below is reported ---

try:
    from osmosis_ai.rollout import create_rollout_server as maybe_server
except ImportError:
    from osmosis_ai.rollout.server import create_rollout_server as maybe_server

try:
    from osmosis_ai.rollout.integrations.agents.strands import OsmosisStrandsAgent as MaybeAgent
except ModuleNotFoundError:
    from osmosis_ai.rollout import OsmosisStrandsAgent as MaybeAgent

with contextlib.suppress(ImportError):
    from osmosis_ai.rollout import OsmosisRolloutModel as SuppressedModel


def migrated(backend: LocalBackend) -> list[object]:
    """`osmosis_ai.rollout.create_rollout_server` moved to `osmosis_ai.rollout.server`."""
    # was: from osmosis_ai.rollout import create_rollout_server
    from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisRolloutModel as OpenAIModel
    from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel, OsmosisStrandsAgent
    from osmosis_ai.rollout.server import create_rollout_server
    from osmosis_ai.rollout.server.app import create_rollout_server as also_here

    print(OpenAIModel, OsmosisRolloutModel, OsmosisStrandsAgent, also_here)
    return [create_rollout_server(backend=backend), osmosis_ai.rollout.server.create_rollout_server]


def never_moved() -> list[object]:
    from osmosis_ai import evaluate_rubric  # works on 0.3.8, with the extra `rubric`
    from osmosis_ai.rollout.backend.harbor import HarborBackend, TaskMode
    from osmosis_ai.rollout.integrations.agents import openai_agents, strands

    return [evaluate_rubric, HarborBackend, TaskMode, openai_agents.OsmosisAgent, strands.OsmosisStrandsAgent]


def alive(sample: RolloutSample, ctx: RolloutContext) -> list[object]:
    return [sample.reward, ctx.api_key, rollout.AgentWorkflow, agents.strands.OsmosisStrandsAgent]


def another_library(server) -> list[Any]:
    import my_agents.rollout as rollout
    from my_agents import create_rollout_server

    return [ForeignAgent(), rollout.create_rollout_server, create_rollout_server, server.create_rollout_server]


def own_names(agents: Any) -> list[object]:
    def create_rollout_server() -> str:
        return "create_rollout_server"

    class OsmosisStrandsAgent:
        pass

    return [create_rollout_server(), OsmosisStrandsAgent(), agents.OsmosisStrandsAgent]


def both_versions() -> object:
    if hasattr(rollout, "create_rollout_server"):
        return rollout.create_rollout_server
    return getattr(rollout, "create_rollout_server", maybe_server)


def both_versions_tried() -> object:
    try:
        return rollout.create_rollout_server
    except AttributeError:
        return maybe_server
