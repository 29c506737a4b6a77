"""What tests say of a value: `isinstance`, `assert isinstance`, match patterns."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.scopes import Binding, FunctionNode, Place
from osmosis_lint.semantics.values import (
    DICT,
    External,
    Instance,
    ProjectClass,
    ProjectFunction,
    SdkClass,
    Types,
    Value,
    element,
    instances,
    uniform,
    union,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver


_ISINSTANCE = External("builtins.isinstance")
# Statements of a function that is taken for a test: the test, and a docstring.
_MAX_BODY = 2


def path_of(node: ast.AST) -> tuple[str, ...] | None:
    """`a.b.c` as ("a", "b", "c"); None for anything but a chain of names."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return tuple(reversed(parts))


def refine(resolver: Resolver, node: ast.expr, types: Types, place: Place) -> Types:
    """The values of a name or attribute chain after the tests that hold where it stands."""
    module = place.scope.module
    if not module.has_type_tests or not isinstance(getattr(node, "ctx", None), (ast.Load, ast.Del)):
        return types
    path = path_of(node)
    if path is None:
        return types
    for test, outcome, where in place.facts:
        if isinstance(test, ast.match_case):
            types = _of_case(resolver, path, types, test, where)
        elif isinstance(test, ast.expr):
            types = _apply(resolver, path, types, test, outcome, where)
    stmt = place.stmt
    if stmt is None or stmt not in module.scopes.positions:
        return types
    for condition in module.flow.conditions(stmt):
        where = Place(condition.scope, condition.stmt)
        refined = types
        if isinstance(condition.test, ast.match_case):
            refined = _of_case(resolver, path, types, condition.test, where)
        elif isinstance(condition.test, ast.expr):
            refined = _apply(resolver, path, types, condition.test, condition.outcome, where)
        if refined is not types and _same_binding(resolver, path[0], place, where):
            types = refined
    return types


def _of_case(resolver: Resolver, path: tuple[str, ...], types: Types, case: ast.match_case, place: Place) -> Types:
    stmt = place.stmt
    if isinstance(stmt, ast.Match) and path_of(stmt.subject) == path:
        return _matching(resolver, case.pattern, types, place) or types
    return types


def _same_binding(resolver: Resolver, name: str, here: Place, there: Place) -> bool:
    if here.scope is there.scope and len(here.scope.bindings.get(name, ())) <= 1:
        return True
    return resolver.bindings(name, here)[0] == resolver.bindings(name, there)[0]


def _apply(
    resolver: Resolver, path: tuple[str, ...], types: Types, test: ast.expr, outcome: bool, place: Place
) -> Types:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _apply(resolver, path, types, test.operand, not outcome, place)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is outcome:
        for value in test.values:
            types = _apply(resolver, path, types, value, outcome, place)
        return types
    if isinstance(test, ast.NamedExpr):
        test = test.value
    if isinstance(test, ast.Name) and test.id != path[0]:
        return _of_flag(resolver, path, types, test, outcome, place)
    if isinstance(test, ast.Compare):
        return _of_comparison(resolver, path, types, test, outcome, place)
    if not isinstance(test, ast.Call) or not test.args or _subject(test.args[0]) != path:
        return types
    if len(test.args) == 1:
        return _guarded(resolver, types, test, outcome, place)
    if len(test.args) != 2 or getattr(test.func, "id", "") != "isinstance":
        return types
    if resolver.infer(test.func, place) != (_ISINSTANCE,):
        return types
    classes = _classes(resolver, test.args[1], place)
    return _restrict(resolver, types, classes) if outcome else _without(resolver, types, classes)


def _subject(node: ast.expr) -> tuple[str, ...] | None:
    return path_of(node.target if isinstance(node, ast.NamedExpr) else node)


def _of_flag(
    resolver: Resolver, path: tuple[str, ...], types: Types, test: ast.Name, outcome: bool, place: Place
) -> Types:
    """A test that was given a name first: `is_old = isinstance(x, Old)`, then `if is_old:`."""
    found = resolver.bindings(test.id, place)[0]
    if len(found) != 1 or found[0].kind != "assign" or found[0].unpack or not isinstance(found[0].node, ast.Call):
        return types
    where = Place(found[0].scope, found[0].stmt)
    if where.scope is not place.scope or not _same_binding(resolver, path[0], where, place):
        return types
    return _apply(resolver, path, types, found[0].node, outcome, where)


def _of_comparison(
    resolver: Resolver, path: tuple[str, ...], types: Types, test: ast.Compare, outcome: bool, place: Place
) -> Types:
    """`type(x) is Old`, `x.__class__ is not Old`."""
    left, operator = test.left, test.ops[0]
    if len(test.ops) != 1 or not isinstance(operator, (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
        return types
    if isinstance(left, ast.Call) and len(left.args) == 1 and getattr(left.func, "id", "") == "type":
        subject = path_of(left.args[0])
    else:
        subject = path_of(left.value) if isinstance(left, ast.Attribute) and left.attr == "__class__" else None
    if subject != path:
        return types
    classes = _classes(resolver, test.comparators[0], place)
    if outcome is isinstance(operator, (ast.Is, ast.Eq)):
        return _restrict(resolver, types, classes)
    # An object of a class derived from it is not ruled out.
    return tuple(v for v in types if not (isinstance(v, Instance) and v.cls in classes))


def _guarded(resolver: Resolver, types: Types, test: ast.Call, outcome: bool, place: Place) -> Types:
    """A call of a function that says what it makes sure of, by `-> TypeGuard[Old]`, `-> TypeIs[Old]` or its test."""
    for value in resolver.infer(test.func, place):
        if not isinstance(value, ProjectFunction) or not isinstance(value.scope.node, FunctionNode):
            continue
        returns: ast.expr | None = value.scope.node.returns
        if isinstance(returns, ast.Constant) and isinstance(returns.value, str):
            returns = _parsed(returns.value)
        if isinstance(returns, ast.Subscript):
            head = returns.value
            name = head.attr if isinstance(head, ast.Attribute) else getattr(head, "id", "")
            if name in ("TypeGuard", "TypeIs"):
                classes = _classes(resolver, returns.slice, Place(value.scope.module.scopes.root, None))
                if outcome:
                    return _restrict(resolver, types, classes)
                return _without(resolver, types, classes) if name == "TypeIs" else types
        arguments = value.scope.node.args.args
        if len(value.scope.returns) == 1 and len(value.scope.body) <= _MAX_BODY and len(arguments) == 1:
            [returned] = value.scope.returns
            if isinstance(returned.value, ast.Call) and getattr(returned.value.func, "id", "") == "isinstance":
                return _apply(
                    resolver, (arguments[0].arg,), types, returned.value, outcome, Place(value.scope, returned)
                )
    return types


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _without(resolver: Resolver, types: Types, classes: Types) -> Types:
    return tuple(v for v in types if not (isinstance(v, Instance) and _is_one_of(resolver, v.cls, classes)))


def _classes(resolver: Resolver, node: ast.expr, place: Place) -> Types:
    if isinstance(node, ast.Tuple):
        return union(*[_classes(resolver, item, place) for item in node.elts])
    if isinstance(node, ast.BinOp):
        return union(_classes(resolver, node.left, place), _classes(resolver, node.right, place))
    return tuple(v for v in resolver.infer(node, place) if isinstance(v, (SdkClass, ProjectClass, External)))


def _restrict(resolver: Resolver, types: Types, classes: Types) -> Types:
    if not classes:
        # An unknown class: the value is no longer surely what it was, unless it can be both.
        return ()
    kept = tuple(v for v in types if isinstance(v, Instance) and _is_one_of(resolver, v.cls, classes))
    return kept or instances(classes)


def _is_one_of(resolver: Resolver, cls: Value, classes: Types) -> bool:
    for other in classes:
        if cls == other:
            return True
        if isinstance(other, SdkClass) and resolver.is_subclass(cls, other.qualname):
            return True
        if isinstance(other, ProjectClass) and isinstance(cls, ProjectClass) and other in resolver.mro(cls.scope):
            return True
    return False


def _matching(resolver: Resolver, pattern: ast.pattern, types: Types, place: Place) -> Types:
    """What a subject is once it matched the pattern; empty when the pattern does not say."""
    if isinstance(pattern, ast.MatchClass):
        return _restrict(resolver, types, _classes(resolver, pattern.cls, place))
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        return _matching(resolver, pattern.pattern, types, place)
    if isinstance(pattern, ast.MatchOr):
        return union(*[_matching(resolver, item, types, place) for item in pattern.patterns])
    return types if isinstance(pattern, ast.MatchAs) else ()


def captured(resolver: Resolver, binding: Binding) -> Types:
    """What a name captured by a match pattern is."""
    stmt = binding.stmt
    if not isinstance(stmt, ast.Match):
        return ()
    place = Place(binding.scope, stmt)
    subject = resolver.infer(stmt.subject, place)
    for case in stmt.cases:
        found = _capture(resolver, case.pattern, subject, binding.node, place)
        if found is not None:
            return found
    return ()


def _capture(
    resolver: Resolver, pattern: ast.pattern, types: Types, target: ast.AST | None, place: Place
) -> Types | None:
    """The values at the pattern `target` inside `pattern`; None when it is not in there."""
    if isinstance(pattern, ast.MatchAs):
        if pattern is target:
            return types if pattern.pattern is None else _matching(resolver, pattern.pattern, types, place)
        return None if pattern.pattern is None else _capture(resolver, pattern.pattern, types, target, place)
    if isinstance(pattern, ast.MatchClass):
        inner = _matching(resolver, pattern, types, place)
        for name, child in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
            held = union(*[resolver.attribute(value, name, place) for value in inner])
            found = _capture(resolver, child, held, target, place)
            if found is not None:
                return found
        return _first_capture(resolver, pattern.patterns, (), target, place)
    if isinstance(pattern, ast.MatchSequence):
        return _first_capture(resolver, pattern.patterns, element(types), target, place)
    if isinstance(pattern, ast.MatchMapping):
        if pattern is target:
            return tuple(v for v in types if isinstance(v, Instance) and v.cls == DICT)
        values = union(*[uniform(v.args[1]) for v in types if isinstance(v, Instance) and len(v.args) > 1])
        return _first_capture(resolver, pattern.patterns, values, target, place)
    if isinstance(pattern, ast.MatchOr):
        return _first_capture(resolver, pattern.patterns, types, target, place)
    return None


def _first_capture(
    resolver: Resolver, patterns: list[ast.pattern], types: Types, target: ast.AST | None, place: Place
) -> Types | None:
    for child in patterns:
        found = _capture(resolver, child, types, target, place)
        if found is not None:
            return found
    return None


def class_patterns(resolver: Resolver, pattern: ast.pattern, place: Place) -> list[tuple[SdkClass, ast.MatchClass]]:
    """The class patterns inside a pattern that name an SDK class (or a project subclass of one)."""
    out: list[tuple[SdkClass, ast.MatchClass]] = []
    for node in ast.walk(pattern):
        if isinstance(node, ast.MatchClass):
            for value in resolver.infer(node.cls, place):
                if isinstance(value, SdkClass):
                    out.append((value, node))
                elif isinstance(value, ProjectClass):
                    out += [(base, node) for base in resolver.sdk_bases(value.scope)[:1]]
    return out
