"""A session of the OpenAI Agents integration."""

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext, Grader
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession as Session

NAME = "agent"


class G(Grader):
    async def grade(self, ctx):
        sample = next(iter(ctx.samples.values()))
        ctx.set_sample_reward(sample.id, 1.0 if sample.messages else 0.0)


class W(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        session = Session(name="agent")
        assert session.name == session.session_id
        await session.add_items([{"role": "user", "content": "2 + 2?"}, {"role": "assistant", "content": "4"}])


class Positional(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        await Session("agent").add_items([*ctx.prompt])
