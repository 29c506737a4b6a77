"""Problem sets. Nothing in here knows about rollouts."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Problem:
    id: str
    question: str
    answer: str
    tags: tuple[str, ...] = ()

    @classmethod
    def from_row(cls, row: dict[str, Any]) -> Problem:
        return cls(
            id=str(row["id"]),
            question=row["question"].strip(),
            answer=str(row["answer"]),
            tags=tuple(row.get("tags", ())),
        )

    def as_prompt(self, system: str | None = None) -> list[dict[str, str]]:
        prompt = [{"role": "system", "content": system}] if system else []
        return [*prompt, {"role": "user", "content": self.question}]


@dataclass
class ProblemSet:
    """A named list of problems, called samples since the days of the notebooks."""

    name: str
    samples: list[Problem] = field(default_factory=list)
    environment: str = "train"

    @classmethod
    def load(cls, path: Path, *, environment: str = "train") -> ProblemSet:
        rows = [json.loads(line) for line in path.read_text().splitlines() if line]
        problems = [Problem.from_row(row) for row in rows]
        return cls(name=path.stem, samples=problems, environment=environment)

    def get_samples(self, tag: str | None = None) -> dict[str, Problem]:
        return {p.id: p for p in self.samples if tag is None or tag in p.tags}

    def split(self, share: float, seed: int = 0) -> tuple[ProblemSet, ProblemSet]:
        shuffled = list(self.samples)
        random.Random(seed).shuffle(shuffled)
        cut = round(len(shuffled) * share)
        return (
            ProblemSet(name=f"{self.name}-a", samples=shuffled[:cut]),
            ProblemSet(name=f"{self.name}-b", samples=shuffled[cut:]),
        )

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.samples)

    def __len__(self) -> int:
        return len(self.samples)


class SampleRegistry:
    """Problem sets by name, so that scripts can ask for them."""

    def __init__(self) -> None:
        self.sample_sources: dict[str, ProblemSet] = {}

    def register_sample_source(self, name: str, source: ProblemSet) -> None:
        if name in self.sample_sources:
            raise KeyError(f"{name} is registered already")
        self.sample_sources[name] = source

    def get_samples(self) -> list[Problem]:
        return [
            problem for source in self.sample_sources.values() for problem in source
        ]


def statistics(problems: Iterable[Problem]) -> dict[str, Any]:
    rows = list(problems)
    tags = sorted({tag for problem in rows for tag in problem.tags})
    return {
        "samples": len(rows),
        "tags": tags,
        "longest": max((len(problem.question) for problem in rows), default=0),
    }
