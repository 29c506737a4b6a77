"""Runs one rollout module on whichever SDK this interpreter has, and prints what came of it as JSON.

Graders are given three conversations; a workflow and a grader of one module also go through LocalBackend.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
from pathlib import Path

from osmosis_ai.rollout import (
    AgentWorkflow,
    ExecutionRequest,
    Grader,
    GraderContext,
    LocalBackend,
    RolloutSample,
)

IS_OLD = hasattr(GraderContext, "set_sample_reward")
TALKS = {
    "right": [{"role": "user", "content": "2 + 2?"}, {"role": "assistant", "content": "4"}],
    "wrong": [{"role": "assistant", "content": "5, or so"}],
    "silent": [],
}


def context(name: str, messages: list[dict[str, str]]) -> GraderContext:
    """A context with one sample, as the SDK at hand has it."""
    if IS_OLD:
        return GraderContext(label="4", samples={name: RolloutSample(id=name, messages=messages)})
    return GraderContext(label="4", sample=RolloutSample(messages=messages))


def only(ctx: GraderContext) -> RolloutSample:
    """The one sample of a context."""
    return next(iter(ctx.samples.values())) if IS_OLD else ctx.sample


async def grade(cls: type[Grader], name: str) -> dict[str, object]:
    """The rewards of a grader by conversation, or the error."""
    out: dict[str, object] = {}
    for talk, messages in TALKS.items():
        ctx = context(name, messages)
        try:
            await cls().grade(ctx)
        except Exception as error:
            out[talk] = f"{type(error).__name__}: {error}"
        else:
            out[talk] = [only(ctx).reward, only(ctx).metrics, only(ctx).extra_fields]
    return out


async def execute(workflow: type[AgentWorkflow], grader: type[Grader]) -> object:
    """The reward and the messages of one execution on LocalBackend."""
    backend = LocalBackend(workflow=workflow, grader=grader)
    request = ExecutionRequest(id="r-1", prompt=[{"role": "user", "content": "2 + 2?"}], label="4")
    if IS_OLD:
        results: list[object] = []

        async def keep(result: object) -> None:
            results.append(result)

        await backend.execute(request, keep, keep)
        last = results[-1]
        samples = list(last.samples.values())
    else:
        last = (await backend.execute(request)).result
        samples = [last.sample] if last.sample is not None else []
    return [str(last.status), last.err_message, [[s.reward, list(s.messages)] for s in samples]]


async def main(path: Path) -> None:
    """Run everything of a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    own = [item for item in vars(module).values() if getattr(item, "__module__", "") == path.stem]
    graders = [item for item in own if isinstance(item, type) and issubclass(item, Grader)]
    workflows = [item for item in own if isinstance(item, type) and issubclass(item, AgentWorkflow)]
    out: dict[str, object] = {cls.__name__: await grade(cls, module.NAME) for cls in graders}
    for cls in workflows if getattr(module, "EXECUTED", True) else ():
        out[cls.__name__] = await execute(cls, graders[0])
    check = getattr(module, "check", None)
    if check is not None:
        out["check"] = check()
    print(json.dumps(out, sort_keys=True, default=str))


asyncio.run(main(Path(sys.argv[1])))
