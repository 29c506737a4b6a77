"""Uses what another file of the project put on the SDK's class."""

import compat  # noqa: F401
from osmosis_ai.rollout import Grader, GraderContext


class Exact(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        for name in ctx.get_samples():
            ctx.set_sample_reward(name, 1.0)  # expect: OSM103
