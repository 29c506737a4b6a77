"""A relative import never means the SDK, whatever its last part says."""

from __future__ import annotations

from . import osmosis_ai as vendored
from . import rollout
from .osmosis_ai import rollout as vendored_rollout
from .osmosis_ai.rollout import MultiTurnMode, RolloutSample
from .osmosis_ai.rollout.context import GraderContext
from .rollout.validator import validate_backend
from .rollout_types import *
from .. import osmosis_ai
from ..osmosis_ai.rollout import HarborAgentWorkflowContext

import osmosis_ai_tools.rollout
import osmosis_aix as near
from osmosis.rollout import MultiTurnMode as OtherMode
from osmosis_ai_tools.rollout import RolloutContext as ToolContext
from rollout import MultiTurnMode as BareMode
from vendor.osmosis_ai.rollout import MultiTurnMode as VendoredMode

import osmosis_ai.rollout as real


def relative_names(ctx: GraderContext, sample: RolloutSample):
    ctx.samples
    ctx.get_samples()
    sample.id
    return MultiTurnMode, GraderContext(samples={}), RolloutSample(id="x")


def relative_modules():
    vendored.rollout.MultiTurnMode
    vendored_rollout.MultiTurnMode
    rollout.MultiTurnMode
    osmosis_ai.rollout.MultiTurnMode
    return validate_backend, HarborAgentWorkflowContext


def longer_and_shorter_names(ctx: ToolContext, other: near.rollout.GraderContext):
    # Whole segments are compared: `osmosis_ai_tools` is not `osmosis_ai`.
    ctx.sample_sources
    other.samples
    osmosis_ai_tools.rollout.MultiTurnMode
    return OtherMode, BareMode, VendoredMode


def the_real_one_beside_them(ctx: real.GraderContext):
    return ctx.samples, real.MultiTurnMode  # expect: OSM101@16, OSM108@30


def also_a_string(ctx: "real.RolloutContext", other: "vendored.RolloutContext"):
    other.sample_sources
    return ctx.sample_sources  # expect: OSM106@16


class Mode(MultiTurnMode):
    def sources(self, ctx: real.rollout.GraderContext):
        # `osmosis_ai.rollout.rollout` is no module of the SDK.
        return ctx.samples
