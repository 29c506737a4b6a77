"""OSM105: `RolloutContext.get_samples()`, now `await get_sample()`."""

import contextlib
from collections.abc import Awaitable
from typing import TYPE_CHECKING, cast
from unittest.mock import AsyncMock, patch

import osmosis_ai.rollout
from my_agents.session import RolloutContext as SessionContext
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, RolloutSample, get_rollout_context
from osmosis_ai.rollout import RolloutContext as Rollout
from osmosis_ai.rollout.types import RolloutStatus

if TYPE_CHECKING:
    from osmosis_ai.rollout.context import RolloutContext


async def collect(rollout_ctx: "RolloutContext") -> list[RolloutSample]:
    samples = await rollout_ctx.get_samples()  # expect: OSM105
    return list(samples.values())


async def collect_optional(rollout_ctx: Rollout | None) -> dict[str, RolloutSample]:
    return {} if rollout_ctx is None else await rollout_ctx.get_samples()  # expect: OSM105


class Workflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        active = get_rollout_context()
        assert active is not None
        print(await active.get_samples())  # expect: OSM105


class Chained(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(len(await get_rollout_context().get_samples()))  # expect: OSM105


class Runner:
    def __init__(self, url: str) -> None:
        self.rollout_ctx = osmosis_ai.rollout.RolloutContext(chat_completions_url=url)

    async def run(self, workflow: AgentWorkflow, ctx: AgentWorkflowContext) -> int:
        with self.rollout_ctx:
            await workflow.run(ctx)
        return len(await self.rollout_ctx.get_samples())  # expect: OSM105


async def entered() -> bool:
    with Rollout() as rollout_ctx:
        pass
    return "solver" in await rollout_ctx.get_samples()  # expect: OSM105


async def made_here(url: str) -> dict[str, RolloutSample]:
    return await Rollout(url).get_samples()  # expect: OSM105


def not_awaited(rollout_ctx: Rollout) -> Awaitable[object]:
    return rollout_ctx.get_samples()  # expect: OSM105


async def looped(rollouts: list[Rollout]) -> int:
    total = 0
    for rollout_ctx in rollouts:
        for _ in (await rollout_ctx.get_samples()).items():  # expect: OSM105
            total += 1
    return total


async def cast_here(value: object) -> object:
    return await cast("Rollout", value).get_samples()  # expect: OSM105


async def by_name(rollout_ctx: Rollout) -> object:
    return await getattr(rollout_ctx, "get_samples")()  # expect: OSM105


class Counting(Rollout):
    async def count(self) -> int:
        return len(await self.get_samples())  # expect: OSM105


class CountingMore(Counting):
    async def get_samples(self) -> dict[str, RolloutSample]:
        return await super().get_samples()  # expect: OSM105


async def test_collects() -> None:
    with patch.object(Rollout, "get_samples", AsyncMock(return_value={})):  # expect: OSM105
        pass
    with patch("osmosis_ai.rollout.context.RolloutContext.get_samples"):  # expect: OSM105
        pass


# --- nothing below is reported ---


async def migrated(rollout_ctx: Rollout) -> RolloutSample:
    """Takes the place of `get_samples()`."""
    sample = await rollout_ctx.get_sample()  # was: await rollout_ctx.get_samples()
    if sample is None:
        raise ValueError("rollout_ctx.get_samples() gave nothing")
    return sample


class Store:
    async def get_samples(self) -> dict[str, str]:
        return {"status": RolloutStatus.SUCCESS}

    async def count(self) -> int:
        return len(await self.get_samples())


async def other_receivers(store: Store, session: SessionContext, client) -> list[object]:
    return [
        await store.get_samples(),
        await session.get_samples(),
        await client.get_samples(),
        await Store().get_samples(),
    ]


class StoreRunner:
    def __init__(self) -> None:
        self.rollout_ctx = Store()

    async def run(self) -> int:
        return len(await self.rollout_ctx.get_samples())


async def own_override(rollout_ctx: CountingMore) -> dict[str, RolloutSample]:
    return await rollout_ctx.get_samples()


async def rebound(rollout_ctx: Rollout, store: Store) -> object:
    print(rollout_ctx.rollout_id)
    rollout_ctx = store
    return await rollout_ctx.get_samples()


async def entered_again(rollout_ctx: Rollout, stores) -> object:
    print(rollout_ctx.rollout_id)
    async with stores.open() as rollout_ctx:
        return await rollout_ctx.get_samples()


def looked_at(value: object) -> object:
    match value:
        case Store() as rollout_ctx:
            return rollout_ctx.get_samples()
        case _:
            return None


async def both_versions(rollout_ctx: Rollout) -> object:
    if hasattr(rollout_ctx, "get_sample"):
        return await rollout_ctx.get_sample()
    return next(iter((await rollout_ctx.get_samples()).values()), None)


async def both_versions_tried(rollout_ctx: Rollout) -> object:
    try:
        return await rollout_ctx.get_sample()
    except AttributeError:
        return next(iter((await rollout_ctx.get_samples()).values()), None)


async def both_versions_suppressed(rollout_ctx: Rollout) -> object:
    with contextlib.suppress(AttributeError):
        return await rollout_ctx.get_samples()
    return await rollout_ctx.get_sample()


async def get_samples() -> list[str]:
    return ["get_samples"]


async def bare_call() -> list[str]:
    return await get_samples()
