"""OSM410: `.environment` of a Harbor workflow context; the workflow runs inside the container now."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from jinja2 import Environment
from my_sandbox import HarborAgentWorkflowContext as SandboxContext
from osmosis_ai import rollout
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig, AgentWorkflowContext
from osmosis_ai.rollout import HarborAgentWorkflowContext  # expect: OSM409
from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.context import HarborAgentWorkflowContext as HarborContext  # expect: OSM409


class Config(AgentWorkflowConfig):
    environment: str = "bash"


class Shell(AgentWorkflow):
    async def run(self, ctx: HarborAgentWorkflowContext) -> None:
        result = await ctx.environment.exec("python /workspace/run_task.py")  # expect: OSM410
        print(result.stdout)


class Generic(AgentWorkflow[Config]):
    async def run(self, ctx: HarborAgentWorkflowContext[Config]) -> None:
        await ctx.environment.upload_file(Path("a.txt"), "/workspace/a.txt")  # expect: OSM410
        print(ctx.config.environment)


class Quoted(AgentWorkflow):
    async def run(self, ctx: "HarborContext | None") -> None:
        environment = ctx.environment  # expect: OSM410
        await environment.exec("ls")


class Kept(AgentWorkflow):
    async def run(self, ctx: HarborContext) -> None:
        self.ctx = ctx
        await self.listing()

    async def listing(self) -> None:
        print(await self.ctx.environment.exec("ls"))  # expect: OSM410


class Below(Kept):
    async def again(self) -> None:
        print(await self.ctx.environment.exec("ls -l"))  # expect: OSM410


class Narrowed(AgentWorkflow):
    async def run(self, ctx) -> None:
        if isinstance(ctx, HarborContext):
            await ctx.environment.exec("ls")  # expect: OSM410


async def helper(ctx: HarborAgentWorkflowContext, command: str) -> str:
    return (await ctx.environment.exec(command)).stdout  # expect: OSM410


def dotted(ctx: rollout.HarborAgentWorkflowContext) -> Any:  # expect: OSM409
    return ctx.environment  # expect: OSM410


def cast_here(ctx: Any) -> Any:
    return cast(HarborContext, ctx).environment  # expect: OSM410


def built(prompt: list[dict]) -> Any:
    ctx = HarborContext(prompt, Config(name="shell"))
    return ctx.environment  # expect: OSM410


def written(ctx: HarborContext) -> None:
    ctx.environment = None  # expect: OSM410


def many(contexts: list[HarborContext]) -> list[Any]:
    return [ctx.environment for ctx in contexts]  # expect: OSM410


def matched(ctx: object) -> Any:
    match ctx:
        case HarborContext() as harbor_ctx:
            return harbor_ctx.environment  # expect: OSM410
    return None


def by_name(ctx: HarborContext) -> Any:
    with patch.object(ctx, "environment", None):  # expect: OSM410
        return getattr(ctx, "environment")  # expect: OSM410


class ShellContext(HarborContext):
    async def shell(self, command: str) -> Any:
        return await self.environment.exec(command)  # expect: OSM410


class NotAnnotated(AgentWorkflow):
    async def run(self, ctx):
        await ctx.environment.exec("ls")  # expect: OSM410


class AnnotatedAsAnyContext(AgentWorkflow):
    async def run(self, ctx: AgentWorkflowContext[Config]):
        # no other context ever had it
        await ctx.environment.exec(ctx.config.environment)  # expect: OSM410


# --- nothing below is reported ---


class ContextOfOurOwn(AgentWorkflowContext):
    environment: str = "bash"


class WithContextOfOurOwn(AgentWorkflow):
    async def run(self, ctx: ContextOfOurOwn):
        print(ctx.environment, ctx.metadata, ctx.unknown)


class BothBackends(AgentWorkflow):
    environment = "local"

    async def run(self, ctx):
        print(self.environment, getattr(ctx, "environment", None))
        if hasattr(ctx, "environment"):
            await ctx.environment.exec("ls")


class Migrated(AgentWorkflow):
    """`ctx.environment.exec(...)` became an ordinary process."""

    async def run(self, ctx: AgentWorkflowContext) -> None:
        # ctx.environment is gone
        process = await asyncio.create_subprocess_exec("python", "/workspace/run_task.py")
        await process.wait()


def other_parts(ctx: HarborContext) -> list[Any]:
    return [ctx.prompt, ctx.config, ctx.metadata, ctx.artifacts_dir, {"environment": ctx.prompt}]


def of_a_backend(backend: HarborBackend) -> list[Any]:
    return [backend.environment_config, backend.environment_config.type]


@dataclass
class Machine:
    environment: dict[str, str]

    def path(self) -> str:
        return self.environment["PATH"]


def other_classes(machine: Machine, template: Environment, sandbox: SandboxContext, config: Config, other) -> list[Any]:
    machine.environment = {}
    return [
        machine.environment,
        template.environment,
        sandbox.environment,
        config.environment,
        other.environment,
        getattr(machine, "environment"),
    ]


def rebound(ctx: HarborContext, machine: Machine) -> dict[str, str]:
    print(ctx.prompt)
    ctx = machine
    return ctx.environment


def inner(ctx: HarborContext, machines: list[Machine]) -> list[dict[str, str]]:
    print(ctx.prompt)
    return [ctx.environment for ctx in machines]


def shadowed() -> object:
    class HarborAgentWorkflowContext(Machine):
        pass

    return HarborAgentWorkflowContext({}).environment


class OwnEnvironment(HarborContext):
    @property
    def environment(self) -> dict[str, str]:
        return {}


def own_environment(ctx: OwnEnvironment) -> dict[str, str]:
    return ctx.environment


def both_versions(ctx: HarborContext) -> Any:
    if hasattr(ctx, "environment"):
        return ctx.environment
    return getattr(ctx, "environment", None)


def both_versions_tried(ctx: HarborContext) -> Any:
    try:
        return ctx.environment
    except AttributeError:
        return None
