import stars
from stars import Grader, Sample, open_context, shown
from stars.compat import GraderContext, _hidden
from stars.compat import MultiTurnMode  # expect: OSM108@26
from stars.limited import Context
from stars.own import GraderContext as Own


class StarGrader(Grader):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


def use(ctx: GraderContext, sample: Sample, own: Own, rollout_ctx: Context):
    ctx.samples  # expect: OSM101@9
    sample.id  # expect: OSM107@12
    own.samples
    rollout_ctx.sample_sources  # expect: OSM106@17
    shown.samples, _hidden.samples  # expect: OSM101@11, OSM101@28
    stars.shown.samples  # expect: OSM101@17
    stars.GraderContext(samples={})  # expect: OSM101@25
    return open_context().sample_sources, MultiTurnMode  # expect: OSM106@27
