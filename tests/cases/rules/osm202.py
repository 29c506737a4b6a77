"""OSM202: `OsmosisMemorySession.name`; its identity is `session_id`."""

from contextlib import suppress
from dataclasses import dataclass
from unittest.mock import patch

import osmosis_ai.rollout.integrations.agents.openai_agents as integration
from agents import Agent, SQLiteSession
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisAgent, OsmosisMemorySession
from osmosis_ai.rollout.integrations.agents.openai_agents import OsmosisMemorySession as Session


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        session = OsmosisMemorySession()
        print(session.name)  # expect: OSM202


class InPlace(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(integration.OsmosisMemorySession().name)  # expect: OSM202


class Kept(AgentWorkflow):
    async def run(self, ctx) -> None:
        self.session = Session()
        await self.log()

    async def log(self) -> None:
        print(f"session {self.session.name!r}")  # expect: OSM202


class Named(AgentWorkflow):
    async def run(self, ctx) -> None:
        session = OsmosisMemorySession(name="solver")  # expect: OSM201
        assert session.name == "solver"  # expect: OSM202


class Made(AgentWorkflow):
    def make(self) -> OsmosisMemorySession:
        return OsmosisMemorySession()

    @property
    def session(self) -> "Session":
        return self._session

    async def run(self, ctx) -> None:
        self._session = self.make()
        print(self._session.name, self.session.name)  # expect: OSM202, OSM202


def annotated(session: OsmosisMemorySession, other: "Session | None", third: integration.OsmosisMemorySession):
    return session.name, other.name, third.name  # expect: OSM202, OSM202, OSM202


def written(session: OsmosisMemorySession) -> None:
    session.name = "solver"  # expect: OSM202


def containers(sessions: list[OsmosisMemorySession], by_row: dict[int, Session]) -> list[str]:
    names = [s.name for s in sessions]  # expect: OSM202
    for row, session in by_row.items():
        names.append(f"{row}-{session.name}")  # expect: OSM202
    return sorted(names + [by_row[0].name])  # expect: OSM202


def narrowed(session: object) -> str:
    if isinstance(session, OsmosisMemorySession):
        return session.name  # expect: OSM202
    match session:
        case Session() as inner:
            return inner.name  # expect: OSM202
    return ""


def by_name(session: Session) -> str:
    with patch.object(session, "name", "solver"):  # expect: OSM202
        return getattr(session, "name")  # expect: OSM202


@dataclass
class Turn:
    session: OsmosisMemorySession
    number: int = 0

    def title(self) -> str:
        return f"{self.session.name}-{self.number}"  # expect: OSM202


class LoggedSession(OsmosisMemorySession):
    async def clear_session(self) -> None:
        print(self.name)  # expect: OSM202


def subclassed(session: LoggedSession, turns: list[Turn]) -> list[str]:
    return [session.name, *(turn.session.name for turn in turns)]  # expect: OSM202, OSM202


# --- nothing below is reported ---


class Migrated(AgentWorkflow):
    """`session.name` is `session.session_id` now."""

    async def run(self, ctx) -> None:
        agent = OsmosisAgent(name="solver", model="gpt-4.1")
        session = OsmosisMemorySession()
        # session.name is gone, agent.name is not
        print(agent.name, session.session_id, len(session.items), type(session).__name__)


def agents_have_names(agent: OsmosisAgent, other: Agent, config: AgentWorkflowConfig) -> list[str]:
    agent.name = "critic"
    return [agent.name, other.name, config.name, OsmosisMemorySession.__name__]


@dataclass
class Player:
    name: str
    session: OsmosisMemorySession


def other_classes(player: Player, unknown, sessions, sqlite: SQLiteSession) -> list[object]:
    return [
        player.name,
        unknown.name,
        [session.name for session in sessions],
        player.session.session_id,
        getattr(player, "name"),
        sqlite.name,
    ]


def rebound(session: OsmosisMemorySession, players: list[Player]) -> list[str]:
    print(session.session_id)
    found = [session.name for session in players]
    session = players[0]
    return [*found, session.name]


def narrowed_away(session: OsmosisMemorySession | Player) -> str:
    if isinstance(session, Player):
        return session.name
    return session.session_id


class TitledSession(OsmosisMemorySession):
    """Has a name of its own."""

    name = "titled"


def own_name(session: TitledSession) -> str:
    return session.name


def both_versions(session: OsmosisMemorySession) -> str:
    return session.name if hasattr(session, "name") else session.session_id


def both_versions_by_default(session: OsmosisMemorySession) -> str:
    return getattr(session, "name", None) or session.session_id


def both_versions_tried(session: OsmosisMemorySession) -> str:
    with suppress(AttributeError):
        return session.name
    try:
        return session.session_id
    except AttributeError:
        return session.name
