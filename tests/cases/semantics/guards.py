"""Code that works on both releases: nothing to report."""

import contextlib
import importlib
import importlib.util
import inspect
from contextlib import suppress
from importlib import metadata
from importlib.metadata import version
from importlib.util import find_spec

import osmosis_ai
import osmosis_ai.rollout as r
import pytest
from elsewhere import fallback, log
from osmosis_ai.rollout import GraderContext, RolloutContext
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession
from packaging import version as versions
from packaging.version import Version, parse

OLD = Version(version("osmosis-ai")) < Version("0.3")
NEW = Version(version("osmosis-ai")) >= Version("0.3.0")

try:
    from osmosis_ai.rollout import MultiTurnMode
except ImportError:
    MultiTurnMode = None

try:
    from osmosis_ai.rollout.integrations.agents.strands import OsmosisStrandsAgent
except ImportError:
    from osmosis_ai.rollout import OsmosisStrandsAgent

try:
    from osmosis_ai.rollout.server import create_rollout_server as make_server
except:  # noqa: E722
    from osmosis_ai.rollout import create_rollout_server as make_server

try:
    import osmosis_ai.rollout.validator as validator
except ModuleNotFoundError:
    validator = None

try:
    from osmosis_ai.rollout import HarborAgentWorkflowContext as HarborContext
except (ValueError, ImportError) as error:
    log(error)
    HarborContext = None
else:
    log("0.2")
finally:
    log("imported")

try:
    Mode = r.MultiTurnMode
except AttributeError:
    Mode = None

with suppress(ImportError):
    from osmosis_ai.rollout.types import MultiTurnMode as TypesMode

with contextlib.suppress(ModuleNotFoundError, ValueError):
    import osmosis_ai.eval.common

if find_spec("osmosis_ai.rollout.validator") is not None:
    from osmosis_ai.rollout.validator import validate_backend

if importlib.util.find_spec("osmosis_ai.eval.common"):
    from osmosis_ai.eval import common

if OLD:
    from osmosis_ai.rollout import OsmosisRolloutModel
else:
    from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel


def attribute_errors(ctx: GraderContext, rollout_ctx: RolloutContext, source):
    try:
        found = ctx.samples
    except AttributeError:
        found = {}
    try:
        rollout_ctx.set_sample_source(source)
    except AttributeError:
        rollout_ctx.register_sample_source("agent", source)
    try:
        ctx.get_samples()
    except (KeyError, AttributeError):
        log("0.3")
    with suppress(AttributeError):
        ctx.set_sample_reward("agent", 1.0)
    return found


def else_of_a_try_that_asked(ctx: GraderContext):
    try:
        from osmosis_ai.rollout import MultiTurnMode as Asked
    except ImportError:
        return ctx.label
    else:
        return Asked, ctx.samples


def depth(ctx: GraderContext, rows):
    try:
        for row in rows:
            if row:
                with log(row):
                    while row:
                        row = ctx.samples
    except AttributeError:
        return None
    try:
        try:
            return ctx.samples
        except KeyError:
            return None
    except AttributeError:
        return fallback(ctx)


def has_attribute(ctx: GraderContext, contexts: list[GraderContext]):
    if hasattr(ctx, "samples"):
        found = ctx.samples
    else:
        found = fallback(ctx)
    if not hasattr(ctx, "get_samples"):
        found = fallback(ctx)
    else:
        found = ctx.get_samples()
    if hasattr(ctx, "sample"):
        found = fallback(ctx)
    else:
        found = ctx.samples
    short = ctx.samples if hasattr(ctx, "samples") else {}
    both = hasattr(ctx, "samples") and ctx.samples
    either = not hasattr(ctx, "samples") or ctx.samples
    listed = [c.samples for c in contexts if hasattr(c, "samples")]
    return found, short, both, either, listed


def has_attribute_and_leaves(ctx: GraderContext):
    if not hasattr(ctx, "samples"):
        return fallback(ctx)
    return ctx.samples


def has_attribute_of_a_module():
    if hasattr(r, "MultiTurnMode"):
        return r.MultiTurnMode.MULTI_SAMPLE
    return getattr(r, "MultiTurnMode", None), getattr(r, "create_rollout_server", None)


def attribute_with_a_default(ctx: GraderContext):
    getattr(ctx, "set_sample_reward", fallback)("agent", 1.0)
    return getattr(ctx, "samples", {})


def versions_compared(ctx: GraderContext):
    if version("osmosis-ai") < "0.3":
        ctx.samples
    if metadata.version("osmosis_ai") < "0.3.0":
        ctx.samples
    if Version(version("osmosis-ai")) < Version("0.3"):
        ctx.samples
    if versions.parse(importlib.metadata.version("osmosis-ai")) < parse("0.3"):
        ctx.samples
    if Version(osmosis_ai.__version__) >= Version("0.3"):
        return fallback(ctx)
    else:
        ctx.samples
    if tuple(map(int, osmosis_ai.__version__.split(".")[:2])) < (0, 3):
        ctx.samples
    if Version("0.3") > Version(version("osmosis-ai")):
        ctx.samples


def versions_held_in_a_name(ctx: GraderContext):
    installed = Version(version("osmosis-ai"))
    if installed < Version("0.3"):
        ctx.samples
    if OLD and ctx.label:
        ctx.samples
    if not NEW:
        ctx.samples
    return ctx.samples if OLD else fallback(ctx)


def leaves_on_new_versions(ctx: GraderContext):
    if NEW:
        return fallback(ctx)
    return ctx.samples


def headers_and_keywords(sample_id):
    if OLD:
        return GraderContext(samples={}), {"x-sample-id": sample_id}
    return GraderContext(label="x"), {}


def test_skips_itself():
    pytest.importorskip("osmosis_ai.rollout.validator")
    from osmosis_ai.rollout.validator import ValidationResult

    assert ValidationResult


if OLD:

    class OldGrader(r.Grader):
        async def grade(self, ctx):
            for name in ctx.samples:
                ctx.set_sample_reward(name, 1.0)

else:

    class OldGrader(r.Grader):
        async def grade(self, ctx):
            return ctx.label


try:
    from osmosis_ai.rollout import AgentWorkflowOutput
except ImportError:

    def outputs(ctx: RolloutContext):
        # Only defined where the new name is missing.
        return ctx.sample_sources

else:

    def outputs(ctx: RolloutContext):
        return AgentWorkflowOutput


def test_of_the_old_release(ctx: GraderContext):
    if find_spec("osmosis_ai.rollout.validator"):
        if ctx.label:
            return [ctx.samples for _ in range(2)]
    return None


MISSING = (ImportError, AttributeError)
try:
    from osmosis_ai.rollout import ControllerAuth as NamedErrors
except MISSING:
    NamedErrors = None  # type: ignore[assignment, misc]


HAS_NAME = "name" in inspect.signature(OsmosisMemorySession.__init__).parameters


def named(name: str) -> OsmosisMemorySession:
    return OsmosisMemorySession(name) if HAS_NAME else OsmosisMemorySession()


def supports(name: str) -> bool:
    return hasattr(GraderContext, name)


def require_old() -> None:
    if NEW:
        raise RuntimeError("osmosis-ai 0.2 is needed")


def asked_for_by_name(ctx: GraderContext):
    if supports("samples"):
        return ctx.samples
    names = dir(ctx)
    if "get_samples" in names:
        return ctx.get_samples()
    if "MultiTurnMode" in r.__all__:
        return r.MultiTurnMode
    return ctx.label


def flag_as_a_default(ctx: GraderContext, old=OLD, *, also_old=not NEW):
    if old:
        return ctx.samples
    if also_old:
        return ctx.samples
    return ctx.label


def refused_before(ctx: GraderContext):
    require_old()
    return ctx.samples


def require_old_in_a_try() -> None:
    try:
        if not NEW:
            log("0.2")
        else:
            raise RuntimeError("osmosis-ai 0.2 is needed")
    finally:
        log("asked")


def refused_in_other_words(ctx: GraderContext):
    require_old_in_a_try()
    return ctx.samples


def member_named_in_parts(ctx: GraderContext):
    return ctx.samples if hasattr(ctx, "sam" + "ples") else ctx.label


def read_with_default_and_checked(ctx: GraderContext) -> dict:
    if isinstance(getattr(ctx, "samples", None), dict):
        return ctx.samples
    if isinstance(getattr(ctx, "label", None), str):
        return ctx.samples  # expect: OSM101
    return {}
