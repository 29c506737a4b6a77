import corp.rollouts.base
from corp.rollouts import exact
from corp.rollouts.nothing import Base
from corp.tools import nothing


class Reported(exact.Exact):
    async def grade(self, ctx):
        ctx.set_sample_reward("a", 1.0)  # expect: OSM103@13


class Missing(Base):
    async def grade(self, ctx):
        return ctx.samples


def use(label):
    nothing.make(label).samples
    return corp.rollouts.base.make(label).samples  # expect: OSM101@43
