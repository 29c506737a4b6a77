"""Helpers that register a session, for the workflows of another file."""

from osmosis_ai.rollout import AgentWorkflow
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession


def new_session() -> OsmosisMemorySession:
    return OsmosisMemorySession()


class ShopWorkflow(AgentWorkflow):
    def session(self) -> OsmosisMemorySession:
        return OsmosisMemorySession()
