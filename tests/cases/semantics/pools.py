"""What executors, pools and tasks give back."""

import asyncio
from concurrent.futures import ThreadPoolExecutor, as_completed

from osmosis_ai.rollout import GraderContext, RolloutSample


class Own:
    def map(self, function, items):
        return [{"id": 1}]


def threads(ctx: GraderContext, keys: list[str], own: Own):
    def pick(key: str) -> RolloutSample:
        return ctx.samples[key]  # expect: OSM101

    with ThreadPoolExecutor() as pool:
        for sample in pool.map(pick, keys):
            print(sample.id)  # expect: OSM107
        futures = {pool.submit(pick, key): key for key in keys}
        for future in as_completed(futures):
            print(future.result().id, futures[future])  # expect: OSM107
        for sample in pool.map(lambda key: ctx.samples[key], keys):  # expect: OSM101
            print(sample.id)  # expect: OSM107
    for row in own.map(pick, keys):
        print(row.id)


async def tasks(ctx: GraderContext):
    def pick(key: str) -> RolloutSample:
        return ctx.samples[key]  # expect: OSM101

    async def later(key: str) -> RolloutSample:
        return pick(key)

    loop = asyncio.get_running_loop()
    sample = await loop.run_in_executor(None, pick, "a")
    print(sample.id)  # expect: OSM107
    done, pending = await asyncio.wait([asyncio.create_task(later("a"))])
    for task in done:
        print(task.result().id)  # expect: OSM107
    print(len(pending))
