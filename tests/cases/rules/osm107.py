"""OSM107: `RolloutSample.id`; the rollout is identified by its URL now."""

from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any

import osmosis_ai.rollout.types as types
from my_evals.records import RolloutSample as StoredSample
from osmosis_ai.rollout import ExecutionRequest, Grader, GraderContext, RolloutContext, RolloutSample
from osmosis_ai.rollout.context import SampleSource
from osmosis_ai.rollout.types.sample import RolloutSample as Sample


class ByHand(SampleSource):
    async def get_sample(self) -> RolloutSample:
        return RolloutSample(id="solver", messages=[])  # expect: OSM107


class Named(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        for sample in ctx.samples.values():  # expect: OSM101
            print(sample.id, sample.reward)  # expect: OSM107


class HalfMigrated(Grader):
    async def grade(self, ctx) -> None:
        if ctx.sample is None:
            raise ValueError("no sample")
        print(ctx.sample.id)  # expect: OSM107
        sample = ctx.sample
        ctx.set_reward(1.0 if sample.id.startswith("solver") else 0.0)  # expect: OSM107


def read(sample: RolloutSample, other: "Sample | None", third: types.RolloutSample) -> tuple[str, ...]:
    return sample.id, other.id, third.id  # expect: OSM107, OSM107, OSM107


def write(sample: RolloutSample) -> None:
    sample.id = "solver"  # expect: OSM107


def delete(sample: RolloutSample) -> None:
    del sample.id  # expect: OSM107


def lists(samples: list[RolloutSample]) -> dict[str, float | None]:
    samples.sort(key=lambda s: s.id)  # expect: OSM107
    print(samples[0].id, {s.id for s in samples})  # expect: OSM107, OSM107
    best = max(samples, key=lambda s: s.reward or 0.0)
    print(f"best is {best.id}")  # expect: OSM107
    return {sample.id: sample.reward for sample in samples}  # expect: OSM107


def mapping(found: dict[str, Sample], name: str) -> str:
    if sample := found.get(name):
        return sample.id  # expect: OSM107
    return next(iter(found.values())).id  # expect: OSM107


async def collected(rollout_ctx: RolloutContext, source: SampleSource) -> list[str]:
    sample = await source.get_sample()
    return [sample.id, (await rollout_ctx.get_sample()).id]  # expect: OSM107, OSM107


def constructed(name: str) -> list[Sample]:
    options = {"id": name, "messages": []}  # expect: OSM107
    return [
        Sample(id=name),  # expect: OSM107
        types.RolloutSample(messages=[], id="solver"),  # expect: OSM107
        RolloutSample(**options),
        Sample(**dict(id=name)),  # expect: OSM107
    ]


def later(name: str):
    return partial(RolloutSample, id=name)  # expect: OSM107


def matched(value: object) -> Any:
    match value:
        case RolloutSample() as sample:
            return sample.id  # expect: OSM107
    return None


def by_name(sample: Sample) -> str:
    return getattr(sample, "id")  # expect: OSM107


class Tagged(RolloutSample):
    tag: str = ""

    def title(self) -> str:
        return f"{self.tag}:{self.id}"  # expect: OSM107


# --- nothing below is reported ---


class Migrated(Grader):
    """`sample.id` has no successor."""

    async def grade(self, ctx: GraderContext) -> None:
        # sample.id is gone
        if ctx.sample is None:
            raise ValueError("sample.id unknown")
        ctx.sample.extra_fields["id"] = id(ctx.sample)
        ctx.set_reward(1.0)


def built_for_03(messages: list[dict]) -> RolloutSample:
    return RolloutSample(messages=messages, extra_fields={"id": "solver"})


def messages_have_ids(sample: RolloutSample) -> list[str]:
    ids = list(map(itemgetter("id"), sample.messages))
    ids.extend(m["id"] for m in sample.messages)
    return ids + [dict(m, id="m-1")["id"] for m in sample.messages]


def other_sdk_classes(request: ExecutionRequest, rollout_ctx: RolloutContext) -> tuple[str, str]:
    again = ExecutionRequest(id=request.id, prompt=request.prompt)
    return again.id, rollout_ctx.rollout_id


@dataclass
class Row:
    id: str
    reward: float


def other_classes(row: Row, stored: StoredSample, unknown, samples) -> list[object]:
    row.id = "r-1"
    return [
        row.id,
        stored.id,
        unknown.id,
        [sample.id for sample in samples],
        Row(id="r-2", reward=0.0),
        StoredSample(id="s-1"),
        partial(Row, id="r-3"),
        getattr(row, "id"),
    ]


def rows_from_samples(samples: list[RolloutSample]) -> list[str]:
    rows = [Row(id=str(i), reward=s.reward or 0.0) for i, s in enumerate(samples)]
    return [sample.id for sample in rows]


def rebound(sample: RolloutSample) -> str:
    print(sample.label)
    sample = Row("r-1", 0.0)
    return sample.id


class WithId(RolloutSample):
    """Brings the field back as its own."""

    id: str = ""


def own_field(sample: WithId) -> list[object]:
    return [sample.id, WithId(id="solver")]


def both_versions(sample: RolloutSample) -> str:
    if hasattr(sample, "id"):
        return sample.id
    return getattr(sample, "id", "sample")


def both_versions_tried(sample: RolloutSample) -> str:
    try:
        return sample.id
    except AttributeError:
        return "sample"
