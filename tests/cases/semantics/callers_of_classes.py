"""What a class gets that is only built through classes derived from it, and what overriding methods hand back."""

from osmosis_ai.rollout import Grader, GraderContext, RolloutStatus


class Report:
    def __init__(self, ctx):
        self.ctx = ctx

    def names(self):
        return list(self.ctx.samples)  # expect: OSM101


class ShortReport(Report):
    pass


class Table:
    def __init__(self, ctx, width):
        self.ctx = ctx
        self.width = width

    def rows(self):
        return list(self.ctx.get_samples()), self.width.samples  # expect: OSM102


class WideTable(Table):
    def __init__(self, ctx):
        super().__init__(ctx, 200)


class Made:
    def __init__(self, ctx):
        self.ctx = ctx

    @classmethod
    def of(cls, ctx: GraderContext):
        return cls(ctx)

    def count(self):
        return len(self.ctx.samples)  # expect: OSM101


class Store:
    """Built with a context by one class and with something else by another."""

    def __init__(self, ctx):
        self.ctx = ctx

    def count(self):
        return len(self.ctx.samples)


class ContextStore(Store):
    def __init__(self, ctx: GraderContext):
        super().__init__(ctx)


class RowStore(Store):
    def __init__(self, row: dict):
        super().__init__(row)


class Own(Report):
    """Has a constructor of its own: what it gets says nothing of the other."""

    def __init__(self, rows):
        self.rows = rows


def walk(ctx, depth):
    print(ctx.samples)  # expect: OSM101
    if depth:
        walk(ctx, depth - 1)


class Logged(Grader):
    async def grade(self, ctx):
        ShortReport(ctx).names()
        WideTable(ctx).rows()
        Own({"samples": 1}).names()
        walk(ctx, 3)
        self.log(ctx=ctx)
        self.mark("a", ctx)

    def log(self, *, ctx, prefix=""):
        print(prefix, list(ctx.samples))  # expect: OSM101

    def mark(self, name, ctx):
        ctx.set_sample_reward(name, 1.0)  # expect: OSM103


class MoreLogged(Logged):
    def log(self, *, ctx, prefix=""):
        super().log(ctx=ctx, prefix="more")
        print(ctx.get_samples())  # expect: OSM102

    def mark(self, name, ctx):
        super().mark(name.upper(), ctx)


def by_name(status):
    return status in (RolloutStatus["PENDING"], RolloutStatus["SUCCESS"])  # expect: OSM504
