"""OSM102: `GraderContext.get_samples()`, replaced by the attribute `sample`."""

import contextlib
from collections.abc import Callable
from unittest import mock
from unittest.mock import patch

import osmosis_ai.rollout
import pytest
from my_evals.grading import Grader as ForeignGrader
from osmosis_ai import rollout as sdk
from osmosis_ai.rollout import Grader, GraderContext, RolloutSample
from osmosis_ai.rollout.grader import Grader as Base


class NamedAgent(Grader):
    async def grade(self, ctx: GraderContext) -> None:
        found = ctx.get_samples()  # expect: OSM102
        if "solver" not in found:
            return
        print(found["solver"].messages[-1])


class Unannotated(Base):
    async def grade(self, ctx):
        return [s.reward for s in ctx.get_samples().values()]  # expect: OSM102


class Parent(sdk.Grader):
    def __init__(self, config=None):
        super().__init__(config)
        self.ctx: GraderContext | None = None

    async def grade(self, ctx):
        self.ctx = ctx


class Child(Parent):
    def names(self) -> list[str]:
        return sorted(self.ctx.get_samples())  # expect: OSM102


class Positional(Grader):
    async def grade(self, context, /):
        read = context.get_samples  # expect: OSM102
        return read()


def helper(ctx: osmosis_ai.rollout.GraderContext) -> int:
    return len(ctx.get_samples())  # expect: OSM102


def chained(ctx: GraderContext) -> RolloutSample:
    return next(
        iter(
            ctx.get_samples().values()  # expect: OSM102
        )
    )


def later(ctx: GraderContext) -> Callable[[], object]:
    return lambda: ctx.get_samples()  # expect: OSM102


def unbound(contexts: list[GraderContext]) -> list[dict]:
    return list(map(GraderContext.get_samples, contexts))  # expect: OSM102


def assigned() -> dict:
    ctx = GraderContext(label="4")
    return ctx.get_samples()  # expect: OSM102


def in_place(label: str) -> dict:
    return GraderContext(label=label).get_samples()  # expect: OSM102


def checked(ctx: object) -> object:
    assert isinstance(ctx, GraderContext)
    if not (found := ctx.get_samples()):  # expect: OSM102
        return None
    return found


def by_name(ctx: GraderContext) -> object:
    return getattr(ctx, "get_samples")()  # expect: OSM102


class Cached(GraderContext):
    def get_samples(self) -> dict[str, RolloutSample]:
        self.cached = super().get_samples()  # expect: OSM102
        return self.cached


@patch("osmosis_ai.rollout.GraderContext.get_samples", return_value={})  # expect: OSM102
def test_empty(get_samples) -> None:
    with mock.patch("osmosis_ai.rollout.context.GraderContext.get_samples"):  # expect: OSM102
        assert get_samples


def test_patched(monkeypatch: pytest.MonkeyPatch) -> None:
    with patch.object(GraderContext, "get_samples"):  # expect: OSM102
        monkeypatch.setattr(GraderContext, "get_samples", dict)  # expect: OSM102
        monkeypatch.setattr("osmosis_ai.rollout.GraderContext.get_samples", dict)  # expect: OSM102


# --- nothing below is reported ---


class Migrated(Grader):
    """No `get_samples()` any more: `ctx.get_samples` became `ctx.sample`."""

    async def grade(self, ctx: GraderContext) -> None:
        if ctx.sample is None:
            raise ValueError("ctx.get_samples() was empty")
        self.get_samples(ctx.sample)

    def get_samples(self, sample: RolloutSample) -> list[dict]:
        return [dict(m) for m in sample.messages]


class Store:
    def get_samples(self) -> list[str]:
        return []


def other_receivers(store: Store, client, monkeypatch) -> object:
    monkeypatch.setattr(store, "get_samples", list)
    with patch("my_evals.store.Store.get_samples"), patch.object(Store, "get_samples"):
        return store.get_samples(), client.get_samples(), Store().get_samples()


class ForeignScorer(ForeignGrader):
    async def grade(self, ctx) -> None:
        print(ctx.get_samples())


def own_override(ctx: Cached) -> dict[str, RolloutSample]:
    # the subclass brings the method itself
    return ctx.get_samples()


def reused_name(ctx: GraderContext, store: Store) -> list[str]:
    print(ctx.label)
    ctx = store
    return ctx.get_samples()


def inner_parameter(ctx: GraderContext, stores: list[Store]) -> list[list[str]]:
    print(ctx.label)
    return [ctx.get_samples() for ctx in stores] + list(map(lambda ctx: ctx.get_samples(), stores))


def both_versions(ctx: GraderContext) -> object:
    if hasattr(ctx, "get_samples"):
        return ctx.get_samples()
    return ctx.sample


def both_versions_early(ctx: GraderContext) -> object:
    if not hasattr(ctx, "get_samples"):
        return ctx.sample
    return ctx.get_samples()


def both_versions_suppressed(ctx: GraderContext) -> object:
    with contextlib.suppress(AttributeError):
        return ctx.get_samples()
    return ctx.sample


def both_versions_tried(ctx: GraderContext) -> object:
    try:
        found = ctx.get_samples()
    except AttributeError:
        found = {"sample": ctx.sample}
    return found


def get_samples() -> list[str]:
    return ["get_samples", "GraderContext.get_samples()"]


def bare_call() -> list[str]:
    return get_samples()
