"""The base of the project's graders, and helpers that take the grader context."""

import logging

from osmosis_ai.rollout import Grader, GraderContext, RolloutSample
from osmosis_ai.rollout.utils.rewards import validate_samples_have_rewards

from .config import RubricConfig
from .scoring import length_penalty
from .text import last_text

logger = logging.getLogger(__name__)


class TutorGrader(Grader):
    """Marks every sample with ``mark()`` and takes off for long answers.

    Subclasses override ``mark``, or ``grade`` when the samples depend on each other.
    """

    def __init__(self, config=None):
        super().__init__(config)
        self.rubric: RubricConfig = config or RubricConfig(name="default")

    async def grade(self, ctx):
        for sample_id, sample in ctx.get_samples().items():
            answer = last_text(sample.messages)
            marks = self.mark(answer, ctx.label)
            ctx.set_sample_reward(sample_id, self.rubric.clamp(marks))
        self.finish(ctx)

    def mark(self, answer, label):
        raise NotImplementedError

    def finish(self, ctx: GraderContext) -> None:
        """Apply the length limit, and make sure that nothing was left unmarked."""
        for sample in ctx.samples.values():
            answer = last_text(sample.messages)
            penalty = length_penalty(answer, self.rubric.length_limit)
            sample.metrics["length"] = len(answer)
            if penalty and sample.reward:
                sample.reward = self.rubric.clamp(sample.reward - penalty)
        validate_samples_have_rewards(ctx.samples)


def only_sample(ctx: GraderContext) -> RolloutSample:
    if len(ctx.samples) != 1:
        raise ValueError("expected one sample")
    return next(iter(ctx.samples.values()))


def reward_everything(ctx: GraderContext, reward: float, reason: str = "") -> None:
    """Give every sample of the rollout the same reward."""
    for sample_id in ctx.samples:
        ctx.set_sample_reward(sample_id, reward)
    if reason:
        logger.info("every sample got %.2f: %s", reward, reason)
