"""isinstance, assert isinstance and match say what a value is, and where."""

from typing import Any, Optional

import osmosis_ai.rollout as r
from elsewhere import Report, check
from osmosis_ai.rollout import GraderContext, RolloutContext, RolloutSample


def in_the_branch_only(value):
    if isinstance(value, GraderContext):
        value.samples  # expect: OSM101
    else:
        value.samples
    return value.label


def elif_branches(value):
    if isinstance(value, Report):
        value.samples
    elif isinstance(value, r.GraderContext):
        value.samples  # expect: OSM101
    elif isinstance(value, RolloutContext):
        value.sample_sources  # expect: OSM106
        value.samples
    elif value is not None:
        value.samples


def negated(value):
    if not isinstance(value, GraderContext):
        value.samples
        return None
    return value.samples  # expect: OSM101


def negated_and_raised(value: Any):
    if not isinstance(value, RolloutSample):
        raise TypeError(value)
    value.id  # expect: OSM107
    return value.samples


def negated_in_a_loop(values):
    for value in values:
        if not isinstance(value, GraderContext):
            continue
        value.samples  # expect: OSM101


def with_else(value):
    if not isinstance(value, GraderContext):
        found = value.samples
    else:
        found = value.samples  # expect: OSM101
    return found


def asserted(value):
    value.samples
    assert isinstance(value, GraderContext)
    value.samples  # expect: OSM101


def asserted_with_message(value: object):
    assert isinstance(value, RolloutContext), f"not a rollout: {value!r}"
    return value.sample_sources  # expect: OSM106


def asserted_about_another(value, other):
    assert isinstance(other, GraderContext)
    return value.samples, other.samples  # expect: OSM101@33


def conjunction(value, flag):
    if flag and isinstance(value, GraderContext) and value.samples:  # expect: OSM101
        return value.samples  # expect: OSM101
    return None


def disjunction(value):
    if not isinstance(value, GraderContext) or value.samples:  # expect: OSM101
        return None
    return value.samples  # expect: OSM101


def conditional_expression(value):
    return (
        value.samples  # expect: OSM101@15
        if isinstance(value, GraderContext)
        else value.samples
    )


def comprehension_condition(values):
    return [v.samples for v in values if isinstance(v, GraderContext)]  # expect: OSM101


def while_loop(value):
    while isinstance(value, GraderContext):
        value.samples  # expect: OSM101
        value = check(value)
    return None


def rebound_after(value):
    if isinstance(value, GraderContext):
        value = check(value)
        return value.samples
    return None


def one_class_in_a_tuple(value):
    if isinstance(value, (GraderContext,)):
        return value.samples  # expect: OSM101
    return None


def attribute(holder):
    if isinstance(holder.ctx, GraderContext):
        holder.ctx.samples  # expect: OSM101
        holder.other.samples
        holder.samples


def is_not_none(value: Optional[RolloutContext]):
    if value is not None:
        value.sample_sources  # expect: OSM106
    if not value:
        return None
    return value.sample_sources  # expect: OSM106


def walrus(values):
    if isinstance(value := values.pop(), GraderContext):
        return value.samples  # expect: OSM101
    return value.samples


def other_checks(value):
    # None of these says that the value is the SDK's.
    if isinstance(value, Report):
        value.samples
    if check(value, GraderContext):
        value.samples
    if value == GraderContext:
        value.samples
    isinstance(value, GraderContext)
    return value.samples


def own_isinstance(value):
    def isinstance(value, kind):
        return True

    if isinstance(value, GraderContext):
        return value.samples
    return None
