"""Names that the module beside it got for either release."""

from both import compat
from both.compat import MultiTurnMode, create_rollout_server, one_sample
from osmosis_ai.rollout import Grader, GraderContext


class Both(Grader):
    async def grade(self, ctx):
        found = one_sample(ctx)
        if found is None:
            raise ValueError("no sample")
        return ctx.label


def server(backend):
    return create_rollout_server(backend=backend), compat.create_rollout_server


def modes(ctx: GraderContext):
    if MultiTurnMode is None or compat.MultiTurnMode is None:
        return []
    return list(MultiTurnMode)
