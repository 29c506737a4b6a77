from corp.rollouts.exact import Exact


class Last(Exact):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20
