"""OSM108: `MultiTurnMode`, wherever it can be imported from."""

from enum import Enum
import contextlib
import importlib
from typing import TYPE_CHECKING
from unittest.mock import patch

import osmosis_ai.rollout
import osmosis_ai.rollout.types as rollout_types
import osmosis_ai.rollout.types.sample
from osmosis_ai import rollout
from osmosis_ai.rollout import AgentWorkflow, AgentWorkflowConfig
from osmosis_ai.rollout import MultiTurnMode  # expect: OSM108
from osmosis_ai.rollout.types import MultiTurnMode as Mode  # expect: OSM108
from osmosis_ai.rollout.types import (
    GraderConfig,
    MultiTurnMode as TurnMode,  # expect: OSM108
    RolloutSample,
)
from osmosis_ai.rollout.types.sample import MultiTurnMode as SampleMode  # expect: OSM108
from osmosis_ai.rollout.types.sample import MessageDict
from osmosis_ai.rollout.utils.imports import resolve_object

if TYPE_CHECKING:
    from osmosis_ai.rollout import MultiTurnMode as CheckedMode  # expect: OSM108

__all__ = ["MultiTurnMode", "Mode", "Workflow"]  # the name is reported where it is imported


class Config(AgentWorkflowConfig):
    # uses of a name that was imported are not repeated
    mode: MultiTurnMode = MultiTurnMode.MULTI_SAMPLE
    fallback: Mode = Mode.SINGLE_SAMPLE


class Workflow(AgentWorkflow[Config]):
    async def run(self, ctx) -> None:
        if ctx.config.mode is TurnMode.SINGLE_SAMPLE:
            print(SampleMode("single_sample"), ctx.config.mode)


def dotted() -> list[object]:
    return [
        rollout.MultiTurnMode,  # expect: OSM108
        osmosis_ai.rollout.MultiTurnMode,  # expect: OSM108
        rollout_types.MultiTurnMode,  # expect: OSM108
        osmosis_ai.rollout.types.sample.MultiTurnMode,  # expect: OSM108
    ]


def annotated(mode: "rollout.MultiTurnMode", more: rollout_types.MultiTurnMode | None = None):  # expect: OSM108, OSM108
    return mode, more


def local_import(config: GraderConfig) -> bool:
    from osmosis_ai.rollout import MultiTurnMode as Local  # expect: OSM108

    return config.name == Local.SINGLE_SAMPLE


def conditional(flag: bool):
    if flag:
        from osmosis_ai.rollout.types import MultiTurnMode as Kind  # expect: OSM108
    else:
        Kind = None
    return Kind


def indirect() -> list[object]:
    module = rollout
    return [
        module.MultiTurnMode,  # expect: OSM108
        getattr(rollout, "MultiTurnMode"),  # expect: OSM108
        importlib.import_module("osmosis_ai.rollout").MultiTurnMode,  # expect: OSM108
        __import__("osmosis_ai.rollout.types", fromlist=["types"]).MultiTurnMode,  # expect: OSM108
        resolve_object("osmosis_ai.rollout.types:MultiTurnMode"),  # expect: OSM108
    ]


@patch("osmosis_ai.rollout.MultiTurnMode")  # expect: OSM108
def test_modes(mode, monkeypatch) -> None:
    monkeypatch.setattr(rollout, "MultiTurnMode", mode)  # expect: OSM108


# --- nothing below is reported ---

try:
    from osmosis_ai.rollout import MultiTurnMode as MaybeMode
except ImportError:
    MaybeMode = None

try:
    from osmosis_ai.rollout import AgentWorkflowOutput
except ImportError:
    # 0.2 has no AgentWorkflowOutput; this branch only runs there
    from osmosis_ai.rollout import MultiTurnMode as OldMode

    AgentWorkflowOutput = OldMode

with contextlib.suppress(ImportError):
    from osmosis_ai.rollout.types import MultiTurnMode as SuppressedMode


class TurnPolicy(Enum):
    """Took the place of MultiTurnMode; `rollout.MultiTurnMode` is gone."""

    MULTI_SAMPLE = "multi_sample"


def own_class() -> object:
    class MultiTurnMode(str, Enum):
        SINGLE = "single"

    # MultiTurnMode of this function, not the SDK's
    return MultiTurnMode.SINGLE


def another_library() -> object:
    from my_chat.modes import MultiTurnMode

    return MultiTurnMode.MULTI_SAMPLE


def another_package(modes) -> list[object]:
    import my_chat.rollout as chat_rollout
    import my_chat.rollout.types

    return [chat_rollout.MultiTurnMode, my_chat.rollout.types.MultiTurnMode, modes.MultiTurnMode]


def shadowed_module(rollout) -> object:
    return rollout.MultiTurnMode


def rebound_module(chat) -> object:
    rollout = chat
    return rollout.MultiTurnMode


def strings(sample: RolloutSample, message: MessageDict) -> list[str]:
    text = "MultiTurnMode is gone; write one sample"
    return [text, "MultiTurnMode", sample.extra_fields["MultiTurnMode"], message["MultiTurnMode"]]


def both_versions() -> object:
    if hasattr(rollout, "MultiTurnMode"):
        return rollout.MultiTurnMode
    return getattr(rollout_types, "MultiTurnMode", TurnPolicy)


def both_versions_tried() -> object:
    try:
        return rollout_types.MultiTurnMode
    except AttributeError:
        return TurnPolicy
