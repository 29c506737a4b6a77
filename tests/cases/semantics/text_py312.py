# min-python: 3.12
# fmt: off
"""f-strings since 3.12: any quotes, any lines, and true columns in them."""

import osmosis_ai.rollout as r
from osmosis_ai.rollout import GraderContext, RolloutContext


def columns(ctx: GraderContext):
    f"{ctx.samples}"  # expect: OSM101@12
    f"é{ctx.samples} {ctx.label} {ctx.get_samples()}"  # expect: OSM101@13, OSM102@39
    f"{ctx.samples["agent"].id}"  # expect: OSM101@12, OSM107@29
    f"{f"{ctx.samples}"}"  # expect: OSM101@15
    f"{ctx.samples=}"  # expect: OSM101@12
    f"{ctx.label:{len(ctx.samples)}}"  # expect: OSM101@27
    return f'{getattr(ctx, 'samples')}'  # expect: OSM101@28


def lines(ctx: GraderContext, rollout_ctx: RolloutContext):
    return f"""
    {ctx.label} é
    é {ctx.samples} {  # expect: OSM101@12
        rollout_ctx
        .sample_sources  # expect: OSM106@10
    }
    """, f"{
        ctx.samples  # expect: OSM101@13
    }"


def not_in_the_text(ctx: GraderContext):
    f"ctx.samples {{ctx.samples}} {ctx.label} x-sample-id"
    return f"{"ctx.samples"} {{}}", f"{'x-sample-id: '}{ctx.label}"


def gone(mode):
    return f"{mode is r.MultiTurnMode.MULTI_SAMPLE}"  # expect: OSM108@25
