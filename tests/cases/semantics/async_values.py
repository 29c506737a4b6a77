"""async and await: a coroutine is not yet its result."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Coroutine
from typing import Any

from elsewhere import open_client, receive
from osmosis_ai.rollout import GraderContext, RolloutContext, get_rollout_context


async def annotated(label) -> GraderContext:
    return await receive(label)


async def evident(label):
    await asyncio.sleep(0)
    return GraderContext(label=label)


async def optional(label) -> GraderContext | None:
    return await receive(label)


async def unknown(label):
    return await receive(label)


async def stream(labels) -> AsyncIterator[GraderContext]:
    for label in labels:
        yield await receive(label)


def promised(label) -> Awaitable[GraderContext]:
    return receive(label)


def coroutine(label) -> Coroutine[Any, Any, RolloutContext]:
    return receive(label)


async def awaited():
    (await annotated("a")).samples  # expect: OSM101
    (await evident("a")).samples  # expect: OSM101
    (await optional("a")).samples  # expect: OSM101
    (await promised("a")).samples  # expect: OSM101
    (await coroutine("a")).sample_sources  # expect: OSM106
    ctx = await annotated("a")
    ctx.samples  # expect: OSM101
    if (found := await optional("a")) is not None:
        found.samples  # expect: OSM101
    (await unknown("a")).samples
    return (await receive("a")).samples


async def not_awaited():
    # The coroutine itself has no such member, on any release.
    annotated("a").samples
    promised("a").samples
    task = evident("a")
    task.samples
    ctx = await task
    return ctx.samples  # expect: OSM101


async def methods_of_the_sdk(source):
    ctx = get_rollout_context()
    found = await ctx.get_samples()  # expect: OSM105
    found["agent"].id  # expect: OSM107
    for sample in (await ctx.get_samples()).values():  # expect: OSM105
        sample.id  # expect: OSM107
    return (await ctx.get_samples())["agent"].id  # expect: OSM105, OSM107


async def methods_of_a_grader_context(ctx: GraderContext):
    # Here `get_samples` is an ordinary method.
    return ctx.get_samples()["agent"].id  # expect: OSM102, OSM107


async def loops(labels):
    async for ctx in stream(labels):
        ctx.samples  # expect: OSM101
    async for ctx in receive(labels):
        ctx.samples
    return [c.samples async for c in stream(labels)]  # expect: OSM101


class Client:
    def __init__(self, ctx: GraderContext) -> None:
        self.ctx = ctx

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *error: object) -> None:
        return None

    async def context(self) -> GraderContext:
        return self.ctx

    async def total(self):
        return len((await self.context()).samples)  # expect: OSM101


async def with_statements(ctx: GraderContext):
    async with Client(ctx) as client:
        client.ctx.samples  # expect: OSM101
        (await client.context()).samples  # expect: OSM101
        client.samples
    async with open_client() as other:
        other.ctx.samples
    return client.context().samples


async def nested(label):
    async def inner() -> GraderContext:
        return await receive(label)

    return [(await inner()).samples for _ in range(2)]  # expect: OSM101


async def gathered_one_by_one(label, rows):
    found, ctx = await asyncio.gather(receive(label), annotated(label))
    row, first = await asyncio.gather(own(), annotated(label))
    both = await asyncio.gather(annotated(label), own())
    every = await asyncio.gather(*[annotated(row) for row in rows])
    return (
        found.samples,
        row.samples,
        ctx.samples,  # expect: OSM101
        first.samples,  # expect: OSM101
        both[0].samples,  # expect: OSM101
        both[1].samples,
        every[1].samples,  # expect: OSM101
    )


class Row:
    samples: dict[str, Any] = {}


async def own() -> Row:
    return Row()
