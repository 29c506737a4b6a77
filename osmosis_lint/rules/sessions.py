"""The family of workflows: what their `run` registers (OSM203) and returns (OSM206), and OSM204: what is registered
outside of every execution."""

from __future__ import annotations

import ast

from osmosis_lint.api import records
from osmosis_lint.rules import registrations, returns
from osmosis_lint.semantics.arguments import Call
from osmosis_lint.semantics.scopes import Place, Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.rules.check import Check

WORDS = registrations.REGISTRARS


def check_class(check: Check, scope: Scope) -> None:
    """The `run` of a workflow: how often it registers, and what it returns."""
    if not registrations.is_workflow(check, scope):
        return
    for binding in scope.bindings.get("run", ()):
        if binding.kind == "function" and binding.node is not None:
            run = check.module.scopes.by_node[binding.node]
            registrations.check_run(check, run)
            returns.check_run(check, run)


def check_call(check: Check, call: Call) -> None:
    """A registering agent or session built at import time."""
    place = call.place
    if not _at_import_time(place):
        return
    name = registrations.registered(check, call.node, place)
    if name and name not in registrations.REGISTRARS and not _is_tried_out(check, call):
        check.report("OSM204", call.node, place, frozenset(), name=name)


def _is_tried_out(check: Check, call: Call) -> bool:
    """A session under `if __name__ == "__main__":`; without a rollout it is an ordinary session in memory."""
    positions = call.place.scope.module.scopes.positions
    position = positions.get(call.place.stmt) if call.place.stmt is not None else None
    while position is not None and position.parent is not None:
        if isinstance(position.parent, ast.If) and any(
            isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(position.parent.test)
        ):
            return any(
                check.resolver.is_subclass(value, records.MEMORY_SESSION)
                for value in check.resolver.infer(call.node.func, call.place)
            )
        position = positions.get(position.parent)
    return False


def _at_import_time(place: Place) -> bool:
    scope: Scope | None = place.scope
    while scope is not None and scope.kind in ("comprehension", "class"):
        scope = scope.parent
    # What stands in a function, a class inside it included, runs when the function does.
    if scope is None or scope.kind != "module":
        return False
    return not _inside_with(place)


def _inside_with(place: Place) -> bool:
    """Whether a `with` stands around: inside `with RolloutContext(…)` a context is active, and any may be one."""
    scopes = place.scope.module.scopes
    position = scopes.positions.get(place.stmt) if place.stmt is not None else None
    while position is not None and position.parent is not None:
        if isinstance(position.parent, (ast.With, ast.AsyncWith)):
            return True
        position = scopes.positions.get(scopes.owner.get(position.parent, position.parent))
    return False
