from stars import *


class StarGrader(Grader):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


def use(ctx: GraderContext, sample: Sample):
    ctx.samples  # expect: OSM101@9
    sample.id  # expect: OSM107@12
    shown.samples  # expect: OSM101@11
    return open_context().sample_sources  # expect: OSM106@27


def not_in_the_star(ctx: Context, base: Base):
    # `__all__` of `limited` names neither, and an underscore hides the third.
    return ctx.sample_sources, base, _hidden.samples


def gone():
    return MultiTurnMode.MULTI_SAMPLE  # expect: OSM108@12
