"""What cannot be found says nothing, and takes nothing else with it."""

import lost.generated
import third_party.graders as third
from lost.generated import Base, make_context
from lost.generated import *
from lost.known import Known, NoSuchName
from third_party.graders import Grader, GraderContext

from . import generated
from .generated.deeper import RolloutContext


class FromGenerated(Base):
    async def grade(self, ctx):
        return ctx.samples


class FromThirdParty(Grader):
    async def grade(self, ctx: GraderContext):
        return ctx.samples, GraderContext(samples={})


class FromNowhere(NoSuchName):
    async def grade(self, ctx):
        return ctx.samples


class FromAttribute(third.Grader):
    async def grade(self, ctx):
        return ctx.samples


class FromKnown(Known):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


def use(ctx: RolloutContext):
    ctx.sample_sources
    make_context("x").samples
    generated.make_context("x").samples
    return lost.generated.context.samples, lost.generated.GraderContext(samples={})
