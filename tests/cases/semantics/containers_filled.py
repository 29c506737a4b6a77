"""Containers that are created empty: what methods, inner functions, queues and heaps put in and take out."""

import asyncio
import heapq
import queue

from osmosis_ai.rollout import ExecutionResult, GraderContext, RolloutSample


class Collector:
    def __init__(self):
        self.samples = []
        self.cache = {}
        self.waiting = asyncio.Queue()
        self.names = []
        self.heap = []
        self.mixed = []

    def add(self, key: str, sample: RolloutSample):
        self.samples.append(sample)
        self.cache[key] = sample
        self.names += [sample.label]
        heapq.heappush(self.heap, (sample.reward, sample))

    def look(self):
        print(self.samples[0].id)  # expect: OSM107
        print([sample.id for sample in self.samples], self.names[0].id)  # expect: OSM107
        for sample in self.cache.values():
            print(sample.id)  # expect: OSM107
        reward, best = heapq.heappop(self.heap)
        print(reward.id, best.id)  # expect: OSM107@31

    async def wait(self, ctx: GraderContext):
        await self.waiting.put(ctx)
        first = await self.waiting.get()
        print(first.samples, self.waiting.get_nowait().get_samples())  # expect: OSM101, OSM102

    def others(self, sample: RolloutSample, row: dict):
        self.mixed.append(sample)
        self.mixed.append(row)
        print(self.mixed[0].id)


class Elsewhere:
    """Another class with a list of the same name holds something else."""

    def __init__(self):
        self.samples = []

    def add(self, row: dict):
        self.samples.append(row)
        print(self.samples[0].id)


def by_an_inner_function(results: list[ExecutionResult]):
    found = []
    other = []

    def visit(result: ExecutionResult):
        other = {}
        other["result"] = result
        found.append(result)

    for result in results:
        visit(result)
    print(found[0].samples)  # expect: OSM110
    print([item.samples for item in other])


def annotated(waiting: "queue.Queue[GraderContext]", later: asyncio.Queue[RolloutSample]):
    print(waiting.get().samples, waiting.get(timeout=1).label)  # expect: OSM101
    print(later.get_nowait().id, later.qsize())  # expect: OSM107
    print(later.get().id)


def merged(groups: list[dict[str, RolloutSample]]):
    together = {}
    for group in groups:
        together.update(group)
    print(together["a"].id)  # expect: OSM107
