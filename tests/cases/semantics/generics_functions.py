"""Generic functions of the project, and methods that override those of a generic class."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from elsewhere import Plain, load
from osmosis_ai.rollout import GraderContext, RolloutSample

T = TypeVar("T")
K = TypeVar("K")


class Box(Generic[T]):
    def __init__(self, value: T) -> None:
        self.value = value

    def get(self) -> T:
        return self.value

    def maybe(self) -> T | None:
        return self.value

    def all(self) -> "list[T]":
        return [self.value]

    @property
    def held(self) -> T:
        return self.value

    async def later(self) -> T:
        return self.value


@dataclass
class Pair(Generic[K, T]):
    key: K
    value: T
    many: list[T]


class Reader(Protocol[T]):
    def read(self) -> T: ...


class Scorer(Generic[T]):
    subject: T

    def score(self, subject: T, weight: int) -> float:
        raise NotImplementedError


class SampleScorer(Scorer[RolloutSample]):
    def score(self, sample, weight):
        print(self.subject.id, weight.id)  # expect: OSM107
        return float(len(sample.id))  # expect: OSM107


class PlainScorer(Scorer[Plain]):
    def score(self, subject, weight):
        print(self.subject.id)
        return subject.id


class Untold(Scorer):
    def score(self, subject, weight):
        return subject.id, self.subject.id


class ContextBox(Box[GraderContext]):
    def show(self):
        return self.value.samples, self.get().samples  # expect: OSM101, OSM101


def first(items: Sequence[T]) -> T:
    return items[0]


def same(item: T, *, other: T | None = None) -> T:
    return other or item


def made(kind: type[T], count: int) -> T:
    return kind()


def sure(item: T | None) -> T:
    assert item is not None
    return item


def mapped(items: dict[K, T]) -> Iterable[T]:
    yield from items.values()


async def waited(item: Awaitable[T]) -> T:
    return await item


def called(function: Callable[[], T]) -> T:
    return function()


async def boxes(box: Box[GraderContext], pair: Pair[str, GraderContext], reader: Reader[RolloutSample]):
    box.value.samples  # expect: OSM101
    box.get().samples  # expect: OSM101
    box.held.get_samples()  # expect: OSM102
    box.all()[0].samples  # expect: OSM101
    (await box.later()).samples  # expect: OSM101
    if (found := box.maybe()) is not None:
        found.samples  # expect: OSM101
    pair.key.samples
    pair.value.samples  # expect: OSM101
    pair.many[0].samples  # expect: OSM101
    reader.read().id  # expect: OSM107


async def functions(contexts: list[GraderContext], named: dict[str, GraderContext], ctx: GraderContext | None):
    first(contexts).samples  # expect: OSM101
    same(contexts[0]).samples  # expect: OSM101
    made(GraderContext, 1).samples  # expect: OSM101
    made(count=1, kind=RolloutSample).id  # expect: OSM107
    sure(ctx).samples  # expect: OSM101
    for item in mapped(named):
        item.samples  # expect: OSM101


async def something_else(box: Box[int], pair: Pair[GraderContext, Plain], bare: Box, rows: list[Plain]):
    box.value.samples
    box.get().samples
    pair.value.samples
    pair.key.samples  # expect: OSM101
    bare.value.samples
    bare.get().samples
    first(rows).samples
    same(load()).samples
    made(Plain, 1).samples
    (await waited(load())).samples
    called(load).samples
