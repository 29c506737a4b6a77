import acme
import acme.deep.grader as deep
from acme import Base, Context, DeepGrader, make_context, names
from acme.names import GraderContext, MultiTurnMode


class First(Base):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


class Second(acme.Base):
    async def grade(self, ctx):
        return ctx.get_samples()  # expect: OSM102@20


class Third(DeepGrader):
    async def grade(self, ctx):
        ctx.set_sample_reward("a", 1.0)  # expect: OSM103@13


class Fourth(deep.DeepGrader):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


class Fifth(acme.deep.DeepGrader):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


def contexts(ctx: Context, other: acme.Context, own: GraderContext):
    ctx.samples  # expect: OSM101@9
    other.samples  # expect: OSM101@11
    own.samples, own.get_samples()
    Context(label="x", samples={})  # expect: OSM101@24
    GraderContext().samples
    make_context("x").samples  # expect: OSM101@23
    return acme.make_context("x").samples, MultiTurnMode  # expect: OSM101@35


def own_names(ctx: names.GraderContext):
    return ctx.samples, names.MultiTurnMode, acme.names.MultiTurnMode, acme.all_sources
