"""A proposer argues with a critic, and is rewarded by where it ends up."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    AgentWorkflowContext,
    AgentWorkflowOutput,
    Grader,
    GraderContext,
    RolloutSample,
)
from osmosis_ai.rollout.integrations.agents.strands import (
    OsmosisRolloutModel,
    OsmosisStrandsAgent,
)
from strands import Agent

from tutorlab.common.models import policy_model
from tutorlab.common.scoring import parse_number
from tutorlab.common.text import assistant_turns, last_text, last_user_text

logger = logging.getLogger(__name__)


class DebateConfig(AgentWorkflowConfig):
    model: OsmosisRolloutModel
    rounds: int = 2


debate_config = DebateConfig(
    name="debate", model=OsmosisRolloutModel(params={"temperature": 1.0})
)


class DebateWorkflow(AgentWorkflow[DebateConfig]):
    async def run(self, ctx: AgentWorkflowContext[DebateConfig]) -> AgentWorkflowOutput:
        question = last_user_text(ctx.prompt)
        proposer = OsmosisStrandsAgent(
            name="proposer",
            model=ctx.config.model,
            system_prompt="You are the proposer. Defend a number, or change your mind.",
            callback_handler=None,
        )
        critic = Agent(
            name="critic",
            model=policy_model(),
            system_prompt="You are the critic. Find the mistake, or accept the number.",
            callback_handler=None,
        )
        settled = False
        claim = str(await proposer.invoke_async(question))
        for number in range(ctx.config.rounds):
            objection = str(await critic.invoke_async(f"{question}\nClaim: {claim}"))
            settled = "accepted" in objection.lower()
            if settled:
                logger.info("settled after %d rounds", number + 1)
                break
            claim = str(await proposer.invoke_async(objection))
        return AgentWorkflowOutput(
            messages=list(proposer.messages), metrics={"settled": float(settled)}
        )


@dataclass
class Verdict:
    """What the grader concluded, kept for the artifacts."""

    ctx: GraderContext
    expected: float | None

    @property
    def sample(self) -> RolloutSample:
        if self.ctx.sample is None:
            raise ValueError("the debate left no sample")
        return self.ctx.sample

    def settled(self) -> bool:
        return bool(self.sample.metrics.get("settled"))

    def describe(self) -> str:
        spoken = len(assistant_turns(self.sample.messages))
        return f"the proposer spoke {spoken} times, settled: {self.settled()}"


class DebateGrader(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        sample = ctx.sample
        if sample is None:
            raise ValueError("the debate left no sample")

        verdict = Verdict(ctx, parse_number(ctx.label))
        claimed = parse_number(last_text(sample.messages))
        if claimed is None:
            # Nothing was said that could be marked: keep it out.
            ctx.set_reward(0.0)
            sample.remove_sample = True
            return

        reward = 1.0 if claimed == verdict.expected else 0.0
        if not verdict.settled():
            reward *= 0.5
        ctx.set_reward(reward)
        sample.extra_fields["verdict"] = verdict.describe()
