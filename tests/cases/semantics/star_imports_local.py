"""Stars that bring nothing of the SDK, and bindings that hide what a star brought."""

from harness_of_another_kind import *
from osmosis_ai.rollout.types import *


class RolloutSample:
    """Defined after the star, so this one is meant from here on."""

    def __init__(self, id):
        self.id = id


def own_class(found: RolloutSample):
    return found.id, RolloutSample(id="one")


def names_of_types(request: ExecutionRequest):
    # `osmosis_ai.rollout.types` exported this one, and still does.
    return request.id, RolloutStatus.SUCCESS


def not_exported_by_types(ctx: GraderContext):
    # The contexts are in `osmosis_ai.rollout`, not in `.types`; this name comes
    # from elsewhere, if from anywhere.
    ctx.samples
    return GraderContext(samples={})


def mode(text):
    return MultiTurnMode(text)  # expect: OSM108@12


def inside_a_function():
    from osmosis_ai.rollout import RolloutContext

    # The star did not bring this one: the import above does.
    return RolloutContext().sample_sources  # expect: OSM106


class Holder:
    MultiTurnMode = "local"

    shown = MultiTurnMode

    def text(self):
        return self.MultiTurnMode
