"""match: class patterns, captures and the subject."""

import osmosis_ai.rollout as r
from elsewhere import Report
from osmosis_ai.rollout import GraderContext, RolloutContext, RolloutSample


def captured(value):
    match value:
        case GraderContext() as ctx:
            ctx.samples  # expect: OSM101
        case r.RolloutContext() as ctx:
            ctx.sample_sources  # expect: OSM106
            ctx.samples
        case Report() as ctx:
            ctx.samples
        case ctx:
            ctx.samples


def subject(value):
    match value:
        case GraderContext():
            value.samples  # expect: OSM101
        case RolloutSample(reward=reward):
            value.id, reward  # expect: OSM107
        case Report():
            value.samples
        case _:
            value.samples


def keyword_patterns(value):
    match value:
        case GraderContext(samples=found):  # expect: OSM101
            return found
        case r.RolloutContext(sample_sources=sources):  # expect: OSM106
            return sources
        case RolloutSample(id="agent"):  # expect: OSM107
            return value
        case GraderContext(label=label, metadata=None):
            return label
        case Report(samples=found):
            return found
        case dict(samples=found):
            return found


def known_subject(ctx: GraderContext):
    match ctx:
        case None:
            return None
        case found:
            return found.samples  # expect: OSM101


def subject_stays_known(ctx: GraderContext):
    match ctx.label:
        case "a":
            return ctx.samples  # expect: OSM101
        case None:
            return ctx.label
    return ctx.samples  # expect: OSM101


def parts_of_sequences(values):
    match values:
        case [GraderContext() as first, *rest]:
            first.samples  # expect: OSM101
            rest.samples
        case [RolloutContext(), other]:
            other.sample_sources
        case (Report() as only,):
            only.samples


def parts_of_mappings(values):
    match values:
        case {"ctx": GraderContext() as ctx, **rest}:
            ctx.samples  # expect: OSM101
            rest.samples
        case {"samples": samples, "id": name}:
            return samples, name


def nested(value):
    match value:
        case {"inner": [{"ctx": GraderContext(label="x") as ctx}]}:
            ctx.samples  # expect: OSM101
        case Report(ctx=GraderContext(samples=found)):  # expect: OSM101
            return found
        case Report(ctx=GraderContext() as inner):
            inner.samples  # expect: OSM101
    return None


def alternatives(value):
    match value:
        case GraderContext(label="a") | GraderContext(label="b"):
            value.samples  # expect: OSM101
        case Report() | None:
            value.samples


def guards(value, flag):
    match value:
        case GraderContext() if value.samples:  # expect: OSM101
            return value
        case Report() if value.samples:
            return value
        case other if isinstance(other, GraderContext):
            return other.samples  # expect: OSM101
        case _ if flag:
            return value.samples


def value_patterns(mode):
    match mode:
        case r.MultiTurnMode.MULTI_SAMPLE:  # expect: OSM108@16
            return 2
        case r.RolloutStatus.SUCCESS:
            return 1
        case Report.MultiTurnMode.MULTI_SAMPLE:
            return 0


def shadowed_class(value):
    class GraderContext:
        samples = {}

    match value:
        case GraderContext(samples=found) as ctx:
            return found, ctx.samples
