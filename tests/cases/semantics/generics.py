# Generic classes of the project: what their type parameters stand for in one object.
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from osmosis_ai.rollout import GraderContext, RolloutSample

T = TypeVar("T")
K = TypeVar("K")


class Box(Generic[T]):
    def __init__(self, item: T) -> None:
        self.item = item

    def get(self) -> T:
        return self.item

    def maybe(self) -> T | None:
        return self.item

    def all(self) -> list[T]:
        return [self.item]

    async def fetch(self) -> T:
        return self.item

    def __iter__(self) -> Iterator[T]:
        yield self.item

    def __getitem__(self, index: int) -> T:
        return self.item


@dataclass
class Pair(Generic[K, T]):
    left: K
    right: T


class Sub(Box[GraderContext]):
    def use(self):
        return self.item.samples  # expect: OSM101


class Mid(Box[T]):
    pass


class Source(Protocol[T]):
    def load(self) -> T: ...


class Named(Generic[T]):
    """Iterating it gives texts, whatever it holds."""

    def __init__(self, held: T) -> None:
        self.held = held

    def __iter__(self) -> Iterator[str]:
        return iter(["samples"])


class Stream(Generic[T]):
    def __aiter__(self) -> AsyncIterator[T]: ...


def annotated(box: Box[GraderContext], pair: Pair[str, GraderContext], mid: Mid[GraderContext]):
    box.item.samples  # expect: OSM101
    box.get().samples  # expect: OSM101
    box.maybe().samples  # expect: OSM101
    box.all()[0].samples  # expect: OSM101
    box[0].samples  # expect: OSM101
    pair.right.samples  # expect: OSM101
    pair.left.samples
    mid.get().samples  # expect: OSM101
    for ctx in box:
        ctx.samples  # expect: OSM101
    [ctx.samples for ctx in box]  # expect: OSM101


def nested(boxes: list[Box[GraderContext]], source: Source[Box[RolloutSample]]):
    for box in boxes:
        box.get().samples  # expect: OSM101
    source.load().get().id  # expect: OSM107
    source.load().get().samples


async def awaited(box: Box[GraderContext], stream: Stream[GraderContext]):
    (await box.fetch()).samples  # expect: OSM101
    async for ctx in stream:
        ctx.samples  # expect: OSM101


def made(ctx: GraderContext):
    Box(ctx).item.samples  # expect: OSM101
    Box(item=ctx).get().samples  # expect: OSM101
    Pair("a", ctx).right.samples  # expect: OSM101
    Pair(right=ctx, left="a").right.samples  # expect: OSM101
    Box[GraderContext](None).item.samples  # expect: OSM101


def others(numbers: Box[int], unknown: Box, pair: Pair[GraderContext, str], named: Named[GraderContext]):
    numbers.item.samples
    unknown.item.samples
    pair.right.samples
    Box(3).get().samples
    for text in named:
        text.samples
    for text in Named(pair.left):
        text.samples


class Table(Generic[K, T]):
    def __init__(self, rows: dict[K, T], more: list[T] | None = None) -> None:
        self.rows = rows
        self.more = more

    def get(self, key: K) -> T:
        return self.rows[key]


def seen_inside_what_is_passed(ctx: GraderContext, contexts: list[GraderContext], rows: dict[str, int]) -> None:
    print(Table(ctx.samples).get("a").id)  # expect: OSM101, OSM107
    print(Table(rows).get("a").id, Table({}, contexts).more[0].samples)  # expect: OSM101
