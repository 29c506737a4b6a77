"""Lambdas get what is declared where they go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional, Protocol

from osmosis_ai.rollout import GraderContext, RolloutSample

Score = Callable[[RolloutSample], float]


class Rank(Protocol):
    def __call__(self, number: int, sample: RolloutSample) -> str: ...


def apply(fn: Callable[[GraderContext], Any], ctx: GraderContext, *, key: Optional[Score] = None) -> None:
    fn(ctx)


def ranked(rank: Rank) -> None: ...


def unknown(fn, ctx) -> None: ...


class Chain:
    def __init__(self, first: "Callable[[GraderContext], None]") -> None:
        self.steps = [first]

    def then(self, step: Callable[[GraderContext], None]) -> Chain:
        self.steps.append(step)
        return self


def pass_them(ctx: GraderContext) -> None:
    apply(lambda c: c.samples, ctx)  # expect: OSM101
    apply(len, ctx, key=lambda s: len(s.id))  # expect: OSM107
    ranked(lambda number, sample: f"{number.id}{sample.id}")  # expect: OSM107@56
    Chain(lambda c: c.get_samples()).then(lambda c: c.samples).then(lambda d: d.label)  # expect: OSM102, OSM101
    unknown(lambda c: c.samples, ctx)


SCORES: dict[str, Score] = {"name": lambda s: len(s.id), "length": lambda s: len(s.messages)}  # expect: OSM107
ORDER: list[Callable[[GraderContext], int]] = [lambda c: len(c.samples)]  # expect: OSM101


@dataclass
class Config:
    key: Score = lambda s: s.id  # expect: OSM107
    anything: Callable[..., Any] = lambda s: s.id


def made() -> Score:
    return lambda s: len(s.id)  # expect: OSM107


def with_default(key: Score = lambda s: len(s.id)) -> None: ...  # expect: OSM107
