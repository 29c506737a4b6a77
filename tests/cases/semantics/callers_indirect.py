"""Functions that are handed on to be called, and methods that a base class calls."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from elsewhere import Plain, load, pool, run
from osmosis_ai.rollout import Grader, GraderContext, RolloutSample


def on_thread(ctx):
    return ctx.samples  # expect: OSM101


def in_executor(ctx, sample, weight):
    ctx.get_samples()  # expect: OSM102
    return sample.id * weight  # expect: OSM107


def prepared(ctx, sample_id, reward):
    ctx.set_sample_reward(sample_id, reward)  # expect: OSM103


def of_both(thing):
    return thing.samples


def of_something_else(thing):
    return thing.samples


def unknown_caller(function, thing):
    return thing.samples


class OnThread(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        await asyncio.to_thread(on_thread, ctx)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, in_executor, ctx, RolloutSample(), 2)
        partial(prepared, ctx)("solver", 1.0)
        pool.submit(self.scored, ctx.sample, 1)
        (await asyncio.to_thread(self.scored, RolloutSample(), 1)).id  # expect: OSM107
        await asyncio.to_thread(of_both, ctx)
        await asyncio.to_thread(of_both, Plain())
        await asyncio.to_thread(of_something_else, load())
        await asyncio.to_thread(*[of_something_else, ctx])
        run(unknown_caller, ctx)

    def scored(self, sample, weight):
        print(sample.id, weight.id)  # expect: OSM107
        return sample


class Template(Grader):
    async def grade(self, ctx):
        self._prepare(ctx)
        for sample in ctx.get_samples().values():  # expect: OSM102
            self._score(ctx, sample=sample)

    def _prepare(self, ctx):
        raise NotImplementedError

    def _score(self, ctx, *, sample):
        raise NotImplementedError

    def _report(self, thing):
        raise NotImplementedError


class Filled(Template):
    def _prepare(self, context):
        context.samples.clear()  # expect: OSM101

    def _score(self, ctx, *, sample):
        ctx.set_sample_reward(sample.id, 0.0)  # expect: OSM103, OSM107

    def _report(self, thing):
        # nobody says what it is
        return thing.samples

    def _other(self, ctx):
        return ctx.samples


class CalledOtherwise(Template):
    def again(self):
        self._prepare(Plain())

    def _prepare(self, ctx):
        # its own callers come first
        return ctx.samples


async def tasks(ctx: GraderContext):
    async def one(sample_id):
        return RolloutSample()

    async with asyncio.TaskGroup() as group:
        task = group.create_task(one("a"))
        other = group.create_task(run("a"))
    task.result().id  # expect: OSM107
    other.result().id
    for done in asyncio.as_completed([one("a"), one("b")]):
        (await done).id  # expect: OSM107
    threading.Thread(target=of_both).start()
    with ThreadPoolExecutor() as executor:
        executor.submit(run, ctx).result().samples


def by_id(sample):
    return sample.id  # expect: OSM107


def first_of(pair):
    return pair.id


def of_rows(row):
    return row.id


class Scorer:
    def score(self, sample):
        return sample.id  # expect: OSM107

    def keep(self, thing):
        return thing.id

    def all(self, samples: list[RolloutSample], rows: list[Plain]):
        sorted(samples, key=by_id)
        list(map(self.score, samples))
        max(samples, key=first_of)
        max(rows, key=first_of)
        list(filter(of_rows, rows))
        run(self.keep, samples)
        map(self.keep)
