"""A file that begins with a byte order mark: the first column is still one."""

from osmosis_ai.rollout import GraderContext, MultiTurnMode  # expect: OSM108@47


def first(ctx: GraderContext):
    print("é", ctx.samples)  # expect: OSM101@20
    return ctx.label, MultiTurnMode
