# options: select=OSM111
"""OSM111, advice: a grader that uses the one sample without having ruled out None."""

from my_evals import Grader as ForeignGrader
from osmosis_ai import rollout
from osmosis_ai.rollout import Grader, GraderContext


def text_of(sample) -> str:
    return sample.messages[-1]["content"]


class RewardsBlindly(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        ctx.set_reward(1.0 if ctx.label == "4" else 0.0)  # expect: OSM111


class ReadsBlindly(Grader):
    async def grade(self, ctx) -> str:
        return ctx.sample.messages[-1]["content"]  # expect: OSM111


class WritesBlindly(rollout.Grader):
    async def grade(self, context) -> None:
        context.sample.reward = 1.0  # expect: OSM111


class ChecksOnOnePath(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.label:
            if ctx.sample is None:
                raise ValueError("no sample")
        ctx.set_reward(1.0)  # expect: OSM111


class ChecksTooLate(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        ctx.set_reward(1.0)  # expect: OSM111
        if ctx.sample is None:
            raise ValueError("no sample")


class ChecksTheOtherWay(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            ctx.set_reward(0.0)  # expect: OSM111
            return
        print(ctx.sample.messages)


class OnlyPrints(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            print("no sample")
        ctx.set_reward(1.0)  # expect: OSM111


class ChecksSomethingElse(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.label is None:
            raise ValueError("no label")
        ctx.set_reward(1.0)  # expect: OSM111


class Base(Grader):
    pass


class Deep(Base):
    async def grade(self, ctx) -> None:
        for _ in range(2):
            ctx.set_reward(1.0)  # expect: OSM111


# --- nothing below is reported ---


class Raises(Grader):
    """The guide's shape: raise before scoring."""

    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("workflow produced no sample")
        ctx.set_reward(1.0 if text_of(ctx.sample) == ctx.label else 0.0)


class RaisesOnFalsy(Grader):
    async def grade(self, ctx) -> None:
        if not ctx.sample:
            raise ValueError("workflow produced no sample")
        print(ctx.sample.messages)
        ctx.set_reward(1.0)


class Returns(Grader):
    async def grade(self, ctx) -> None:
        if ctx.sample is None:
            return
        ctx.sample.metrics["length"] = len(ctx.sample.messages)
        ctx.set_reward(1.0)


class Asserts(Grader):
    async def grade(self, ctx) -> None:
        assert ctx.sample is not None, "workflow produced no sample"
        ctx.sample.reward = 0.5


class Inside(Grader):
    async def grade(self, ctx) -> None:
        if ctx.sample is not None:
            ctx.set_reward(float(len(ctx.sample.messages)))


class InsideTruthy(Grader):
    async def grade(self, ctx) -> None:
        if ctx.sample and ctx.sample.messages:
            ctx.set_reward(1.0)


class Elsewhere(Grader):
    async def grade(self, ctx) -> None:
        if ctx.sample is None:
            print("no sample")
        else:
            ctx.set_reward(1.0)


class Local(Grader):
    async def grade(self, ctx) -> None:
        sample = ctx.sample
        if sample is None:
            raise ValueError("workflow produced no sample")
        sample.reward = 1.0


class Walrus(Grader):
    async def grade(self, ctx) -> None:
        if (sample := ctx.sample) is None:
            raise ValueError("workflow produced no sample")
        sample.reward = 1.0


class InAnExpression(Grader):
    async def grade(self, ctx) -> int:
        return len(ctx.sample.messages) if ctx.sample is not None else 0


class ShortCircuit(Grader):
    async def grade(self, ctx) -> bool:
        return ctx.sample is not None and bool(ctx.sample.messages)


class EveryPath(Grader):
    async def grade(self, ctx) -> None:
        if ctx.label:
            if ctx.sample is None:
                raise ValueError("no sample")
        else:
            if ctx.sample is None:
                return
        ctx.set_reward(1.0)


class OnlyLooks(Grader):
    async def grade(self, ctx) -> None:
        print("sample" if ctx.sample is not None else "no sample", ctx.label)


class InTheLoop(Grader):
    async def grade(self, ctx) -> None:
        for word in (ctx.label or "").split():
            if ctx.sample is None:
                continue
            ctx.sample.metrics[word] = 1


class StillOld(Grader):
    async def grade(self, ctx) -> None:
        for sample in ctx.samples.values():  # expect: OSM101
            sample.reward = 1.0


class Foreign(ForeignGrader):
    async def grade(self, ctx) -> None:
        ctx.sample.reward = 1.0
        ctx.set_reward(1.0)


class NotAGrader:
    async def grade(self, ctx) -> None:
        ctx.set_reward(ctx.sample.reward)


class Meter:
    sample = None

    def set_reward(self, reward: float) -> None: ...


class OtherReceivers(Grader):
    async def grade(self, ctx) -> None:
        meter = Meter()
        meter.set_reward(1.0)
        print(meter.sample, ctx.label)
