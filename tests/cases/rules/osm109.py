"""OSM109: `SampleSource.get_sample(name)`; 0.3 calls it without a name."""

from abc import abstractmethod
from functools import partial
from importlib.metadata import version
from typing import Any, Protocol

import osmosis_ai.rollout.context as context
from my_evals.sources import SampleSource as ForeignSource
from osmosis_ai.rollout import RolloutSample
from osmosis_ai.rollout.context import SampleSource
from osmosis_ai.rollout.context import SampleSource as Source
from osmosis_ai.rollout.integrations.agents import openai_agents
from osmosis_ai.rollout.integrations.agents.openai_agents import SessionSampleSource
from osmosis_ai.rollout.integrations.agents.strands import StrandsAgentSampleSource
from packaging.version import Version


class ListSource(SampleSource):
    def __init__(self, messages: list[dict[str, Any]]) -> None:
        self.messages = messages

    async def get_sample(self, name: str) -> RolloutSample:  # expect: OSM109
        return RolloutSample(id=name, messages=self.messages)  # expect: OSM107


class OtherWord(Source):
    async def get_sample(self, sample_id):  # expect: OSM109
        return RolloutSample(messages=[], extra_fields={"name": sample_id})


class Dotted(context.SampleSource):
    async def get_sample(self, name: str, /) -> RolloutSample:  # expect: OSM109
        return RolloutSample(messages=[])


class Wrapped(
    SampleSource,
):
    async def get_sample(
        self,
        name: str,  # expect: OSM109
    ) -> RolloutSample:
        return RolloutSample(messages=[], label=name)


class Middle(SampleSource):
    """Abstract still."""

    @abstractmethod
    async def get_sample(self, name: str) -> RolloutSample: ...  # expect: OSM109


class Leaf(Middle):
    async def get_sample(self, name: str) -> RolloutSample:  # expect: OSM109
        return RolloutSample(messages=[], label=name)


class Tracing(SessionSampleSource):
    async def get_sample(self, name: str) -> RolloutSample:  # expect: OSM109
        return await super().get_sample(name)  # expect: OSM109


class TracingStrands(StrandsAgentSampleSource):
    async def get_sample(self) -> RolloutSample:
        return await super().get_sample("solver")  # expect: OSM109


async def called(source: SampleSource, other: "Source | None", name: str) -> list[RolloutSample]:
    return [
        await source.get_sample(name),  # expect: OSM109
        await source.get_sample("solver"),  # expect: OSM109
        await source.get_sample(name="solver"),  # expect: OSM109
        await other.get_sample(name),  # expect: OSM109
    ]


async def called_on_the_integrations(session, agent, name: str) -> list[RolloutSample]:
    wrapped = openai_agents.SessionSampleSource(session)
    return [
        await wrapped.get_sample(name),  # expect: OSM109
        await SessionSampleSource(session).get_sample(name),  # expect: OSM109
        await StrandsAgentSampleSource(agent).get_sample("solver"),  # expect: OSM109
    ]


async def all_of(sources: dict[str, SampleSource]) -> dict[str, RolloutSample]:
    return {name: await source.get_sample(name) for name, source in sources.items()}  # expect: OSM109


# --- nothing below is reported ---


class Migrated(SampleSource):
    """`get_sample(name)` lost its name."""

    async def get_sample(self) -> RolloutSample:
        # was: async def get_sample(self, name)
        return RolloutSample(messages=[])

    async def get_sample_named(self, name: str) -> RolloutSample:
        return RolloutSample(messages=[], label=name)


class ForBoth(SampleSource):
    """The name may be left out, so 0.3 can call it as well."""

    async def get_sample(self, name: str = "") -> RolloutSample:
        return RolloutSample(messages=[], label=name)


class ForBothStarred(SampleSource):
    async def get_sample(self, *names: str) -> RolloutSample:
        return RolloutSample(messages=[], label=names[0] if names else None)


class ForBothKeywords(SampleSource):
    async def get_sample(self, **options: Any) -> RolloutSample:
        return RolloutSample(messages=[], label=options.get("name"))


class WithPreview(SampleSource):
    async def get_sample(self) -> RolloutSample:
        def get_sample(name: str) -> RolloutSample:
            return RolloutSample(messages=[], label=name)

        return get_sample("solver")

    async def get_preview(self, max_messages: int) -> RolloutSample | None:
        return None


async def called_for_03(source: SampleSource, session, agent) -> list[RolloutSample]:
    first = await source.get_sample()
    return [first, await SessionSampleSource(session).get_sample(), await StrandsAgentSampleSource(agent).get_sample()]


class Corpus:
    async def get_sample(self, name: str) -> str:
        return name

    async def first(self) -> str:
        return await self.get_sample("first")


class ForeignSubclass(ForeignSource):
    async def get_sample(self, name: str) -> str:
        return await super().get_sample(name)


class NamedSource(Protocol):
    def get_sample(self, name: str) -> str: ...


async def other_receivers(corpus: Corpus, foreign: ForeignSource, named: NamedSource, unknown) -> list[object]:
    return [
        await corpus.get_sample("solver"),
        await foreign.get_sample("solver"),
        named.get_sample("solver"),
        unknown.get_sample("solver"),
        await Corpus().get_sample(name="solver"),
        partial(corpus.get_sample, "solver"),
    ]


async def rebound(source: SampleSource, corpora: list[Corpus]) -> list[str]:
    await source.get_sample()
    return [await source.get_sample("solver") for source in corpora]


async def both_versions(source: SampleSource) -> RolloutSample:
    if Version(version("osmosis-ai")) < Version("0.3"):
        return await source.get_sample("solver")
    return await source.get_sample()


async def get_sample(name: str) -> str:
    return f"get_sample({name})"


async def bare_call() -> str:
    return await get_sample("solver")
