"""Everything here comes from the two files beside it."""

from shop import helpers, models
from shop.helpers import fetch, jobs, make, nothing, opened
from shop.models import Context, Holder, Job, MaybeContext, MyContext, OwnContext, Row
from shop.models import default, other, typed


def functions(label):
    make(label).samples  # expect: OSM101@17
    helpers.make(label).samples  # expect: OSM101@25
    nothing(label).samples
    for job in jobs(label):
        job.ctx.samples, job.name.samples  # expect: OSM101@17
        job.current.sample_sources  # expect: OSM106@21
    with opened(label) as ctx:
        return ctx.samples  # expect: OSM101@20


async def asynchronous(label):
    return (await fetch(label)).samples  # expect: OSM101@33


def variables():
    default.samples  # expect: OSM101@13
    models.default.samples  # expect: OSM101@20
    typed.sample_sources  # expect: OSM106@11
    return other.samples


def aliases(ctx: Context, maybe: MaybeContext, dotted: models.Context):
    ctx.samples  # expect: OSM101@9
    maybe.samples  # expect: OSM101@11
    dotted.samples  # expect: OSM101@12
    Context(samples={})  # expect: OSM101@13
    return models.Context(samples={})  # expect: OSM101@27


def fields(job: Job, row: Row, holder: Holder, dotted: models.Holder):
    job.ctx.samples  # expect: OSM101@13
    job.current.sample_sources  # expect: OSM106@17
    row.sample.id, row.label.id  # expect: OSM107@16
    holder.ctx.samples, holder.rows.samples  # expect: OSM101@16
    holder.made.samples  # expect: OSM101@17
    Holder.made.samples  # expect: OSM101@17
    label, sample = row
    return dotted.ctx.samples, sample.id, label.id  # expect: OSM101@23, OSM107@39


def subclasses(mine: MyContext, own: OwnContext):
    mine.samples  # expect: OSM101@10
    MyContext(label="x", samples={})  # expect: OSM101@26
    own.samples, own.get_samples()
    own.set_sample_reward("a", 1.0)  # expect: OSM103@9
    return OwnContext().samples


class Mine(MyContext):
    def __init__(self, label):
        super().__init__(label=label, samples={})  # expect: OSM101@39

    def own(self):
        return self.samples, super().get_samples()  # expect: OSM101@21, OSM102@38


class Second(Holder):
    def again(self):
        return self.ctx.samples, self.rows.samples  # expect: OSM101@25
