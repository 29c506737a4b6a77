from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from osmosis_ai.rollout import GraderContext

    from .grader import QuizGrader


def context_of(grader: QuizGrader) -> GraderContext:
    grader.last.samples  # expect: OSM101@17
    return grader.last
