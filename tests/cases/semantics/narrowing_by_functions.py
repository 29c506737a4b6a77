"""Functions of the project that say what a value is."""

from __future__ import annotations

from typing import TypeGuard

from osmosis_ai.rollout import GraderContext, RolloutSample
from typing_extensions import TypeIs


def is_context(value: object) -> TypeGuard[GraderContext]:
    return hasattr(value, "label")


def is_sample(value: object) -> TypeIs[RolloutSample]:
    return isinstance(value, RolloutSample)


def is_ready(value: object) -> bool:
    return bool(value)


def look(value: object, other: object) -> None:
    if is_context(value):
        print(value.samples, other.samples)  # expect: OSM101@21
    else:
        print(value.samples)
    if not is_sample(value):
        return
    print(value.id)  # expect: OSM107
    if is_ready(other):
        print(other.samples)


def kept(values: list) -> list:
    return [value.samples for value in values if is_context(value)]  # expect: OSM101
