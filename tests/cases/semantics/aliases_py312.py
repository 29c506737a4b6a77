# min-python: 3.12
"""Type aliases with parameters."""

from collections.abc import Mapping

from osmosis_ai.rollout import GraderContext, RolloutSample

type Maybe[T] = T | None
type Named[T] = Mapping[str, T]
type Table[K, T] = dict[K, list[T]]


def read(a: Maybe[GraderContext], b: Named[RolloutSample], c: Table[int, RolloutSample], d: Maybe[str], n: int):
    if a:
        print(a.samples, d.samples)  # expect: OSM101@17
    print(b["x"].id, [value.id for value in b.values()], list(b)[0].id)  # expect: OSM107, OSM107
    print(c[n][0].id)  # expect: OSM107
