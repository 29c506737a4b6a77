"""The files that the container and the host hand to each other.

The agent phase leaves the samples under ``agent/``, the verifier leaves the rewards
under ``verifier/``, both below the trial directory.
"""

import json
from pathlib import Path

from osmosis_ai.rollout import RolloutSample

SAMPLES_FILE = "samples.json"
AGENT_LOGS = Path("/logs/agent")
VERIFIER_LOGS = Path("/logs/verifier")


def write_samples(agent_logs: Path, samples: dict[str, RolloutSample]) -> Path:
    target = agent_logs / SAMPLES_FILE
    target.parent.mkdir(parents=True, exist_ok=True)
    payload = {sample_id: sample.model_dump() for sample_id, sample in samples.items()}
    target.write_text(json.dumps(payload, default=str, indent=2))
    return target


def read_samples(agent_logs: Path) -> dict[str, RolloutSample]:
    raw = json.loads((agent_logs / SAMPLES_FILE).read_text())
    return {key: RolloutSample.model_validate(value) for key, value in raw.items()}


def write_rewards(logs: Path, samples: list[RolloutSample]) -> None:
    logs.mkdir(parents=True, exist_ok=True)
    (logs / "reward.json").write_text(json.dumps({s.id: s.reward for s in samples}))


def read_rewards(logs: Path) -> dict[str, float]:
    rewards = {}
    for sample_id, reward in json.loads((logs / "reward.json").read_text()).items():
        rewards[sample_id] = float(reward)
    return rewards


def trial_summary(trial_dir: Path) -> str:
    """One line about a finished trial, for the nightly report."""
    rewards = read_rewards(trial_dir / "verifier")
    lines = [f"{name}: {reward:.2f}" for name, reward in sorted(rewards.items())]
    return f"{trial_dir.name}: " + (", ".join(lines) or "no rewards")
