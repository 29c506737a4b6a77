"""The files that a dry run leaves behind, in the shape that a container leaves them.

The agent phase leaves the sample under ``agent/``, the verifier leaves the reward
under ``verifier/``, both below the trial directory.
"""

import json
from pathlib import Path

from osmosis_ai.rollout import RolloutSample

SAMPLE_FILE = "sample.json"
AGENT_LOGS = Path("/logs/agent")
VERIFIER_LOGS = Path("/logs/verifier")


def write_sample(agent_logs: Path, sample: RolloutSample) -> Path:
    target = agent_logs / SAMPLE_FILE
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(sample.model_dump(), default=str, indent=2))
    return target


def read_sample(agent_logs: Path) -> RolloutSample:
    return RolloutSample.model_validate_json((agent_logs / SAMPLE_FILE).read_text())


def write_reward(logs: Path, sample: RolloutSample) -> None:
    logs.mkdir(parents=True, exist_ok=True)
    (logs / "reward.json").write_text(json.dumps({"reward": sample.reward}))


def read_reward(logs: Path) -> float:
    return float(json.loads((logs / "reward.json").read_text())["reward"])


def trial_summary(trial_dir: Path) -> str:
    """One line about a finished trial, for the nightly report."""
    return f"{trial_dir.name}: {read_reward(trial_dir / 'verifier'):.2f}"
