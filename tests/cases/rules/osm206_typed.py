"""OSM206: with an output type in the file, `final_output` may be a list of messages."""

from agents import Runner
from osmosis_ai.rollout import AgentWorkflow
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisAgent, OsmosisMemorySession


class Typed(AgentWorkflow):
    async def run(self, ctx):
        solver = OsmosisAgent(name="solver", output_type=list[dict])
        result = await Runner.run(solver, ctx.prompt, session=OsmosisMemorySession())
        return result.final_output


class Mixed(AgentWorkflow):
    async def run(self, ctx):
        return "done"  # expect: OSM206
