"""A mixin gets what the SDK passes to the classes it is mixed into."""

from osmosis_ai.rollout import Grader, RolloutContext
from osmosis_ai.rollout.context import rollout_contextvar


class Logging:
    async def grade(self, ctx):
        await super().grade(ctx)
        print(ctx.samples)  # expect: OSM101


class Plain(Grader):
    async def grade(self, ctx):
        ctx.label = ""


class LoggedGrader(Logging, Plain):
    pass


class NeverMixed:
    async def grade(self, ctx):
        print(ctx.samples)


class MixedWithOthers(NeverMixed, dict):
    async def run(self, ctx):
        print(ctx.samples)


def active() -> RolloutContext | None:
    rollout = rollout_contextvar.get()
    if rollout is not None:
        print(rollout.sample_sources)  # expect: OSM106
    return rollout
