# options: target-version=0.3.0
"""OSM110, aimed at 0.3.0, which has the driver and its outcome with one sample, and refuses the old keyword."""

from osmosis_ai.rollout import RolloutStatus
from osmosis_ai.rollout.driver import RolloutOutcome


def failed(samples: dict) -> RolloutOutcome:
    return RolloutOutcome(status=RolloutStatus.FAILURE, samples=samples)  # expect: OSM110


# --- nothing below is reported ---


def empty() -> RolloutOutcome:
    return RolloutOutcome(status=RolloutStatus.FAILURE, sample=None)
