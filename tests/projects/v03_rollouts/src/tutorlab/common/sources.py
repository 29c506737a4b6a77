"""Samples of conversations that no agent framework kept for us."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from osmosis_ai.rollout import RolloutSample, SampleSource, get_rollout_context


@dataclass
class Transcript:
    """A chat, message by message, with what was measured on the way."""

    messages: list[dict[str, Any]] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)

    def say(self, role: str, content: str) -> None:
        self.messages.append({"role": role, "content": content})

    def count(self, what: str, by: int = 1) -> None:
        self.counters[what] = self.counters.get(what, 0) + by

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.messages)


class TranscriptSource(SampleSource):
    """Hands a transcript to the grader as it stands when the rollout ends."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript

    async def get_sample(self) -> RolloutSample:
        return RolloutSample(
            messages=list(self.transcript),
            metrics=dict(self.transcript.counters),
        )


def attach(transcript: Transcript) -> bool:
    """Register the transcript with the rollout that is running, if one is."""
    rollout = get_rollout_context()
    if rollout is None:
        return False
    rollout.set_sample_source(TranscriptSource(transcript))
    return True
