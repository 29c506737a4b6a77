"""Defines its own after the star."""

from .compat import *


class GraderContext:
    samples = ()


def use(ctx: GraderContext, rollout_ctx: RolloutContext):
    return ctx.samples, rollout_ctx.sample_sources  # expect: OSM106@37
