"""OSM411: `OsmosisInstalledAgent`; pass an `AgentWorkflow` or a native agent's name as `agent=`."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import osmosis_ai.rollout.backend.harbor as harbor
from harbor.agents.installed.base import BaseInstalledAgent
from harbor.models.trial.config import AgentConfig
from my_agents import OsmosisInstalledAgent as ForeignAgent
from osmosis_ai.rollout import AgentWorkflow
from osmosis_ai.rollout.backend import harbor as harbor_again
from osmosis_ai.rollout.backend.harbor import HarborBackend
from osmosis_ai.rollout.backend.harbor import OsmosisInstalledAgent  # expect: OSM411
from osmosis_ai.rollout.backend.harbor import OsmosisInstalledAgent as InstalledAgent  # expect: OSM411
from osmosis_ai.rollout.backend.harbor import (
    OsmosisInstalledAgent as ListedAgent,  # expect: OSM411
    TaskMode,
)
from osmosis_ai.rollout.utils.imports import resolve_object

if TYPE_CHECKING:
    from osmosis_ai.rollout.backend.harbor import OsmosisInstalledAgent as CheckedAgent  # expect: OSM411

AGENT_PATH = "osmosis_ai.rollout.backend.harbor:OsmosisInstalledAgent"  # expect: OSM411

__all__ = ["OsmosisInstalledAgent", "Installed"]


# the base is an imported name: reported at its import, not again here
class Installed(OsmosisInstalledAgent):
    async def install(self, environment: Any) -> None:
        print(environment)


class InstalledBelow(Installed):
    pass


class InstalledByModule(harbor.OsmosisInstalledAgent):  # expect: OSM411
    pass


class InstalledByModuleAgain(InstalledAgent, harbor_again.OsmosisInstalledAgent):  # expect: OSM411
    pass


def built(logs_dir: Path) -> list[object]:
    return [
        OsmosisInstalledAgent(logs_dir),
        ListedAgent(logs_dir, rollout_config_path="config.json"),
        harbor.OsmosisInstalledAgent(logs_dir),  # expect: OSM411
        harbor.OsmosisInstalledAgent,  # expect: OSM411
    ]


def annotated(a: harbor.OsmosisInstalledAgent, b: "harbor_again.OsmosisInstalledAgent"):  # expect: OSM411, OSM411
    return a, b


def by_path() -> list[object]:
    return [
        AgentConfig(import_path="osmosis_ai.rollout.backend.harbor:OsmosisInstalledAgent"),  # expect: OSM411
        AgentConfig(import_path=AGENT_PATH),
        resolve_object("osmosis_ai.rollout.backend.harbor:OsmosisInstalledAgent"),  # expect: OSM411
    ]


def local_import(logs_dir: Path) -> object:
    from osmosis_ai.rollout.backend.harbor import OsmosisInstalledAgent as Local  # expect: OSM411

    return Local(logs_dir)


def indirect() -> list[object]:
    module = harbor_again
    return [
        module.OsmosisInstalledAgent,  # expect: OSM411
        getattr(harbor, "OsmosisInstalledAgent"),  # expect: OSM411
    ]


@patch("osmosis_ai.rollout.backend.harbor.OsmosisInstalledAgent")  # expect: OSM411
def test_agent(agent, monkeypatch) -> None:
    monkeypatch.setattr(harbor, "OsmosisInstalledAgent", agent)  # expect: OSM411


# --- nothing below is reported ---

try:
    from osmosis_ai.rollout.backend.harbor import OsmosisInstalledAgent as MaybeAgent
except ImportError:
    MaybeAgent = BaseInstalledAgent

with contextlib.suppress(ImportError):
    from osmosis_ai.rollout.backend.harbor import OsmosisInstalledAgent as SuppressedAgent


class Workflow(AgentWorkflow):
    async def run(self, ctx) -> None:
        print(ctx.prompt)


def migrated(trial_queue: Any) -> list[HarborBackend]:
    """`OsmosisInstalledAgent` is gone: `agent=` takes a workflow or a name."""
    # OsmosisInstalledAgent was the adapter
    return [
        HarborBackend(orchestrator=trial_queue, tasks_dir=Path("tasks"), agent=Workflow),
        HarborBackend(orchestrator=trial_queue, tasks_dir=Path("tasks"), agent="terminus-2"),
        HarborBackend(orchestrator=trial_queue, tasks_dir=Path("tasks"), task_mode=TaskMode.TEMPLATE, agent="a:Flow"),
    ]


class OwnAgent(BaseInstalledAgent):
    """Harbor's own base class is still there."""

    @staticmethod
    def name() -> str:
        return "OsmosisInstalledAgent"


def another_library(logs_dir: Path, agents) -> list[object]:
    import my_agents.harbor as harbor

    return [
        ForeignAgent(logs_dir),
        harbor.OsmosisInstalledAgent(logs_dir),
        agents.OsmosisInstalledAgent,
        AgentConfig(import_path="my_agents.harbor:OsmosisInstalledAgent"),
    ]


def own_class(logs_dir: Path) -> object:
    class OsmosisInstalledAgent(OwnAgent):
        pass

    class OsmosisInstalledAgentBelow(OsmosisInstalledAgent):
        pass

    return OsmosisInstalledAgent(logs_dir), OsmosisInstalledAgentBelow(logs_dir)


def words() -> list[str]:
    return [
        "OsmosisInstalledAgent",
        "import osmosis_ai.rollout.backend.harbor:OsmosisInstalledAgent no more",
        "osmosis_ai.rollout.backend.harbor:HarborBackend",
        "osmosis_ai.rollout.backend.harbor.harness_agent:OsmosisHarnessInstalledAgent",
    ]


def both_versions() -> object:
    if hasattr(harbor, "OsmosisInstalledAgent"):
        return harbor.OsmosisInstalledAgent
    return getattr(harbor, "OsmosisInstalledAgent", OwnAgent)


def both_versions_tried() -> object:
    try:
        return harbor.OsmosisInstalledAgent
    except AttributeError:
        return OwnAgent
