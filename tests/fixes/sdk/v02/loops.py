"""Graders that loop over the samples."""

from functools import partial

from osmosis_ai.rollout import Grader, GraderContext

NAME = "solver"


def text(sample) -> str:
    return sample.messages[-1]["content"] if sample.messages else ""


class Items(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        for sample_id, sample in ctx.samples.items():
            sample.metrics["length"] = len(text(sample))
            ctx.set_sample_reward(sample_id, 1.0 if text(sample) == ctx.label else 0.0)


class Values(Grader):
    async def grade(self, ctx):
        for s in ctx.get_samples().values():
            s.reward = float(len(s.messages))
            s.extra_fields["seen"] = True


class Keys(Grader):
    async def grade(self, ctx):
        for sample_id in list(ctx.samples):
            sample = ctx.samples[sample_id]
            if not sample.messages:
                ctx.set_sample_reward(sample_id, -1.0)
                continue
            ctx.set_sample_reward(sample_id, 0.5)
        self.done = True


class Skipping(Grader):
    async def grade(self, ctx):
        for i, s in ctx.samples.items():
            if not s.messages:
                continue
            reward = 2.0
            ctx.set_sample_reward(sample_id=i, reward=reward)
        self.done = True


class Breaking(Grader):
    async def grade(self, ctx):
        for i, s in sorted(ctx.samples.items()):
            ctx.set_sample_reward(i, 0.1)
            if text(s) == "4":
                ctx.set_sample_reward(i, 0.9)
                break
        self.done = True


class Scores(Grader):
    async def grade(self, ctx):
        scores = {sample_id: float(len(text(sample))) for sample_id, sample in ctx.samples.items()}
        for sample_id, score in scores.items():
            ctx.set_sample_reward(sample_id, score / 2)


class Partly(Grader):
    async def grade(self, ctx):
        for sample_id, sample in ctx.samples.items():
            give = partial(ctx.set_sample_reward, sample_id)
            give(3.0 if sample.messages else 0.0)


class Else(Grader):
    async def grade(self, ctx):
        for sample_id in ctx.samples:
            reward = 0.25
            ctx.set_sample_reward(sample_id, reward)
        else:
            self.done = True
        assert self.done
