from osmosis_ai.rollout import Grader, GraderContext


class ToolGrader(Grader):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


def make(label) -> GraderContext:
    return GraderContext(label=label)


def rows(label):
    return [label]
