"""OSM201: `OsmosisMemorySession(...)` takes no argument any more."""

from functools import partial

from agents import Runner, SQLiteSession
from my_memory import OsmosisMemorySession as ForeignSession
from osmosis_ai.rollout import AgentWorkflow
from osmosis_ai.rollout.integrations.agents import openai_agents
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisAgent, OsmosisMemorySession
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession as Session


class Positional(AgentWorkflow):
    async def run(self, ctx) -> None:
        agent = OsmosisAgent(name="solver", model="gpt-4.1")
        session = OsmosisMemorySession("solver")  # expect: OSM201
        await Runner.run(agent, ctx.prompt, session=session)


class Keyword(AgentWorkflow):
    async def run(self, ctx) -> None:
        agent = OsmosisAgent(name="solver", model="gpt-4.1")
        await Runner.run(agent, ctx.prompt, session=Session(name="solver"))  # expect: OSM201


class Dotted(AgentWorkflow):
    async def run(self, ctx) -> None:
        session = openai_agents.OsmosisMemorySession(f"solver-{ctx.metadata['row']}")  # expect: OSM201
        print(session.session_id)


class FromConfig(AgentWorkflow):
    async def run(self, ctx) -> None:
        self.session = OsmosisMemorySession(ctx.config.name)  # expect: OSM201


class LocalImport(AgentWorkflow):
    async def run(self, ctx) -> None:
        from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession as S

        print(S(None).session_id)  # expect: OSM201


class Spread(AgentWorkflow):
    async def run(self, ctx) -> None:
        options = {"name": "solver"}  # expect: OSM201
        print(OsmosisMemorySession(**options).session_id)


class SpreadInPlace(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(OsmosisMemorySession(**dict(name="solver")).session_id)  # expect: OSM201


class Prepared(AgentWorkflow):
    make = partial(OsmosisMemorySession, "solver")  # expect: OSM201
    make_named = partial(OsmosisMemorySession, name="critic")  # expect: OSM201

    async def run(self, ctx) -> None:
        print(self.make().session_id)


class Lambda(AgentWorkflow):
    async def run(self, ctx) -> None:
        make = lambda: OsmosisMemorySession("solver")  # expect: OSM201
        print(make().session_id)


def new_session(name: str) -> OsmosisMemorySession:
    return OsmosisMemorySession(name)  # expect: OSM201


def new_session_of(kind: type[OsmosisMemorySession], name: str) -> OsmosisMemorySession:
    return kind(name)  # expect: OSM201


class NamedSession(OsmosisMemorySession):
    def __init__(self, title: str) -> None:
        super().__init__(title)  # expect: OSM201
        self.title = title


class QuietSession(OsmosisMemorySession):
    async def clear_session(self) -> None: ...


def new_quiet_session() -> QuietSession:
    return QuietSession("solver")  # expect: OSM201


# --- nothing below is reported ---


class Migrated(AgentWorkflow):
    """Was `OsmosisMemorySession("solver")`."""

    async def run(self, ctx) -> None:
        agent = OsmosisAgent(name="solver", model="gpt-4.1")
        # OsmosisMemorySession(name="solver") is refused
        session = OsmosisMemorySession()
        await Runner.run(agent, ctx.prompt, session=session)


class Dotless(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(openai_agents.OsmosisMemorySession().session_id)


class Factory(AgentWorkflow):
    make = OsmosisMemorySession
    make_later = partial(OsmosisMemorySession)

    async def run(self, ctx) -> None:
        print(self.make().session_id, isinstance(ctx, OsmosisMemorySession))


class OtherSession(AgentWorkflow):
    async def run(self, ctx) -> None:
        await Runner.run(
            OsmosisAgent("solver", model="gpt-4.1"),
            ctx.prompt,
            session=SQLiteSession("solver", "solver.db"),
        )
        print(ForeignSession("solver"), ForeignSession(name="solver"))


class TitledSession(OsmosisMemorySession):
    """Takes its own argument and passes none on."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title


def new_titled_session() -> TitledSession:
    return TitledSession("solver")


def shadowed() -> object:
    class OsmosisMemorySession:
        def __init__(self, name: str) -> None:
            self.label = name

    return OsmosisMemorySession("solver")


def parameter(OsmosisMemorySession) -> object:
    return OsmosisMemorySession("solver")


def unknown(make_session, sessions) -> list[object]:
    return [make_session("solver"), sessions.OsmosisMemorySession("solver"), make_session(name="solver")]


def methods(session: OsmosisMemorySession) -> list[object]:
    # arguments of its methods are as they were
    return [session.get_items(5), session.get_items(limit=2), session.add_items([])]


def strings() -> list[str]:
    return ["OsmosisMemorySession('solver')", f"{OsmosisMemorySession}('solver')"]
