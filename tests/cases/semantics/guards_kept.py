"""Tests of the version that are kept: in a function, on a class or object, in a list of members."""

import inspect
from functools import cached_property, lru_cache
from importlib.metadata import version

import osmosis_ai.rollout as r
from elsewhere import check, settings
from osmosis_ai.rollout import GraderContext
from osmosis_ai.rollout.backend.harbor import HarborBackend
from packaging.version import Version

SDK = tuple(int(part) for part in version("osmosis-ai").split(".")[:2])
PARAMETERS = inspect.signature(HarborBackend).parameters


def is_new() -> bool:
    return Version(version("osmosis-ai")) >= Version("0.3")


@lru_cache
def is_old() -> bool:
    """Asks the class."""
    return not hasattr(GraderContext, "sample")


def has_modes():
    try:
        from osmosis_ai.rollout import MultiTurnMode
    except ImportError:
        return False
    return True


def at_least(wanted):
    return Version(version("osmosis-ai")) >= Version(wanted)


def is_ready(ctx):
    return bool(ctx.label)


def is_always():
    return True


def around():
    return around_again()


def around_again():
    return around()


class Compat:
    legacy = hasattr(GraderContext, "samples")
    strict = True

    def __init__(self, wanted: bool) -> None:
        self.old = hasattr(GraderContext, "get_samples")
        self.wanted = wanted

    @property
    def by_property(self) -> bool:
        return is_old()

    @cached_property
    def by_cached(self):
        return SDK < (0, 3)

    def by_method(self):
        return self.old

    def kept(self, ctx: GraderContext):
        if self.old:
            ctx.get_samples()
        if self.legacy or Compat.legacy:
            ctx.samples
        if self.by_property and self.by_cached:
            ctx.samples
        if not self.by_method():
            ctx.set_reward(1.0)
        else:
            ctx.set_sample_reward("a", 1.0)

    def not_kept(self, ctx: GraderContext):
        if self.wanted:
            ctx.samples  # expect: OSM101
        if self.strict:
            ctx.samples  # expect: OSM101
        if not self.old:
            ctx.samples  # expect: OSM101
        if self.unknown:
            ctx.samples  # expect: OSM101


def functions(ctx: GraderContext):
    if has_modes():
        print(r.MultiTurnMode)
    if at_least("0.3"):
        ctx.set_reward(1.0)
    else:
        ctx.set_sample_reward("a", 1.0)
    if is_old():
        ctx.samples
    if is_new():
        return
    ctx.samples


def functions_that_tell_nothing(ctx: GraderContext):
    if is_ready(ctx) or check(ctx) or settings.old:
        ctx.samples  # expect: OSM101
    if is_always():
        ctx.samples  # expect: OSM101
    if around():
        ctx.samples  # expect: OSM101
    if is_new():
        ctx.samples  # expect: OSM101


def lists_of_members(ctx: GraderContext):
    if "samples" in dir(ctx):
        ctx.samples
    if "samples" in GraderContext.__dataclass_fields__:
        ctx.samples
    if "sample" not in vars(ctx):
        ctx.samples
    if "samples" in inspect.signature(GraderContext).parameters:
        GraderContext(samples={})
    if "task_dir" in PARAMETERS:
        HarborBackend(task_dir=".")
    if "sample" in dir(ctx):
        ctx.samples  # expect: OSM101
    if "label" in dir(ctx) and "samples" in ctx.metadata:
        ctx.samples  # expect: OSM101
    if "ctx" in inspect.signature(is_ready).parameters:
        ctx.samples  # expect: OSM101


def defaults(ctx: GraderContext):
    if callable(getattr(ctx, "get_samples", None)):
        ctx.get_samples()
    if getattr(ctx, "samples", None) is not None:
        ctx.samples
    found = getattr(ctx, "samples", None)
    if found:
        ctx.samples
    if getattr(ctx, "label", None):
        ctx.samples  # expect: OSM101
    if getattr(ctx, "samples", {"a": 1}):
        ctx.samples  # expect: OSM101


def matched(ctx: GraderContext):
    match SDK:
        case (0, 2):
            ctx.samples
        case _:
            ctx.sample
    match ctx.label:
        case "old":
            ctx.samples  # expect: OSM101
