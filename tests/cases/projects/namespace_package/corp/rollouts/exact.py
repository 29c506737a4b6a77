from corp.rollouts.base import Base, make

from . import base


class Exact(Base):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


class Relative(base.Base):
    async def grade(self, ctx):
        return ctx.get_samples()  # expect: OSM102@20


def use(label):
    return make(label).samples, base.make(label).samples  # expect: OSM101@24, OSM101@50
