"""Examples of the rules on what registers in an execution and what `run()` returns, OSM201 to OSM206."""

from __future__ import annotations

from osmosis_lint.rules.examples.example import Example

_SESSION_IMPORTS = """\
from agents import Runner
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisAgent, OsmosisMemorySession
"""
_STRANDS_IMPORTS = """\
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowContext
from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel, OsmosisStrandsAgent
"""

EXAMPLES: dict[str, Example] = {
    "OSM201": Example(
        bad=_SESSION_IMPORTS
        + """

class Solver(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        session = OsmosisMemorySession(name="solver")
        await Runner.run(OsmosisAgent(name="solver"), ctx.prompt, session=session)
""",
        good=_SESSION_IMPORTS
        + """

class Solver(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        session = OsmosisMemorySession()
        await Runner.run(OsmosisAgent(name="solver"), ctx.prompt, session=session)
""",
    ),
    "OSM202": Example(
        bad="""\
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession


def title(session: OsmosisMemorySession) -> str:
    return f"session {session.name}"
""",
        good="""\
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession


def title(session: OsmosisMemorySession) -> str:
    return f"session {session.session_id}"
""",
    ),
    "OSM203": Example(
        bad=_STRANDS_IMPORTS
        + """

class BestOfThree(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        model = OsmosisRolloutModel(temperature=1.0)
        for number in range(3):
            solver = OsmosisStrandsAgent(name=f"solver-{number}", model=model)
            await solver.invoke_async(ctx.prompt)
""",
        good=_STRANDS_IMPORTS
        + '''

class Once(AgentWorkflow):
    """The evaluation runs this workflow three times; each run gives one sample."""

    async def run(self, ctx: AgentWorkflowContext) -> None:
        model = OsmosisRolloutModel(temperature=1.0)
        solver = OsmosisStrandsAgent(name="solver", model=model)
        await solver.invoke_async(ctx.prompt)
''',
    ),
    "OSM204": Example(
        bad=_SESSION_IMPORTS
        + """
SESSION = OsmosisMemorySession()


class Solver(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        await Runner.run(OsmosisAgent(name="solver"), ctx.prompt, session=SESSION)
""",
        good=_SESSION_IMPORTS
        + """

class Solver(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        session = OsmosisMemorySession()
        await Runner.run(OsmosisAgent(name="solver"), ctx.prompt, session=session)
""",
    ),
    "OSM205": Example(
        bad="""\
from osmosis_ai.rollout import RolloutContext
from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel
from strands import Agent


def judge(model: OsmosisRolloutModel, context: RolloutContext) -> Agent:
    return Agent(name="judge", model=model.for_sample("judge", context))
""",
        good="""\
from osmosis_ai.rollout import RolloutContext
from strands import Agent
from strands.models.litellm import LiteLLMModel


def judge(context: RolloutContext) -> Agent:
    endpoint = {"api_base": context.chat_completions_url, "api_key": context.api_key}
    model = LiteLLMModel(client_args=endpoint, model_id="litellm_proxy/osmosis-rollout")
    return Agent(name="judge", model=model)
""",
    ),
    "OSM206": Example(
        bad=_SESSION_IMPORTS
        + """

class Solver(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext):
        session = OsmosisMemorySession()
        result = await Runner.run(OsmosisAgent(name="solver"), ctx.prompt, session=session)
        return result
""",
        good=_SESSION_IMPORTS
        + """

class Solver(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext) -> None:
        session = OsmosisMemorySession()
        await Runner.run(OsmosisAgent(name="solver"), ctx.prompt, session=session)
""",
    ),
}
