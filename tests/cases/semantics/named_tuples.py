"""Rows of a NamedTuple class, and copies of them."""

from typing import NamedTuple

from osmosis_ai.rollout import GraderContext, RolloutSample


class Row(NamedTuple):
    ctx: GraderContext
    sample: RolloutSample


def read(row: Row, sample: RolloutSample):
    print(row.ctx.samples, row[1].id)  # expect: OSM101, OSM107
    changed = row._replace(sample=sample)
    ctx, first = changed
    print(changed.sample.id, ctx.label, first.id)  # expect: OSM107, OSM107
