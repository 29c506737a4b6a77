"""An engineer with a shell in the task's container."""

import logging

from osmosis_ai.rollout import (
    AgentWorkflow,
    AgentWorkflowConfig,
    HarborAgentWorkflowContext,
)
from osmosis_ai.rollout.integrations.agents.strands import (
    OsmosisRolloutModel,
    OsmosisStrandsAgent,
)
from strands import tool

from tutorlab.common.text import last_user_text, shorten

logger = logging.getLogger(__name__)


class SandboxConfig(AgentWorkflowConfig):
    model: OsmosisRolloutModel
    command_timeout_sec: int = 30


sandbox_config = SandboxConfig(name="sandbox", model=OsmosisRolloutModel())


class SandboxError(RuntimeError):
    """The container is not in the state that the task promises."""


def make_shell(ctx: HarborAgentWorkflowContext[SandboxConfig]):
    """A shell tool bound to the container of this rollout."""
    timeout = ctx.config.command_timeout_sec

    @tool
    async def shell(command: str) -> str:
        """Run a command in the workspace and return what it printed.

        Args:
            command: A line for bash.
        """
        result = await ctx.environment.exec(command, timeout_sec=timeout)
        logger.info("$ %s -> %d", shorten(command), result.return_code)
        return result.stdout or f"exit code {result.return_code}"

    return shell


class SandboxWorkflow(AgentWorkflow[SandboxConfig]):
    async def run(self, ctx: HarborAgentWorkflowContext[SandboxConfig]) -> None:
        await self.check_workspace(ctx)
        agent = OsmosisStrandsAgent(
            name="engineer",
            model=ctx.config.model,
            system_prompt="You are the engineer. Repair the report and say its total.",
            tools=[make_shell(ctx)],
            callback_handler=None,
        )
        await agent.invoke_async(last_user_text(ctx.prompt))

    async def check_workspace(self, ctx: HarborAgentWorkflowContext) -> None:
        environment = ctx.environment
        listing = await environment.exec("ls", timeout_sec=10)
        if listing.return_code != 0:
            raise SandboxError("the workspace cannot be listed")
