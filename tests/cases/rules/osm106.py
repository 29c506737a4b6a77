"""OSM106: `RolloutContext.sample_sources`, a dict by name on 0.2, one `sample_source` on 0.3."""

import dataclasses
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from unittest.mock import patch

from importlib.metadata import version

import osmosis_ai.rollout as ro
from my_agents.sources import RolloutContext as OtherContext
from osmosis_ai.rollout import AgentWorkflow, RolloutContext, get_rollout_context
from osmosis_ai.rollout.context import SampleSource
from packaging.version import Version

URL = "http://localhost:9000/v1"


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        active = get_rollout_context()
        if active and "solver" in active.sample_sources:  # expect: OSM106
            return
        print(list(active.sample_sources))  # expect: OSM106


def names(rollout_ctx: RolloutContext) -> list[str]:
    return sorted(rollout_ctx.sample_sources.keys())  # expect: OSM106


def put(rollout_ctx: ro.RolloutContext, source: SampleSource) -> None:
    rollout_ctx.sample_sources["solver"] = source  # expect: OSM106


def drop(rollout_ctx: RolloutContext) -> None:
    rollout_ctx.sample_sources.clear()  # expect: OSM106
    del rollout_ctx.sample_sources["solver"]  # expect: OSM106


def replace_all(rollout_ctx: "ro.RolloutContext", sources: dict[str, SampleSource]) -> None:
    rollout_ctx.sample_sources = sources  # expect: OSM106
    rollout_ctx.sample_sources |= sources  # expect: OSM106


def constructed(source: SampleSource) -> list[RolloutContext]:
    return [
        RolloutContext(sample_sources={"solver": source}),  # expect: OSM106
        RolloutContext(URL, "key", "r-1", {"solver": source}),  # expect: OSM106
        ro.RolloutContext(URL, None, "r-1", {}),  # expect: OSM106
        RolloutContext(
            chat_completions_url=URL,
            api_key="key",
            sample_sources={},  # expect: OSM106
        ),
    ]


def spread(source: SampleSource) -> RolloutContext:
    return RolloutContext(**{"chat_completions_url": URL, "sample_sources": {"solver": source}})  # expect: OSM106


def spread_named(source: SampleSource) -> RolloutContext:
    options: dict[str, Any] = {"chat_completions_url": URL}
    more = dict(sample_sources={"solver": source})  # expect: OSM106
    return RolloutContext(**options, **more)


def made_later() -> list[object]:
    empty = partial(RolloutContext, URL, sample_sources={})  # expect: OSM106
    return [empty, dataclasses.replace(RolloutContext(URL), sample_sources={})]  # expect: OSM106


def entered() -> int:
    with RolloutContext(URL) as rollout_ctx, patch.object(rollout_ctx, "sample_sources", {}):  # expect: OSM106
        return len(getattr(rollout_ctx, "sample_sources"))  # expect: OSM106


class LoggedContext(RolloutContext):
    def __init__(self, url: str) -> None:
        super().__init__(url, sample_sources={})  # expect: OSM106

    def __len__(self) -> int:
        return len(self.sample_sources)  # expect: OSM106


@dataclass
class Trial:
    rollout_ctx: RolloutContext = field(default_factory=RolloutContext)

    @property
    def context(self) -> RolloutContext:
        return self.rollout_ctx


def of_trials(trials: list[Trial]) -> list[int]:
    return [len(t.rollout_ctx.sample_sources) + len(t.context.sample_sources) for t in trials]  # expect: OSM106, OSM106


# --- nothing below is reported ---


def migrated(source: SampleSource) -> list[object]:
    """On 0.2 this filled `sample_sources`."""
    rollout_ctx = RolloutContext(URL, "key", "r-1", source)
    # sample_sources became sample_source
    return [
        rollout_ctx,
        rollout_ctx.sample_source,
        RolloutContext(URL, "key", "r-1", None),
        RolloutContext(URL, "key", "r-1"),
        RolloutContext(chat_completions_url=URL, sample_source=source),
        "sample_sources",
    ]


@dataclass
class Mixer:
    sample_sources: dict[str, object] = field(default_factory=dict)

    def mix(self) -> int:
        self.sample_sources["a"] = 1
        return len(self.sample_sources)


def mixed(mixer: Mixer, other: OtherContext, unknown) -> list[object]:
    mixer.sample_sources = {}
    del mixer.sample_sources
    return [
        Mixer(sample_sources={}),
        Mixer({}),
        OtherContext(sample_sources={}),
        OtherContext(URL, "key", "r-1", {}),
        other.sample_sources,
        unknown.sample_sources,
        dataclasses.replace(mixer, sample_sources={}),
        getattr(mixer, "sample_sources"),
        partial(Mixer, sample_sources={}),
        dict(sample_sources={}),
    ]


def shadowed() -> object:
    from my_agents.sources import RolloutContext

    return RolloutContext(sample_sources={}).sample_sources


def parameter(RolloutContext) -> object:
    return RolloutContext(sample_sources={}).sample_sources


def unknown_factory(make, rollout_ctx=None) -> object:
    rollout_ctx = make(sample_sources={})
    return rollout_ctx.sample_sources


class TwoSided(RolloutContext):
    @property
    def sample_sources(self) -> dict[str, SampleSource]:
        return {} if self.sample_source is None else {"sample": self.sample_source}


def through_the_property(rollout_ctx: TwoSided) -> int:
    return len(rollout_ctx.sample_sources)


def both_versions(rollout_ctx: RolloutContext) -> int:
    if hasattr(rollout_ctx, "sample_sources"):
        return len(rollout_ctx.sample_sources)
    return int(rollout_ctx.sample_source is not None)


def both_versions_tried(rollout_ctx: RolloutContext) -> int:
    try:
        return int(rollout_ctx.sample_source is not None)
    except AttributeError:
        return len(rollout_ctx.sample_sources)


def both_versions_by_default(rollout_ctx: RolloutContext) -> int:
    return len(getattr(rollout_ctx, "sample_sources", ()))


def both_versions_by_release(source: SampleSource) -> RolloutContext:
    if Version(version("osmosis-ai")) < Version("0.3"):
        return RolloutContext(URL, sample_sources={"solver": source})
    return RolloutContext(URL, sample_source=source)
