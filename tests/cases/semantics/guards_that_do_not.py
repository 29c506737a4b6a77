"""Conditions and handlers that do not make old code work on the new release."""

import contextlib
import sys
from contextlib import suppress
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

import osmosis_ai.rollout as r
import pydantic
import pytest
from elsewhere import log
from osmosis_ai.rollout import GraderContext, RolloutContext, RolloutSample
from packaging.version import Version

try:
    from osmosis_ai.rollout import MultiTurnMode  # expect: OSM108@36
except ValueError:
    MultiTurnMode = None

try:
    import osmosis_ai.rollout.validator as validator  # expect: OSM502
finally:
    log("imported")

if sys.version_info >= (3, 12):
    from osmosis_ai.rollout import MultiTurnMode as NewPython  # expect: OSM108@36

if TYPE_CHECKING:
    from osmosis_ai.rollout import MultiTurnMode as Checked  # expect: OSM108@36

if sys.platform == "linux":
    import osmosis_ai.eval.common  # expect: OSM502

with suppress(KeyError):
    from osmosis_ai.rollout.types import MultiTurnMode as TypesMode  # expect: OSM108@42

if find_spec("numpy") is not None:
    from osmosis_ai.rollout import create_rollout_server  # expect: OSM501@36

try:
    log("before")
except ImportError:
    log("after")
from osmosis_ai.rollout import OsmosisStrandsAgent  # expect: OSM501@32


def other_exceptions(ctx: GraderContext):
    try:
        ctx.samples  # expect: OSM101
    except KeyError:
        ctx.get_samples()  # expect: OSM102
    try:
        found = ctx.samples["agent"]  # expect: OSM101
        found.id  # expect: OSM107
    except (KeyError, IndexError, ValueError):
        raise
    with contextlib.suppress(ValueError, TypeError):
        ctx.samples  # expect: OSM101
    with suppress():
        ctx.samples  # expect: OSM101


def parts_of_a_try_that_are_not_guarded(ctx: GraderContext):
    try:
        log(ctx)
    except ValueError:
        ctx.samples  # expect: OSM101
    else:
        ctx.samples  # expect: OSM101
    finally:
        ctx.samples  # expect: OSM101


def finally_of_a_guard(ctx: GraderContext, found=None):
    try:
        found = ctx.samples
    except AttributeError:
        found = {}
    finally:
        # No handler catches what happens here.
        ctx.get_samples()  # expect: OSM102
    return found


def after_a_guard(ctx: GraderContext):
    try:
        ctx.samples
    except AttributeError:
        pass
    if hasattr(ctx, "get_samples"):
        ctx.get_samples()
    return ctx.get_samples()  # expect: OSM102


def attribute_of_another_name(ctx: GraderContext, other):
    if hasattr(ctx, "label"):
        ctx.samples  # expect: OSM101
    if hasattr(other, "metadata"):
        ctx.samples  # expect: OSM101
    if getattr(ctx, "metadata", None):
        ctx.samples  # expect: OSM101


def truth_is_no_guard(ctx: GraderContext, flag):
    if ctx:
        ctx.samples  # expect: OSM101
    if ctx is not None and flag:
        ctx.samples  # expect: OSM101
    if ctx.samples:  # expect: OSM101
        return ctx.samples  # expect: OSM101
    return ctx.samples if flag else None  # expect: OSM101


def versions_of_other_things(ctx: GraderContext):
    if sys.version_info < (3, 12):
        ctx.samples  # expect: OSM101
    if Version(version("pydantic")) < Version("3"):
        ctx.samples  # expect: OSM101
    if Version(pydantic.__version__) >= Version("2"):
        ctx.samples  # expect: OSM101
    if version("harbor") < "0.3":
        ctx.samples  # expect: OSM101


def test_skips_without_numpy(ctx: GraderContext):
    pytest.importorskip("numpy")
    assert ctx.samples  # expect: OSM101


def guard_of_a_call(ctx: RolloutContext):
    try:
        inner(ctx)
    except AttributeError:
        log("no such attribute")


def inner(ctx: RolloutContext):
    # What guards a call of this function does not guard every call of it.
    return ctx.sample_sources  # expect: OSM106


def defined_in_a_try():
    try:
        import numpy
    except ImportError:
        numpy = None

    def after(sample: RolloutSample):
        return sample.id, numpy  # expect: OSM107

    return after, r.MultiTurnMode  # expect: OSM108


OTHERS = (KeyError, OSError)

try:
    from osmosis_ai.rollout import ControllerAuth as OtherErrors  # expect: OSM504
except OTHERS:
    OtherErrors = None  # type: ignore[assignment, misc]


def has_member(thing, name):
    return hasattr(thing, name)


def require_text(value):
    if not value:
        raise ValueError("empty")


def asked_of_anything(ctx: GraderContext, name: str, strict=True, size=len(OTHERS)):
    if has_member(log, name):
        ctx.samples  # expect: OSM101
    if strict:
        ctx.samples  # expect: OSM101
    if size:
        ctx.samples  # expect: OSM101
    require_text(name)
    return ctx.samples  # expect: OSM101
