"""Members read through `operator.attrgetter("…")` and `operator.methodcaller("…")`: which objects they are used on."""

from __future__ import annotations

import ast

from osmosis_lint.rules import names
from osmosis_lint.semantics.calls import constant_text
from osmosis_lint.semantics.guards import ATTRIBUTE_ERRORS
from osmosis_lint.semantics.parameters import handed_element
from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import Types, union
from osmosis_lint.semantics.walk import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.rules.check import Check

NAMES = frozenset(("operator.attrgetter", "operator.methodcaller"))
_CALLS: frozenset[type[ast.AST]] = frozenset((ast.Call,))


def check(check: Check, name: str, node: ast.Call, place: Place) -> None:
    """Report gone members that a getter is made for, where it is used on an object that had them."""
    texts = node.args if name.endswith("attrgetter") else node.args[:1]
    subjects = _subjects(check, node, place)
    for item in texts if subjects else ():
        text = constant_text(check.resolver, item, place)
        values = subjects
        for part in (text or "").split("."):
            verdicts = [names.attribute_verdict(check, value, part) for value in values]
            found = next((verdict for verdict in verdicts if verdict is not None), None)
            if found is not None:
                check.judge(found, item, place, ATTRIBUTE_ERRORS)
                break
            values = union(*[check.resolver.attribute(value, part, place) for value in values])


def _subjects(check: Check, node: ast.Call, place: Place) -> Types:
    """The objects a getter is used on: called with them, or handed to something that calls it with each of them."""
    stmt = place.stmt
    if stmt is None:
        return ()
    found = [_used_on(check, call, node, where) for call, where in _calls(check, stmt, place)]
    target = stmt.targets[0] if isinstance(stmt, ast.Assign) and stmt.value is node else None
    if isinstance(target, ast.Name):
        for user, scope in check.module.statements_with({target.id}):
            for call, where in _calls(check, user, Place(scope, user)):
                for item in (call.func, *call.args, *(keyword.value for keyword in call.keywords)):
                    if isinstance(item, ast.Name) and item.id == target.id:
                        bindings, _ = check.resolver.bindings(item.id, where)
                        if [binding.node for binding in bindings] == [node]:
                            found.append(_used_on(check, call, item, where))
    return union(*found)


def _calls(check: Check, stmt: ast.stmt, place: Place) -> list[tuple[ast.Call, Place]]:
    return expressions(check.resolver, stmt, place.scope, _CALLS)  # type: ignore[return-value]


def _used_on(check: Check, call: ast.Call, item: ast.expr, place: Place) -> Types:
    if call.func is item:
        return check.resolver.infer(call.args[0], place) if call.args else ()
    if any(passed is item for passed in (*call.args, *(keyword.value for keyword in call.keywords))):
        return handed_element(check.resolver, call, place, item)
    return ()
