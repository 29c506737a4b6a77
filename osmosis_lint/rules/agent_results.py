"""What a field of an agent's result is: `run()` may not return the text or the dict in it (OSM206).

A field is told only where its type is sure: `final_output` of the OpenAI agents is text unless the agent, or one that
it hands over to, says otherwise.
"""

from __future__ import annotations

import ast

from osmosis_lint.semantics.calls import AGENT_RESULT, argument
from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import External, Instance, SdkClass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.rules.check import Check

RUNNER_RESULTS = frozenset(
    f"{module}.Runner.{name}" for module in ("agents", "agents.run") for name in ("run", "run_sync", "run_streamed")
)
_STRANDS_FIELDS = {"message": "a dict", "stop_reason": "text"}
# What makes the final output something else than the text of the last message.
_TYPED = ("output_type", "handoffs", "tool_use_behavior", "error_handlers", "needs_approval", "RunState")
_DEPTH = 4


def field_kind(check: Check, node: ast.expr, place: Place) -> str:
    """What a field of a result holds, in words, directly or behind one name; empty when it is not sure."""
    node, place = _behind_names(check, node, place)
    if not isinstance(node, ast.Attribute):
        return ""
    for value in check.resolver.infer(node.value, place):
        if not isinstance(value, Instance) or not isinstance(value.cls, External):
            continue
        if value.cls == AGENT_RESULT:
            return _STRANDS_FIELDS.get(node.attr, "")
        if value.cls.name in RUNNER_RESULTS and node.attr == "final_output" and _is_text(check, node.value, place):
            return "text"
    return ""


def _behind_names(check: Check, node: ast.expr, place: Place) -> tuple[ast.expr, Place]:
    """What a name stands for, where it is given a value at one place only."""
    for _ in range(_DEPTH):
        found = check.resolver.definitions(node.id, place) if isinstance(node, ast.Name) else []
        if len(found) != 1 or found[0].kind != "assign" or found[0].unpack or not isinstance(found[0].node, ast.expr):
            break
        node, place = found[0].node, Place(found[0].scope, found[0].stmt)
    return node, place


def _is_text(check: Check, result: ast.expr, place: Place) -> bool:
    """Whether a run is that of an agent of this file which no option gives another output than text."""
    if any(word in check.module.text for word in _TYPED):
        return False
    run, place = _behind_names(check, result, place)
    if isinstance(run, ast.Await):
        run = run.value
    agent = argument(run, "starting_agent", 0) if isinstance(run, ast.Call) else None
    if agent is None:
        return False
    built, place = _behind_names(check, agent, place)
    if not isinstance(built, ast.Call) or place.scope.module is not check.module:
        return False
    if any(keyword.arg is None for keyword in built.keywords):
        return False
    return any(
        (isinstance(value, SdkClass) and value.qualname.endswith(".openai_agents.OsmosisAgent"))
        or value == External("agents.Agent")
        for value in check.resolver.infer(built.func, place)
    )
