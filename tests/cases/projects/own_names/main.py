import rollout
import rollout.validator
from grader import Grader
from osmosis_ai.rollout import Grader as SdkGrader
from rollout import GraderContext, MultiTurnMode
from rollout.validator import validate_backend


class Own(Grader):
    async def grade(self, ctx):
        return ctx.samples


class Real(SdkGrader):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


def use(ctx: GraderContext, backend):
    ctx.samples, GraderContext(samples={})
    validate_backend(backend)
    rollout.validator.validate_backend(backend)
    return MultiTurnMode.MULTI_SAMPLE, rollout.MultiTurnMode
