"""Two files away from the class of the library."""

import exact


class StrictGrader(exact.ExactGrader):
    async def grade(self, ctx):
        await super().grade(ctx)
        for sample in ctx.samples.values():  # expect: OSM101@27
            print(sample.id)  # expect: OSM107@26


class ByAlias:
    Base = exact.BaseGrader

    class Inner(Base):
        async def grade(self, context):
            return context.samples  # expect: OSM101@28
