from osmosis_ai.rollout import Grader, GraderContext


class ArithGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        for name in self.names(ctx):
            ctx.set_sample_reward(name, 1.0)  # expect: OSM103@17

    def names(self, ctx: GraderContext) -> list[str]:
        return sorted(ctx.samples)  # expect: OSM101@27


def fresh(label: str) -> GraderContext:
    return GraderContext(label=label)
