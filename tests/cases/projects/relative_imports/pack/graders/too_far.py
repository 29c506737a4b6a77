"""Relative imports that leave the package, or name what is not there."""

from ... import osmosis_ai
from ...osmosis_ai.rollout import MultiTurnMode
from ....rollout import GraderContext
from . import nothing_of_that_name
from .base import NotDefinedThere
from .rollout import RolloutContext


class Grader(NotDefinedThere):
    async def grade(self, ctx: GraderContext):
        return ctx.samples, MultiTurnMode


def use(ctx: RolloutContext):
    osmosis_ai.rollout.MultiTurnMode
    nothing_of_that_name.context("x").samples
    return ctx.sample_sources
