"""A flag that another file computed from the version."""

from both import compat
from both.compat import OLD
from osmosis_ai.rollout import GraderContext


def by_name(ctx: GraderContext):
    if OLD:
        return ctx.samples
    return ctx.label


def by_module(ctx: GraderContext):
    if compat.OLD and ctx.label:
        return ctx.get_samples()
    return {} if not compat.OLD else ctx.samples


def leaves(ctx: GraderContext):
    if not OLD:
        return ctx.label
    return ctx.samples


def other_flags(ctx: GraderContext, verbose: bool):
    if verbose:
        return ctx.samples  # expect: OSM101@20
    return ctx.label


def by_version_in_a_module(ctx: GraderContext):
    if compat.VERSION < (0, 3):
        return ctx.samples
    match compat.VERSION:
        case (0, 2):
            return ctx.samples
    return ctx.label
