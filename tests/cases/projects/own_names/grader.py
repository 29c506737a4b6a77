class Grader:
    async def grade(self, ctx):
        return ctx.samples


class GraderContext:
    samples = ()
