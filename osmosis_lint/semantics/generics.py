"""What the type parameters of the project's own generic classes stand for: `Box[GraderContext]`, `Box(ctx)`."""

from __future__ import annotations

import ast

from osmosis_lint.semantics import type_expressions, type_matching
from osmosis_lint.semantics.scopes import Binding, Place, Scope
from osmosis_lint.semantics.values import Instance, ProjectClass, Types, Value, union

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver

_GENERIC_BASES = frozenset(("Generic", "Protocol"))
# Classes between a generic class and one that names its arguments.
_MAX_CLASSES = 20


def parameters(scope: Scope) -> tuple[str, ...]:
    """The names of a class's type parameters, in order: of `class C[T]`, `Generic[T]`, or those its bases take."""
    declared = getattr(scope.node, "type_params", None)
    if declared:
        return tuple(item.name for item in declared)
    taken: dict[str, None] = {}
    for base in getattr(scope.node, "bases", ()):
        if isinstance(base, ast.Subscript):
            names = [item.id for item in _items(base) if isinstance(item, ast.Name)]
            head = base.value.attr if isinstance(base.value, ast.Attribute) else getattr(base.value, "id", "")
            if head in _GENERIC_BASES:
                return tuple(names)
            taken.update(dict.fromkeys(name for name in names if _is_variable(scope, name)))
    return tuple(taken)


def _is_variable(scope: Scope, name: str) -> bool:
    """Whether a name in the bases of a class is a type variable of its module."""
    for binding in scope.module.scopes.root.bindings.get(name, ()):
        if isinstance(binding.node, ast.Call):
            function = binding.node.func
            called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            return called in ("TypeVar", "ParamSpec", "TypeVarTuple")
        if binding.kind == "import":
            # Type variables that a project shares are named as they all are.
            return len(name.rstrip("_co")) <= 2
    return False


def _items(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def meaning(resolver: Resolver, receiver: Value | None, owner: Scope) -> dict[str, Types]:
    """What the type parameters of the class `owner` stand for in an object of it, or of a class derived from it."""
    if not isinstance(receiver, Instance) or not isinstance(receiver.cls, ProjectClass):
        return {}
    names = parameters(owner)
    if not names:
        return {}
    scope, given = receiver.cls.scope, receiver.args
    for _ in range(_MAX_CLASSES):
        if scope is owner:
            return {name: types for name, types in zip(names, given, strict=False) if types}
        found = _towards(resolver, scope, owner, dict(zip(parameters(scope), given, strict=False)))
        if found is None:
            break
        scope, given = found
    return {}


def _towards(
    resolver: Resolver, scope: Scope, owner: Scope, known: dict[str, Types]
) -> tuple[Scope, tuple[Types, ...]] | None:
    """The base of a class through which `owner` is reached, and the type arguments given to it."""
    place = Place(scope.parent or scope, scope.stmt)
    for node in getattr(scope.node, "bases", ()):
        head = node.value if isinstance(node, ast.Subscript) else node
        for value in resolver.infer(head, place):
            if isinstance(value, ProjectClass) and ProjectClass(owner) in resolver.mro(value.scope):
                items = _items(node) if isinstance(node, ast.Subscript) else []
                return value.scope, tuple(typed(resolver, item, place, known) for item in items)
    return None


def typed(resolver: Resolver, node: ast.AST | None, place: Place, known: dict[str, Types]) -> Types:
    """The objects a type expression means while the type parameters stand for what is known of them."""
    former = resolver.type_arguments
    resolver.type_arguments = known
    try:
        return type_expressions.types(resolver, node, place)
    finally:
        resolver.type_arguments = former


def attribute(resolver: Resolver, receiver: Value, owner: Scope, name: str) -> Types:
    """The values of an attribute that the generic class `owner` declares by its type parameters."""
    known = meaning(resolver, receiver, owner)
    if not known:
        return ()
    found: list[Types] = []
    for binding in [*owner.bindings.get(name, ()), *owner.attributes.get(name, ())]:
        annotation, place = _annotation(resolver, binding)
        found.append(typed(resolver, annotation, place, known))
    return union(*found)


def _annotation(resolver: Resolver, binding: Binding) -> tuple[ast.expr | None, Place]:
    """The type expression behind an attribute: its own, or that of the parameter it is set from."""
    place = resolver.place_of(binding)
    if binding.annotation is None and binding.kind == "assign" and isinstance(binding.node, ast.Name):
        for source in resolver.bindings(binding.node.id, place)[0]:
            if source.kind == "parameter" and isinstance(source.node, ast.arg):
                return source.node.annotation, place
    return binding.annotation, place


def returned(resolver: Resolver, receiver: Value | None, method: Scope, place: Place) -> Types:
    """What a method gives whose return annotation names type parameters of its class."""
    owner = method.enclosing_class()
    known = meaning(resolver, receiver, owner) if owner is not None else {}
    if not known:
        return ()
    return typed(resolver, getattr(method.node, "returns", None), place, known)


def constructed(resolver: Resolver, cls: ProjectClass, call: ast.Call, place: Place) -> Instance:
    """The object that calling a project class gives, with its type arguments: given, or seen from the call's own."""
    names = parameters(cls.scope)
    if not names:
        return Instance(cls)
    if isinstance(call.func, ast.Subscript):
        return Instance(cls, tuple(typed(resolver, item, place, {}) for item in _items(call.func)))
    passed = _passed(resolver, cls.scope, call, place)
    return Instance(cls, tuple(passed.get(name, ()) for name in names) if passed else ())


def _passed(resolver: Resolver, scope: Scope, call: ast.Call, place: Place) -> dict[str, Types]:
    """What a constructor call passes for the parameters (or fields) that are annotated with type parameters."""
    if any(isinstance(item, ast.Starred) for item in call.args):
        return {}
    fields = _constructor(scope)
    out: dict[str, Types] = {}
    for index, (name, annotation) in enumerate(fields):
        if annotation is None:
            continue
        given = call.args[index] if index < len(call.args) else None
        for keyword in call.keywords:
            if keyword.arg == name:
                given = keyword.value
        for variable in parameters(scope) if given is not None else ():
            found = type_matching.matched(annotation, variable, resolver.infer(given, place))
            out[variable] = union(out.get(variable, ()), found)
    return out


def _constructor(scope: Scope) -> list[tuple[str, ast.expr | None]]:
    """The parameters of a class's own `__init__` without the object, or else its annotated fields, in order."""
    for binding in scope.bindings.get("__init__", ()):
        if isinstance(binding.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            arguments = binding.node.args
            positional = [*arguments.posonlyargs, *arguments.args][1:]
            return [(item.arg, item.annotation) for item in [*positional, *arguments.kwonlyargs]]
    return [
        (name, binding.annotation)
        for name, bindings in scope.bindings.items()
        for binding in bindings
        if binding.kind == "annotation"
    ]
