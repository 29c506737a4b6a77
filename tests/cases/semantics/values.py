"""What a value is: constructors, returns, properties, casts, conditionals."""

import typing
from functools import cached_property
from typing import Literal, Optional, cast, overload

import osmosis_ai.rollout as r
from elsewhere import fetch, registry
from osmosis_ai.rollout import GraderContext, RolloutContext, get_rollout_context
from osmosis_ai.rollout import RolloutSample as Sample
from osmosis_ai.rollout.context import get_rollout_context as current_context


def constructors():
    GraderContext(label="x").samples  # expect: OSM101
    r.GraderContext(label="x").get_samples()  # expect: OSM102
    Sample(messages=[]).id  # expect: OSM107
    return RolloutContext().sample_sources  # expect: OSM106


def constructor_keywords():
    GraderContext(label="x", samples={})  # expect: OSM101@30
    r.RolloutContext("http://model", sample_sources={})  # expect: OSM106@38
    return Sample(id="one", messages=[])  # expect: OSM107@19


def current(source):
    get_rollout_context().register_sample_source("a", source)  # expect: OSM104
    current_context().sample_sources  # expect: OSM106
    r.get_rollout_context().sample_sources  # expect: OSM106
    ctx = get_rollout_context()
    if ctx is None:
        raise RuntimeError("no rollout is running")
    return ctx.sample_sources  # expect: OSM106


def annotated_return(name) -> GraderContext:
    return registry[name]


def optional_return(name) -> "Optional[GraderContext]":
    return registry.get(name)


def evident_return(label):
    return GraderContext(label=label)


def evident_from_a_name(label):
    ctx = RolloutContext()
    ctx.rollout_id = label
    return ctx


def evident_from_another(label):
    return evident_return(label)


def evident_in_every_branch(flag):
    if flag:
        return GraderContext(label="a")
    return GraderContext(label="b")


def unknown_return(name):
    return registry[name]


def returns_nothing(label):
    GraderContext(label=label)


def returns_the_class():
    return GraderContext


def returns(flag):
    annotated_return("a").samples  # expect: OSM101
    optional_return("a").samples  # expect: OSM101
    evident_return("a").samples  # expect: OSM101
    evident_from_a_name("a").sample_sources  # expect: OSM106
    evident_from_another("a").samples  # expect: OSM101
    evident_in_every_branch(flag).samples  # expect: OSM101
    returns_the_class()(samples={})  # expect: OSM101
    unknown_return("a").samples
    returns_nothing("a").samples
    annotated_return.samples
    fetch("a").samples


class Holder:
    def __init__(self, label):
        self._label = label

    @property
    def annotated(self) -> GraderContext:
        return registry[self._label]

    @property
    def evident(self):
        return GraderContext(label=self._label)

    @cached_property
    def cached(self) -> RolloutContext:
        return registry[self._label]

    @property
    def unknown(self):
        return registry[self._label]

    @classmethod
    def of_class(cls) -> GraderContext:
        return registry[cls]

    @staticmethod
    def static() -> GraderContext:
        return registry["x"]

    def method(self) -> GraderContext:
        return self.annotated

    def inside(self):
        self.evident.samples  # expect: OSM101
        self.cached.sample_sources  # expect: OSM106
        self.method().samples  # expect: OSM101
        self.method.samples
        return self.unknown.samples


class DerivedHolder(Holder):
    def inherited(self):
        return self.annotated.samples  # expect: OSM101


def properties(holder: Holder):
    holder.annotated.samples  # expect: OSM101
    holder.evident.samples  # expect: OSM101
    holder.cached.sample_sources  # expect: OSM106
    holder.unknown.samples
    holder.samples
    Holder.of_class().samples  # expect: OSM101
    Holder("x").static().samples  # expect: OSM101
    return DerivedHolder("x").method().samples  # expect: OSM101


def casts(value):
    cast(GraderContext, value).samples  # expect: OSM101
    cast("GraderContext", value).samples  # expect: OSM101
    typing.cast("Optional[r.GraderContext]", value).samples  # expect: OSM101
    ctx = cast(RolloutContext, value)
    ctx.sample_sources  # expect: OSM106
    value.samples
    return cast(dict, GraderContext(label="x")).samples


def conditionals(flag, ctx: Optional[GraderContext]):
    one = GraderContext(label="a") if flag else GraderContext(label="b")
    one.samples  # expect: OSM101
    filled = ctx or GraderContext(label="c")
    filled.samples  # expect: OSM101
    (GraderContext(label="d") if flag else None).samples  # expect: OSM101
    return (ctx and ctx.samples) or (flag and flag.samples)  # expect: OSM101@25


def subclass_instances(label):
    class Mine(GraderContext):
        def total(self):
            return len(self.samples)  # expect: OSM101

    class Own(GraderContext):
        samples = ()

        def get_samples(self):
            return list(self.samples)

    class OwnOfOwn(Own):
        def total(self):
            return len(self.get_samples())

    Mine(label=label).samples  # expect: OSM101
    Mine(label=label, samples={})  # expect: OSM101
    # The subclass brings its own member of that name: nothing is gone.
    return Own().samples, Own().get_samples(), OwnOfOwn().total(), OwnOfOwn().samples


def members_of_the_class():
    GraderContext.get_samples  # expect: OSM102
    r.RolloutContext.register_sample_source  # expect: OSM104
    return GraderContext.set_sample_reward(None, "a", 1.0)  # expect: OSM103


@overload
def loaded(kind: Literal["sample"]) -> Sample: ...
@overload
def loaded(kind: Literal["other"]) -> Other: ...
def loaded(kind):
    return Sample() if kind == "sample" else Other()


@overload
def always(kind: int) -> Sample: ...
@overload
def always(kind: str) -> Sample: ...
def always(kind):
    return Sample()


class Other:
    id = "other"

    @overload
    async def read(self, kind: int) -> Sample: ...
    @overload
    async def read(self, kind: str) -> "Other": ...
    async def read(self, kind):
        return Sample()


async def overloads(other: Other):
    # which one it is depends on the argument
    loaded("other").id
    (await other.read("a")).id
    always(1).id  # expect: OSM107
