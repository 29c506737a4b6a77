# -*- coding: utf-8 -*-
# fmt: off
"""Columns count characters: 评分器, naïve, and emoji before the place of the report."""

from osmosis_ai.rollout import GraderContext, RolloutContext, RolloutSample
from osmosis_ai . rollout import MultiTurnMode  # expect: OSM108@34
from osmosis_ai.rollout import RolloutStatus; from osmosis_ai.rollout import validator  # expect: OSM502
from osmosis_ai.rollout import \
    HarborAgentWorkflowContext  # expect: OSM409@5
from osmosis_ai.rollout import (LocalBackend, OsmosisStrandsAgent,  # expect: OSM501@47
    RolloutErrorCategory,
    create_rollout_server as 服务器)  # expect: OSM501@5
import osmosis_ai.rollout as 样本库; 样本库.MultiTurnMode  # expect: OSM108@39

評価 = GraderContext(label="é", samples={})  # expect: OSM101@31
評価.samples; "ü"; 評価.samples  # expect: OSM101@4, OSM101@21


def before_the_column(ctx: GraderContext, été: RolloutSample):
    "ééé"; ctx.samples  # expect: OSM101@16
    print("日本語", ctx.samples, "日本語", ctx.get_samples())  # expect: OSM101@22, OSM102@42
    print("😀😀", ctx.samples)  # expect: OSM101@21
    print("é", été.id)  # expect: OSM107@20
    print("👩‍👩‍👧", ctx.samples)  # expect: OSM101@24
    print("á", 'á', ctx.samples)  # expect: OSM101@26
    f"é {ctx.samples}"  # expect: OSM101
    ключ = {"ключ": 1, "x-sample-id": "é"}  # expect: OSM301@24
    return getattr(ctx, "samples"), ключ  # expect: OSM101@25


def semicolons(ctx: GraderContext):
    a = ctx.samples; b = ctx.samples; c = ctx.label  # expect: OSM101@13, OSM101@30
    if a: ctx.get_samples(); ctx.label  # expect: OSM102@15
    return a, b, c; ctx.label


def tabs(ctx: GraderContext):
	found = ctx.samples  # expect: OSM101@14
	if found:
		return	ctx.samples	# expect: OSM101@14
	return {	"é":	ctx.samples}  # expect: OSM101@20


def spaces(ctx: GraderContext):
    ctx . samples  # expect: OSM101@11
    ctx  .  samples . get("id")  # expect: OSM101@13
    (ctx).samples  # expect: OSM101@11
    ( ( ctx ) ) . samples  # expect: OSM101@19
    GraderContext ( samples = {} )  # expect: OSM101@21
    GraderContext(label=str(dict(samples=1)), samples={})  # expect: OSM101@47
    getattr ( ctx , 'samples' )  # expect: OSM101@21


def names_twice(samples, id, ctx: GraderContext):
    samples.ctx.samples, ctx.samples  # expect: OSM101@30
    ctx.metadata["samples"], ctx.samples  # expect: OSM101@34
    ctx.samples["samples"], "ctx.samples"  # expect: OSM101@9
    ctx.samples[ctx.samples]  # expect: OSM101@9, OSM101@21
    id(ctx.samples["id"].id)  # expect: OSM101@12, OSM107@26


def continued_lines(ctx: GraderContext):
    first = ctx. \
        samples  # expect: OSM101@9
    second = ctx \
        .samples  # expect: OSM101@10
    third = 1 + \
        2 + len(ctx.samples)  # expect: OSM101@21
    return first, second, third


def several_lines(ctx: GraderContext, rollout_ctx: RolloutContext):
    found = (
        ctx
        .samples  # expect: OSM101@10
        .get("agent")
        .id  # expect: OSM107@10
    )
    rollout_ctx.register_sample_source(  # expect: OSM104@17
        "agent",
        ctx.samples,  # expect: OSM101@13
    )
    made = GraderContext(
        label="x",
        samples  # expect: OSM101@9
        =
        {},
    )
    both = [ctx.
            samples,  # expect: OSM101@13
            ctx.get_samples  # expect: OSM102@17
            ()]
    return found, made, both, GraderContext(**{
        "label": "x",
        "samples":  # expect: OSM101@9
            {},
    })


def comments_between(ctx: GraderContext):
    return (
        ctx  # .samples
        # .samples of the context
        .  # the dot
        samples  # expect: OSM101@9
    )


def long_strings(ctx: GraderContext):
    """ctx.samples
    ctx.samples é
    """
    text = """
    ctx.samples
    """; ctx.samples  # expect: OSM101@14
    return text, '''é
''', ctx.samples  # expect: OSM101@10


def joined_strings(ctx: GraderContext):
    header = {"x-" "sample-id": 1}  # expect: OSM301@15
    return getattr(ctx, "sam"  # expect: OSM101@25
                   "ples"), header


class ctx: samples = {}; made = GraderContext(samples={})  # expect: OSM101@47
def one_line(ctx: GraderContext): return ctx.samples  # expect: OSM101@46
async def one_line_too(ctx: RolloutContext): await ctx.get_samples()  # expect: OSM105@56
lambda: RolloutContext().sample_sources; ctx.samples  # expect: OSM106@26
