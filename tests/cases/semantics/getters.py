"""`attrgetter` and `methodcaller`, used at once, handed on, or kept under a name."""

import operator
from operator import attrgetter as field, methodcaller

from osmosis_ai.rollout import GraderContext, RolloutSample

NAME = "samples"
get_label = operator.attrgetter("label")
get_samples = operator.attrgetter(NAME)  # expect: OSM101
get_unused = operator.attrgetter("samples")


def called(ctx: GraderContext):
    print(operator.attrgetter("samples")(ctx))  # expect: OSM101
    print(get_samples(ctx), get_label(ctx))
    methodcaller("set_sample_reward", "a", 1.0)(ctx)  # expect: OSM103
    return methodcaller("keys")(ctx.metadata)


def handed(samples: list[RolloutSample], contexts: list[GraderContext]):
    ordered = sorted(samples, key=field("id"))  # expect: OSM107
    ordered.sort(key=field("reward", "id"))  # expect: OSM107
    best = max(samples, key=field("reward"))
    names = list(map(field("id"), samples))  # expect: OSM107
    return best, names, [*map(field("label", "samples"), contexts)]  # expect: OSM101


def of_other_things(rows: list[dict], entries: list):
    return sorted(entries, key=field("id")), sorted(rows, key=field("samples"))


class Holder:
    def __init__(self, ctx: GraderContext):
        self.ctx = ctx


def dotted(holders: list[Holder]):
    return sorted(holders, key=field("ctx.label")), max(holders, key=field("ctx.samples"))  # expect: OSM101
