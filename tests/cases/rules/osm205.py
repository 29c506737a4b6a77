"""OSM205: what carried the rollout's identity on models: `for_sample`, `current_sample_id`, `rollout_id`."""

from contextlib import suppress
from typing import Any
from unittest.mock import patch

import osmosis_ai.rollout.integrations.agents.openai_agents as openai_integration
from my_models import OsmosisRolloutModel as ForeignModel
from osmosis_ai.rollout import RolloutContext, RolloutInitRequest, get_rollout_context
from osmosis_ai.rollout.integrations.agents import openai_agents
from osmosis_ai.rollout.integrations.agents import strands as strands_integration
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisLitellmModel
from osmosis_ai.rollout.integrations.agents.openai_agents import current_sample_id  # expect: OSM205
from osmosis_ai.rollout.integrations.agents.openai_agents import (
    OsmosisAgent,
    current_sample_id as sample_id_var,  # expect: OSM205
)
from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel
from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel as RolloutModel
from strands.models.litellm import LiteLLMModel


def wired(model: OsmosisRolloutModel, rollout_ctx: RolloutContext) -> LiteLLMModel:
    return model.for_sample("solver", rollout_ctx)  # expect: OSM205


def wired_here(rollout_ctx: RolloutContext) -> list[Any]:
    model = OsmosisRolloutModel(temperature=0.7)
    bound = model.for_sample  # expect: OSM205
    dotted = strands_integration.OsmosisRolloutModel(temperature=0.7)
    return [
        bound("solver", rollout_ctx),
        dotted.for_sample("solver", rollout_ctx),  # expect: OSM205
        RolloutModel().for_sample("solver", rollout_ctx),  # expect: OSM205
        OsmosisRolloutModel.for_sample(model, "solver", rollout_ctx),  # expect: OSM205
        getattr(model, "for_sample")("solver", rollout_ctx),  # expect: OSM205
    ]


class Pool:
    def __init__(self) -> None:
        self.models = {"solver": RolloutModel(temperature=0.2)}

    def get(self, name: str) -> "LiteLLMModel":
        return self.models[name].for_sample(name, get_rollout_context())  # expect: OSM205


class Patient(OsmosisRolloutModel):
    def for_sample(self, sample_id: str, rollout_ctx: RolloutContext) -> LiteLLMModel:
        return super().for_sample(sample_id, rollout_ctx)  # expect: OSM205


def in_the_module() -> list[Any]:
    return [
        openai_agents.current_sample_id.get(),  # expect: OSM205
        openai_integration.current_sample_id,  # expect: OSM205
        getattr(openai_agents, "current_sample_id"),  # expect: OSM205
    ]


def uses_of_the_import() -> str | None:
    # reported at the import, not again here
    current_sample_id.set("solver")
    return sample_id_var.get()


def local_import() -> Any:
    from osmosis_ai.rollout.integrations.agents.openai_agents import current_sample_id as here  # expect: OSM205

    return here.get()


def litellm(model: OsmosisLitellmModel, other: openai_integration.OsmosisLitellmModel) -> list[str]:
    built = OsmosisLitellmModel(extra_body={})
    return [model.rollout_id, other.rollout_id, built.rollout_id]  # expect: OSM205, OSM205, OSM205


class Headers(OsmosisLitellmModel):
    def _merge_headers(self, model_settings) -> dict[str, str]:
        merged = super()._merge_headers(model_settings)
        return {**merged, "x-run": self.rollout_id}  # expect: OSM205


def settings(model: OsmosisRolloutModel) -> list[Any]:
    # the placeholder no longer fills what it has from LiteLLMModel
    return [model.config["params"], model.client_args]  # expect: OSM205, OSM205


@patch("osmosis_ai.rollout.integrations.agents.openai_agents.current_sample_id")  # expect: OSM205
def test_sample_id(var, monkeypatch) -> None:
    monkeypatch.setattr(openai_agents, "current_sample_id", var)  # expect: OSM205
    with patch.object(OsmosisRolloutModel, "for_sample"):  # expect: OSM205
        pass


# --- nothing below is reported ---


def migrated(rollout_ctx: RolloutContext) -> list[Any]:
    """`model.for_sample(...)` happens inside the agent; `current_sample_id` is gone."""
    model = OsmosisRolloutModel(temperature=0.7)
    # for_sample, rollout_id and current_sample_id are not needed
    agent = strands_integration.OsmosisStrandsAgent(model=model)
    return [agent, model.litellm_kwargs, rollout_ctx.rollout_id, rollout_ctx.chat_completions_url]


def other_rollout_ids(request: RolloutInitRequest, rollout_ctx: RolloutContext) -> list[str]:
    return [request.rollout_id, rollout_ctx.rollout_id, get_rollout_context().rollout_id]


def other_models(model: LiteLLMModel, foreign: ForeignModel, rollout_ctx, unknown, messages) -> list[Any]:
    model.update_config(temperature=0.1)
    return [
        model.config,
        model.get_config(),
        model.stream(messages),
        model.structured_output(dict, messages),
        foreign.for_sample("solver", rollout_ctx),
        unknown.for_sample("solver", rollout_ctx),
        unknown.rollout_id,
        OsmosisAgent(name="solver", model="gpt-4.1").name,
    ]


class Sampler:
    current_sample_id: str = ""

    def for_sample(self, sample_id: str, rollout_ctx: RolloutContext) -> str:
        self.current_sample_id = sample_id
        return rollout_ctx.rollout_id


def sampler(rollout_ctx: RolloutContext) -> list[str]:
    model = Sampler()
    return [model.for_sample("solver", rollout_ctx), model.current_sample_id]


def shadowed(current_sample_id: str) -> list[str]:
    return [current_sample_id, "current_sample_id", "for_sample"]


def shadowed_module(openai_agents) -> Any:
    return openai_agents.current_sample_id


def rebound(model: OsmosisRolloutModel, rollout_ctx: RolloutContext) -> str:
    print(model.litellm_kwargs)
    model = Sampler()
    return model.for_sample("solver", rollout_ctx)


def own_override(model: Patient, rollout_ctx: RolloutContext) -> LiteLLMModel:
    return model.for_sample("solver", rollout_ctx)


try:
    from osmosis_ai.rollout.integrations.agents.openai_agents import current_sample_id as maybe
except ImportError:
    maybe = None


def both_versions(model: OsmosisRolloutModel, rollout_ctx: RolloutContext) -> Any:
    if hasattr(model, "for_sample"):
        return model.for_sample("solver", rollout_ctx)
    return getattr(openai_agents, "current_sample_id", model)


def both_versions_tried(model: OsmosisLitellmModel) -> str:
    with suppress(AttributeError):
        return model.rollout_id
    return ""
