"""Flow: a name means what was bound to it last."""

import osmosis_ai.rollout as rollout_module
import osmosis_ai.rollout.integrations.agents.openai_agents as agents_module
from elsewhere import other, unknown
from osmosis_ai.rollout import Grader, GraderContext, RolloutContext, RolloutSample


class RebindingGrader(Grader):
    async def grade(self, ctx):
        first = ctx.samples  # expect: OSM101
        ctx = other(ctx)
        return first, ctx.samples


def rebound_to_something_unknown(ctx: GraderContext):
    ctx.samples  # expect: OSM101
    ctx = other(ctx)
    ctx.samples
    ctx.get_samples()


def rebound_to_the_sdk(ctx):
    ctx.samples
    ctx = GraderContext(label="x")
    ctx.samples  # expect: OSM101


def rebound_to_another_class(item: GraderContext):
    item.samples  # expect: OSM101
    item = RolloutContext()
    item.samples
    item.sample_sources  # expect: OSM106
    item = RolloutSample(messages=[])
    item.sample_sources
    item.id  # expect: OSM107


def kept_under_another_name(ctx: GraderContext):
    keep = ctx
    ctx = other(ctx)
    again = keep
    return keep.samples, again.label, ctx.samples  # expect: OSM101@17


def chained_assignment():
    left = right = GraderContext(label="x")
    left.samples  # expect: OSM101
    right.samples  # expect: OSM101
    left = right = None
    return left, right


def swapped(ctx: GraderContext, thing: RolloutSample):
    ctx, thing = thing, ctx
    ctx.samples
    thing.samples  # expect: OSM101
    ctx.id  # expect: OSM107
    thing.id


def both_branches_give_a_context(flag: bool):
    if flag:
        ctx = GraderContext(label="a")
    else:
        ctx = GraderContext(label="b")
    return ctx.samples  # expect: OSM101


def every_branch_ends_elsewhere(ctx: GraderContext, flag: bool):
    if flag:
        ctx = other(ctx)
    else:
        ctx = unknown
    return ctx.samples


def branch_that_returns(ctx: GraderContext, flag: bool):
    if flag:
        ctx = other(ctx)
        return ctx.samples
    return ctx.samples  # expect: OSM101


def branch_that_raises(ctx, flag: bool):
    if flag:
        ctx = GraderContext(label="x")
    else:
        raise ValueError(flag)
    return ctx.samples  # expect: OSM101


def set_to_none_and_filled(flag: bool):
    ctx = None
    if flag:
        ctx = GraderContext(label="x")
    # None or a context: at run time the one that has members is the context.
    return ctx.samples  # expect: OSM101


def loop_with_its_own_value(rows):
    for row in rows:
        ctx = GraderContext(label=row)
        ctx.samples  # expect: OSM101
    for ctx in rows:
        ctx.samples


def try_that_binds_again(ctx: GraderContext):
    try:
        ctx = other(ctx)
        ctx.samples
    finally:
        print("done")
    return ctx.samples


def with_that_binds_again(ctx: GraderContext):
    with other(ctx) as ctx:
        ctx.samples
    return ctx.samples


def unpacking_binds_again(ctx: GraderContext):
    ctx, name = unknown
    return ctx.samples, name


def augmented(ctx: GraderContext):
    ctx.samples |= {}  # expect: OSM101@9
    ctx |= unknown
    return ctx.samples


def deleted(ctx: GraderContext):
    del ctx.samples  # expect: OSM101@13
    del ctx.label


def annotated_variable(value):
    ctx: GraderContext = value
    return ctx.samples  # expect: OSM101


def class_rebound():
    Context = GraderContext
    Context(samples={})  # expect: OSM101@13
    Context = other
    Context(samples={})


def method_kept_in_a_name(ctx: GraderContext):
    read = ctx.get_samples  # expect: OSM102@16
    reward = ctx.set_sample_reward  # expect: OSM103@18
    reward("agent", 1.0)
    return read()["agent"].id  # expect: OSM107@28


def function_binds_again(ctx: GraderContext):
    ctx.samples  # expect: OSM101

    def ctx():
        return None

    return ctx.samples


def match_binds_again(ctx: GraderContext, value):
    match value:
        case {"ctx": ctx}:
            return ctx.samples
    return None


CURRENT = GraderContext()


def global_bound_here(value):
    global CURRENT
    CURRENT = other(value)
    return CURRENT.samples


def global_bound_later(value):
    global CURRENT
    CURRENT.samples  # expect: OSM101
    if value:
        CURRENT = other(value)
    return CURRENT.samples  # expect: OSM101


def nonlocal_bound_here(value):
    current = GraderContext()

    def inner():
        nonlocal current
        current = other(value)
        return current.samples

    def outer():
        return current.samples  # expect: OSM101

    return inner, outer


def bound_anew_before_a_closure(ctx: GraderContext, value):
    ctx.samples  # expect: OSM101
    ctx = other(ctx)

    def inner():
        return ctx.samples

    return inner


def bound_anew_after_a_closure(ctx: GraderContext, value):
    def inner():
        return ctx.samples  # expect: OSM101

    first = inner()
    ctx = other(ctx)
    return first


def perhaps_bound_before_a_closure(ctx: GraderContext, value):
    if value:
        ctx = other(ctx)

    def inner():
        return ctx.samples  # expect: OSM101

    return inner


def bound_to_the_sdk_after_a_closure(ctx, value):
    ctx = other(ctx)

    def inner():
        return ctx.samples  # expect: OSM101

    ctx = GraderContext()
    return inner


Context = rollout_module.GraderContext
Session = agents_module.OsmosisMemorySession


def made_by_names_of_ones_own(messages):
    print(Session("solver"))  # expect: OSM201
    return Context("label", {"solver": messages})  # expect: OSM101
