"""OSM103: `GraderContext.set_sample_reward(id, reward)`, now `set_reward(reward)`."""

import functools
from functools import partial
from importlib import metadata
from unittest.mock import patch

from my_evals import MetricsContext
from osmosis_ai.rollout import Grader, GraderContext
from osmosis_ai.rollout.context import GraderContext as Context
from packaging.version import parse


class Arithmetic(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        found = ctx.get_samples()  # expect: OSM102
        if "solver" not in found:
            for sid in found:
                ctx.set_sample_reward(sid, 0.0)  # expect: OSM103
            return
        ctx.set_sample_reward("solver", 1.0)  # expect: OSM103


class Unannotated(Grader):
    async def grade(self, ctx):
        for sid, sample in ctx.samples.items():  # expect: OSM101
            ctx.set_sample_reward(  # expect: OSM103
                sample_id=sid,
                reward=score(sample),
            )


def score(sample) -> float:
    return float(len(sample.messages))


class Split(Grader):
    async def grade(self, ctx) -> None:
        self.ctx = ctx
        self._award("solver")
        await self._award_later("critic", ctx)

    def _award(self, sid: str) -> None:
        self.ctx.set_sample_reward(sid, 1.0)  # expect: OSM103

    async def _award_later(self, sid: str, context) -> None:
        # its one caller passes a context
        context.set_sample_reward(sid, 1.0)  # expect: OSM103


class Nested(Split):
    async def grade(self, ctx) -> None:
        def award(sid: str) -> None:
            ctx.set_sample_reward(sid, 1.0)  # expect: OSM103

        award("solver")


class Borrowed(Grader):
    async def grade(self, ctx: Context) -> None:
        award = ctx.set_sample_reward  # expect: OSM103
        award("solver", 1.0)
        give = partial(ctx.set_sample_reward, "solver")  # expect: OSM103
        give(0.5)


def zero_all(ctx: GraderContext | None, ids: list[str]) -> None:
    if ctx is None:
        return
    [ctx.set_sample_reward(sid, 0.0) for sid in ids]  # expect: OSM103


def unbound(ctx: GraderContext) -> None:
    GraderContext.set_sample_reward(ctx, "solver", 1.0)  # expect: OSM103


def pick(contexts: dict[str, GraderContext], task: str) -> None:
    contexts[task].set_sample_reward("solver", 1.0)  # expect: OSM103
    if (ctx := contexts.get("fallback")) is not None:
        ctx.set_sample_reward("solver", 0.0)  # expect: OSM103


def current(contexts: list[GraderContext]) -> GraderContext:
    return contexts[-1]


def returned(contexts: list[GraderContext]) -> None:
    current(contexts).set_sample_reward("solver", 1.0)  # expect: OSM103


class Holder:
    ctx: GraderContext

    def award(self) -> None:
        self.ctx.set_sample_reward("solver", 1.0)  # expect: OSM103


def by_name(holder: Holder) -> None:
    getattr(holder.ctx, "set_sample_reward")("solver", 1.0)  # expect: OSM103


@patch("osmosis_ai.rollout.context.GraderContext.set_sample_reward")  # expect: OSM103
def test_award(award) -> None:
    with patch.object(Context, "set_sample_reward"):  # expect: OSM103
        assert award


# --- nothing below is reported ---


class Migrated(Grader):
    """`ctx.set_sample_reward(sid, 1.0)` is now `ctx.set_reward(1.0)`."""

    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("set_sample_reward needs a sample")
        ctx.set_reward(1.0)
        award = ctx.set_reward  # not ctx.set_sample_reward
        award(0.5)


class Board:
    def set_sample_reward(self, sid: str, reward: float) -> None:
        self.last = (sid, reward)

    def clear(self, sid: str) -> None:
        self.set_sample_reward(sid, 0.0)


def other_receivers(board: Board, metrics: MetricsContext, store) -> None:
    board.set_sample_reward("solver", 1.0)
    metrics.set_sample_reward("solver", 1.0)
    store.set_sample_reward("solver", 1.0)
    functools.partial(board.set_sample_reward, "solver")(1.0)


def narrowed_away(ctx: GraderContext | Board) -> None:
    if isinstance(ctx, Board):
        ctx.set_sample_reward("solver", 1.0)


def replaced(ctx: GraderContext) -> None:
    print(ctx.label)
    for ctx in (Board(), Board()):
        ctx.set_sample_reward("solver", 1.0)


class Reported(Grader):
    async def grade(self, ctx) -> None:
        ctx = Board()
        ctx.set_sample_reward("solver", 1.0)


class NotAGrader:
    def grade(self, ctx) -> None:
        ctx.set_sample_reward("solver", 1.0)


def both_versions(ctx: GraderContext, sid: str, reward: float) -> None:
    if hasattr(ctx, "set_reward"):
        ctx.set_reward(reward)
    else:
        ctx.set_sample_reward(sid, reward)


def both_versions_tried(ctx: GraderContext, sid: str, reward: float) -> None:
    try:
        ctx.set_reward(reward)
    except AttributeError:
        ctx.set_sample_reward(sid, reward)


def both_versions_by_default(ctx: GraderContext, sid: str, reward: float) -> None:
    award = getattr(ctx, "set_sample_reward", None)
    if award is not None:
        award(sid, reward)
    else:
        ctx.set_reward(reward)


def both_versions_by_release(ctx: GraderContext, sid: str, reward: float) -> None:
    if parse(metadata.version("osmosis-ai")) < parse("0.3"):
        ctx.set_sample_reward(sid, reward)
    else:
        ctx.set_reward(reward)


def set_sample_reward(sid: str, reward: float) -> str:
    return f"set_sample_reward({sid}, {reward})"


def bare_call() -> str:
    return set_sample_reward("solver", 1.0)
