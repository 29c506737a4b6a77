"""A version test guards one of its branches, not both."""

from importlib.metadata import version

import osmosis_ai
from elsewhere import fallback
from osmosis_ai.rollout import GraderContext
from packaging.version import Version

NEW = Version(version("osmosis-ai")) >= Version("0.3")


def new_branch(ctx: GraderContext):
    if Version(version("osmosis-ai")) >= Version("0.3"):
        ctx.samples  # expect: OSM101
    else:
        ctx.samples


def old_branch(ctx: GraderContext):
    if Version(osmosis_ai.__version__) < Version("0.3"):
        ctx.samples
    else:
        ctx.samples  # expect: OSM101


def nested(ctx: GraderContext, flag: bool):
    if Version(version("osmosis-ai")) < Version("0.3"):
        return ctx.samples
    elif flag:
        return ctx.get_samples()  # expect: OSM102
    return ctx.samples  # expect: OSM101


def held_in_a_name(ctx: GraderContext):
    if NEW:
        ctx.samples  # expect: OSM101
    if not NEW:
        ctx.samples
    return ctx.samples if NEW else fallback(ctx)  # expect: OSM101


def an_older_split(ctx: GraderContext):
    # Both sides of 0.2.20 had it, and everything from 0.3 on is on this one.
    if Version(version("osmosis-ai")) >= Version("0.2.20"):
        ctx.samples  # expect: OSM101


def swapped(ctx: GraderContext):
    if Version("0.3") <= Version(version("osmosis-ai")):
        ctx.samples  # expect: OSM101
    if Version("0.3") > Version(version("osmosis-ai")):
        ctx.samples


def handler_of_a_new_name(ctx: GraderContext):
    try:
        from osmosis_ai.rollout import AgentWorkflowOutput
    except ImportError:
        return ctx.samples
    # Reached where the new name is there, and the old one is not.
    return ctx.samples, AgentWorkflowOutput  # expect: OSM101


def leaves_on_old_versions(ctx: GraderContext):
    if not hasattr(ctx, "sample"):
        return ctx.samples
    return ctx.samples  # expect: OSM101
