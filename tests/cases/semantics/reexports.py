"""`__all__` and other ways to hand a name on: reported once, at the import."""

import osmosis_ai.rollout
from osmosis_ai.rollout import GraderContext as GraderContext
from osmosis_ai.rollout import HarborAgentWorkflowContext as Old  # expect: OSM409@32
from osmosis_ai.rollout import MultiTurnMode as MultiTurnMode  # expect: OSM108@32
from osmosis_ai.rollout import RolloutContext, RolloutSample
from osmosis_ai.rollout import OsmosisStrandsAgent as Agent  # expect: OSM501@32
from osmosis_ai.rollout import create_rollout_server as serve  # expect: OSM501@32
from osmosis_ai.rollout import validator as validator  # expect: OSM502

__all__ = [
    "Agent",
    "Context",
    "GraderContext",
    "Old",
    "Mode",
    "MultiTurnMode",
    "RolloutContext",
    "RolloutSample",
    "serve",
    "validator",
]
__all__ += ["Later"]

Context = GraderContext
Mode = MultiTurnMode
Later = osmosis_ai.rollout.MultiTurnMode  # expect: OSM108@28
Harbor = Old


def lazily(name: str):
    exports = {
        "Agent": Agent,
        "Mode": Mode,
        "Later": Later,
        "Context": Context,
    }
    return exports[name]


def modes_by_name():
    # Uses of what was reported at its import, or where it was bound.
    return [Mode.MULTI_SAMPLE, MultiTurnMode("multi_sample"), Later.SINGLE_SAMPLE]


class Modes(MultiTurnMode):
    def of(self, mode: MultiTurnMode, other: "MultiTurnMode | None") -> Mode:
        if isinstance(mode, MultiTurnMode):
            return MultiTurnMode.MULTI_SAMPLE
        return mode or other


def members_of_a_class_that_is_handed_on(ctx: Context, harbor: Harbor):
    # The members are another matter: each of them is reported.
    ctx.samples  # expect: OSM101@9
    harbor.environment  # expect: OSM410@12
    RolloutSample(id="x")  # expect: OSM107@19
    return RolloutContext().sample_sources  # expect: OSM106@29


def same_import_again():
    from osmosis_ai.rollout import MultiTurnMode  # expect: OSM108@36

    return MultiTurnMode


def what_a_gone_module_held(workflow, grader):
    return validator.validate_backend(workflow, None, grader).errors
