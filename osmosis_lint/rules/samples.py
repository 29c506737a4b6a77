"""OSM109, OSM111, OSM112: sample sources that take a name, samples that may be None, rewards that are not finite."""

from __future__ import annotations

import ast

from osmosis_lint.api import records
from osmosis_lint.semantics import narrowing
from osmosis_lint.semantics.arguments import Call
from osmosis_lint.semantics.calls import argument
from osmosis_lint.semantics.flow import terminates
from osmosis_lint.semantics.guards import ARGUMENT_ERRORS, ATTRIBUTE_ERRORS
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import External, Instance, ProjectClass, ProjectFunction, SdkFunction, Types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.rules.check import Check

# Statements with one of these are looked at.
WORDS = frozenset(("get_sample", "set_reward", "set_sample_reward", "reward"))

_REWARD_SETTERS = {"set_sample_reward": 1, "set_reward": 0}
_FINITE_TESTS = frozenset(("isnan", "isinf", "isfinite"))
_NOT_FINITE_TEXTS = frozenset(("nan", "inf", "infinity"))
_NOT_FINITE_NAMES = frozenset(
    f"{module}.{name}"
    for module in ("math", "numpy", "np", "cmath")
    for name in ("inf", "nan", "NaN", "NAN", "Inf", "NINF", "PINF", "Infinity")
)
_UNVALIDATED = frozenset(("model_copy", "copy", "model_construct"))
_VALIDATION_ERRORS = frozenset(("ValidationError", "ValueError"))


def is_object_of(check: Check, types: Types, *qualnames: str) -> bool:
    """Whether one of the values is an object of (a subclass of) one of the SDK classes."""
    return any(
        isinstance(value, Instance) and any(check.resolver.is_subclass(value.cls, name) for name in qualnames)
        for value in types
    )


# OSM109


def check_class(check: Check, scope: Scope) -> None:
    """A sample source whose `get_sample` still requires a name."""
    if not check.resolver.is_subclass(ProjectClass(scope), records.SAMPLE_SOURCE):
        return
    for binding in scope.bindings.get("get_sample", ()):
        if binding.kind == "function" and binding.node is not None:
            parameter = _required_name(check.module.scopes.by_node[binding.node])
            if parameter is not None:
                place = Place(scope, binding.stmt)
                check.report("OSM109", parameter, place, ARGUMENT_ERRORS)


def _required_name(method: Scope) -> ast.arg | None:
    """The first parameter after the object that a caller must give."""
    arguments = method.parameters()
    if arguments is None:
        return None
    positional = arguments.posonlyargs + arguments.args
    required = positional[: len(positional) - len(arguments.defaults)]
    if "staticmethod" not in method.decorator_names():
        required = required[1:]
    keyword_only = [
        item for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default is None
    ]
    return next(iter([*required, *keyword_only]), None)


def check_call(check: Check, call: Call) -> None:
    """A call of `get_sample` that passes a name, and rewards that are not finite."""
    function = call.node.func
    if not isinstance(function, ast.Attribute):
        return
    if function.attr == "get_sample":
        _check_get_sample(check, function, call)
    elif function.attr in _REWARD_SETTERS:
        index = _REWARD_SETTERS[function.attr]
        if is_object_of(check, check.resolver.infer(function.value, call.place), records.GRADER_CONTEXT):
            reward = argument(call.node, "reward", index)
            if reward is not None and not_finite(check, reward, call.place):
                check.report("OSM112", reward, call.place, _VALIDATION_ERRORS)


def _check_get_sample(check: Check, function: ast.Attribute, call: Call) -> None:
    node = call.node
    passed = [*node.args, *node.keywords]
    if not passed:
        return
    for value in check.resolver.infer(function.value, call.place):
        if not isinstance(value, Instance) or not check.resolver.is_subclass(value.cls, records.SAMPLE_SOURCE):
            continue
        for method in check.resolver.instance_attribute(value, "get_sample"):
            if isinstance(method, ProjectFunction) and not _requires_name(method.scope):
                return
            if isinstance(method, (ProjectFunction, SdkFunction)):
                check.report("OSM109", passed[0], call.place, ARGUMENT_ERRORS)
                return


def _requires_name(method: Scope) -> bool:
    arguments = method.parameters()
    if arguments is None:
        return False
    accepts = len(arguments.posonlyargs + arguments.args) > 1 or arguments.vararg is not None
    return _required_name(method) is not None or not accepts


# OSM112


def check_constructor(check: Check, call: Call) -> None:
    """`RolloutSample(reward=float("nan"))`; a copy is not validated."""
    function = call.node.func
    if isinstance(function, ast.Attribute) and function.attr in _UNVALIDATED:
        return
    for value, arguments, _ in call.targets:
        reward = arguments.keyword("reward")
        if reward is None or not check.resolver.is_subclass(value, records.ROLLOUT_SAMPLE):
            continue
        if not_finite(check, reward.value, reward.place):
            check.report("OSM112", reward.value, call.place, _VALIDATION_ERRORS)
            return


def check_statement(check: Check, stmt: ast.stmt, scope: Scope) -> None:
    """`sample.reward = float("nan")`."""
    if not isinstance(stmt, (ast.Assign, ast.AnnAssign)) or stmt.value is None:
        return
    targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]
    place = Place(scope, stmt)
    for whole in targets:
        for target, value in _side_by_side(whole, stmt.value):
            if isinstance(target, ast.Attribute) and target.attr == "reward":
                owner = check.resolver.infer(target.value, place)
                if is_object_of(check, owner, records.ROLLOUT_SAMPLE) and not_finite(check, value, place):
                    check.report("OSM112", value, place, _VALIDATION_ERRORS)


def _side_by_side(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """What is assigned to what, also in `first.reward, second.reward = 1.0, 0.0`."""
    pairs = [(target, value)]
    if isinstance(target, (ast.Tuple, ast.List)) and isinstance(value, (ast.Tuple, ast.List)):
        if len(target.elts) == len(value.elts):
            pairs = list(zip(target.elts, value.elts, strict=True))
    return pairs


def not_finite(check: Check, node: ast.expr, place: Place, depth: int = 0) -> bool:
    """Whether the expression is plainly nan or an infinity, directly or through one name."""
    if depth > 4:
        return False
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return not_finite(check, node.operand, place, depth + 1)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float) and (
            node.value != node.value or node.value in (float("inf"), -float("inf"))
        )
    if isinstance(node, ast.Call):
        if len(node.args) != 1 or External("builtins.float") not in check.resolver.infer(node.func, place):
            return False
        text = node.args[0]
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            return text.value.strip().lower().lstrip("+-") in _NOT_FINITE_TEXTS
        return not_finite(check, text, place, depth + 1)
    if isinstance(node, ast.IfExp):
        branches = ((node.body, True), (node.orelse, False))
        return any(not_finite(check, value, place.knowing(node.test, was), depth + 1) for value, was in branches)
    if isinstance(node, ast.Attribute):
        return any(
            isinstance(value, External) and value.name in _NOT_FINITE_NAMES
            for value in check.resolver.infer(node, place)
        )
    if isinstance(node, ast.Name):
        if _is_tested(node.id, place):
            return False
        if any(isinstance(v, External) and v.name in _NOT_FINITE_NAMES for v in check.resolver.infer(node, place)):
            return True
        bindings = check.resolver.definitions(node.id, place)
        return bool(bindings) and all(
            binding.kind in ("assign", "annotation")
            and isinstance(binding.node, ast.expr)
            and not binding.unpack
            and not_finite(check, binding.node, Place(binding.scope, binding.stmt), depth + 1)
            for binding in bindings
        )
    return False


def _is_tested(name: str, place: Place) -> bool:
    """Whether a test around the place, or above it, asks whether what has the name is finite."""
    conditions = place.scope.module.flow.conditions(place.stmt) if place.stmt is not None else ()
    tests = [test for test, _, _ in place.facts] + [condition.test for condition in conditions]
    for test in tests:
        for item in ast.walk(test):
            if isinstance(item, ast.Call) and any(getattr(argument, "id", "") == name for argument in item.args):
                asked = item.func.attr if isinstance(item.func, ast.Attribute) else getattr(item.func, "id", "")
                if asked in _FINITE_TESTS:
                    return True
    return False


# OSM111


def check_grader_use(check: Check, node: ast.Attribute, place: Place) -> None:
    """`ctx.sample.messages` or `ctx.set_reward(…)` where None was not ruled out before."""
    if node.attr not in ("sample", "set_reward") or not isinstance(node.ctx, ast.Load):
        return
    if not is_object_of(check, check.resolver.infer(node.value, place), records.GRADER_CONTEXT):
        return
    path = narrowing.path_of(node.value)
    if path is None:
        return
    subject = (*path, "sample")
    if _ruled_out(check, subject, place):
        return
    if node.attr == "sample" and not _is_dereferenced(node, place):
        return
    check.report("OSM111", node, place, ATTRIBUTE_ERRORS, name=f"{'.'.join(path)}.{node.attr}")


def _is_dereferenced(node: ast.Attribute, place: Place) -> bool:
    """Whether something is read from `ctx.sample` itself in this statement."""
    stmt = place.stmt
    return stmt is not None and any(
        isinstance(item, (ast.Attribute, ast.Subscript)) and item.value is node for item in ast.walk(stmt)
    )


def _ruled_out(check: Check, subject: tuple[str, ...], place: Place) -> bool:
    names = {subject}
    for test, outcome, _ in place.facts:
        if isinstance(test, ast.expr) and _excludes_none(test, outcome, names):
            return True
    stmt = place.stmt
    if stmt is None:
        return False
    names |= _copies(subject, place)
    if any(
        isinstance(condition.test, ast.expr) and _excludes_none(condition.test, condition.outcome, names)
        for condition in check.module.flow.conditions(stmt)
    ):
        return True
    position = check.module.scopes.positions.get(stmt)
    while position is not None:
        if any(_established(item, names) for item in position.block[: position.index]):
            return True
        if position.parent is None:
            return False
        scopes = check.module.scopes
        position = scopes.positions.get(scopes.owner.get(position.parent, position.parent))
    return False


def _established(stmt: ast.stmt, names: set[tuple[str, ...]]) -> bool:
    """Whether every way through an `if` with both branches rules None out."""
    if not isinstance(stmt, ast.If):
        return False
    if terminates(stmt.body) and _excludes_none(stmt.test, False, names):
        return True
    return all(
        block and (terminates(block) or any(_established(item, names) for item in block))
        for block in (stmt.body, stmt.orelse)
    )


def _copies(subject: tuple[str, ...], place: Place) -> set[tuple[str, ...]]:
    """Names that hold the same sample: `sample = ctx.sample`."""
    return {
        (name,)
        for name, bindings in place.scope.bindings.items()
        if len(bindings) == 1
        and bindings[0].kind in ("assign", "annotation", "walrus")
        and isinstance(bindings[0].node, ast.Attribute)
        and narrowing.path_of(bindings[0].node) == subject
    }


def _excludes_none(test: ast.expr, outcome: bool, names: set[tuple[str, ...]]) -> bool:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _excludes_none(test.operand, not outcome, names)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is outcome:
        return any(_excludes_none(value, outcome, names) for value in test.values)
    if isinstance(test, ast.NamedExpr):
        return outcome and (narrowing.path_of(test.value) in names or narrowing.path_of(test.target) in names)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        left: ast.expr = test.left.value if isinstance(test.left, ast.NamedExpr) else test.left
        right = test.comparators[0]
        if narrowing.path_of(left) not in names or not (isinstance(right, ast.Constant) and right.value is None):
            return False
        return isinstance(test.ops[0], (ast.IsNot, ast.NotEq) if outcome else (ast.Is, ast.Eq))
    if isinstance(test, ast.Call) and getattr(test.func, "id", "") == "isinstance" and test.args:
        return outcome and narrowing.path_of(test.args[0]) in names
    return outcome and narrowing.path_of(test) in names
