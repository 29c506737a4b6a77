"""Gives the SDK's context back what it had."""

from osmosis_ai.rollout import GraderContext


def _get_samples(self):
    return {"main": self.sample}


GraderContext.get_samples = _get_samples
