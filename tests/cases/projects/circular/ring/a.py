from osmosis_ai.rollout import Grader, GraderContext

from ring import b
from ring.c import later


class A(Grader):
    async def grade(self, ctx):
        b.twice(ctx)
        return later(ctx.label).samples  # expect: OSM101@33


def make(label) -> GraderContext:
    return GraderContext(label=label)
