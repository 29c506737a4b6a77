from . import base
from .. import Base, common
from ..missing import Base as Missing
from ..shared import Sample, active, context
from .base import Base as Again


class One(base.Base):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


class Two(Base):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


class Three(Again):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


class Four(Missing):
    async def grade(self, ctx):
        return ctx.samples


def use(sample: Sample):
    sample.id  # expect: OSM107@12
    active.sample_sources  # expect: OSM106@12
    common.context("x").samples  # expect: OSM101@25
    return context("x").samples, Sample(id="x")  # expect: OSM101@25, OSM107@41
