"""A corpus that fits in memory, and a search that is good enough for it."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field

from tutorlab.common.scoring import words


@dataclass(frozen=True)
class Passage:
    id: str
    text: str


@dataclass
class Corpus:
    passages: list[Passage] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._counts = {p.id: Counter(words(p.text)) for p in self.passages}
        self._seen_in = Counter(w for counts in self._counts.values() for w in counts)

    def _weight(self, word: str) -> float:
        return math.log(1 + len(self.passages) / (1 + self._seen_in[word]))

    def search(self, query: str, limit: int = 2) -> list[Passage]:
        wanted = words(query)

        def score(passage: Passage) -> float:
            counts = self._counts[passage.id]
            return sum(self._weight(word) * counts[word] for word in wanted)

        ranked = sorted(self.passages, key=score, reverse=True)
        return [passage for passage in ranked[:limit] if score(passage) > 0]


DEFAULT_CORPUS = Corpus(
    [
        Passage(
            "tides", "The tides of the sea follow the pull of the moon and the sun."
        ),
        Passage("moon", "The moon circles the earth once in about 27 days."),
        Passage("chalk", "Chalk is a soft white limestone made of tiny shells."),
        Passage("glass", "Glass is made by melting sand with soda and lime."),
    ]
)
