"""Neither `corp` nor `corp.rollouts` has an `__init__.py`."""

from osmosis_ai.rollout import Grader, GraderContext, RolloutContext


class Base(Grader):
    pass


def make(label) -> GraderContext:
    return GraderContext(label=label)


def fill(ctx: RolloutContext):
    return ctx.sample_sources  # expect: OSM106@16
