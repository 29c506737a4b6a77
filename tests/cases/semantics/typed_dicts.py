"""What a TypedDict has under a key, also by `get`, and as the type of `**keywords`."""

from __future__ import annotations

from typing import TypedDict

from osmosis_ai.rollout import GraderContext, RolloutSample
from typing_extensions import Unpack


class Row(TypedDict, total=False):
    ctx: GraderContext
    best: RolloutSample | None
    id: str


class Plain(dict):
    ctx: GraderContext


def read(row: Row, plain: Plain):
    best = row.get("best")
    if best:
        print(best.id, row.get("id"), row["ctx"].samples)  # expect: OSM107, OSM101
    print(row.pop("ctx").samples, row.get("ctx", None).label)  # expect: OSM101
    print(plain.get("ctx").samples)


def keywords(**options: Unpack[Row]):
    print(options["ctx"].samples, options["best"].id)  # expect: OSM101, OSM107
    print(options["id"].upper())
