"""Which branches of a function exclude each other, and which run no more than once: for counting registrations."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.narrowing import path_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.scopes import Place

_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


def sets_its_test(test: ast.expr, branch: list[ast.stmt]) -> ast.expr | None:
    """What a branch assigns that its own test asks for, as in `if session is None: session = …`: it runs once."""
    assignments = [inner for inner in branch if isinstance(inner, (ast.Assign, ast.AnnAssign))]
    if assignments:
        tested = {path_of(node) for node in ast.walk(test) if isinstance(node, (ast.Name, ast.Attribute))}
        for inner in assignments:
            for target in inner.targets if isinstance(inner, ast.Assign) else [inner.target]:
                held = target.value if isinstance(target, ast.Subscript) else target
                path = path_of(held)
                if path is not None and path in tested:
                    return target
    return None


def are_exclusive(one: Place, other: Place) -> bool:
    """Whether a test around, or above, one place came out such that the other is not reached in the same pass."""
    here, there = _tests(one), _tests(other)
    return any(
        ast.dump(test) == ast.dump(against) if outcome is not wanted else outcome and exclude_each_other(test, against)
        for test, outcome in here
        for against, wanted in there
    )


def _tests(place: Place) -> list[tuple[ast.expr, bool]]:
    conditions = place.scope.module.flow.conditions(place.stmt) if place.stmt is not None else ()
    known = [(test, outcome) for test, outcome, _ in place.facts]
    known += [(condition.test, condition.outcome) for condition in conditions]
    return [(test, outcome) for test, outcome in known if isinstance(test, ast.expr)]


def exclude_each_other(one: ast.expr, other: ast.expr) -> bool:
    """Whether two tests cannot both hold: `a` and `not a`, `a is None` and `a is not None`, `a == 1` and `a == 2`."""
    for whole, against in ((one, other), (other, one)):
        if isinstance(whole, ast.BoolOp) and isinstance(whole.op, ast.And):
            return any(exclude_each_other(part, against) for part in whole.values)
    first, first_negated = _without_not(one)
    second, second_negated = _without_not(other)
    if first_negated != second_negated:
        return ast.dump(first) == ast.dump(second)
    if not isinstance(first, ast.Compare) or not isinstance(second, ast.Compare):
        return False
    if len(first.ops) != 1 or len(second.ops) != 1 or ast.dump(first.left) != ast.dump(second.left):
        return False
    left, right = first.comparators[0], second.comparators[0]
    if _OPPOSITES.get(type(first.ops[0])) is type(second.ops[0]):
        return ast.dump(left) == ast.dump(right)
    equal = isinstance(first.ops[0], ast.Eq) and isinstance(second.ops[0], ast.Eq) and not first_negated
    return equal and isinstance(left, ast.Constant) and isinstance(right, ast.Constant) and left.value != right.value


def _without_not(node: ast.expr) -> tuple[ast.expr, bool]:
    negated = False
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node, negated = node.operand, not negated
    return node, negated
