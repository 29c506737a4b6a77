"""Indirect forms: the name is in a string, a dict, or given to a helper."""

import dataclasses
import functools
from dataclasses import replace
from functools import partial

import osmosis_ai.rollout as r
from elsewhere import configure, load_rows, read
from osmosis_ai.rollout import GraderContext, RolloutContext, RolloutSample

NAME = load_rows()


def constant_attribute(ctx: GraderContext, rollout_ctx: RolloutContext):
    getattr(ctx, "samples")  # expect: OSM101@18
    getattr(ctx, "get_samples")()  # expect: OSM102@18
    getattr(rollout_ctx, "register_sample_source")  # expect: OSM104@26
    setattr(ctx, "samples", {})  # expect: OSM101@18
    getattr(ctx, "label")
    setattr(ctx, "label", "samples")


def what_it_gives(ctx: GraderContext):
    getattr(ctx, "samples")["agent"].id  # expect: OSM101@18, OSM107@38
    return getattr(ctx, "get_samples")()["agent"].id  # expect: OSM102@25, OSM107@51


def constant_attribute_of_a_module():
    getattr(r, "MultiTurnMode")  # expect: OSM108@16
    getattr(r, "GraderContext")(samples={})  # expect: OSM101@33
    return getattr(r, "RolloutStatus")


def with_a_default(ctx: GraderContext):
    # Written for both releases.
    getattr(ctx, "samples", None)
    getattr(r, "MultiTurnMode", None)
    if hasattr(ctx, "samples"):
        return getattr(ctx, "samples")
    return {}


def not_constant_or_not_the_sdk(ctx: GraderContext, other):
    getattr(ctx, NAME)
    getattr(ctx, f"sample{NAME}")
    getattr(other, "samples")
    setattr(other, "samples", {})
    getattr(ctx.label, "samples")
    read(ctx, "samples")


def own_getattr(ctx: GraderContext):
    def getattr(value, name):
        return name

    return getattr(ctx, "samples")


def partials(ctx: GraderContext):
    functools.partial(GraderContext, samples={})  # expect: OSM101@38
    partial(r.RolloutContext, sample_sources={})  # expect: OSM106@31
    partial(RolloutSample, id="x")  # expect: OSM107@28
    partial(ctx.set_sample_reward, "agent")  # expect: OSM103@17
    make = partial(GraderContext, label="x")
    make(samples={})  # expect: OSM101@10
    make().samples  # expect: OSM101@12
    partial(configure, samples={})
    partial(configure, GraderContext, samples={})
    configure(GraderContext, samples={})
    return partial(GraderContext, label="x")


def dict_literals(label):
    GraderContext(**{"label": label, "samples": {}})  # expect: OSM101@38
    options = {"label": label, "samples": {}}  # expect: OSM101@32
    GraderContext(**options)
    held = {
        "rollout_id": label,
        "sample_sources": {},  # expect: OSM106@9
    }
    made = RolloutContext(**held)
    return made


def dict_calls(label):
    GraderContext(**dict(label=label, samples={}))  # expect: OSM101@39
    options = dict(
        messages=[],
        id=label,  # expect: OSM107@9
    )
    return RolloutSample(**options)


def dicts_for_something_else(label):
    options = {"label": label, "samples": {}}
    configure(**options)
    GraderContext(metadata=options)
    GraderContext(metadata={"samples": {}})
    GraderContext(**{"label": label, "metadata": {"samples": {}}})
    unused = dict(samples={})
    return configure(GraderContext, **unused)


def dict_bound_again(label):
    options = {"samples": {}}
    configure(**options)
    options = {"label": label}
    return GraderContext(**options)


class Subclass(GraderContext):
    def __init__(self, label):
        super().__init__(label=label, samples={})  # expect: OSM101@39

    def all(self):
        return super().get_samples()  # expect: OSM102@24


class OldSuper(RolloutContext):
    def __init__(self, **options):
        super(OldSuper, self).__init__(sample_sources={})  # expect: OSM106@40
        super().__init__(**options)


class Deeper(Subclass):
    def __init__(self, label, samples):
        # Subclass has an `__init__` of its own, and that one takes no samples.
        super().__init__(label)
        self.found = samples


class OwnInit(GraderContext):
    def __init__(self, label, samples):
        super().__init__(label=label)
        self.found = samples


class BelowOwnInit(OwnInit):
    def __init__(self, label):
        super().__init__(label, samples={})


class NotOfTheSdk(dict):
    def __init__(self):
        super().__init__(samples={}, id="x")


def subclass_constructors(label):
    Subclass(label)
    OwnInit(label, samples={})
    return BelowOwnInit(label)


def replaced(ctx: GraderContext, other, rollout_ctx: RolloutContext):
    dataclasses.replace(ctx, samples={})  # expect: OSM101@30
    replace(rollout_ctx, sample_sources={})  # expect: OSM106@26
    replace(ctx, label="x").samples  # expect: OSM101@29
    replace(ctx, label="x")
    replace(other, samples={})
    "samples".replace("sample", "id").samples
    return other.replace(ctx, samples={})
