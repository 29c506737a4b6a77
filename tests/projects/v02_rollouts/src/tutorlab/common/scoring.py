"""Scoring functions that know nothing of rollouts."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable

_NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?")
_WORD = re.compile(r"[a-z0-9']+")


def parse_number(text: str | None) -> float | None:
    """The last number in a text: models put the answer at the end."""
    if not text:
        return None
    found = _NUMBER.findall(text)
    if not found:
        return None
    return float(found[-1].replace(",", ""))


def close_enough(got: float | None, want: float | None, rel: float = 1e-6) -> bool:
    if got is None or want is None:
        return False
    return math.isclose(got, want, rel_tol=rel, abs_tol=1e-9)


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def keyword_coverage(text: str, keywords: Iterable[str]) -> float:
    """The share of the keywords that the text mentions."""
    wanted = [keyword.lower() for keyword in keywords]
    if not wanted:
        return 1.0
    have = " ".join(words(text))
    return sum(keyword in have for keyword in wanted) / len(wanted)


def f1(got: str, want: str) -> float:
    left, right = Counter(words(got)), Counter(words(want))
    overlap = sum((left & right).values())
    if not overlap:
        return 0.0
    precision = overlap / sum(left.values())
    recall = overlap / sum(right.values())
    return 2 * precision * recall / (precision + recall)


def length_penalty(text: str, limit: int) -> float:
    """0 up to the limit, then growing to 0.5 at twice the limit."""
    if len(text) <= limit:
        return 0.0
    return min(0.5, (len(text) - limit) / (2 * limit))
