"""OSM206: what `run()` may return."""

from __future__ import annotations

import ast

from osmosis_lint.api import records
from osmosis_lint.rules.agent_results import RUNNER_RESULTS, field_kind
from osmosis_lint.semantics.calls import AGENT_RESULT
from osmosis_lint.semantics.guards import ARGUMENT_ERRORS
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import (
    BOOL,
    BYTES,
    DICT,
    FLOAT,
    INT,
    SET,
    STR,
    TUPLE,
    External,
    Instance,
    Literal,
    ProjectFunction,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.rules.check import Check

_WRONG_KINDS = {
    STR: "text",
    INT: "a number",
    FLOAT: "a number",
    BOOL: "a truth value",
    BYTES: "bytes",
    DICT: "a dict",
    TUPLE: "a tuple",
    SET: "a set",
}


def check_run(check: Check, run: Scope) -> None:
    """The `run` of a workflow: what its return statements give."""
    if _is_wrapped(check, run):
        return
    for statement in run.returns:
        if statement.value is None:
            continue
        place = Place(run, statement)
        if isinstance(statement.value, ast.Name) and _is_converted(check, statement.value, place):
            continue
        kinds = [_wrong_kind(check, value) for value in check.resolver.infer(statement.value, place)]
        kind = next(filter(None, kinds), "") or field_kind(check, statement.value, place)
        if kind:
            check.report("OSM206", statement, place, ARGUMENT_ERRORS, name=kind)


def _is_wrapped(check: Check, run: Scope) -> bool:
    """Whether a decorator of the project puts a function around `run` that returns something of its own."""
    place = Place(run.parent or run, run.stmt)
    for decorator in getattr(run.node, "decorator_list", ()):
        for value in check.resolver.infer(decorator, place):
            if not isinstance(value, ProjectFunction):
                continue
            for inner in list(value.scope.module.scopes.by_node.values()):
                if inner.parent is value.scope and inner.kind == "function":
                    if not any(_hands_on(check, item, inner) for item in inner.returns):
                        return True
    return False


def _hands_on(check: Check, statement: ast.Return, inner: Scope) -> bool:
    """Whether a function returns, directly or through a name, what a function gives that it did not make itself."""
    values: list[ast.AST | None] = [statement.value]
    if isinstance(statement.value, ast.Name):
        values = [item.node for item in check.resolver.definitions(statement.value.id, Place(inner, statement))]
    for value in values:
        called = value.value if isinstance(value, ast.Await) else value
        function = called.func if isinstance(called, ast.Call) else None
        if isinstance(function, ast.Name) and inner.parent is not None and function.id in inner.parent.bindings:
            return True
    return False


def _is_converted(check: Check, node: ast.Name, place: Place) -> bool:
    """Whether a name was given another value where a test of it held: `if isinstance(x, Result): x = x.messages`."""
    definitions = check.resolver.definitions(node.id, place)
    for binding in definitions if len(definitions) > 1 else ():
        position = place.scope.module.scopes.positions.get(binding.stmt) if binding.stmt is not None else None
        if position is not None and isinstance(position.parent, ast.If):
            if any(isinstance(item, ast.Name) and item.id == node.id for item in ast.walk(position.parent.test)):
                return True
    return False


def _wrong_kind(check: Check, value: Value) -> str:
    """What a value is that `run()` may not return, in words; empty when it may, or is unknown."""
    if isinstance(value, Literal):
        if value.value is None:
            return ""
        if isinstance(value.value, bool):
            return _WRONG_KINDS[BOOL]
        return "text" if isinstance(value.value, str) else "bytes" if isinstance(value.value, bytes) else "a number"
    if not isinstance(value, Instance):
        return ""
    if isinstance(value.cls, External):
        if value.cls.name in RUNNER_RESULTS:
            return "the result of `Runner.run`"
        if value.cls == AGENT_RESULT:
            return "the result of an agent"
        return _WRONG_KINDS.get(value.cls, "")
    if check.resolver.is_subclass(value.cls, records.ROLLOUT_SAMPLE):
        return "a `RolloutSample`"
    return ""
