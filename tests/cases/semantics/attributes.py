"""Attributes: set in one place, read in another."""

import collections
import dataclasses
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Optional

from elsewhere import BaseJob, load_rows
from osmosis_ai.rollout import Grader, GraderContext, RolloutContext, RolloutSample


class SetInGrade(Grader):
    async def grade(self, ctx):
        self.ctx = ctx
        self.rows = load_rows()
        self.score()

    def score(self):
        self.ctx.samples  # expect: OSM101@18
        self.rows.samples
        # A grader itself never had samples.
        return self.samples, self.get_samples()


class SetInInit:
    def __init__(self, ctx: GraderContext, rows):
        self.ctx = ctx
        self.rows = rows
        self.first: Optional[RolloutSample] = None
        self.made = RolloutContext()
        self.samples = {}

    def read(self):
        self.ctx.samples  # expect: OSM101@18
        self.first.id  # expect: OSM107@20
        self.made.sample_sources  # expect: OSM106@19
        return self.rows.samples, self.samples

    def fill(self):
        for sample in self.ctx.samples.values():  # expect: OSM101
            self.first = sample

    class Inner:
        def read(self):
            # Another class, another self.
            return self.ctx.samples


class ReadInASubclass(SetInInit):
    def deeper(self):
        return self.ctx.samples, self.rows.samples  # expect: OSM101@25


class NeverSet:
    def read(self):
        return self.ctx.samples


class SetOnAnother:
    def __init__(self, other):
        other.ctx = GraderContext(label="x")

    def read(self):
        return self.ctx.samples


class ClassAttributes:
    declared: GraderContext
    quoted: "Optional[GraderContext]" = None
    made = GraderContext(label="x")
    other: Any = None
    samples = ()

    def read(self):
        self.declared.samples  # expect: OSM101
        self.quoted.samples  # expect: OSM101
        self.made.samples  # expect: OSM101
        self.other.samples
        return self.samples

    @classmethod
    def of_class(cls):
        return cls.made.samples, cls.other.samples  # expect: OSM101@25


def from_outside(holder: SetInInit, rows):
    holder.ctx.samples  # expect: OSM101@16
    holder.made.sample_sources  # expect: OSM106
    holder.rows.samples
    holder.samples
    ClassAttributes.made.samples  # expect: OSM101
    ClassAttributes().declared.samples  # expect: OSM101
    SetInInit(rows, rows).ctx.samples  # expect: OSM101
    rows.ctx.samples
    return ReadInASubclass(rows, rows).made.sample_sources  # expect: OSM106


@dataclass
class Job:
    ctx: GraderContext
    name: str
    found: dict[str, RolloutSample] = field(default_factory=dict)
    parent: "Optional[Job]" = None
    shared: ClassVar[RolloutContext] = RolloutContext()
    samples: list = field(default_factory=list)

    def read(self):
        self.ctx.samples  # expect: OSM101
        self.found["a"].id  # expect: OSM107
        self.parent.ctx.samples  # expect: OSM101
        return self.name.samples, self.samples


@dataclasses.dataclass(frozen=True)
class DerivedJob(Job):
    weight: float = 1.0

    def again(self):
        return self.ctx.samples, self.weight.samples  # expect: OSM101@25


class Row(NamedTuple):
    label: str
    ctx: GraderContext
    samples: list


Plain = collections.namedtuple("Plain", ["ctx", "samples"])


def fields(job: Job, derived: DerivedJob, row: Row, plain: Plain):
    job.ctx.samples  # expect: OSM101
    job.parent.parent.ctx.samples  # expect: OSM101
    Job.shared.sample_sources  # expect: OSM106
    derived.ctx.samples  # expect: OSM101
    row.ctx.samples  # expect: OSM101
    row[1].samples  # expect: OSM101
    label, ctx, samples = row
    ctx.samples, label.samples, samples.samples  # expect: OSM101@9
    plain.ctx.samples
    return job.samples, derived.samples, row.samples, plain.samples


def made(label, rows):
    Job(ctx=rows, name=label).ctx.samples  # expect: OSM101
    Row(label, rows, []).ctx.samples  # expect: OSM101
    return Job(ctx=rows, name=label, samples=[]), Row(label, rows, samples=[])


class ElsewhereJob(BaseJob):
    # Nothing here says what BaseJob keeps under that name.
    def read(self):
        return self.ctx.samples


class WriteForms:
    def __init__(self, ctx: GraderContext) -> None:
        self.first, self.name = ctx, "x"
        self.left = self.right = ctx

    def read(self):
        self.first.samples, self.name.samples  # expect: OSM101@20
        return self.left.samples, self.right.samples  # expect: OSM101, OSM101

    def write(self, value):
        self.first.samples = value  # expect: OSM101@20
        self.samples = value
        self.first.label = value


def local_attribute(holder, ctx: GraderContext):
    holder.ctx = ctx
    holder.ctx.samples  # expect: OSM101
    holder = load_rows()
    return holder.ctx.samples


def attributes_of_the_context(ctx: GraderContext, rollout_ctx: RolloutContext):
    # Members of members: what they hold is not a context.
    ctx.metadata.samples
    ctx.label.get_samples()
    ctx.project_path.samples
    rollout_ctx.rollout_id.samples
    return ctx.samples_by_name, ctx.sample_ids


class Replacing:
    def __init__(self, ctx: GraderContext):
        self.ctx = ctx

    def replaced(self):
        self.ctx = load_rows()
        return self.ctx.samples


def stored_in_a_field_of_the_sdk(ctx: GraderContext, rows):
    ctx.samples = rows  # expect: OSM101
    for sample in ctx.samples.values():  # expect: OSM101
        sample.id  # expect: OSM107
    ctx.samples |= load_rows()  # expect: OSM101
    ctx.samples["a"].id  # expect: OSM101, OSM107


class WithSession:
    @property
    def fresh(self):
        return RolloutSample(messages=[])


class MixedAfterTheSdk(Grader, WithSession):
    def show(self):
        print(self.fresh.id)  # expect: OSM107
