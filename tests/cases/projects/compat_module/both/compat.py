"""The one place that knows of two releases."""

from importlib.metadata import version

from packaging.version import Version

OLD = Version(version("osmosis-ai")) < Version("0.3")
VERSION = Version(version("osmosis-ai")).release[:2]

try:
    from osmosis_ai.rollout import MultiTurnMode
except ImportError:
    MultiTurnMode = None

try:
    from osmosis_ai.rollout.server import create_rollout_server
except ImportError:
    from osmosis_ai.rollout import create_rollout_server

try:
    from osmosis_ai.rollout import AgentWorkflowOutput
except ImportError:
    HAS_OUTPUT = False
else:
    HAS_OUTPUT = True


def one_sample(ctx):
    if hasattr(ctx, "sample"):
        return ctx.sample
    return next(iter(ctx.samples.values()), None)
