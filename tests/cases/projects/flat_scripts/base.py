"""A directory of scripts, each importing its neighbours by their bare names."""

from osmosis_ai.rollout import Grader


class BaseGrader(Grader):
    threshold = 0.5

    async def grade(self, ctx):
        for name in ctx.samples:  # expect: OSM101@25
            ctx.set_sample_reward(name, self.score(ctx))  # expect: OSM103@17

    def score(self, ctx) -> float:
        raise NotImplementedError
