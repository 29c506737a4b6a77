"""OSM112: a reward that is plainly not finite; 0.3 refuses it."""

import math
import math as m
from dataclasses import dataclass
from math import inf
from math import nan as not_a_number

import numpy
import numpy as np
from my_units import math as exact
from osmosis_ai.rollout import Grader, GraderContext, RolloutSample


class ByCall(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("no sample")
        if ctx.label is None:
            ctx.set_reward(float("nan"))  # expect: OSM112
        elif ctx.label == "skip":
            ctx.set_reward(reward=math.nan)  # expect: OSM112
        else:
            ctx.set_reward(-math.inf)  # expect: OSM112


class Unannotated(Grader):
    async def grade(self, ctx):
        ctx.set_reward(float("-inf"))  # expect: OSM112


class Old(Grader):
    async def grade(self, ctx) -> None:
        for sid, sample in ctx.samples.items():  # expect: OSM101
            if not sample.messages:
                ctx.set_sample_reward(sid, float("inf"))  # expect: OSM103, OSM112
                continue
            ctx.set_sample_reward(sid, reward=math.nan)  # expect: OSM103, OSM112


class Direct(Grader):
    async def grade(self, ctx) -> None:
        if ctx.sample is None:
            return
        ctx.sample.reward = float("nan")  # expect: OSM112


def spelled(ctx: GraderContext) -> None:
    ctx.set_reward(float("NaN"))  # expect: OSM112
    ctx.set_reward(float("Infinity"))  # expect: OSM112
    ctx.set_reward(float("+inf"))  # expect: OSM112
    ctx.set_reward(float(" -Infinity "))  # expect: OSM112
    ctx.set_reward(-float("inf"))  # expect: OSM112


def imported(ctx: GraderContext) -> None:
    ctx.set_reward(m.inf)  # expect: OSM112
    ctx.set_reward(inf)  # expect: OSM112
    ctx.set_reward(-inf)  # expect: OSM112
    ctx.set_reward(not_a_number)  # expect: OSM112
    ctx.set_reward(np.nan)  # expect: OSM112
    ctx.set_reward(-numpy.inf)  # expect: OSM112


def of_samples(sample: RolloutSample, samples: list[RolloutSample]) -> None:
    sample.reward = math.inf  # expect: OSM112
    samples[0].reward = float("-inf")  # expect: OSM112
    for each in samples:
        each.reward = np.nan  # expect: OSM112


def built(messages: list[dict]) -> list[RolloutSample]:
    return [
        RolloutSample(messages=messages, reward=float("nan")),  # expect: OSM112
        RolloutSample(**{"messages": messages, "reward": -math.inf}),  # expect: OSM112
    ]


# --- nothing below is reported ---


def built_well(sample: RolloutSample, messages: list[dict]) -> list[RolloutSample]:
    return [
        RolloutSample(messages=messages, reward=0.0),
        RolloutSample(messages=messages, metrics={"loss": math.inf}),
        # nobody validates a copy
        sample.model_copy(update={"reward": math.nan}),
    ]


class Finite(Grader):
    """A reward of float("nan") or math.inf is refused."""

    async def grade(self, ctx) -> None:
        if ctx.sample is None:
            raise ValueError("no sample")
        best = -math.inf  # a start value, not a reward
        for word in (ctx.label or "").split():
            best = max(best, float(len(word)))
        ctx.set_reward(best if best > 0 else 0.0)


class Guarded(Grader):
    async def grade(self, ctx) -> None:
        if ctx.sample is None:
            return
        reward = self.score(ctx)
        if math.isnan(reward) or reward == math.inf or reward in (float("inf"), float("nan")):
            reward = 0.0
        ctx.set_reward(reward)

    def score(self, ctx) -> float:
        return float(ctx.label)


def finite(ctx: GraderContext, text: str) -> None:
    ctx.set_reward(0.0)
    ctx.set_reward(-1.0)
    ctx.set_reward(float("1.5"))
    ctx.set_reward(float(text))
    ctx.set_reward(float())
    ctx.set_reward(math.pi)
    ctx.set_reward(math.exp(-math.inf))
    ctx.set_reward(1.0 if len(text) < math.inf else 0.0)
    ctx.set_reward(np.nan_to_num(np.nan))


def other_fields(sample: RolloutSample) -> None:
    sample.metrics["loss"] = float("nan")
    sample.extra_fields["reward"] = math.nan
    sample.reward = 0.0
    print(sample.reward == math.inf)


@dataclass
class Episode:
    reward: float = float("-inf")

    def set_reward(self, reward: float) -> None:
        self.reward = reward

    def clear(self) -> None:
        self.set_reward(math.nan)
        self.reward = math.nan


def other_receivers(episode: Episode, env, board) -> None:
    episode.set_reward(math.inf)
    episode.reward = float("nan")
    env.set_reward(float("nan"))
    env.reward = float("nan")
    board.set_sample_reward("solver", math.nan)


def rebound(sample: RolloutSample) -> Episode:
    print(sample.label)
    sample = Episode()
    sample.reward = math.nan
    return sample


def other_meanings(ctx: GraderContext) -> None:
    class math:
        inf = 1.0
        nan = 0.0

    def float(text: str) -> int:
        return len(text)

    ctx.set_reward(math.inf)
    ctx.set_reward(math.nan)
    ctx.set_reward(float("nan"))


def another_library(ctx: GraderContext, inf: int) -> None:
    ctx.set_reward(exact.inf)
    ctx.set_reward(inf)


def asked_before(ctx: GraderContext) -> None:
    best = math.nan
    if not math.isnan(best):
        ctx.set_reward(best)
    ctx.set_reward(best if math.isfinite(best) else 0.0)
    if ctx.label:
        ctx.set_reward(best)  # expect: OSM112
    if math.isnan(len(ctx.label)):
        ctx.set_reward(best)  # expect: OSM112


def side_by_side(first: RolloutSample, second: RolloutSample) -> None:
    first.reward, second.reward = 1.0, float("nan")  # expect: OSM112@40
    first.reward, second.label = 0.0, str(float("nan"))
