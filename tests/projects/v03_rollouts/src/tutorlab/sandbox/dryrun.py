"""The sandbox rollout without a container, to try a prompt or a grader out.

The commands of the agent run in a directory of this machine, and files like those of
a container are written below the trial directory.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from osmosis_ai.rollout import AgentWorkflowContext, GraderContext, RolloutContext

from tutorlab.common import exchange, require_sample

from .grader import SandboxGrader
from .workflow import SandboxWorkflow, sandbox_config

logger = logging.getLogger(__name__)


async def dry_run(
    prompt: list[dict[str, Any]], label: str, trial_dir: Path, url: str
) -> float:
    workspace = trial_dir / "workspace"
    workspace.mkdir(parents=True, exist_ok=True)
    config = sandbox_config.model_copy(update={"workspace": str(workspace)})
    ctx = AgentWorkflowContext(prompt=prompt, config=config)

    with RolloutContext(url, "none", trial_dir.name) as rollout:
        await SandboxWorkflow(config).run(ctx)
        logger.info("registered: %s", rollout.sample_source)
        sample = await rollout.get_sample()
    if sample is None:
        raise RuntimeError("the engineer left no sample")
    exchange.write_sample(trial_dir / "agent", sample)

    grading = GraderContext(label, exchange.read_sample(trial_dir / "agent"))
    await SandboxGrader().grade(grading)

    exchange.write_reward(trial_dir / "verifier", require_sample(grading))
    return exchange.read_reward(trial_dir / "verifier")
