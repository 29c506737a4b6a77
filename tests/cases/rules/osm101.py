"""OSM101: `GraderContext.samples`, a dict by sample id on 0.2, one `sample` on 0.3."""

import json
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from typing import Any, Optional, cast
from unittest import mock

import osmosis_ai.rollout as rollout
from my_evals.context import GraderContext as ForeignContext
from osmosis_ai.rollout import Grader, GraderContext, RolloutSample
from osmosis_ai.rollout import GraderContext as Ctx
from osmosis_ai.rollout import context as rollout_context
from osmosis_ai.rollout.trajectory import TrajectoryReport
from packaging.version import Version


class ExactMatch(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        for _, sample in ctx.samples.items():  # expect: OSM101
            sample.reward = 1.0 if sample.messages[-1]["content"] == ctx.label else 0.0


class Unannotated(Grader):
    async def grade(self, ctx):
        if not ctx.samples:  # expect: OSM101
            raise ValueError(f"no samples for {ctx.label}")
        longest = max(ctx.samples.values(), key=lambda s: len(s.messages))  # expect: OSM101
        longest.reward = 1.0


class Remembering(Grader):
    async def grade(self, grading) -> None:
        self.grading = grading
        self.score_all()

    def score_all(self) -> None:
        for sample in self.grading.samples.values():  # expect: OSM101
            sample.reward = 0.5


class Deep(Remembering):
    pass


class Deepest(Deep):
    async def grade(self, c) -> None:
        keep = c
        total = len(keep.samples)  # expect: OSM101
        print(f"{total} of {len(c.samples)}")  # expect: OSM101


def reset(ctx: GraderContext) -> None:
    ctx.samples = {}  # expect: OSM101


def forget(ctx: "GraderContext", sid: str) -> None:
    del ctx.samples[sid]  # expect: OSM101
    del ctx.samples  # expect: OSM101


def merge(ctx: Optional[GraderContext], more: dict[str, RolloutSample]) -> None:
    ctx.samples |= more  # expect: OSM101


def aliases(a: Ctx, b: rollout.GraderContext, c: "rollout_context.GraderContext | None"):
    return a.samples, b.samples, c.samples  # expect: OSM101, OSM101, OSM101


def containers(contexts: list[GraderContext], by_task: dict[str, GraderContext]) -> list[int]:
    first = contexts[0].samples  # expect: OSM101
    counts = [len(c.samples) for c in contexts]  # expect: OSM101
    for task, ctx in by_task.items():
        print(task, ctx.samples)  # expect: OSM101
    return [len(first), *counts]


def narrowed(event: object, payload: Any):
    if isinstance(event, GraderContext):
        return event.samples  # expect: OSM101
    return cast(GraderContext, payload).samples  # expect: OSM101


def matched(event: object):
    match event:
        case GraderContext(label=None):
            return {}
        case GraderContext(samples=found):  # expect: OSM101
            return found


def constructed(sample: RolloutSample) -> list[GraderContext]:
    return [
        GraderContext(label="4", samples={"solver": sample}),  # expect: OSM101
        GraderContext("4", {"solver": sample}),  # expect: OSM101
        GraderContext("4", {str(i): sample for i in range(3)}),  # expect: OSM101
        rollout.GraderContext(samples={}),  # expect: OSM101
    ]


def spread(sample: RolloutSample) -> GraderContext:
    options = {
        "label": "4",
        "samples": {"solver": sample},  # expect: OSM101
    }
    return GraderContext(**options)


def spread_call(sample: RolloutSample) -> GraderContext:
    options = dict(label="4", samples={"solver": sample})  # expect: OSM101
    return GraderContext(**options)


def factories(ctx: GraderContext):
    make = partial(GraderContext, samples={})  # expect: OSM101
    return make, replace(ctx, samples={})  # expect: OSM101


def by_name(ctx: GraderContext, monkeypatch) -> Any:
    monkeypatch.setattr(ctx, "samples", {})  # expect: OSM101
    setattr(ctx, "samples", {})  # expect: OSM101
    with mock.patch.object(ctx, "samples", {}):  # expect: OSM101
        return getattr(ctx, "samples")  # expect: OSM101


class TaskContext(GraderContext):
    def count(self) -> int:
        return len(self.samples)  # expect: OSM101


class FixtureContext(GraderContext):
    def __init__(self, label: str) -> None:
        super().__init__(label=label, samples={})  # expect: OSM101


def subclassed(task: TaskContext):
    return task.samples, TaskContext(samples={})  # expect: OSM101, OSM101


# --- nothing below is reported ---


class OneSample(Grader):
    """Scores `ctx.sample`; on 0.2 this looped over `ctx.samples`."""

    async def grade(self, ctx: GraderContext) -> None:
        # ctx.samples is gone; ctx.sample holds the only one
        if ctx.sample is None:
            raise ValueError("ctx.samples was empty")
        ctx.set_reward(1.0)


def built_for_03(sample: RolloutSample) -> list[GraderContext]:
    return [GraderContext(label="4", sample=sample), GraderContext("4", sample), GraderContext("4", None)]


@dataclass
class Dataset:
    samples: list[str]

    def first(self) -> str:
        return self.samples[0]


def from_dataset(dataset: Dataset, name: str):
    match dataset:
        case Dataset(samples=[]):
            return None
    return replace(dataset, samples=[name]), getattr(dataset, "samples"), Dataset(samples=[])


def of_the_sdk_but_alive(report: TrajectoryReport):
    return report.samples


def another_library(ctx: ForeignContext):
    return ctx.samples, ForeignContext(samples={})


def unknown(ctx, batch, make):
    # nobody in this file says what these are
    batch.samples = make(samples={}).samples
    del batch.samples
    setattr(batch, "samples", partial(make, samples={}))
    return ctx.samples, batch.samples, [c.samples for c in batch], getattr(make(), "samples")


def rebound(ctx: GraderContext, path: str) -> Any:
    label = ctx.label
    ctx = Dataset([path])
    return label, ctx.samples


def shadowed(rows: list[Dataset]):
    class GraderContext:
        samples: dict[str, str] = {}

    return GraderContext.samples, GraderContext().samples, [ctx.samples for ctx in rows]


class NotAGrader:
    async def grade(self, ctx) -> int:
        return len(ctx.samples)


class Compatible(GraderContext):
    """Gives new contexts the old attribute, as its own."""

    @property
    def samples(self) -> dict[str, RolloutSample]:
        return {} if self.sample is None else {"sample": self.sample}


def uses_the_shim(ctx: Compatible) -> int:
    return len(ctx.samples)


def both_versions(ctx: GraderContext) -> list[RolloutSample]:
    if hasattr(ctx, "samples"):
        return list(ctx.samples.values())
    return [] if ctx.sample is None else [ctx.sample]


def both_versions_by_default(ctx: GraderContext) -> list[RolloutSample]:
    found = getattr(ctx, "samples", None)
    return [ctx.sample] if found is None else list(found.values())


def both_versions_by_error(ctx: GraderContext) -> Any:
    try:
        return ctx.sample
    except AttributeError:
        return next(iter(ctx.samples.values()))


def both_versions_by_release(ctx: GraderContext) -> Any:
    if Version(version("osmosis-ai")) >= Version("0.3"):
        return ctx.sample
    else:
        return next(iter(ctx.samples.values()))


def plain_data(path: str) -> Any:
    ctx = json.loads(path)
    options = {"label": "4", "samples": {}}
    return ctx["samples"], dict(samples={}), options["samples"], Dataset(**{"samples": []})
