"""Samples that are grouped, paired and queued on the way."""

import asyncio
import contextvars
import heapq
import itertools
from collections import defaultdict

from agents import Runner
from elsewhere import Row, rows
from osmosis_ai.rollout import AgentWorkflow, GraderContext, RolloutSample

CURRENT: contextvars.ContextVar[GraderContext] = contextvars.ContextVar("current")
OTHER: contextvars.ContextVar[Row] = contextvars.ContextVar("other")


def grouped(samples: list[RolloutSample]):
    groups = defaultdict(list)
    named = {}
    plain = {}
    for sample in samples:
        groups[sample.label].append(sample)
        named.setdefault(sample.label, []).append(sample)
        plain.setdefault("a", set()).add(Row())
    for group in groups.values():
        group[0].id  # expect: OSM107
    for _, group in named.items():
        for sample in group:
            sample.id  # expect: OSM107
    for group in plain.values():
        for row in group:
            row.id
    counted = defaultdict(int)
    counted["a"] += 1
    counted["a"].id


def paired(samples: list[RolloutSample]):
    for first, second in itertools.combinations(samples, 2):
        first.id, second.id  # expect: OSM107, OSM107
    for pair in itertools.pairwise(samples):
        pair[0].id  # expect: OSM107
    for label, group in itertools.groupby(samples, key=lambda sample: sample.label):
        label.id
        [sample.id for sample in group]  # expect: OSM107
    heapq.nlargest(1, samples, key=lambda sample: sample.reward)[0].id  # expect: OSM107
    next(itertools.takewhile(lambda sample: sample.reward, samples)).id  # expect: OSM107
    for first, second in itertools.combinations(rows, 2):
        first.id, second.id
    for _, group in itertools.groupby(rows):
        [row.id for row in group]
    heapq.nlargest(1, rows)[0].id


def handed_on(ctx: GraderContext):
    yield from ctx.get_samples().values()  # expect: OSM102


def handed_on_rows():
    yield from rows


def generators(ctx: GraderContext):
    for sample in handed_on(ctx):
        sample.id  # expect: OSM107
    for row in handed_on_rows():
        row.id


def ambient():
    CURRENT.get().samples  # expect: OSM101
    OTHER.get().samples


class ReturnsOneOfSeveral(AgentWorkflow):
    async def run(self, ctx):
        found = await asyncio.gather(*[Runner.run(agent, ctx.prompt) for agent in rows])
        return found[0]  # expect: OSM206


class ReturnsRows(AgentWorkflow):
    async def run(self, ctx):
        found = await asyncio.gather(*[row.load() for row in rows])
        return found[0]
