"""Uses what the project made of the SDK's classes."""

from lib.sdk import AnyContext, GraderContext, HarborAgentWorkflowContext, wrap
from osmosis_ai.rollout import Grader


class Exact(Grader):
    async def grade(self, ctx):
        both = wrap(ctx)
        for name in both.samples:
            both.set_sample_reward(name, 1.0)
        both.get_samples()  # expect: OSM102
        ctx.samples  # expect: OSM101
        self.inner(both)

    def inner(self, ctx: GraderContext):
        return ctx.samples


def environment(ctx: HarborAgentWorkflowContext):
    return ctx.environment


def of_something_else(ctx: AnyContext):
    return ctx.samples  # expect: OSM101
