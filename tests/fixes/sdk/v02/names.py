"""Graders that look the sample up by the agent's name."""

from osmosis_ai.rollout import Grader, GraderContext

NAME = "multiply"


class Found(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        found = ctx.get_samples()
        if "multiply" not in found:
            for sample_id in found:
                ctx.set_sample_reward(sample_id, 0.0)
            return
        messages = found["multiply"].messages
        if not messages:
            ctx.set_sample_reward("multiply", 0.0)
            return
        ctx.set_sample_reward("multiply", 1.0 if messages[-1]["content"] == ctx.label else 0.5)


class Got(Grader):
    async def grade(self, ctx):
        sample = ctx.samples.get("multiply")
        if sample is None:
            raise ValueError("no sample")
        ctx.set_sample_reward(sample.id, float(len(sample.messages)))


class First(Grader):
    async def grade(self, ctx):
        if len(ctx.samples) != 1:
            raise ValueError("one sample, please")
        sample = next(iter(ctx.samples.values()))
        sample.reward = 0.75 if sample.messages else 0.0


class Unpacked(Grader):
    async def grade(self, ctx):
        (sample,) = ctx.samples.values()
        sample.metrics["n"] = len(sample.messages)
        ctx.set_sample_reward(sample.id, 1.5)


class Item(Grader):
    async def grade(self, ctx):
        sample_id, sample = next(iter(ctx.samples.items()))
        ctx.set_sample_reward(sample_id, float(len(sample.messages)) * 2)


class Listed(Grader):
    async def grade(self, ctx):
        samples = list(ctx.samples.values())
        if not samples or not samples[0].messages:
            samples[0].reward = -0.5
            return
        samples[0].reward = 4.0


class Longest(Grader):
    async def grade(self, ctx):
        best = max(ctx.samples.values(), key=lambda s: len(s.messages))
        ctx.set_sample_reward(best.id, float(len(best.messages)))


class Conditional(Grader):
    async def grade(self, ctx):
        if "multiply" in ctx.samples and ctx.samples["multiply"].messages:
            ctx.set_sample_reward("multiply", 1.0)
        else:
            ctx.set_sample_reward("multiply", 0.0)


def _award(ctx, sample_id, reward):
    ctx.samples[sample_id].metrics["awarded"] = reward
    ctx.set_sample_reward(sample_id, reward)


class Helped(Grader):
    async def grade(self, ctx):
        for sample_id, sample in ctx.samples.items():
            _award(ctx, sample_id, 1.0 if sample.messages else 0.0)
            self._note(ctx, sample_id)

    def _note(self, ctx: GraderContext, sample_id: str) -> None:
        ctx.samples[sample_id].extra_fields["noted"] = True
