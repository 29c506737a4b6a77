"""Members that a project puts on the classes of the SDK itself, so that its old code goes on working."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.calls import constant_text
from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import Instance, ProjectClass, SdkClass, Super

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.rules.check import Check
    from osmosis_lint.semantics.modules import Module
    from osmosis_lint.semantics.values import Value

_DYNAMIC = ("__getattr__", "__getattribute__")


def puts_on(check: Check, value: Value, name: str) -> bool:
    """Whether the object or class has the member on the target because the project says so."""
    owner = value.cls if isinstance(value, Instance) else value
    classes: tuple[Value, ...] = (owner,)
    if isinstance(owner, ProjectClass):
        classes = check.resolver.mro(owner.scope)
        if isinstance(value, Instance) and any(
            check.resolver.defines(base.scope, method)
            for base in classes
            if isinstance(base, ProjectClass)
            for method in _DYNAMIC
        ):
            return True
    elif isinstance(owner, Super):
        classes = check.resolver.mro(owner.scope)
    qualnames = {base.qualname for base in classes if isinstance(base, SdkClass)}
    qualnames.update(base for item in tuple(qualnames) for base in check.resolver.sdk.bases(item))
    if check.shims is None:
        check.shims = _all_members(check)
    return any((qualname, name) in check.shims for qualname in qualnames)


def _all_members(check: Check) -> set[tuple[str, str]]:
    """What the file under check and those it imports put on SDK classes: (class, member)."""
    shims = check.guards.shims
    out: set[tuple[str, str]] = set()
    for module in check.resolver.near_modules():
        if module not in shims:
            shims[module] = _members(check, module)
        out |= shims[module]
    return out


def _members(check: Check, module: Module) -> set[tuple[str, str]]:
    out: set[tuple[str, str]] = set()
    for scope in list(module.scopes.by_node.values()):
        for key, bindings in scope.bindings.items() if scope.kind in ("module", "function") else ():
            _, dot, name = key.partition(".")
            for binding in bindings if dot else ():
                target = _target(binding.stmt, key)
                if target is not None and isinstance(binding.node, ast.expr):
                    _add(check, target, name, binding.node, Place(scope, binding.stmt), out)
    for stmt, scope in module.scopes.statements if "setattr" in module.text else ():
        call = stmt.value if isinstance(stmt, ast.Expr) else None
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "setattr" and len(call.args) == 3:
            place = Place(scope, stmt)
            text = constant_text(check.resolver, call.args[1], place)
            if text:
                _add(check, call.args[0], text, call.args[2], place, out)
    return out


def _target(stmt: ast.stmt | None, key: str) -> ast.expr | None:
    """What stands before the dot in the target of an assignment."""
    for target in stmt.targets if isinstance(stmt, ast.Assign) else ():
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
            if f"{target.value.id}.{target.attr}" == key:
                return target.value
    return None


def _add(
    check: Check, target: ast.expr, name: str, given: ast.expr, place: Place, members: set[tuple[str, str]]
) -> None:
    """Add the member if it is meant to stay: not what a test puts in place of a method, or a wrapper around it."""
    if any(isinstance(node, ast.Attribute) and node.attr == name for node in ast.walk(given)):
        return
    if place.scope.kind != "module" and not check.guards.is_for_target(place):
        return
    for value in check.resolver.infer(target, place):
        if isinstance(value, SdkClass):
            members.add((value.qualname, name))
