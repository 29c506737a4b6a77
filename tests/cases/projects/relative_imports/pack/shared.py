import osmosis_ai.rollout as sdk
from osmosis_ai.rollout import RolloutContext

Sample = sdk.RolloutSample
active: RolloutContext = RolloutContext()


def context(label) -> "sdk.GraderContext":
    return sdk.GraderContext(label=label)


def first(ctx: sdk.GraderContext) -> Sample:
    return next(iter(ctx.samples.values()))  # expect: OSM101@26
