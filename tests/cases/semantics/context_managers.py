"""with ... as: what a context manager gives."""

import contextlib
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager

from elsewhere import lock, open_other
from osmosis_ai.rollout import GraderContext, RolloutContext, get_rollout_context


def the_sdk_context(source):
    with RolloutContext() as ctx:
        ctx.register_sample_source("agent", source)  # expect: OSM104
        ctx.rollout_id


def the_name_of_the_manager(source):
    ctx = RolloutContext(rollout_id="a")
    with ctx:
        ctx.register_sample_source("agent", source)  # expect: OSM104


def both_names():
    ctx = RolloutContext(rollout_id="a")
    with ctx as active:
        active.sample_sources  # expect: OSM106
    return ctx.sample_sources  # expect: OSM106


def several_items(path):
    with lock, open(path) as file, RolloutContext() as ctx:
        ctx.sample_sources  # expect: OSM106
        file.samples
        lock.sample_sources


def in_parentheses(path):
    with (
        open(path) as file,
        RolloutContext() as ctx,
    ):
        return ctx.sample_sources, file.sample_sources  # expect: OSM106@20


def unknown_managers():
    with open_other() as ctx:
        ctx.samples
    with open_other(RolloutContext()) as other:
        other.sample_sources


@contextmanager
def grading(label: str) -> Iterator[GraderContext]:
    yield GraderContext(label=label)


@contextlib.contextmanager
def evident(label: str):
    with lock:
        yield GraderContext(label=label)


@contextmanager
def unknown(label: str):
    yield open_other(label)


@asynccontextmanager
async def rolling() -> AsyncIterator[RolloutContext]:
    with RolloutContext() as ctx:
        yield ctx


def generator_managers():
    with grading("a") as ctx:
        ctx.samples  # expect: OSM101
    with evident("a") as ctx:
        ctx.samples  # expect: OSM101
    with unknown("a") as ctx:
        ctx.samples
    # The manager is not the value it gives.
    return grading("a").samples


async def asynchronous_managers():
    async with rolling() as ctx:
        await ctx.get_samples()  # expect: OSM105


class Session:
    """Gives something else than itself."""

    def __enter__(self) -> GraderContext:
        return GraderContext(label="x")

    def __exit__(self, *error: object) -> None:
        return None


class Itself:
    def __init__(self, ctx: GraderContext) -> None:
        self.ctx = ctx

    def __enter__(self):
        return self

    def __exit__(self, *error: object) -> None:
        return None


def own_managers(ctx: GraderContext):
    with Session() as given:
        given.samples  # expect: OSM101
    with Itself(ctx) as holder:
        holder.ctx.samples  # expect: OSM101
        holder.samples


def helpers_of_contextlib():
    with contextlib.nullcontext(RolloutContext()) as ctx:
        ctx.sample_sources  # expect: OSM106
    with contextlib.nullcontext() as nothing:
        nothing.sample_sources
    with contextlib.closing(open_other()) as other:
        other.sample_sources


def an_active_context():
    with get_rollout_context() as ctx:
        return ctx.sample_sources  # expect: OSM106


def targets_that_are_not_names(holder, source):
    with RolloutContext() as holder.ctx:
        holder.sample_sources
    with open_other() as (first, second):
        first.samples
        second.samples
    return source


@contextmanager
def held_by_a_stack():
    yield GraderContext()


@asynccontextmanager
async def held_by_an_async_stack():
    yield GraderContext()


async def stacks(stack: ExitStack, astack: AsyncExitStack):
    first = stack.enter_context(held_by_a_stack())
    first.samples  # expect: OSM101
    second = await astack.enter_async_context(held_by_an_async_stack())
    second.samples  # expect: OSM101
    stack.enter_context(open("samples")).samples
