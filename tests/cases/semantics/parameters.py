"""The context parameter of `grade` and `run`, annotated or not, at any depth."""

import functools
from typing import Any

import osmosis_ai.rollout as r
from elsewhere import REGISTRY, Mixin, SomeGrader, instrument
from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    AgentWorkflowContext,
    Grader,
    GraderContext,
    HarborAgentWorkflowContext,  # expect: OSM409
    RolloutSample,
)


class WithAnnotation(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        ctx.samples  # expect: OSM101


class Bare(Grader):
    async def grade(self, ctx):
        for name, sample in ctx.samples.items():  # expect: OSM101
            ctx.set_sample_reward(name, len(sample.id))  # expect: OSM103, OSM107


class AnotherName(Grader):
    async def grade(self, context):
        found = context.get_samples()  # expect: OSM102
        return found["agent"].id  # expect: OSM107


class PositionalOnly(Grader):
    async def grade(self, ctx, /):
        return ctx.samples  # expect: OSM101


class WithMore(Grader):
    async def grade(self, ctx, strict=False, *rest, **options):
        strict.samples, rest.samples, options.samples
        return ctx.samples  # expect: OSM101


class Synchronous(Grader):
    def grade(self, ctx):
        return ctx.samples  # expect: OSM101


class OtherMethods(Grader):
    async def helper(self, ctx: Any):
        return ctx.samples

    async def regrade(self, ctx):
        return ctx.samples


class ThroughTheModule(r.Grader):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101


Base = Grader


class ThroughAnAlias(Base):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101


class MixedIn(Mixin, Grader):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101


class Second(Bare):
    async def grade(self, ctx):
        await super().grade(ctx)
        return ctx.samples  # expect: OSM101


class Third(Second):
    weight = 0.5

    def describe(self, ctx):
        # Any other method may be called with anything.
        return ctx.samples


class Fourth(Third):
    async def grade(self, c):
        return [c.samples for _ in range(2)]  # expect: OSM101


class Outer:
    class Nested(Grader):
        async def grade(self, ctx):
            def score(name):
                ctx.set_sample_reward(name, 0.0)  # expect: OSM103

            return list(map(score, ctx.samples))  # expect: OSM101


def make_grader(threshold):
    class Local(Grader):
        async def grade(self, ctx):
            if len(ctx.samples) > threshold:  # expect: OSM101
                return None
            return ctx.label

    return Local


class Rebinds(Grader):
    async def grade(self, ctx):
        ctx.samples  # expect: OSM101
        ctx = instrument(ctx)
        return ctx.samples


class NotAGrader:
    async def grade(self, ctx):
        return ctx.samples


class FromElsewhere(SomeGrader):
    # What SomeGrader is cannot be seen from here.
    async def grade(self, ctx):
        return ctx.samples


class NamedLikeOne:
    class Grader:
        pass

    class Mine(Grader):
        async def grade(self, ctx):
            return ctx.samples


class MyConfig(AgentWorkflowConfig):
    pass


class Workflow(AgentWorkflow[MyConfig]):
    async def run(self, ctx):
        # The context of a workflow never had samples, nor does the workflow.
        ctx.samples
        ctx.get_samples()
        self.samples = ctx.prompt

    async def grade(self, ctx):
        # A workflow has no `grade`.
        return ctx.samples


class GenericContext(AgentWorkflow[MyConfig]):
    async def run(self, ctx: AgentWorkflowContext[MyConfig]) -> None:
        print(ctx.config, ctx.samples, ctx.metadata)


class Harbor(AgentWorkflow[MyConfig]):
    async def run(self, ctx: HarborAgentWorkflowContext[MyConfig]) -> None:
        await ctx.environment.exec("ls")  # expect: OSM410

    async def other(self, ctx):
        await ctx.environment.exec("ls")


class GraderWithRun(Grader):
    async def run(self, ctx):
        return ctx.samples


def grade(ctx):
    # A function of that name is nobody's context method.
    return ctx.samples


@functools.singledispatch
def described(thing):
    return thing.samples


@described.register(GraderContext)
def _(thing, other=None):
    return thing.samples, other.samples  # expect: OSM101


@described.register
def _(thing: RolloutSample):
    return thing.id  # expect: OSM107


@REGISTRY.register(GraderContext)
def made_for_a_class(thing):
    # some registry: the parameter can be anything
    return thing.samples


class Describer:
    @functools.singledispatchmethod
    def describe(self, thing):
        return thing.id

    @describe.register(RolloutSample)
    def _(self, thing):
        return thing.id  # expect: OSM107
