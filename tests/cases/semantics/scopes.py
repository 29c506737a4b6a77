"""Scopes as Python has them: what a name means depends on where it is read."""

from elsewhere import load_other, pick
from osmosis_ai.rollout import GraderContext, RolloutContext, get_rollout_context

ctx = GraderContext(label="module level")
current: GraderContext | None = None
ctx.samples  # expect: OSM101@5


def reads_the_module_variable():
    return ctx.samples  # expect: OSM101@16


def parameter_shadows_variable(ctx):
    return ctx.samples


def local_shadows_variable():
    ctx = load_other()
    return ctx.samples


def parameter_shadows_class(GraderContext):
    return GraderContext(label="x", samples={})


def local_class_shadows_import():
    class GraderContext:
        samples = {}

    return GraderContext().samples


def nested_function_shadows_import():
    def RolloutContext(sample_sources):
        return sample_sources

    return RolloutContext(sample_sources={})


def loop_variable_shadows_variable(rows):
    for ctx in rows:
        print(ctx.samples)


def bound_anywhere_is_local_everywhere():
    # `ctx` is a local of this function, and holds nothing of the SDK's.
    for _ in range(2):
        ctx = load_other()
        print(ctx.samples)


def except_name_shadows_variable():
    try:
        load_other()
    except ValueError as ctx:
        return ctx.samples


def import_shadows_variable():
    from elsewhere import ctx

    return ctx.samples


def closure():
    inner = GraderContext(label="x")

    def read():
        return inner.samples  # expect: OSM101@22

    def shadow(inner):
        return inner.samples

    return read, shadow


def default_is_read_outside(ctx=None, found=ctx.samples):  # expect: OSM101@49
    return ctx, found


class ClassScope:
    """Names of a class body are not seen in its methods."""

    GraderContext = dict
    ctx = GraderContext(samples={})
    early = ctx.samples

    def build(self):
        return GraderContext(samples={})  # expect: OSM101@30

    def read(self):
        return ctx.samples  # expect: OSM101@20

    def own(self):
        return self.ctx.samples, self.GraderContext(samples={})

    class Inner:
        # A nested class body does not see the outer one either.
        made = GraderContext(samples={})  # expect: OSM101@30


class BeforeItsOwnBinding:
    before = ctx.samples  # expect: OSM101@18
    ctx = load_other()
    after = ctx.samples


def fill_the_global():
    global current, shared
    current = GraderContext(label="x")
    shared = RolloutContext()
    return current.samples  # expect: OSM101@20


def read_the_global():
    return current.samples, shared.sample_sources  # expect: OSM101@20, OSM106@36


def global_read_in_a_function_with_a_parameter(shared):
    def inner():
        global shared
        return shared.sample_sources  # expect: OSM106@23

    return inner, shared.sample_sources


def nonlocal_names():
    found = None

    def fill():
        nonlocal found
        found = get_rollout_context()
        found.get_samples()  # expect: OSM105@15

    fill()
    return found


def comprehension_targets(rows, contexts: list[GraderContext]):
    shadowed = [ctx.samples for ctx in rows]
    outer = [ctx.samples for _ in rows]  # expect: OSM101@18
    typed = {c.label: c.samples for c in contexts}  # expect: OSM101@25
    return shadowed, outer, typed, ctx.samples  # expect: OSM101@40


def comprehension_in_a_comprehension(groups: list[list[GraderContext]], rows):
    flat = [c.samples for group in groups for c in group]  # expect: OSM101@15
    hidden = [[c.samples for c in rows] for c in groups]
    return flat, hidden


def lambdas(rows):
    free = lambda: ctx.samples  # expect: OSM101@24
    bound = lambda ctx: ctx.samples
    default = lambda found=ctx.samples: found  # expect: OSM101@32
    return free, bound, default


def walrus(rows):
    if (active := get_rollout_context()) is not None:
        active.get_samples()  # expect: OSM105@16
    while (row := pick(rows)) is not None:
        row.get_samples()
    if (n := len(rows)) and (made := GraderContext(label=str(n))):
        return made.samples  # expect: OSM101@21


def walrus_leaves_the_comprehension(contexts: list[GraderContext]):
    # The target of a walrus lives in the function, not in the comprehension.
    if any((last := c).label for c in contexts):
        return last.samples  # expect: OSM101@21
    return [c.label for c in contexts]


def deleted_then_bound_again():
    ctx = GraderContext(label="x")
    ctx.samples  # expect: OSM101@9
    del ctx
    ctx = load_other()
    return ctx.samples


async def asynchronous(rows):
    async for ctx in rows:
        ctx.samples
    async with load_other() as ctx:
        ctx.samples
    return [ctx.samples async for ctx in rows]


def decorated(mark):
    def inner(function):
        return function

    # The decorator is read outside of the function it decorates.
    @inner(ctx.samples)  # expect: OSM101@16
    def target(ctx):
        return ctx.samples

    return mark(target)
