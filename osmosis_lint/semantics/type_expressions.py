"""What an object annotated with a type expression is."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import (
    AWAITABLE,
    CALLABLE,
    CONTEXT_MANAGER,
    DICT,
    ITERATOR,
    LIST,
    NONE,
    QUEUES,
    SET,
    TUPLE,
    External,
    Instance,
    ProjectClass,
    SdkClass,
    Types,
    Value,
    union,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver

_UNIONS = frozenset(("Optional", "Union"))
_TRANSPARENT = frozenset(
    (
        "Annotated",
        "ClassVar",
        "Final",
        "Required",
        "NotRequired",
        "ReadOnly",
        "InitVar",
        "Unpack",
        "TypeGuard",
        "Mapped",
    )
)
_CLASS_OBJECTS = frozenset(("Type", "type"))
_ALIAS_KINDS = frozenset(("assign", "annotation", "type_alias", "type_parameter"))
# How a generic of the standard library holds its arguments.
_CONTAINERS: dict[str, External] = {
    **dict.fromkeys(("list", "List", "Sequence", "MutableSequence", "deque", "Deque", "Collection"), LIST),
    **dict.fromkeys(("set", "Set", "frozenset", "FrozenSet", "AbstractSet", "MutableSet"), SET),
    **dict.fromkeys(
        ("dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict", "DefaultDict", "ChainMap"), DICT
    ),
    **dict.fromkeys(
        (
            "Iterable",
            "Iterator",
            "Generator",
            "AsyncIterable",
            "AsyncIterator",
            "AsyncGenerator",
            "Reversible",
            "ValuesView",
        ),
        ITERATOR,
    ),
    **dict.fromkeys(("Awaitable", "Coroutine", "Task", "Future"), AWAITABLE),
    **dict.fromkeys(
        ("ContextManager", "AsyncContextManager", "AbstractContextManager", "AbstractAsyncContextManager"),
        CONTEXT_MANAGER,
    ),
    "ContextVar": External("contextvars.ContextVar"),
    "tuple": TUPLE,
    "Tuple": TUPLE,
}
_LIBRARIES = (
    "typing.",
    "typing_extensions.",
    "builtins.",
    "collections.",
    "contextlib.",
    "contextvars.",
    "asyncio.",
    "types.",
    "dataclasses.",
)


def library_name(value: Value) -> str:
    """The last name of something of the standard library's typing vocabulary, else the empty string."""
    if isinstance(value, External) and value.name.startswith(_LIBRARIES):
        return value.name.rpartition(".")[2]
    return ""


def types(resolver: Resolver, node: ast.AST | None, place: Place) -> Types:
    """The values of an object whose annotation is `node` (a string annotation is parsed)."""
    if node is None:
        return ()
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            parsed = parse(node)
            return resolver.guarded(("annotation", id(node)), types, resolver, parsed, place) if parsed else ()
        return (NONE,) if node.value is None else ()
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        members: list[ast.expr] = []
        left: ast.expr = node
        while isinstance(left, ast.BinOp):
            members.append(left.right)
            left = left.left
        return union(*[types(resolver, member, place) for member in (left, *reversed(members))])
    if isinstance(node, ast.Subscript):
        return _subscripted(resolver, node, place)
    if isinstance(node, ast.Starred):
        return types(resolver, node.value, place)
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _named(resolver, node, place)
    return ()


def parse(node: ast.Constant) -> ast.expr | None:
    """The expression in a string annotation, or None."""
    try:
        expression = ast.parse(node.value.strip(), mode="eval").body  # type: ignore[union-attr]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return expression


def _named(resolver: Resolver, node: ast.Name | ast.Attribute, place: Place) -> Types:
    if isinstance(node, ast.Name):
        if node.id in resolver.type_arguments:
            return resolver.type_arguments[node.id]
        aliased = _aliased(resolver, node, place)
        if aliased is not None:
            return aliased
    return union(*[_object(value, place) for value in resolver.infer(node, place)])


def _aliased(resolver: Resolver, node: ast.Name, place: Place) -> Types | None:
    """What a type alias, type variable or NewType stands for; None when the name is not one."""
    for binding in resolver.definitions(node.id, place):
        if binding.kind not in _ALIAS_KINDS or binding.unpack:
            continue
        target: ast.AST | None = binding.node
        if binding.kind == "type_parameter":
            target = getattr(target, "bound", None)
        elif isinstance(target, ast.Call):
            target = _call_bound(target)
        elif isinstance(target, (ast.Name, ast.Attribute)) and binding.kind == "assign":
            continue
        if target is None:
            return ()
        return resolver.guarded(binding, types, resolver, target, Place(binding.scope, binding.stmt))
    return None


def _call_bound(call: ast.Call) -> ast.expr | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == "NewType" and len(call.args) == 2:
        return call.args[1]
    if name == "TypeVar":
        for keyword in call.keywords:
            if keyword.arg == "bound":
                return keyword.value
    return None


def _object(value: Value, place: Place) -> Types:
    if isinstance(value, (SdkClass, ProjectClass)):
        return (Instance(value),)
    name = library_name(value)
    if name == "Self":
        scope: Scope | None = place.scope
        while scope is not None and scope.kind != "class":
            scope = scope.parent
        return (Instance(ProjectClass(scope)),) if scope is not None else ()
    if name in _CONTAINERS:
        return (Instance(_CONTAINERS[name]),)
    if isinstance(value, External) and name not in ("Any", "object"):
        return (Instance(value),)
    return ()


def _subscripted(resolver: Resolver, node: ast.Subscript, place: Place) -> Types:
    arguments = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
    given = _given_alias(resolver, node.value, arguments, place)
    if given is not None:
        return given
    found: list[Types] = []
    for value in resolver.infer(node.value, place) or _alias_head(resolver, node.value, place):
        name = library_name(value)
        if name in _UNIONS:
            found.extend(types(resolver, item, place) for item in arguments)
        elif name in _TRANSPARENT:
            found.append(types(resolver, arguments[0], place))
        elif name in _CLASS_OBJECTS:
            found.append(tuple(v.cls for v in types(resolver, arguments[0], place) if isinstance(v, Instance)))
        elif name == "Callable":
            found.append((Instance(CALLABLE, (types(resolver, arguments[-1], place),)),))
        elif name in _CONTAINERS:
            found.append(_container(resolver, name, arguments, place))
        elif value in QUEUES:
            found.append((Instance(value, (types(resolver, arguments[0], place),)),))
        elif isinstance(value, (SdkClass, ProjectClass)):
            found.append((Instance(value, tuple(types(resolver, item, place) for item in arguments)),))
    return union(*found)


def _given_alias(resolver: Resolver, node: ast.expr, arguments: list[ast.expr], place: Place) -> Types | None:
    """What `Maybe[GraderContext]` means after `type Maybe[T] = T | None`; None for anything else."""
    if not isinstance(node, ast.Name) or "type " not in place.scope.module.text:
        return None
    for binding in resolver.definitions(node.id, place):
        names = [item.name for item in getattr(binding.stmt, "type_params", ())]
        if binding.kind == "type_alias" and names:
            known = {name: types(resolver, item, place) for name, item in zip(names, arguments, strict=False)}
            former, resolver.type_arguments = resolver.type_arguments, known
            try:
                return resolver.guarded(binding, types, resolver, binding.node, Place(binding.scope, binding.stmt))
            finally:
                resolver.type_arguments = former
    return None


def _alias_head(resolver: Resolver, node: ast.expr, place: Place) -> Types:
    """The head of a generic alias (`Found[T] = dict[str, T]`) when it is used with arguments."""
    found = _aliased(resolver, node, place) if isinstance(node, ast.Name) else None
    return tuple(value.cls for value in found or () if isinstance(value, Instance))


def _container(resolver: Resolver, name: str, arguments: list[ast.expr], place: Place) -> Types:
    cls = _CONTAINERS[name]
    if cls == TUPLE and len(arguments) == 2 and isinstance(arguments[1], ast.Constant) and arguments[1].value is ...:
        return (Instance(LIST, (types(resolver, arguments[0], place),)),)
    if name == "Coroutine":
        arguments = arguments[-1:]
    elif cls in (LIST, SET, ITERATOR, AWAITABLE, CONTEXT_MANAGER):
        arguments = arguments[:1]
    return (Instance(cls, tuple(types(resolver, item, place) for item in arguments)),)
