"""What a function parameter is: from its annotation, the method it overrides, or its callers."""

from __future__ import annotations

import ast

from osmosis_lint.semantics import calls, type_expressions
from osmosis_lint.semantics.scopes import Binding, Place, Scope
from osmosis_lint.semantics.values import (
    DICT,
    LIST,
    STR,
    Instance,
    ProjectClass,
    ProjectFunction,
    SdkClass,
    Types,
    element,
    union,
    without_none,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver

_CLASS_METHODS = frozenset(("__new__", "__init_subclass__", "__class_getitem__"))
# Calls that hand the elements of their first argument to a function.
_ELEMENT_CONSUMERS = frozenset(("max", "min", "sorted", "map", "filter", "sort", "groupby", "takewhile", "dropwhile"))
_MAX_CALLERS = 40


def types(resolver: Resolver, binding: Binding) -> Types:
    """The values a parameter may have inside its function."""
    scope = binding.scope
    argument = binding.node
    arguments = scope.parameters()
    if arguments is None or not isinstance(argument, ast.arg):
        return ()
    if scope.kind == "lambda":
        return _lambda_parameter(resolver, scope, argument, arguments)
    if argument.arg == scope.receiver_name():
        return receiver(scope)
    # PEP 695 type parameters are visible in the function's own scope only, and hide what is around it.
    is_generic = bool(getattr(scope.node, "type_params", None))
    where = Place(scope, None) if is_generic else Place(scope.parent or scope, scope.stmt)
    found = type_expressions.types(resolver, argument.annotation, where)
    if found:
        if argument is arguments.vararg:
            return (Instance(LIST, (found,)),)
        if argument is arguments.kwarg:
            return (Instance(DICT, ((Instance(STR),), found)),)
        return found
    index = _index(arguments, argument.arg)
    found = overridden(resolver, scope, argument.arg, index)
    if found or (argument.annotation is not None and not _is_loose(argument.annotation)):
        return found
    default = without_none(_default(resolver, scope, arguments, argument))
    return union(_from_callers(resolver, scope, argument, arguments, index), default)


def receiver(scope: Scope) -> Types:
    """What the first parameter of a method is: the object, or the class of a class method."""
    owner = scope.enclosing_class()
    if owner is None:
        return ()
    cls = ProjectClass(owner)
    if "classmethod" in scope.decorator_names() or scope.name in _CLASS_METHODS:
        return (cls,)
    return (Instance(cls),)


def _is_loose(annotation: ast.expr) -> bool:
    """An annotation that says nothing: `Any`, `object`."""
    name = annotation.attr if isinstance(annotation, ast.Attribute) else getattr(annotation, "id", "")
    return name in ("Any", "object")


def _index(arguments: ast.arguments, name: str) -> int | None:
    for index, argument in enumerate(arguments.posonlyargs + arguments.args):
        if argument.arg == name:
            return index
    return None


def overridden(resolver: Resolver, scope: Scope, name: str, index: int | None) -> Types:
    """What the SDK passes to this parameter when the method overrides one of the SDK."""
    owner = scope.enclosing_class()
    if owner is None:
        return ()
    for base in resolver.mro(owner)[1:]:
        if isinstance(base, SdkClass):
            parameter = resolver.sdk.method_parameter(base.qualname, scope.name, name, index)
            if parameter is not None:
                return resolver.sdk.typed(resolver, parameter, type_arguments(resolver, owner, base), base.qualname)
        elif isinstance(base, ProjectClass) and scope.name in base.scope.bindings:
            for binding in base.scope.bindings[scope.name]:
                if binding.kind == "function" and binding.node is not None:
                    method = base.scope.module.scopes.by_node[binding.node]
                    found = _same_parameter(resolver, method, name, index)
                    if found:
                        return found
    return ()


def _same_parameter(resolver: Resolver, method: Scope, name: str, index: int | None) -> Types:
    arguments = method.parameters()
    if arguments is None:
        return ()
    positional = arguments.posonlyargs + arguments.args
    if index is not None and index < len(positional):
        name = positional[index].arg
    for binding in method.bindings.get(name, ()):
        if binding.kind == "parameter" and binding.node.annotation is not None:  # type: ignore[union-attr]
            return resolver.binding(binding)
    return ()


def type_arguments(resolver: Resolver, scope: Scope, base: SdkClass) -> tuple[Types, ...]:
    """The type arguments a project class gives its SDK base: those of `class W(AgentWorkflow[MyConfig])`."""
    todo = [scope]
    for current in todo:
        place = Place(current.parent or current, current.stmt)
        for node in getattr(current.node, "bases", ()):
            head = node.value if isinstance(node, ast.Subscript) else node
            for value in resolver.infer(head, place):
                if value == base and isinstance(node, ast.Subscript):
                    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                    return tuple(type_expressions.types(resolver, item, place) for item in items)
                if isinstance(value, ProjectClass) and value.scope not in todo:
                    todo.append(value.scope)
    return ()


def _default(resolver: Resolver, scope: Scope, arguments: ast.arguments, argument: ast.arg) -> Types:
    place = Place(scope.parent or scope, scope.stmt)
    positional = arguments.posonlyargs + arguments.args
    if argument in positional:
        offset = positional.index(argument) - (len(positional) - len(arguments.defaults))
        return resolver.infer(arguments.defaults[offset], place) if offset >= 0 else ()
    if argument in arguments.kwonlyargs:
        return resolver.infer(arguments.kw_defaults[arguments.kwonlyargs.index(argument)], place)
    return ()


def _lambda_parameter(resolver: Resolver, scope: Scope, argument: ast.arg, arguments: ast.arguments) -> Types:
    assert isinstance(scope.node, ast.Lambda)
    default = _default(resolver, scope, arguments, argument)
    if default:
        return default
    origin = resolver.lambda_calls.get(scope.node)
    if origin is None:
        return ()
    call, place = origin
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name not in _ELEMENT_CONSUMERS:
        return ()
    if name == "sort" and isinstance(function, ast.Attribute):
        return element(resolver.infer(function.value, place))
    sources = [item for item in call.args if item is not scope.node]
    index = _index(arguments, argument.arg) or 0
    if name == "map":
        return element(resolver.infer(sources[index], place)) if index < len(sources) else ()
    if len(sources) > 1:
        return union(*[resolver.infer(item, place) for item in sources])
    return element(resolver.infer(sources[0], place)) if sources else ()


def _from_callers(
    resolver: Resolver, scope: Scope, argument: ast.arg, arguments: ast.arguments, index: int | None
) -> Types:
    """The common value of all calls in the file; nothing when one caller passes something else."""
    if argument in (arguments.vararg, arguments.kwarg):
        return ()
    names = scope.decorator_names()
    if "fixture" in names or scope.name.startswith("test"):
        return _fixture(resolver, scope.module.scopes.root, argument.arg)
    owner = scope.enclosing_class()
    called = owner.name if owner is not None and scope.name == "__init__" else scope.name
    found: list[Types] = []
    for call, place in calls.calls_to(resolver, scope.module, called)[:_MAX_CALLERS]:
        if not _calls_this(resolver, call, place, scope, owner):
            continue
        shift = 1 if owner is not None and "staticmethod" not in names else 0
        passed = calls.argument(call, argument.arg, None if index is None else index - shift)
        if passed is None:
            continue
        types_passed = resolver.infer(passed, place)
        if not types_passed:
            return ()
        found.append(types_passed)
    if not found:
        return ()
    first = _sdk_part(found[0])
    if any(_sdk_part(types_passed) != first for types_passed in found):
        return ()
    return union(*found)


def _sdk_part(found: Types) -> frozenset[object]:
    return frozenset(v.cls if isinstance(v, Instance) else v for v in without_none(found))


def _calls_this(resolver: Resolver, call: ast.Call, place: Place, scope: Scope, owner: Scope | None) -> bool:
    for value in resolver.infer(call.func, place):
        if isinstance(value, ProjectFunction) and value.scope is scope:
            return True
        if isinstance(value, ProjectClass) and value.scope is owner and scope.name == "__init__":
            return True
        if isinstance(value, ProjectClass) and owner is not None and scope.name == "__init__":
            if ProjectClass(owner) in resolver.mro(value.scope):
                return True
    return False


def _fixture(resolver: Resolver, root: Scope, name: str) -> Types:
    """What a pytest fixture of the same file gives."""
    for binding in root.bindings.get(name, ()):
        if binding.kind == "function" and binding.node is not None:
            function = root.module.scopes.by_node[binding.node]
            if "fixture" in function.decorator_names():
                return calls.function_result(resolver, ProjectFunction(function), None, None, awaitable=False)
    return ()
