# min-python: 3.12
"""PEP 695: the type statement, and type parameters of functions and classes."""

from collections.abc import Sequence
from typing import Annotated, Any, override

import osmosis_ai.rollout as r
from elsewhere import Report
from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    AgentWorkflowContext,
    Grader,
    GraderContext,
    RolloutContext,
    RolloutSample,
)

type Context = GraderContext
type MaybeContext = GraderContext | None
type Contexts = list[GraderContext]
type ByName = dict[str, RolloutSample]
type Later = "RolloutContext"
type Pair[T] = tuple[T, T]
type Marked = Annotated[RolloutContext, "marked"]
type Other = Report
type Mode = r.MultiTurnMode  # expect: OSM108@15
type Twice = MaybeContext


def statement(a: Context, b: MaybeContext, c: Contexts, d: ByName, e: Later):
    a.samples  # expect: OSM101
    b.samples  # expect: OSM101
    c[0].samples  # expect: OSM101
    d["x"].id  # expect: OSM107
    e.sample_sources  # expect: OSM106


def more_statements(a: Marked, b: Other, c: Twice, d: "Context", e: Other | None):
    a.sample_sources  # expect: OSM106
    b.samples
    c.samples  # expect: OSM101
    d.samples  # expect: OSM101
    e.samples


def bounded[C: GraderContext](ctx: C, others: Sequence[C]) -> C:
    ctx.samples  # expect: OSM101
    others[0].samples  # expect: OSM101
    return ctx


def free[T](value: T, values: list[T]) -> T:
    value.samples
    values[0].samples
    return value


def parameter_shadows_the_class[GraderContext](ctx: GraderContext):
    # Here `GraderContext` is a type parameter, not the class that was imported.
    return ctx.samples


def quoted_bound[C: "RolloutContext"](ctx: C):
    return ctx.sample_sources  # expect: OSM106


def gone_bound[M: r.MultiTurnMode](mode: M) -> M:  # expect: OSM108@21
    return mode


class BoundedHolder[C: GraderContext]:
    def __init__(self, ctx: C) -> None:
        self.ctx = ctx

    def read(self, other: C):
        return self.ctx.samples, other.samples  # expect: OSM101, OSM101


class FreeHolder[T]:
    def __init__(self, value: T) -> None:
        self.value = value

    def read(self, other: T):
        return self.value.samples, other.samples


class ShadowingHolder[RolloutSample]:
    def read(self, sample: RolloutSample):
        return sample.id


class GenericGrader[T](Grader):
    @override
    async def grade(self, ctx) -> Any:
        return ctx.get_samples()  # expect: OSM102


class DeeperGrader[T](GenericGrader[T]):
    async def grade(self, ctx):
        ctx.set_sample_reward("agent", 1.0)  # expect: OSM103


class MyConfig(AgentWorkflowConfig):
    pass


class GenericWorkflow[C: MyConfig](AgentWorkflow[C]):
    async def run(self, ctx: AgentWorkflowContext[C]) -> None:
        # A workflow's context never had samples.
        ctx.samples
        ctx.get_samples()


class Harbor(AgentWorkflow[MyConfig]):
    async def run(
        self,
        ctx: r.HarborAgentWorkflowContext[MyConfig],  # expect: OSM409@16
    ) -> None:
        await ctx.environment.exec("ls")  # expect: OSM410@19


def nested_scope(values: list[Any]):
    type Local = GraderContext

    def inner(ctx: Local):
        return ctx.samples  # expect: OSM101

    return [inner(value) for value in values]


class Held[T]:
    value: T

    def get(self) -> T:
        return self.value


def head[T](items: list[T]) -> T:
    return items[0]


def generic_of_the_project(held: Held[GraderContext], other: Held[int], contexts: list[GraderContext]):
    held.value.samples  # expect: OSM101
    held.get().samples  # expect: OSM101
    other.value.samples
    other.get().samples
    head(contexts).samples  # expect: OSM101
    head([1]).samples
