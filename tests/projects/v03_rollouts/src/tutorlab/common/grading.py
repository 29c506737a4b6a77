"""The base of the project's graders, and helpers that take the grader context."""

import logging

from osmosis_ai.rollout import Grader, GraderContext, RolloutSample
from osmosis_ai.rollout.utils.rewards import validate_sample_has_reward

from .config import RubricConfig
from .scoring import length_penalty
from .text import last_text

logger = logging.getLogger(__name__)


class TutorGrader(Grader):
    """Marks the sample with ``mark()`` and takes off for long answers.

    Subclasses override ``mark``, or ``grade`` when more than the answer counts.
    """

    def __init__(self, config=None):
        super().__init__(config)
        self.rubric: RubricConfig = config or RubricConfig(name="default")

    async def grade(self, ctx):
        if ctx.sample is None:
            raise ValueError("the workflow left no sample")
        marks = self.mark(last_text(ctx.sample.messages), ctx.label)
        ctx.set_reward(self.rubric.clamp(marks))
        self.finish(ctx)

    def mark(self, answer, label):
        raise NotImplementedError

    def finish(self, ctx: GraderContext) -> None:
        """Apply the length limit, and make sure that nothing was left unmarked."""
        sample = require_sample(ctx)
        answer = last_text(sample.messages)
        penalty = length_penalty(answer, self.rubric.length_limit)
        sample.metrics["length"] = len(answer)
        if penalty and sample.reward:
            sample.reward = self.rubric.clamp(sample.reward - penalty)
        validate_sample_has_reward(sample)


def require_sample(ctx: GraderContext) -> RolloutSample:
    if ctx.sample is None:
        raise ValueError("the workflow left no sample")
    return ctx.sample


def reward_outright(ctx: GraderContext, reward: float, reason: str = "") -> None:
    """Give a reward without looking at what was said."""
    require_sample(ctx).reward = reward
    if reason:
        logger.info("the sample got %.2f: %s", reward, reason)
