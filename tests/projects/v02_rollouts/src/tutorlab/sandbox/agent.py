"""The SDK's container agent, with the time it took in the trial's metadata."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from harbor.models.trial.config import AgentConfig
from osmosis_ai.rollout.backend.harbor import OsmosisInstalledAgent

STOCK_AGENT = "osmosis_ai.rollout.backend.harbor.agent_adapter:OsmosisInstalledAgent"
TIMED_AGENT = "tutorlab.sandbox.agent:TimedAgent"


class TimedAgent(OsmosisInstalledAgent):
    seconds: float = 0.0

    async def run(self, instruction: Any, environment: Any, context: Any) -> None:
        started = time.monotonic()
        try:
            await super().run(instruction, environment, context)
        finally:
            self.seconds = time.monotonic() - started

    def populate_context_post_run(self, context: Any) -> None:
        super().populate_context_post_run(context)
        context.metadata = {**(context.metadata or {}), "seconds": self.seconds}


def agent_config(rollout_config: Path, *, timed: bool = True) -> AgentConfig:
    """For trials that are started by hand, outside of a backend."""
    return AgentConfig(
        import_path=TIMED_AGENT if timed else STOCK_AGENT,
        kwargs={"rollout_config_path": str(rollout_config)},
    )
