"""A later star import of a file without the SDK takes its names."""

from osmosis_ai.rollout import *
from lib.own import *


def names(sample: RolloutSample, rollout: RolloutContext, ctx: GraderContext):
    return (
        sample.id,
        rollout.sample_sources,
        ctx.samples,  # expect: OSM101
    )
