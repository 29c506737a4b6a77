"""OSM204: a registering agent or session built where no rollout context is active."""

from dataclasses import dataclass, field
from functools import partial

import osmosis_ai.rollout.integrations.agents.openai_agents as openai_integration
from agents import Runner, SQLiteSession
from my_workflows import logged, traced
from osmosis_ai.rollout import AgentWorkflow, RolloutContext
from osmosis_ai.rollout.integrations.agents import strands as strands_integration
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisAgent, OsmosisMemorySession
from osmosis_ai.rollout.integrations.agents.strands import OsmosisRolloutModel, OsmosisStrandsAgent
from osmosis_ai.rollout.integrations.agents.strands import OsmosisStrandsAgent as StrandsAgent
from strands import Agent

MODEL = OsmosisRolloutModel(temperature=0.7)  # a model registers nothing

SESSION = OsmosisMemorySession()  # expect: OSM204
SOLVER = OsmosisStrandsAgent(name="solver", model=MODEL)  # expect: OSM204
CRITIC = StrandsAgent(name="critic", model=OsmosisRolloutModel())  # expect: OSM204
SESSIONS: dict[str, object] = {"solver": openai_integration.OsmosisMemorySession()}  # expect: OSM204

if MODEL:
    DOTTED = strands_integration.OsmosisStrandsAgent(model=MODEL)  # expect: OSM204


class InTheClassBody(AgentWorkflow):
    session = OsmosisMemorySession()  # expect: OSM204
    agent = StrandsAgent(model=MODEL)  # expect: OSM204

    async def run(self, ctx) -> None:
        print(self.session, self.agent)


class InADefault(AgentWorkflow):
    async def run(self, ctx, session=OsmosisMemorySession()) -> None:  # expect: OSM204
        print(session)

    def retry(self, *, agent=StrandsAgent(model=MODEL)) -> None:  # expect: OSM204
        print(agent)


class InADecorator(AgentWorkflow):
    @logged(OsmosisMemorySession())  # expect: OSM204
    async def run(self, ctx) -> None:
        print(ctx.prompt)

    @traced(agent=StrandsAgent(model=MODEL))  # expect: OSM204
    def retry(self) -> None: ...


@logged(session=OsmosisMemorySession())  # expect: OSM204
class Decorated(AgentWorkflow):
    async def run(self, ctx) -> None: ...


def in_a_default(prompt: str, session: OsmosisMemorySession = OsmosisMemorySession()) -> None:  # expect: OSM204
    print(prompt, session)


in_a_lambda_default = lambda prompt, session=OsmosisMemorySession(): (prompt, session)  # expect: OSM204


@dataclass
class Defaults:
    session: OsmosisMemorySession = field(default=OsmosisMemorySession())  # expect: OSM204


# --- nothing below is reported ---


class Migrated(AgentWorkflow):
    """`session = OsmosisMemorySession()` moved into `run`."""

    async def run(self, ctx) -> None:
        session = OsmosisMemorySession()
        await Runner.run(OsmosisAgent(name="solver", model="gpt-4.1"), ctx.prompt, session=session)


class MigratedStrands(AgentWorkflow):
    model = OsmosisRolloutModel(temperature=0.2)

    async def run(self, ctx) -> None:
        agent = StrandsAgent(name="solver", model=self.model)
        await agent.invoke_async(ctx.prompt)


def built_when_called() -> OsmosisMemorySession:
    return OsmosisMemorySession()


built_later = lambda: StrandsAgent(model=MODEL)
built_by_partial = partial(OsmosisStrandsAgent, model=MODEL)
only_the_class = OsmosisMemorySession
JUDGE = StrandsAgent(name="judge", model="gpt-4.1")  # any other model: an ordinary agent
DEFAULT = OsmosisStrandsAgent(name="default")
PLAIN = Agent(name="plain", model="gpt-4.1")
TRIAGE = OsmosisAgent(name="triage", model="gpt-4.1")
STORED = SQLiteSession("stored")
TITLE = "OsmosisMemorySession()"

with RolloutContext("http://localhost:9000/v1") as ACTIVE:
    # a context is active here
    CHECKED = OsmosisMemorySession()


@dataclass
class Factories:
    session: OsmosisMemorySession = field(default_factory=OsmosisMemorySession)
    another: OsmosisMemorySession = field(default_factory=lambda: OsmosisMemorySession())
    judge: StrandsAgent = field(default_factory=partial(StrandsAgent, model=MODEL))


class JudgedAtClassLevel(AgentWorkflow):
    judge = StrandsAgent(model="gpt-4.1")
    make_session = OsmosisMemorySession

    @logged(OsmosisMemorySession)
    async def run(self, ctx, kind=OsmosisMemorySession) -> None:
        print(self.judge, kind())


class DefaultInsideRun(AgentWorkflow):
    async def run(self, ctx) -> None:
        # this default is evaluated while run() runs
        async def turn(text: str, session=OsmosisMemorySession()) -> None:
            await Runner.run(OsmosisAgent(name="solver", model="gpt-4.1"), text, session=session)

        for message in ctx.prompt:
            await turn(message["content"])


class DecoratorInsideRun(AgentWorkflow):
    async def run(self, ctx) -> None:
        @logged(OsmosisMemorySession())
        def turn() -> None: ...

        turn()


class ClassInsideRun(AgentWorkflow):
    async def run(self, ctx) -> None:
        class Turn:
            session = OsmosisMemorySession()

        print(Turn.session)


class OwnSession:
    def __init__(self, name: str) -> None:
        self.name = name


def shadowed() -> object:
    class OsmosisMemorySession(OwnSession):
        pass

    class Holder:
        session = OsmosisMemorySession("own")

    return Holder


class UnknownModel(AgentWorkflow):
    # nothing says what make_model() gives
    agent = StrandsAgent(model=logged.make_model())


if __name__ == "__main__":
    # Tried out by hand: without a rollout this is an ordinary session in memory.
    trial = OsmosisMemorySession()
