"""Only what `__all__` names goes on with a star."""

from osmosis_ai.rollout import AgentWorkflow, RolloutContext, RolloutSample

__all__ = ["Sample", "open_context"]

Sample = RolloutSample
Context = RolloutContext


def open_context() -> RolloutContext:
    return RolloutContext()


class Base(AgentWorkflow):
    pass
