"""Examples of the rules on samples and rewards, OSM101 to OSM112."""

from __future__ import annotations

from osmosis_lint.rules.examples.example import Example

EXAMPLES: dict[str, Example] = {
    "OSM101": Example(
        bad="""\
from osmosis_ai.rollout import Grader, GraderContext


class ExactMatch(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        for sample in ctx.samples.values():
            answer = sample.messages[-1]["content"]
            sample.reward = 1.0 if answer == ctx.label else 0.0
""",
        good="""\
from osmosis_ai.rollout import Grader, GraderContext


class ExactMatch(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        sample = ctx.sample
        if sample is None:
            raise ValueError("there is no sample to grade")
        answer = sample.messages[-1]["content"]
        ctx.set_reward(1.0 if answer == ctx.label else 0.0)
""",
    ),
    "OSM102": Example(
        bad="""\
from osmosis_ai.rollout import Grader, GraderContext


class Length(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        found = ctx.get_samples()
        if "solver" in found:
            found["solver"].reward = float(len(found["solver"].messages))
""",
        good="""\
from osmosis_ai.rollout import Grader, GraderContext


class Length(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        sample = ctx.sample
        if sample is None:
            raise ValueError("there is no sample to grade")
        ctx.set_reward(float(len(sample.messages)))
""",
    ),
    "OSM103": Example(
        bad="""\
from osmosis_ai.rollout import Grader, GraderContext


class Constant(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        ctx.set_sample_reward("solver", 1.0)
""",
        good="""\
from osmosis_ai.rollout import Grader, GraderContext


class Constant(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("there is no sample to grade")
        ctx.set_reward(1.0)
""",
    ),
    "OSM104": Example(
        bad="""\
from osmosis_ai.rollout import get_rollout_context
from osmosis_ai.rollout.context import SampleSource


def register(source: SampleSource) -> None:
    context = get_rollout_context()
    if context is not None:
        context.register_sample_source("solver", source)
""",
        good="""\
from osmosis_ai.rollout import get_rollout_context
from osmosis_ai.rollout.context import SampleSource


def register(source: SampleSource) -> None:
    context = get_rollout_context()
    if context is not None:
        context.set_sample_source(source)
""",
    ),
    "OSM105": Example(
        bad="""\
from osmosis_ai.rollout import RolloutContext


async def turns(context: RolloutContext) -> int:
    samples = await context.get_samples()
    return sum(len(sample.messages) for sample in samples.values())
""",
        good="""\
from osmosis_ai.rollout import RolloutContext


async def turns(context: RolloutContext) -> int:
    sample = await context.get_sample()
    return len(sample.messages) if sample is not None else 0
""",
    ),
    "OSM106": Example(
        bad="""\
from osmosis_ai.rollout import RolloutContext


def is_registered(context: RolloutContext) -> bool:
    return bool(context.sample_sources)
""",
        good="""\
from osmosis_ai.rollout import RolloutContext


def is_registered(context: RolloutContext) -> bool:
    return context.sample_source is not None
""",
    ),
    "OSM107": Example(
        bad="""\
from osmosis_ai.rollout import RolloutSample


def sample_of(messages: list[dict]) -> RolloutSample:
    return RolloutSample(id="solver", messages=messages)
""",
        good="""\
from osmosis_ai.rollout import RolloutSample


def sample_of(messages: list[dict]) -> RolloutSample:
    return RolloutSample(messages=messages)
""",
    ),
    "OSM108": Example(
        bad="""\
from osmosis_ai.rollout import MultiTurnMode, RolloutSample


def sample_of(messages: list[dict]) -> RolloutSample:
    mode = MultiTurnMode.SINGLE_SAMPLE
    return RolloutSample(messages=messages, extra_fields={"mode": mode})
""",
        good="""\
from osmosis_ai.rollout import RolloutSample


def sample_of(messages: list[dict]) -> RolloutSample:
    return RolloutSample(messages=messages)
""",
    ),
    "OSM109": Example(
        bad="""\
from osmosis_ai.rollout import RolloutSample
from osmosis_ai.rollout.context import SampleSource


class HistorySource(SampleSource):
    def __init__(self, messages: list[dict]) -> None:
        self.messages = messages

    async def get_sample(self, name: str) -> RolloutSample:
        return RolloutSample(messages=self.messages)
""",
        good="""\
from osmosis_ai.rollout import RolloutSample
from osmosis_ai.rollout.context import SampleSource


class HistorySource(SampleSource):
    def __init__(self, messages: list[dict]) -> None:
        self.messages = messages

    async def get_sample(self) -> RolloutSample:
        return RolloutSample(messages=self.messages)
""",
    ),
    "OSM110": Example(
        bad="""\
from osmosis_ai.rollout import ExecutionResult


def rewards(result: ExecutionResult) -> list[float | None]:
    return [sample.reward for sample in result.samples.values()]
""",
        good="""\
from osmosis_ai.rollout import ExecutionResult


def rewards(result: ExecutionResult) -> list[float | None]:
    return [result.sample.reward] if result.sample is not None else []
""",
    ),
    "OSM111": Example(
        bad="""\
from osmosis_ai.rollout import Grader, GraderContext


class NotEmpty(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        ctx.set_reward(1.0)
""",
        good="""\
from osmosis_ai.rollout import Grader, GraderContext


class NotEmpty(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("there is no sample to grade")
        ctx.set_reward(1.0)
""",
    ),
    "OSM112": Example(
        bad="""\
from osmosis_ai.rollout import Grader, GraderContext


class Ratio(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        sample = ctx.sample
        if sample is None:
            raise ValueError("there is no sample to grade")
        if not sample.messages:
            ctx.set_reward(float("nan"))
        else:
            ctx.set_reward(1.0 / len(sample.messages))
""",
        good="""\
from osmosis_ai.rollout import Grader, GraderContext


class Ratio(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        sample = ctx.sample
        if sample is None:
            raise ValueError("there is no sample to grade")
        if not sample.messages:
            ctx.set_reward(0.0)
        else:
            ctx.set_reward(1.0 / len(sample.messages))
""",
    ),
}
