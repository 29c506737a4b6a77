"""Classes that are the SDK's on 0.2 and the project's own on 0.3."""

from typing import Any

from osmosis_ai.rollout import GraderContext as _Context

try:
    from osmosis_ai.rollout import HarborAgentWorkflowContext
except ImportError:

    class HarborAgentWorkflowContext:  # type: ignore[no-redef]
        environment: Any = None


if hasattr(_Context, "get_samples"):
    GraderContext = _Context
else:

    class GraderContext(_Context):  # type: ignore[no-redef]
        @property
        def samples(self):
            return {"main": self.sample}

        def set_sample_reward(self, name, reward):
            self.set_reward(reward)


def wrap(ctx: _Context) -> GraderContext:
    return ctx if isinstance(ctx, GraderContext) else GraderContext(label=ctx.label, sample=ctx.sample)


if _Context.__doc__:
    AnyContext = _Context
else:

    class AnyContext:  # type: ignore[no-redef]
        samples: dict[str, Any] = {}
