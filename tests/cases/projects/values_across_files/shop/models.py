from dataclasses import dataclass
from typing import NamedTuple, Optional

from osmosis_ai.rollout import GraderContext, RolloutContext, RolloutSample

Context = GraderContext
MaybeContext = Optional[GraderContext]
default = GraderContext(label="default")
typed: "RolloutContext | None" = None
other = object()


@dataclass
class Job:
    ctx: GraderContext
    name: str

    @property
    def current(self) -> RolloutContext:
        return RolloutContext(rollout_id=self.name)


class Row(NamedTuple):
    label: str
    sample: RolloutSample


class Holder:
    made = GraderContext(label="made")

    def __init__(self, ctx: GraderContext, rows):
        self.ctx = ctx
        self.rows = rows


class MyContext(GraderContext):
    def names(self):
        return sorted(self.samples)  # expect: OSM101@28


class OwnContext(GraderContext):
    samples: tuple = ()

    def get_samples(self):
        return self.samples
