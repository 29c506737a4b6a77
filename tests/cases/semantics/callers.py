"""A parameter without annotation whose every known caller passes a context."""

from elsewhere import Report, load_rows, register
from osmosis_ai.rollout import Grader, GraderContext, RolloutContext, RolloutSample


def every_caller_agrees(ctx):
    return ctx.samples  # expect: OSM101


def by_keyword(label, ctx):
    return label, ctx.samples  # expect: OSM101


def in_any_order(*, first, second):
    return first.sample_sources, second.samples  # expect: OSM106, OSM101


async def asynchronous(ctx):
    return ctx.get_samples()  # expect: OSM102


def a_sample(sample):
    return sample.id  # expect: OSM107


def one_call_is_enough(c):
    return c.samples  # expect: OSM101


def through_another(ctx):
    return deepest(ctx)


def deepest(ctx):
    return ctx.samples  # expect: OSM101


def callers_disagree(ctx):
    return ctx.samples


def one_caller_is_unknown(ctx):
    return ctx.samples


def nobody_calls(ctx):
    return ctx.samples


def called_with_something_else(ctx):
    return ctx.samples


def spread(ctx):
    # What `*rows` puts here is not known.
    return ctx.samples


def only_the_second(label, ctx):
    return label.samples, ctx.samples  # expect: OSM101@31


def rebinds(ctx):
    ctx.samples  # expect: OSM101
    ctx = load_rows(ctx)
    return ctx.samples


def annotated_otherwise(ctx: list):
    # The annotation is taken at its word.
    return ctx.samples


class CallingGrader(Grader):
    async def grade(self, ctx):
        every_caller_agrees(ctx)
        by_keyword("x", ctx=ctx)
        in_any_order(second=ctx, first=RolloutContext())
        await asynchronous(ctx)
        for sample in ctx.samples.values():  # expect: OSM101
            a_sample(sample)
        one_call_is_enough(ctx)
        through_another(ctx)
        callers_disagree(ctx)
        one_caller_is_unknown(ctx)
        only_the_second(ctx.label, ctx)
        rebinds(ctx)
        self._score(ctx, "agent")
        self._mixed(ctx)
        self._static(ctx)
        self._of_class(ctx)

    def _score(self, ctx, name):
        ctx.set_sample_reward(name, 1.0)  # expect: OSM103
        return name.samples

    def _mixed(self, value):
        return value.samples

    @staticmethod
    def _static(ctx):
        return ctx.samples  # expect: OSM101

    @classmethod
    def _of_class(cls, ctx):
        return ctx.samples  # expect: OSM101

    def _unused(self, ctx):
        return ctx.samples

    def other(self, rows):
        return self._mixed(rows)


def check(rows, sample: RolloutSample):
    every_caller_agrees(GraderContext(label="x"))
    by_keyword(ctx=GraderContext(label="y"), label="y")
    a_sample(sample)
    callers_disagree(rows)
    one_caller_is_unknown(load_rows())
    called_with_something_else([1, 2])
    spread(*rows)
    annotated_otherwise(rows)


def nested():
    def inner(ctx):
        return ctx.samples  # expect: OSM101

    def shadowing(every_caller_agrees):
        # This call is of the parameter, not of the function above.
        return every_caller_agrees([])

    return inner(GraderContext(label="x")), shadowing


register(nobody_calls)


def with_report(function):
    def inner(ctx: GraderContext):
        return function(Report(ctx))

    return inner


def logged(function):
    def inner(*args, **kwargs):
        print(function)
        return function(*args, **kwargs)

    return inner


@with_report
def gets_a_report(ctx):
    return ctx.samples


@logged
def gets_what_it_is_called_with(ctx):
    return ctx.samples  # expect: OSM101


def calls_decorated():
    gets_a_report(GraderContext())
    gets_what_it_is_called_with(GraderContext())


class Store:
    def __init__(self, items):
        self.items = items


class OwnRow:
    id = "row"


class Rows:
    def __init__(self, items):
        self.items = items


def built_with_lists_of_different_things():
    samples, rows, empty = Store([RolloutSample()]), Store([OwnRow()]), Store([])
    return samples.items[0].id, rows.items[0].id, empty.items[0].id


def built_with_lists_of_one_thing():
    samples, empty = Rows([RolloutSample()]), Rows([])
    return samples.items[0].id, empty  # expect: OSM107
