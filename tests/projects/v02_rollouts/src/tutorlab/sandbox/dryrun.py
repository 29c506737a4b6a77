"""The sandbox rollout without a container, to try a prompt or a grader out.

The commands of the agent run in a directory of this machine, and the files that the
container would leave behind are written below the trial directory.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from osmosis_ai.rollout import GraderContext, RolloutContext
from osmosis_ai.rollout.context import HarborAgentWorkflowContext

from tutorlab.common import exchange

from .grader import SandboxGrader
from .workflow import SandboxWorkflow, sandbox_config

logger = logging.getLogger(__name__)


@dataclass
class ShellResult:
    return_code: int
    stdout: str


class LocalShell:
    """Stands in for Harbor's environment."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.root.mkdir(parents=True, exist_ok=True)

    async def exec(self, command: str, timeout_sec: float = 30) -> ShellResult:
        process = await asyncio.create_subprocess_shell(
            command,
            cwd=self.root,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output, _ = await asyncio.wait_for(process.communicate(), timeout_sec)
        return ShellResult(process.returncode or 0, output.decode(errors="replace"))


async def dry_run(
    prompt: list[dict[str, Any]], label: str, trial_dir: Path, url: str
) -> dict[str, float]:
    shell = LocalShell(trial_dir / "workspace")
    ctx = HarborAgentWorkflowContext(prompt, sandbox_config, shell)

    with RolloutContext(url, "none", trial_dir.name) as rollout:
        await SandboxWorkflow(sandbox_config).run(ctx)
        logger.info("registered: %s", ", ".join(rollout.sample_sources))
        exchange.write_samples(trial_dir / "agent", await rollout.get_samples())

    collected = exchange.read_samples(trial_dir / "agent")
    grading = GraderContext(label, collected)
    await SandboxGrader().grade(grading)

    exchange.write_rewards(trial_dir / "verifier", list(grading.samples.values()))
    return exchange.read_rewards(trial_dir / "verifier")
