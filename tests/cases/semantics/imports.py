"""Import forms, and where a gone name is reported for each."""

import importlib
from typing import TYPE_CHECKING

import osmosis_ai
import osmosis_ai as sdk
import osmosis_ai.rollout
import osmosis_ai.rollout as r
import osmosis_ai.rollout.types as kinds
import osmosis_ai.rollout.types.sample
import osmosis_ai.rollout.validator  # expect: OSM502
import osmosis_ai.rollout.validator as check  # expect: OSM502
from osmosis_ai import RubricResult, rollout
from osmosis_ai import evaluate_rubric as rubric
from osmosis_ai import rollout as ro
from osmosis_ai.eval import common  # expect: OSM502
from osmosis_ai.eval.common import cli  # expect: OSM502
from osmosis_ai.rollout import (
    GraderContext,
    HarborAgentWorkflowContext,  # expect: OSM409@5
    MultiTurnMode as Mode,  # expect: OSM108@5
    RolloutContext as Context,
    types,
)
from osmosis_ai.rollout import MultiTurnMode  # expect: OSM108@32
from osmosis_ai.rollout import OsmosisStrandsAgent as StrandsAgent  # expect: OSM501@32
from osmosis_ai.rollout import RolloutSample, create_rollout_server  # expect: OSM501@47
from osmosis_ai.rollout import validator  # expect: OSM502
from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.context import GraderContext as Grading
from osmosis_ai.rollout.integrations.agents.strands import OsmosisStrandsAgent as Live
from osmosis_ai.rollout.server import create_rollout_server as live_server
from osmosis_ai.rollout.types import MultiTurnMode as TypesMode  # expect: OSM108@38
from osmosis_ai.rollout.types.sample import MultiTurnMode as Third  # expect: OSM108@45
from osmosis_ai.rollout.validator import validate_backend  # expect: OSM502

if TYPE_CHECKING:
    from osmosis_ai.rollout import MultiTurnMode as TypedMode  # expect: OSM108@36
    from osmosis_ai.rollout.context import RolloutContext as TypedContext


def names_taken_by_an_import_are_not_repeated(prompt: str) -> tuple:
    modes = [Mode.MULTI_SAMPLE, MultiTurnMode, TypesMode.SINGLE_SAMPLE, Third]
    agent = StrandsAgent(system_prompt=prompt)
    return modes, agent, create_rollout_server


def what_a_gone_module_holds_is_not_repeated() -> tuple:
    found = check.validate_backend(None, None)
    return found, validator.ValidationResult, validate_backend, common, cli


def attributes_of_modules() -> list:
    return [
        osmosis_ai.rollout.MultiTurnMode,  # expect: OSM108@28
        sdk.rollout.MultiTurnMode,  # expect: OSM108@21
        r.MultiTurnMode.MULTI_SAMPLE,  # expect: OSM108@11
        ro.MultiTurnMode("multi_sample"),  # expect: OSM108@12
        rollout.MultiTurnMode,  # expect: OSM108@17
        rollout.types.MultiTurnMode,  # expect: OSM108@23
        kinds.MultiTurnMode,  # expect: OSM108@15
        kinds.sample.MultiTurnMode,  # expect: OSM108@22
        types.MultiTurnMode,  # expect: OSM108@15
        osmosis_ai.rollout.types.sample.MultiTurnMode,  # expect: OSM108@41
        r.GraderContext,
        rollout.types.RolloutSample,
        osmosis_ai.__version__,
    ]


def rebound_modules() -> tuple:
    module = r
    same = module
    kinds_of = rollout.types
    return same.MultiTurnMode, kinds_of.MultiTurnMode  # expect: OSM108@17, OSM108@41


def rebound_classes(label: str):
    make = GraderContext
    make(label=label, samples={})  # expect: OSM101@23
    build = r.RolloutContext
    return build(sample_sources={})  # expect: OSM106@18


def function_level(label: str):
    import osmosis_ai.rollout.context as inner
    from osmosis_ai.rollout import MultiTurnMode as Local  # expect: OSM108@36
    from osmosis_ai.rollout.context import RolloutContext

    with RolloutContext() as ctx:
        ctx.sample_sources  # expect: OSM106@13
    return inner.GraderContext(label=label).samples, Local  # expect: OSM101@45


def conditional(verbose: bool):
    if verbose:
        from osmosis_ai.rollout import MultiTurnMode as Chatty  # expect: OSM108@40

        return Chatty
    from osmosis_ai.rollout import RolloutStatus

    return RolloutStatus.SUCCESS


def every_name_of_a_class(one: GraderContext, two: Grading, three: r.GraderContext):
    one.samples  # expect: OSM101@9
    two.samples  # expect: OSM101@9
    three.samples  # expect: OSM101@11
    return one.label, two.label, three.label


def gone_class_is_still_a_type(ctx: HarborAgentWorkflowContext, other: "TypedContext"):
    ctx.environment  # expect: OSM410@9
    other.sample_sources  # expect: OSM106@11
    return ctx.prompt, other.rollout_id


def imported_later(sample: "Late"):
    return sample.id  # expect: OSM107@19


def a_call_or_a_subscript_ends_a_chain(name: str):
    # What the call or the subscript gives is not the module in front of it.
    r.get_rollout_context().MultiTurnMode
    r.plugin("x").MultiTurnMode
    vars(r)["types"].MultiTurnMode
    return importlib.import_module(name).MultiTurnMode


def alive(label: str):
    sample = RolloutSample(messages=[], label=label)
    rubric(label)
    return Context(rollout_id="a"), sample, sdk.rollout.Grader


def moved_and_taken_from_the_new_place():
    return HarborBackend, Live, live_server, RubricResult


from osmosis_ai.rollout.types import RolloutSample as Late  # noqa: E402
