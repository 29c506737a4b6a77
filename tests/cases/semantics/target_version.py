# options: target-version=0.3.0
"""What went away only after the release that is aimed at is not reported."""

from osmosis_ai.rollout import MultiTurnMode  # expect: OSM108
from osmosis_ai.rollout import Grader, GraderContext, RolloutContext
from osmosis_ai.rollout.types import (
    GraderInitRequest,
    GraderInitResponse,
    RolloutSample,
)


class TargetGrader(Grader):
    async def grade(self, ctx):
        for name, sample in ctx.samples.items():  # expect: OSM101
            sample.id  # expect: OSM107
            ctx.set_sample_reward(name, 1.0)  # expect: OSM103


def until_0_3_1(request: GraderInitRequest, response: GraderInitResponse):
    return request.rollout_id, response, MultiTurnMode


def gone_in_0_3_0(ctx: GraderContext, rollout_ctx: RolloutContext):
    ctx.get_samples()  # expect: OSM102
    return rollout_ctx.sample_sources, RolloutSample(id="x")  # expect: OSM106, OSM107
