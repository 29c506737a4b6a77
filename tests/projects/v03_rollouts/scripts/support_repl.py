"""Talk to the support agents from a terminal, with any model and no rollout.

OPENAI_API_KEY=... python scripts/support_repl.py gpt-4.1-mini
"""

import asyncio
import sys

from agents import Runner
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession

from tutorlab.support.workflow import billing_agent


async def chat(model: str) -> None:
    agent = billing_agent(model)
    session = OsmosisMemorySession()
    print(f"session {session.session_id}, empty line to leave")
    while question := input("> ").strip():
        result = await Runner.run(agent, question, session=session)
        print(result.final_output)


if __name__ == "__main__":
    asyncio.run(chat(sys.argv[1] if len(sys.argv) > 1 else "gpt-4.1-mini"))
