"""Tests that pytest and unittest leave out, or expect to fail, where the target version is installed."""

from __future__ import annotations

import ast

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.semantics.calls import constant_text
from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import ProjectFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.guards import Guards
    from osmosis_lint.semantics.scopes import Scope

_SKIPS = frozenset(("skipif", "skipIf", "skipUnless", "xfail"))
_MODULE_MARKS = "pytestmark"
# Names and functions behind one decorator.
_MAX_STEPS = 5


def is_skipped(guards: Guards, scope: Scope) -> bool:
    """Whether a decorator of a function or class, or the `pytestmark` of a class or module, takes it out."""
    if scope.stmt is not None:
        outside = Place(scope.parent or scope, scope.stmt)
        if any(_takes_out(guards, item, outside) for item in getattr(scope.stmt, "decorator_list", ())):
            return True
    if scope.kind in ("module", "class") and _MODULE_MARKS in scope.bindings:
        return any(
            isinstance(binding.node, ast.expr) and _takes_out(guards, binding.node, Place(scope, binding.stmt))
            for binding in scope.bindings[_MODULE_MARKS]
        )
    return False


def _takes_out(guards: Guards, mark: ast.expr, place: Place, depth: int = 0) -> bool:
    """The answer for one mark: a call, a name for one, a function that gives one, or a list of them."""
    if depth > _MAX_STEPS:
        return False
    if isinstance(mark, (ast.List, ast.Tuple)):
        return any(_takes_out(guards, item, place, depth + 1) for item in mark.elts)
    if isinstance(mark, ast.Call):
        function = mark.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name in _SKIPS:
            condition = _condition(mark, place)
            return condition is not None and guards.outcome(condition, place).excludes(name == "skipUnless")
        if isinstance(function, ast.Call):
            return _takes_out(guards, function, place, depth + 1)
        return _of_function(guards, function, place, depth)
    if isinstance(mark, ast.Name):
        for binding in guards.resolver.definitions(mark.id, place):
            if binding.kind in ("assign", "annotation") and isinstance(binding.node, ast.expr):
                if _takes_out(guards, binding.node, Place(binding.scope, binding.stmt), depth + 1):
                    return True
    if isinstance(mark, (ast.Name, ast.Attribute)):
        return _of_function(guards, mark, place, depth)
    return False


def _condition(mark: ast.Call, place: Place) -> ast.expr | None:
    condition = next((item.value for item in mark.keywords if item.arg == "condition"), None)
    if condition is None and mark.args:
        condition = mark.args[0]
    if isinstance(condition, ast.Constant) and isinstance(condition.value, str):
        # pytest evaluates a text in the module's own names.
        try:
            return ast.parse(condition.value.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    return condition


def _of_function(guards: Guards, function: ast.expr, place: Place, depth: int) -> bool:
    """Whether a function of the project gives such a mark, or puts it on what it decorates."""
    for value in guards.resolver.infer(function, place):
        if isinstance(value, ProjectFunction):
            for statement in value.scope.returns:
                if statement.value is not None:
                    return _takes_out(guards, statement.value, Place(value.scope, statement), depth + 1)
    return False


def skips_the_rest(guards: Guards, stmt: ast.stmt, place: Place) -> bool:
    """`pytest.importorskip` of a module that the target lacks: nothing below runs."""
    value = getattr(stmt, "value", None)
    if not isinstance(value, ast.Call) or not value.args or not isinstance(stmt, (ast.Expr, ast.Assign, ast.AnnAssign)):
        return False
    function = value.func
    if (function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")) != "importorskip":
        return False
    name = constant_text(guards.resolver, value.args[0], place)
    return name is not None and name.partition(".")[0] == SDK_PACKAGE and not guards.alive(name)
