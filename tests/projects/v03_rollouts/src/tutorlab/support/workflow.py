"""Two OpenAI agents that share a session."""

import logging

from agents import Runner
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext
from osmosis_ai.rollout.integrations.agents.openai_agents import (
    OsmosisAgent,
    OsmosisMemorySession,
    OsmosisRolloutModel,
)

from tutorlab.common import TutorConfig, last_user_text
from tutorlab.support.knowledge import lookup_invoice

logger = logging.getLogger(__name__)

support_config = TutorConfig(
    name="support",
    description="triage with a handoff to billing",
    model=OsmosisRolloutModel(),
    max_turns=8,
)


def billing_agent(model) -> OsmosisAgent:
    return OsmosisAgent(
        name="billing",
        handoff_description="Knows about invoices and payments.",
        instructions="You are billing. Look the invoice up, then answer in a sentence.",
        model=model,
        tools=[lookup_invoice],
    )


class SupportWorkflow(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext):
        billing = billing_agent(ctx.config.model)
        triage = OsmosisAgent(
            name="triage",
            instructions="You are triage. Hand questions about money to billing.",
            model=ctx.config.model,
            handoffs=[billing],
        )
        session = OsmosisMemorySession()
        logger.info("support session %s", session.session_id)
        await Runner.run(
            triage,
            last_user_text(ctx.prompt),
            session=session,
            max_turns=ctx.config.max_turns,
        )
