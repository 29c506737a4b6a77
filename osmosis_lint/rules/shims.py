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
    put = {qualname for module in check.near_modules() for qualname in _put_on(check, module, name)}
    owner = value.cls if isinstance(value, Instance) else value
    if not put and not isinstance(owner, ProjectClass):
        return False
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
    return any(
        isinstance(base, SdkClass) and not put.isdisjoint((base.qualname, *check.resolver.sdk.bases(base.qualname)))
        for base in classes
    )


def _put_on(check: Check, module: Module, name: str) -> set[str]:
    """The SDK classes on which a file puts the member."""
    known = check.guards.shims.get((module, name))
    if known is None:
        known = check.guards.shims[module, name] = set()
        text = module.text
        is_written = f".{name} =" in text or f".{name}=" in text or ("setattr(" in text and name in text)
        for stmt, scope in module.scopes.statements if is_written else ():
            place = Place(scope, stmt)
            if isinstance(stmt, ast.Assign):
                for target in stmt.targets:
                    if isinstance(target, ast.Attribute) and target.attr == name:
                        known |= _classes(check, target.value, name, stmt.value, place)
            elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call):
                call = stmt.value
                if getattr(call.func, "id", "") == "setattr" and len(call.args) == 3:
                    if constant_text(check.resolver, call.args[1], place) == name:
                        known |= _classes(check, call.args[0], name, call.args[2], place)
    return known


def _classes(check: Check, target: ast.expr, name: str, given: ast.expr, place: Place) -> set[str]:
    """The SDK classes that get the member to stay: no stand-in of a test, and no wrapper around what is there."""
    if any(isinstance(node, ast.Attribute) and node.attr == name for node in ast.walk(given)):
        return set()
    if place.scope.kind != "module" and not check.guards.is_for_target(place):
        return set()
    return {value.qualname for value in check.resolver.infer(target, place) if isinstance(value, SdkClass)}
