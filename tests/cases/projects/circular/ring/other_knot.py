from ring.knot import Around
from ring.other_knot import Name as Again

Name = Around


class Third(Again):
    async def grade(self, ctx):
        return ctx.samples
