"""A proposer and a critic argue; both are rewarded by where they end up."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    AgentWorkflowContext,
    Grader,
    GraderContext,
    MultiTurnMode,
    RolloutSample,
)
from osmosis_ai.rollout.integrations.agents.strands import (
    OsmosisRolloutModel,
    OsmosisStrandsAgent,
)

from tutorlab.common.scoring import parse_number
from tutorlab.common.text import assistant_turns, last_text, last_user_text

logger = logging.getLogger(__name__)


class DebateConfig(AgentWorkflowConfig):
    model: OsmosisRolloutModel
    rounds: int = 2
    turn_mode: MultiTurnMode = MultiTurnMode.MULTI_SAMPLE


debate_config = DebateConfig(
    name="debate", model=OsmosisRolloutModel(params={"temperature": 1.0})
)


class DebateWorkflow(AgentWorkflow[DebateConfig]):
    async def run(self, ctx: AgentWorkflowContext[DebateConfig]) -> None:
        question = last_user_text(ctx.prompt)
        proposer = OsmosisStrandsAgent(
            name="proposer",
            model=ctx.config.model,
            system_prompt="You are the proposer. Defend a number, or change your mind.",
            callback_handler=None,
        )
        critic = OsmosisStrandsAgent(
            name="critic",
            model=ctx.config.model,
            system_prompt="You are the critic. Find the mistake, or accept the number.",
            callback_handler=None,
        )
        claim = str(await proposer.invoke_async(question))
        for number in range(ctx.config.rounds):
            objection = str(await critic.invoke_async(f"{question}\nClaim: {claim}"))
            if "accepted" in objection.lower():
                logger.info("settled after %d rounds", number + 1)
                break
            claim = str(await proposer.invoke_async(objection))


@dataclass
class Verdict:
    """What the grader concluded, kept for the artifacts."""

    ctx: GraderContext
    expected: float | None

    @property
    def longest(self) -> RolloutSample:
        return max(self.ctx.samples.values(), key=lambda s: len(s.messages))

    def settled(self) -> bool:
        critic = self.ctx.samples["critic"]
        return "accepted" in last_text(critic.messages).lower()

    def describe(self) -> str:
        spoken = len(assistant_turns(self.longest.messages))
        return f"{self.longest.id} spoke {spoken} times, settled: {self.settled()}"


class DebateGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        proposer = ctx.samples.get("proposer")
        critic = ctx.samples.get("critic")
        if proposer is None or critic is None:
            raise ValueError("a debate needs two sides")

        verdict = Verdict(ctx, parse_number(ctx.label))
        claimed = parse_number(last_text(proposer.messages))
        if claimed is None:
            # Neither side said anything that could be marked: keep both out.
            ctx.set_sample_reward("proposer", float("nan"))
            ctx.set_sample_reward("critic", float("nan"))
            return

        reward = 1.0 if claimed == verdict.expected else 0.0
        if not verdict.settled():
            reward *= 0.5
        for sample in (proposer, critic):
            ctx.set_sample_reward(sample.id, reward)
            sample.extra_fields["verdict"] = verdict.describe()
