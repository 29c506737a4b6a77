"""Other ways to ask what a value is: its exact class, a function that tells, a flag with a name."""

from typing import Any, TypeGuard

from elsewhere import log
from osmosis_ai.rollout import GraderContext
from typing_extensions import TypeIs


class Own:
    samples: dict[str, Any] = {}


class Derived(GraderContext):
    pass


def is_own(value: object) -> TypeGuard[Own]:
    return hasattr(value, "own")


def is_really_own(value: object) -> "TypeIs[Own]":
    return hasattr(value, "own")


def is_context(value) -> bool:
    """Whether the value is the SDK's."""
    return isinstance(value, GraderContext)


def is_good(value) -> bool:
    return bool(value)


def exact_class(value: GraderContext | Own):
    if type(value) is Own:
        return value.samples
    if value.__class__ == Own:
        return value.samples
    if type(value) is not GraderContext:
        value.samples
    if type(value) is GraderContext:
        value.samples  # expect: OSM101
    if type(log) is Own:
        value.samples  # expect: OSM101


def exact_class_of_derived(value: Derived | Own):
    if type(value) is not GraderContext:
        return value.samples  # expect: OSM101


def type_guard(value: GraderContext | Own):
    if is_own(value):
        return value.samples
    # Nothing follows from a TypeGuard that does not hold.
    return value.samples  # expect: OSM101


def type_is(value: GraderContext | Own):
    if not is_really_own(value):
        return value.samples  # expect: OSM101
    return value.samples


def function_that_asks(value: GraderContext | Own, other):
    if not is_context(value):
        return value.samples
    if is_good(value):
        value.samples  # expect: OSM101
    if is_context(other):
        other.samples  # expect: OSM101
    return value.samples  # expect: OSM101


def named_flag(value: GraderContext | Own):
    own = isinstance(value, Own)
    if own:
        return value.samples
    return value.samples  # expect: OSM101


def named_flag_of_what_was_there_before(value: GraderContext | Own):
    own = isinstance(value, Own)
    value = GraderContext()
    if own:
        return value.samples  # expect: OSM101


def in_a_try(value: GraderContext | Own):
    try:
        if isinstance(value, GraderContext):
            return value.label
    finally:
        log("asked")
    return value.samples


def in_a_try_that_goes_on(value: GraderContext | Own):
    try:
        log(value)
        if isinstance(value, GraderContext):
            return value.label
    except ValueError:
        log("not asked")
    return value.samples  # expect: OSM101
