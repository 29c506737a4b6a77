"""What a function parameter is: from its annotation, the method it overrides, or its callers."""

from __future__ import annotations

import ast
import os

from osmosis_lint.semantics import (
    call_sites,
    callables,
    calls,
    generic_functions,
    generics,
    parametrized,
    type_expressions,
)
from osmosis_lint.semantics.scopes import Binding, FunctionNode, Place, Scope
from osmosis_lint.semantics.values import (
    DICT,
    LIST,
    STR,
    Instance,
    ProjectClass,
    ProjectFunction,
    SdkClass,
    Types,
    Value,
    element,
    union,
    without_none,
)
from osmosis_lint.semantics.walk import ELEMENT_CONSUMERS, HANDING, calls_handing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.modules import Module
    from osmosis_lint.semantics.resolver import Resolver

_CLASS_METHODS = frozenset(("__new__", "__init_subclass__", "__class_getitem__"))
_DISPATCHERS = frozenset(("singledispatch", "singledispatchmethod"))
_MAX_CALLERS = 40
# Containers in containers that are looked into.
_MAX_HELD = 4
# Folders above a test that are asked for a `conftest.py`.
_MAX_FOLDERS = 8


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
    found = type_expressions.types(resolver, argument.annotation, generic_functions.signature_place(scope))
    if found:
        if argument is arguments.vararg:
            return (Instance(LIST, (found,)),)
        if argument is arguments.kwarg:
            if _is_unpacked(argument.annotation):
                return found
            return (Instance(DICT, ((Instance(STR),), found)),)
        return found
    index = _index(arguments, argument.arg)
    found = _dispatched(resolver, scope, index) or overridden(resolver, scope, argument.arg, index)
    if found or (argument.annotation is not None and not _is_loose(argument.annotation)):
        return found
    default = without_none(_default(resolver, scope, arguments, argument))
    passed = _from_callers(resolver, scope, argument, arguments, index)
    if passed is None:
        passed = _from_callers_of_base(resolver, scope, argument.arg, index)
    return union(passed, default)


def _is_unpacked(annotation: ast.expr | None) -> bool:
    """`**options: Unpack[Options]`."""
    head = annotation.value if isinstance(annotation, ast.Subscript) else None
    return getattr(head, "attr", getattr(head, "id", "")) == "Unpack"


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
                    found = _generic_parameter(resolver, owner, method, name, index)
                    found = found or _same_parameter(resolver, method, name, index)
                    if found:
                        return found
    return _mixed_in(resolver, scope, owner, name, index) if not resolver.sdk_bases(owner) else ()


def _mixed_in(resolver: Resolver, scope: Scope, owner: Scope, name: str, index: int | None) -> Types:
    """The same for a mixin, which only together with an SDK class makes a class: `class G(LoggingMixin, Grader)`."""
    for node, other in scope.module.scopes.by_node.items():
        if isinstance(node, ast.ClassDef) and len(node.bases) > 1 and ProjectClass(owner) in resolver.mro(other):
            for base in resolver.sdk_bases(other):
                parameter = resolver.sdk.method_parameter(base.qualname, scope.name, name, index)
                if parameter is not None:
                    return resolver.sdk.typed(resolver, parameter, type_arguments(resolver, other, base), base.qualname)
    return ()


def _dispatched(resolver: Resolver, scope: Scope, index: int | None) -> Types:
    """What the first parameter is under `@function.register(GraderContext)` of a `singledispatch` function."""
    if index != (0 if scope.enclosing_class() is None else 1):
        return ()
    place = Place(scope.parent or scope, scope.stmt)
    for decorator in getattr(scope.node, "decorator_list", ()):
        if not isinstance(decorator, ast.Call) or len(decorator.args) != 1:
            continue
        function = decorator.func
        if isinstance(function, ast.Attribute) and function.attr == "register":
            for value in resolver.infer(function.value, place):
                if isinstance(value, ProjectFunction) and not _DISPATCHERS.isdisjoint(value.scope.decorator_names()):
                    return type_expressions.types(resolver, decorator.args[0], place)
    return ()


def _generic_parameter(resolver: Resolver, owner: Scope, method: Scope, name: str, index: int | None) -> Types:
    """The same when the annotation names a type variable that the class of the overriding method gives."""
    base = method.enclosing_class()
    arguments = method.parameters()
    given = generics.meaning(resolver, Instance(ProjectClass(owner)), base) if base is not None else {}
    if not given or arguments is None:
        return ()
    name = _called_there(arguments, name, index)
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        if argument.arg == name:
            return generics.typed(resolver, argument.annotation, Place(method, None), given)
    return ()


def _same_parameter(resolver: Resolver, method: Scope, name: str, index: int | None, *, bare: bool = False) -> Types:
    """What a parameter of the method that is overridden is, if it is annotated; with `bare`, if it is not."""
    arguments = method.parameters()
    if arguments is None:
        return ()
    for binding in method.bindings.get(_called_there(arguments, name, index), ()):
        if binding.kind == "parameter" and (binding.node.annotation is None) is bare:  # type: ignore[union-attr]
            return resolver.binding(binding)
    return ()


def _called_there(arguments: ast.arguments, name: str, index: int | None) -> str:
    """What a method calls the parameter that an overriding one calls `name`, and has at `index`."""
    positional = arguments.posonlyargs + arguments.args
    return positional[index].arg if index is not None and index < len(positional) else name


def _from_callers_of_base(resolver: Resolver, scope: Scope, name: str, index: int | None) -> Types:
    """What the callers of the method that is overridden pass, as a template method of the base class does."""
    owner = scope.enclosing_class()
    if owner is None or scope.name.startswith("__"):
        return ()
    for base in resolver.mro(owner)[1:]:
        if isinstance(base, ProjectClass):
            for binding in base.scope.bindings.get(scope.name, ()):
                if binding.kind == "function" and binding.node is not None:
                    method = base.scope.module.scopes.by_node[binding.node]
                    found = _same_parameter(resolver, method, name, index, bare=True)
                    if found:
                        return found
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
    index = _index(arguments, argument.arg) or 0
    if origin is None:
        return callables.declared_type(resolver, scope, index)
    call, place = origin
    found = handed_element(resolver, call, place, scope.node, index)
    return found or callables.argument_type(resolver, call, place, scope.node, index)


def handed_element(resolver: Resolver, call: ast.Call, place: Place, item: ast.expr, index: int = 0) -> Types:
    """What a call such as `sorted(samples, key=item)` passes to a function that is written among its arguments."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name not in ELEMENT_CONSUMERS:
        return ()
    if name == "sort" and isinstance(function, ast.Attribute):
        return element(resolver.infer(function.value, place))
    sources = [source for source in call.args if source is not item]
    if name == "map":
        return element(resolver.infer(sources[index], place)) if index < len(sources) else ()
    if len(sources) > 1:
        return union(*[resolver.infer(source, place) for source in sources])
    return element(resolver.infer(sources[0], place)) if sources else ()


def _from_callers(
    resolver: Resolver, scope: Scope, argument: ast.arg, arguments: ast.arguments, index: int | None
) -> Types | None:
    """The common value of all calls in the file; nothing when one passes something else, None without any."""
    if argument in (arguments.vararg, arguments.kwarg):
        return None
    names = scope.decorator_names()
    if "fixture" in names or scope.name.startswith("test"):
        listed = parametrized.passed(resolver, scope, argument.arg) if "parametrize" in scope.module.text else None
        if listed is not None:
            return listed
        return _fixture(resolver, scope.enclosing_class() or scope.module.scopes.root, argument.arg)
    if _is_called_otherwise(resolver, scope):
        return ()
    owner = scope.enclosing_class()
    called = scope.name
    found: list[Types] = []
    sites = [
        site for name in _called(resolver, scope, owner) for site in call_sites.calls_to(resolver, scope.module, name)
    ]
    for call, place in sites[:_MAX_CALLERS]:
        if not _calls_this(resolver, call, place, scope, owner):
            continue
        shift = 1 if owner is not None and "staticmethod" not in names else 0
        passed = calls.argument(call, argument.arg, None if index is None else index - shift)
        if passed is None or _hands_back(resolver, passed, call, place, argument, scope):
            continue
        types_passed = resolver.infer(passed, place)
        if not types_passed:
            return ()
        found.append(types_passed)
    if index is not None and _may_be_handed(scope):
        for call, place, start in _handings(resolver, scope.module, called)[:_MAX_CALLERS]:
            passed = _handed(resolver, call, place, scope, start + index if start >= 0 else index)
            if passed is not None:
                types_passed = resolver.infer(passed, place)
                types_passed = types_passed if start >= 0 else element(types_passed)
                if not types_passed:
                    return ()
                found.append(types_passed)
    if not found:
        return None
    first = _sdk_part(found[0])
    if any(_sdk_part(types_passed) != first for types_passed in found):
        return ()
    held = [classes for types_passed in found if (classes := _held(types_passed))]
    if any(classes.isdisjoint(held[0]) for classes in held):
        return ()
    return union(*found)


def _is_called_otherwise(resolver: Resolver, scope: Scope) -> bool:
    """Whether a decorator of the project calls the function with other arguments than it is called with itself."""
    place = Place(scope.parent or scope, scope.stmt)
    for decorator in getattr(scope.node, "decorator_list", ()):
        for value in resolver.infer(decorator, place):
            if isinstance(value, ProjectFunction) and any(_changes(item, value.scope) for item in value.scope.body):
                return True
    return False


def _changes(stmt: ast.stmt, decorator: Scope) -> bool:
    """Whether a function inside a decorator calls what the decorator got with arguments that it did not get itself."""
    arguments = decorator.parameters()
    names = {item.arg for item in arguments.args} if arguments is not None else set()
    if not isinstance(stmt, FunctionNode):
        return False
    given = {item.arg for item in ast.walk(stmt.args) if isinstance(item, ast.arg)}
    for node in ast.walk(stmt):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            passed = [item.value if isinstance(item, ast.Starred) else item for item in node.args]
            if any(not isinstance(item, ast.Name) or item.id not in given for item in passed):
                return True
    return False


def _hands_back(
    resolver: Resolver, passed: ast.expr, call: ast.Call, place: Place, argument: ast.arg, scope: Scope
) -> bool:
    """Whether a call passes what its function got for the same parameter: a recursive call, or `super().method(ctx)`
    in a method that overrides this one and has no callers of its own."""
    if not isinstance(passed, ast.Name) or place.scope.name != scope.name:
        return False
    found, _ = resolver.bindings(passed.id, place)
    if len(found) != 1 or found[0].kind != "parameter":
        return False
    if found[0].node is argument:
        return True
    inner, arguments = found[0].scope, found[0].scope.parameters()
    is_super = (
        isinstance(call.func, ast.Attribute) and getattr(getattr(call.func.value, "func", None), "id", "") == "super"
    )
    if (
        not is_super
        or arguments is None
        or not isinstance(found[0].node, ast.arg)
        or found[0].node.annotation is not None
    ):
        return False
    return _from_callers(resolver, inner, found[0].node, arguments, _index(arguments, passed.id)) is None


def _may_be_handed(scope: Scope) -> bool:
    return scope.name != "__init__" and any(word in scope.module.text for word in (*HANDING, *ELEMENT_CONSUMERS))


def _handings(resolver: Resolver, module: Module, name: str) -> list[tuple[ast.Call, Place, int]]:
    key = (module, name)
    found = resolver.known_handings.get(key)
    if found is None:
        found = resolver.known_handings[key] = calls_handing(resolver, module, name)
    return found


def _handed(resolver: Resolver, call: ast.Call, place: Place, scope: Scope, index: int) -> ast.expr | None:
    """What a call that hands on this very function hands on for the parameter, counted with `self`."""
    function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if function in ELEMENT_CONSUMERS:
        return _source(resolver, call, place, scope, index)
    for number, item in enumerate(call.args):
        for value in resolver.infer(item, place):
            if isinstance(value, ProjectFunction) and value.scope is scope:
                position = index - (1 if value.receiver is not None else 0)
                if position <= number or any(isinstance(a, ast.Starred) for a in call.args[: position + 1]):
                    return None
                return call.args[position] if position < len(call.args) else None
    return None


def _source(resolver: Resolver, call: ast.Call, place: Place, scope: Scope, index: int) -> ast.expr | None:
    """What a call such as `map(function, items)` takes the elements from that it hands to the function."""
    passed = [*call.args, *(keyword.value for keyword in call.keywords)]
    for item, other in (passed, reversed(passed)):
        for value in resolver.infer(item, place):
            if isinstance(value, ProjectFunction) and value.scope is scope:
                return other if index == (0 if value.receiver is None else 1) else None
    return None


def _sdk_part(found: Types) -> frozenset[object]:
    return frozenset(v.cls if isinstance(v, Instance) else v for v in without_none(found))


def _held(found: Types, depth: int = 0) -> set[Value]:
    """The classes of the SDK and the project whose objects the values hold: lists of one and of another differ."""
    out: set[Value] = set()
    for value in found:
        for inner in value.args if isinstance(value, Instance) and depth < _MAX_HELD else ():
            out.update(v.cls for v in inner if isinstance(v, Instance) and isinstance(v.cls, (SdkClass, ProjectClass)))
            out |= _held(inner, depth + 1)
    return out


def _calls_this(resolver: Resolver, call: ast.Call, place: Place, scope: Scope, owner: Scope | None) -> bool:
    for value in resolver.infer(call.func, place):
        if isinstance(value, ProjectFunction) and value.scope is scope:
            return True
        if isinstance(value, ProjectClass) and owner is not None and scope.name == "__init__":
            bases = [base.scope for base in resolver.mro(value.scope) if isinstance(base, ProjectClass)]
            if next((base for base in bases if resolver.defines(base, "__init__")), None) is owner:
                return True
    return False


def _called(resolver: Resolver, scope: Scope, owner: Scope | None) -> list[str]:
    """The names under which the file calls a function: for `__init__`, that of its class and those derived from it."""
    if owner is None or scope.name != "__init__":
        return [scope.name]
    names = [owner.name, "cls"] if "cls(" in scope.module.text else [owner.name]
    for node, other in scope.module.scopes.by_node.items():
        if isinstance(node, ast.ClassDef) and other is not owner and ProjectClass(owner) in resolver.mro(other):
            names.append(node.name)
    return [*dict.fromkeys(names), "__init__"] if "super()" in scope.module.text else names


def _fixture(resolver: Resolver, scope: Scope, name: str) -> Types:
    """What a pytest fixture gives: one of the same class or file, or of the nearest `conftest.py` that has it."""
    found = _fixture_of(resolver, scope, name)
    if found is not None:
        return found
    here = scope.module.path
    project, folder = resolver.project, os.path.dirname(here)
    for _ in range(_MAX_FOLDERS):
        listing = project.listing(folder)
        path = os.path.join(folder, "conftest.py")
        if "conftest.py" in listing and path != here:
            text = project.text(path)
            if text is not None and name in text and project.meets_sdk(path, text):
                module = project.module(path)
                found = _fixture_of(resolver, module.scopes.root, name) if module is not None else None
                if found is not None:
                    return found
        parent = os.path.dirname(folder)
        if parent == folder or not folder or "pyproject.toml" in listing or ".git" in listing:
            break
        folder = parent
    return ()


def _fixture_of(resolver: Resolver, scope: Scope, name: str) -> Types | None:
    """What the fixture of a class or module gives; None when there is none of that name."""
    root, text = scope.module.scopes.root, scope.module.text
    named = f'"{name}"' in text or f"'{name}'" in text
    candidates = resolver.definitions(name, Place(scope, None))
    if named:
        candidates = [*candidates, *(binding for found in root.bindings.values() for binding in found)]
    for binding in candidates:
        if binding.kind == "function" and binding.node is not None:
            function = binding.scope.module.scopes.by_node[binding.node]
            if "fixture" in function.decorator_names() and _fixture_name(function) == name:
                given = calls.function_result(resolver, ProjectFunction(function), None, None, awaitable=False)
                return given or parametrized.requested(resolver, function)
    return None


def _fixture_name(function: Scope) -> str:
    for decorator in getattr(function.node, "decorator_list", ()):
        for keyword in getattr(decorator, "keywords", ()):
            if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
                return str(keyword.value.value)
    return function.name
