"""A class that can be entered both ways gives each time what its own method gives."""

from __future__ import annotations

from osmosis_ai.rollout import GraderContext, RolloutContext


class Both:
    def __init__(self) -> None:
        self.samples: list[str] = []

    def __enter__(self) -> Both:
        return self

    def __exit__(self, *error: object) -> None: ...

    async def __aenter__(self) -> GraderContext:
        return GraderContext()

    async def __aexit__(self, *error: object) -> None: ...


async def use() -> None:
    with Both() as both:
        print(both.samples)
    async with Both() as context:
        print(context.samples)  # expect: OSM101
    with RolloutContext() as rollout:
        print(rollout.sample_sources)  # expect: OSM106
