"""With the future import annotations are not evaluated, and mean the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Optional

if TYPE_CHECKING:
    from collections.abc import Iterator

    import osmosis_ai.rollout as r
    from elsewhere import Report
    from osmosis_ai.rollout import GraderContext, RolloutContext
    from osmosis_ai.rollout.types import RolloutSample


def plain(ctx: GraderContext, other: Optional[RolloutContext]) -> None:
    ctx.samples  # expect: OSM101
    other.sample_sources  # expect: OSM106


def quoted_all_the_same(ctx: "GraderContext", other: "RolloutContext | None"):
    ctx.samples  # expect: OSM101
    other.sample_sources  # expect: OSM106


def used_before_it_is_defined(batch: Batch):
    batch.first.samples  # expect: OSM101
    return batch.rest[0].samples  # expect: OSM101


def dotted(ctx: r.GraderContext | None, mode: r.MultiTurnMode):  # expect: OSM108@49
    return ctx.samples, mode  # expect: OSM101


def returns_one(label: str) -> GraderContext:
    return load_context(label)


def yields_several(label: str) -> Iterator[GraderContext]:
    yield load_context(label)


def load_context(label):
    raise NotImplementedError(label)


@dataclass
class Batch:
    first: GraderContext
    rest: list[GraderContext]
    report: Report
    found: dict[str, RolloutSample]
    shared: ClassVar[RolloutContext | None] = None


class Row(NamedTuple):
    ctx: GraderContext
    report: Report


def use_fields(batch: Batch, row: Row):
    batch.report.samples
    batch.found["a"].id  # expect: OSM107
    Batch.shared.sample_sources  # expect: OSM106
    row.report.samples
    return row.ctx.samples  # expect: OSM101


def use_returned(label: str):
    returns_one(label).samples  # expect: OSM101
    load_context(label).samples
    for ctx in yields_several(label):
        ctx.get_samples()  # expect: OSM102


class Outer:
    def method(self, ctx: GraderContext, inner: Inner) -> Outer:
        inner.ctx.samples  # expect: OSM101
        return self

    def chained(self, report: Report) -> Report:
        self.method(report, report).samples
        return report.samples


class Inner:
    ctx: GraderContext
    report: Report

    def text(self) -> str:
        return f"{self.ctx.samples} {self.report.samples}"  # expect: OSM101


def local_names(ctx: Local, other: Report):
    class Local:
        samples = {}

    # The annotation is read in the module, where no `Local` is known.
    ctx.samples
    other.samples
    found: Local = Local()
    return found.samples


def generic(pairs: list[tuple[str, GraderContext]], by_name: dict[str, Report]):
    for name, ctx in pairs:
        ctx.samples  # expect: OSM101
        by_name[name].samples
