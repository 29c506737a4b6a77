"""An engineer with a shell, both in the task's container."""

import asyncio
import logging

from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig, AgentWorkflowContext
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
    workspace: str = "/workspace"


sandbox_config = SandboxConfig(name="sandbox", model=OsmosisRolloutModel())


class SandboxError(RuntimeError):
    """The container is not in the state that the task promises."""


async def run_command(
    command: str, workspace: str, timeout_sec: float
) -> tuple[int, str]:
    process = await asyncio.create_subprocess_shell(
        command,
        cwd=workspace,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await asyncio.wait_for(process.communicate(), timeout_sec)
    return process.returncode or 0, output.decode(errors="replace")


def make_shell(config: SandboxConfig):
    """A shell tool that works in the workspace of this rollout."""

    @tool
    async def shell(command: str) -> str:
        """Run a command in the workspace and return what it printed.

        Args:
            command: A line for bash.
        """
        code, output = await run_command(
            command, config.workspace, config.command_timeout_sec
        )
        logger.info("$ %s -> %d", shorten(command), code)
        return output or f"exit code {code}"

    return shell


class SandboxWorkflow(AgentWorkflow[SandboxConfig]):
    async def run(self, ctx: AgentWorkflowContext[SandboxConfig]) -> None:
        await self.check_workspace(ctx)
        agent = OsmosisStrandsAgent(
            name="engineer",
            model=ctx.config.model,
            system_prompt="You are the engineer. Repair the report and say its total.",
            tools=[make_shell(ctx.config)],
            callback_handler=None,
        )
        await agent.invoke_async(last_user_text(ctx.prompt))

    async def check_workspace(self, ctx: AgentWorkflowContext) -> None:
        code, _ = await run_command("ls", ctx.config.workspace, timeout_sec=10)
        if code != 0:
            raise SandboxError("the workspace cannot be listed")
