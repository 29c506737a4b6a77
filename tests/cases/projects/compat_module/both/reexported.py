"""Tests of the version that reach this file through re-exports and star imports."""

from both import core
from both.core import HIDDEN, NEW, Flags, is_new
from osmosis_ai.rollout import GraderContext
from osmosis_ai.rollout.context import SampleSource

if not NEW:
    from osmosis_ai.rollout import MultiTurnMode

if NEW:

    class Source(SampleSource):
        async def get_sample(self):
            return None

else:

    class Source(SampleSource):
        async def get_sample(self, name):
            return MultiTurnMode


def through_the_package(ctx: GraderContext):
    if core.OLD:
        ctx.samples
    if not core.NEW:
        ctx.samples
    if not core.is_new() or core.Flags.OLD:
        ctx.samples
    if core.NEW:
        ctx.samples  # expect: OSM101
    if core.unknown:
        ctx.samples  # expect: OSM101


def through_names(ctx: GraderContext):
    if is_new():
        ctx.set_reward(1.0)
    else:
        ctx.set_sample_reward("a", 1.0)
    if Flags.OLD:
        ctx.samples
    if not HIDDEN:
        # a star import does not bring it
        ctx.samples  # expect: OSM101
    return ctx.sample if NEW else ctx.samples
