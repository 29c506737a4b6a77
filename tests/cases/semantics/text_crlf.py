# fmt: off
"""Lines that end in CR LF, as an editor on Windows leaves them."""

from osmosis_ai.rollout import (
    GraderContext,
    MultiTurnMode,  # expect: OSM108@5
)


def first(ctx: GraderContext):
    "é"; ctx.samples  # expect: OSM101@14
    return (
        ctx
        .samples  # expect: OSM101@10
        .get("agent")
        .id  # expect: OSM107@10
    ), MultiTurnMode


def strings(ctx: GraderContext):
    text = """
    ctx.samples
    """; ctx.samples  # expect: OSM101@14
    return text + \
        ctx.get_samples()  # expect: OSM102@13
