"""What a call gives: SDK functions, project functions, and the builtins that pass values through."""

from __future__ import annotations

import ast

from osmosis_lint.semantics import containers, generic_functions, generics, mocks, regrouping, type_expressions
from osmosis_lint.semantics.scopes import Place, Scope, blocks
from osmosis_lint.semantics.values import (
    ASYNC_QUEUES,
    AWAITABLE,
    BOOL,
    CALLABLE,
    CONTEXT_MANAGER,
    DICT,
    FLOAT,
    INT,
    ITERATOR,
    LIST,
    SET,
    STR,
    TUPLE,
    External,
    Instance,
    Literal,
    Partial,
    ProjectClass,
    ProjectFunction,
    SdkClass,
    SdkFunction,
    Super,
    Types,
    Value,
    awaited,
    element,
    known_among,
    uniform,
    union,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from osmosis_lint.semantics.resolver import Resolver

    Handler: TypeAlias = "Callable[[Resolver, ast.Call, Place], Types]"

# Decorators that leave the result of the function as it is (by last name), by where they come from.
_OF_BUILTINS = ("property", "staticmethod", "classmethod")
_OF_FUNCTOOLS = ("cache", "cached_property", "lru_cache", "wraps", "singledispatch")
_OF_TYPING = ("abstractmethod", "override", "final", "overload", "no_type_check", "deprecated")
_OF_CONTEXTLIB = ("contextmanager", "asynccontextmanager")
_OF_TOOLS = ("fixture", "retry", "dispatch", "trace", "traced", "observe", "timed", "timeit")
_TRANSPARENT = frozenset((*_OF_BUILTINS, *_OF_FUNCTOOLS, *_OF_TYPING, *_OF_CONTEXTLIB, *_OF_TOOLS))
AGENT_RESULT = External("strands.agent.AgentResult")
_AGENT_CALLS = frozenset(
    f"{agent}{method}"
    for agent in ("strands.Agent", "strands.agent.Agent", "strands.agent.agent.Agent")
    for method in ("", ".invoke_async", ".__call__")
)
_COPYING = frozenset(
    ("_replace", "model_copy", "model_validate", "model_validate_json", "model_construct", "parse_obj")
)
_READERS = frozenset(("get", "pop", "setdefault"))
_STACKS = ("enter_context", "enter_async_context")
# Methods of executors and pools that call their argument: where it stands, and whether with each element.
_POOLED = {
    "submit": (0, False),
    "run_in_executor": (1, False),
    **dict.fromkeys(("map", "imap", "imap_unordered", "starmap"), (0, True)),
}
_MANAGERS = frozenset(("contextmanager", "asynccontextmanager"))


def argument(call: ast.Call, name: str, index: int | None) -> ast.expr | None:
    """The expression a call passes for a parameter, by keyword or position; None when it cannot be told."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if index is None or index < 0 or index >= len(call.args):
        return None
    if any(isinstance(item, ast.Starred) for item in call.args[: index + 1]):
        return None
    return call.args[index]


def call_result(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    """The values a call expression gives."""
    found: list[Types] = []
    function = node.func
    if isinstance(function, ast.Attribute):
        if function.attr in _COPYING:
            found.append(_copied(resolver, function, place))
        elif function.attr in _STACKS and len(node.args) == 1:
            is_async = function.attr != "enter_context"
            held = entered(resolver, resolver.infer(node.args[0], place), is_async=is_async)
            return (Instance(AWAITABLE, (held,)),) if is_async else held
        elif function.attr in _READERS and node.args:
            found.append(containers.typed_key(resolver, function, node, place))
        elif function.attr in _POOLED:
            found.append(_pooled(resolver, function, node, place))
        elif function.attr == "create_task" and node.args:
            # Of a task group or an event loop, whatever its name.
            tasks = resolver.infer(node.args[0], place)
            found.append(tuple(v for v in tasks if isinstance(v, Instance) and v.cls == AWAITABLE))
    for value in resolver.infer(node.func, place):
        found.append(result(resolver, value, node, place))
    return union(*found)


def _pooled(resolver: Resolver, function: ast.Attribute, node: ast.Call, place: Place) -> Types:
    """What `pool.submit(score, sample)` and `pool.map(score, samples)` give; of one's own pool its method tells."""
    index, is_many = _POOLED[function.attr]
    called = resolver.infer(node.args[index], place) if len(node.args) > index else ()
    given = [function_result(resolver, v, None, None) for v in called if isinstance(v, ProjectFunction)]
    if not any(given) or any(
        isinstance(v, Instance) and isinstance(v.cls, ProjectClass) for v in resolver.infer(function.value, place)
    ):
        return ()
    return (Instance(ITERATOR if is_many else AWAITABLE, (union(*given),)),)


def _copied(resolver: Resolver, function: ast.Attribute, place: Place) -> Types:
    """`sample.model_copy()` and `RolloutSample.model_validate(…)` of pydantic models."""
    out: list[Value] = []
    for value in resolver.infer(function.value, place):
        if isinstance(value, Instance) and isinstance(value.cls, (SdkClass, ProjectClass)):
            out.append(value)
        elif isinstance(value, (SdkClass, ProjectClass)):
            out.append(Instance(value))
    return tuple(out)


def result(resolver: Resolver, value: Value, node: ast.Call, place: Place) -> Types:
    """The values that calling `value` gives."""
    if isinstance(value, ProjectClass):
        return (generics.constructed(resolver, value, node, place),)
    if isinstance(value, SdkClass):
        return (Instance(value),)
    if isinstance(value, SdkFunction):
        return resolver.sdk.result(resolver, value)
    if isinstance(value, ProjectFunction):
        return function_result(resolver, value, node, place)
    if isinstance(value, Partial):
        return result(resolver, value.function, value.call, value.place)
    if isinstance(value, External):
        return _external(resolver, value.name, node, place)
    if isinstance(value, Instance):
        return _instance_call(resolver, value, node, place)
    return ()


def function_result(
    resolver: Resolver, value: ProjectFunction, call: ast.Call | None, place: Place | None, *, awaitable: bool = True
) -> Types:
    """What a project function returns: as annotated, else as its return statements show."""
    scope = value.scope
    if scope.kind == "lambda":
        assert isinstance(scope.node, ast.Lambda)
        return resolver.infer(scope.node.body, Place(scope, scope.stmt))
    names = scope.decorator_names()
    if "overload" in scope.module.text and "overload" not in names:
        overloads = _overloads(scope)
        if overloads:
            every = [function_result(resolver, ProjectFunction(s), None, None, awaitable=False) for s in overloads]
            found = uniform(union(*every))
            is_async = awaitable and isinstance(scope.node, ast.AsyncFunctionDef)
            return (Instance(AWAITABLE, (found,)),) if is_async else found
    is_generic = bool(getattr(scope.node, "type_params", None))
    where = Place(scope, None) if is_generic else Place(scope.parent or scope, scope.stmt)
    returns = getattr(scope.node, "returns", None)
    found = generics.returned(resolver, value.receiver, scope, where)
    if not found and call is not None and place is not None:
        found = generic_functions.returned(resolver, scope, call, place, value.receiver is not None)
    found = found or type_expressions.types(resolver, returns, where)
    # A plain name may be a type variable.
    if not found and (returns is None or isinstance(returns, ast.Name)):
        if not all(name in _TRANSPARENT for name in names):
            return ()
        found = resolver.guarded(("returns", id(scope)), _returned, resolver, scope, value, call, place)
    manager = not _MANAGERS.isdisjoint(names)
    if not found and returns is None and not manager and "fixture" not in names:
        yielded = resolver.guarded(("yields", id(scope)), _yielded, resolver, scope)
        if yielded:
            return (Instance(ITERATOR, (yielded,)),)
    if manager or "fixture" in names:
        given = tuple(v for v in found if isinstance(v, Instance) and v.cls == ITERATOR)
        yielded = element(given) or resolver.guarded(("yields", id(scope)), _yielded, resolver, scope)
        if manager:
            return (Instance(CONTEXT_MANAGER, (yielded,)),)
        return yielded or found
    if isinstance(scope.node, ast.AsyncFunctionDef) and awaitable:
        if any(isinstance(item, Instance) and item.cls == ITERATOR for item in found):
            return found
        return (Instance(AWAITABLE, (found,)),)
    return found


def _overloads(scope: Scope) -> list[Scope]:
    """The overloads of a function: which of them a call means depends on its arguments."""
    bindings = scope.parent.bindings.get(scope.name, ()) if scope.parent is not None else ()
    by_node = scope.module.scopes.by_node
    scopes = [by_node[item.node] for item in bindings if item.kind == "function" and item.node is not None]
    return [item for item in scopes if "overload" in item.decorator_names()]


def _returned(
    resolver: Resolver, scope: Scope, value: ProjectFunction, call: ast.Call | None, place: Place | None
) -> Types:
    found: list[Types] = []
    arguments = scope.parameters()
    positional = [item.arg for item in arguments.posonlyargs + arguments.args] if arguments else []
    for statement in scope.returns:
        node = statement.value
        if node is None:
            continue
        if isinstance(node, ast.Name) and call is not None and place is not None and _is_parameter(scope, node.id):
            index = positional.index(node.id) if node.id in positional else None
            if index is not None and value.receiver is not None:
                index -= 1
            passed = argument(call, node.id, index)
            if passed is not None:
                found.append(resolver.infer(passed, place))
                continue
        found.append(resolver.infer(node, Place(scope, statement)))
    return union(*found)


def _is_parameter(scope: Scope, name: str) -> bool:
    bindings = scope.bindings.get(name, ())
    return len(bindings) == 1 and bindings[0].kind == "parameter"


def _yielded(resolver: Resolver, scope: Scope) -> Types:
    found: list[Types] = []
    todo = list(scope.body)
    for stmt in todo:
        value = getattr(stmt, "value", None)
        if isinstance(value, ast.Yield):
            found.append(resolver.infer(value.value, Place(scope, stmt)))
        elif isinstance(value, ast.YieldFrom):
            found.append(element(resolver.infer(value.value, Place(scope, stmt))))
        if not isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            todo.extend(inner for _, block in blocks(stmt) for inner in block)
    return union(*found)


def iterated(resolver: Resolver, types: Types) -> Types:
    """What iterating over the values gives; of an object of the project, what its `__iter__` or its base gives."""
    found: list[Types] = [element(types)]
    for value in types:
        if isinstance(value, Instance) and isinstance(value.cls, ProjectClass):
            found.append(resolver.guarded(("iterated", id(value.cls.scope)), _iterated_project, resolver, value))
    return union(*found)


def _iterated_project(resolver: Resolver, value: Instance) -> Types:
    for name in ("__iter__", "__aiter__", "__getitem__"):
        given = method_result(resolver, value, name)
        if name == "__getitem__" and given:
            return given
        for item in given:
            if isinstance(item, Instance) and isinstance(item.cls, ProjectClass):
                given = union(given, method_result(resolver, item, "__next__" if name == "__iter__" else "__anext__"))
                return tuple(inner for inner in given if inner != item)
        if given:
            return element(given)
    return union(*[element((held,)) for held in base_containers(resolver, value)])


def method_result(resolver: Resolver, value: Instance, name: str) -> Types:
    """What calling a method of an object of the project gives, without what `await` would be for."""
    methods = resolver.instance_attribute(value, name)
    return union(
        *[
            function_result(resolver, method, None, None, awaitable=False)
            for method in methods
            if isinstance(method, ProjectFunction)
        ]
    )


def base_containers(resolver: Resolver, value: Instance) -> Types:
    """The containers that the class of an object derives from (`class Bag(list[GraderContext])`)."""
    assert isinstance(value.cls, ProjectClass)
    scope = value.cls.scope
    bases = [node for node in getattr(scope.node, "bases", ()) if isinstance(node, ast.Subscript)]
    place = Place(scope.parent or scope, scope.stmt)
    found = union(*[type_expressions.types(resolver, node, place) for node in bases])
    return tuple(item for item in found if isinstance(item, Instance) and isinstance(item.cls, External))


def entered(resolver: Resolver, types: Types, *, is_async: bool = False) -> Types:
    """What `with value as name`, or `async with`, binds."""
    found: list[Types] = []
    for value in types:
        if not isinstance(value, Instance):
            continue
        if value.cls == CONTEXT_MANAGER and value.args:
            found.append(value.args[0])
        elif isinstance(value.cls, SdkClass):
            found.append((value,))
        elif isinstance(value.cls, ProjectClass):
            found.append(_entered_project(resolver, value, is_async))
    return union(*found)


def _entered_project(resolver: Resolver, value: Instance, is_async: bool) -> Types:
    for name in ("__aenter__", "__enter__") if is_async else ("__enter__", "__aenter__"):
        for method in resolver.instance_attribute(value, name):
            if isinstance(method, ProjectFunction):
                return function_result(resolver, method, None, None, awaitable=False)
            if isinstance(method, SdkFunction):
                return (value,)
    return ()


def _instance_call(resolver: Resolver, value: Instance, node: ast.Call, place: Place) -> Types:
    """Calls of methods of standard containers; other objects: `__call__`."""
    cls = value.cls
    if cls == CALLABLE:
        return value.args[0] if value.args else ()
    if isinstance(cls, ProjectClass):
        return union(*[result(resolver, v, node, place) for v in resolver.instance_attribute(value, "__call__")])
    if isinstance(cls, SdkClass):
        return _agent_result(*resolver.sdk.foreign_bases(cls.qualname))
    if not isinstance(cls, External):
        return ()
    if cls.name in _AGENT_CALLS:
        return _agent_result(cls.name)
    owner, _, method = cls.name.rpartition(".")
    if owner in (STR.name, "builtins.bytes"):
        return (Instance(STR),) if method not in ("find", "index", "count") else (Instance(INT),)
    args = value.args
    if not args:
        return ()
    if owner == DICT.name:
        return containers.mapping_method(resolver, method, value, node, place)
    if method == "get" and External(owner) in ASYNC_QUEUES:
        return (Instance(AWAITABLE, (uniform(args[0]),)),)
    if method in ("pop", "popleft", "__next__", "__getitem__", "get", "get_nowait"):
        return uniform(element((Instance(External(owner), args),)))
    if method == "copy":
        return (Instance(External(owner), args),)
    if method == "result" and owner == AWAITABLE.name:
        return args[0]
    return ()


def _agent_result(*names: str) -> Types:
    """What calling an agent of the strands library gives."""
    return (Instance(AGENT_RESULT),) if not _AGENT_CALLS.isdisjoint(names) else ()


def _external(resolver: Resolver, name: str, node: ast.Call, place: Place) -> Types:
    handler = _EXTERNAL.get(name)
    if handler is not None:
        return handler(resolver, node, place)
    head = name.partition(".")[0]
    if head in ("typing", "typing_extensions", "builtins"):
        return (Instance(External(name)),) if name.startswith("builtins.") else ()
    return (Instance(External(name)),)


def _first(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    return resolver.infer(node.args[0], place) if node.args else ()


def _cast(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    return type_expressions.types(resolver, node.args[0], place) if len(node.args) == 2 else ()


def _partial(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    return tuple(Partial(value, node, place) for value in _first(resolver, node, place))


def _as(cls: External) -> Handler:
    def handler(resolver: Resolver, node: ast.Call, place: Place) -> Types:
        return (Instance(cls, (iterated(resolver, _first(resolver, node, place)),)),)

    return handler


def _dict(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    if node.args:
        found = []
        for value in _first(resolver, node, place):
            if isinstance(value, Instance) and value.cls == DICT:
                found.append(value)
            elif isinstance(value, Instance):
                for item in element((value,)):
                    if isinstance(item, Instance) and item.cls == TUPLE and len(item.args) == 2:
                        found.append(Instance(DICT, item.args))
        return tuple(found) or (Instance(DICT),)
    values = known_among([resolver.infer(keyword.value, place) for keyword in node.keywords if keyword.arg])
    return (Instance(DICT, ((Instance(STR),), values)),)


def _next(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    default = resolver.infer(node.args[1], place) if len(node.args) > 1 else ()
    return union(iterated(resolver, _first(resolver, node, place)), default)


def _extreme(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    if len(node.args) > 1:
        return union(*[resolver.infer(item, place) for item in node.args])
    return iterated(resolver, _first(resolver, node, place))


def _enumerate(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    pair = Instance(TUPLE, ((Instance(INT),), iterated(resolver, _first(resolver, node, place))))
    return (Instance(ITERATOR, ((pair,),)),)


def _zip(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    row = Instance(TUPLE, tuple(element(resolver.infer(item, place)) for item in node.args))
    return (Instance(ITERATOR, ((row,),)),)


def _filter(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    return (Instance(ITERATOR, (element(resolver.infer(node.args[1], place)),)),) if len(node.args) == 2 else ()


def _map(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    found = [result(resolver, value, node, place) for value in _first(resolver, node, place)]
    if node.args and isinstance(node.args[0], ast.Lambda):
        resolver.lambda_calls.setdefault(node.args[0], (node, place))
    return (Instance(ITERATOR, (union(*found),)),)


def _reduce(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    return element(resolver.infer(node.args[1], place)) if len(node.args) > 1 else ()


def _getattr(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    if len(node.args) < 2 or not isinstance(node.args[1], ast.Constant) or not isinstance(node.args[1].value, str):
        return ()
    name = node.args[1].value
    found = [resolver.attribute(value, name, place) for value in resolver.infer(node.args[0], place)]
    return union(*found, resolver.infer(node.args[2], place) if len(node.args) > 2 else ())


def _super(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    scope: Scope | None = place.scope
    while scope is not None and scope.enclosing_class() is None:
        scope = scope.parent
    if scope is None:
        return ()
    owner = scope.enclosing_class()
    assert owner is not None
    is_class = "classmethod" in scope.decorator_names() or scope.name == "__new__"
    receiver: Value = ProjectClass(owner) if is_class else Instance(ProjectClass(owner))
    return (Super(owner, receiver),)


def _type(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    return tuple(v.cls for v in _first(resolver, node, place) if isinstance(v, Instance)) if len(node.args) == 1 else ()


def _gather(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    found: list[Types] = []
    for item in node.args:
        types = resolver.infer(item.value if isinstance(item, ast.Starred) else item, place)
        found.append(awaited(element(types) if isinstance(item, ast.Starred) else types))
    is_one_by_one = not any(isinstance(item, ast.Starred) for item in node.args)
    rows = Instance(TUPLE, tuple(found)) if is_one_by_one else Instance(LIST, (union(*found),))
    return (Instance(AWAITABLE, ((rows,),)),)


def _run(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    types = _first(resolver, node, place)
    return union(*[v.args[0] for v in types if isinstance(v, Instance) and v.cls == AWAITABLE and v.args])


def _to_thread(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    found = [
        function_result(resolver, value, None, None)
        for value in _first(resolver, node, place)
        if isinstance(value, ProjectFunction)
    ]
    return (Instance(AWAITABLE, (union(*found),)),)


def _import_module(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    name = imported_name(resolver, node, place)
    return (resolver.project.import_value(place.scope.module, name),) if name else ()


def imported_name(resolver: Resolver, node: ast.Call, place: Place) -> str | None:
    """The absolute name of the module that `import_module(name)` or `import_module(".name", package)` gives."""
    name = constant_text(resolver, node.args[0], place) if node.args else None
    if not name or not name.startswith("."):
        return name
    holder = argument(node, "package", 1)
    package = constant_text(resolver, holder, place) if holder is not None else None
    return f"{package}{name}" if package and name[1:2] != "." else None


def _builtin_import(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    name = constant_text(resolver, node.args[0], place) if node.args else None
    if not name:
        return ()
    has_list = len(node.args) > 3 or any(keyword.arg == "fromlist" for keyword in node.keywords)
    return (resolver.project.import_value(place.scope.module, name if has_list else name.partition(".")[0]),)


def constant_text(resolver: Resolver, node: ast.expr, place: Place) -> str | None:
    """The text of an expression that is a constant string, directly, through one name, or put together with `+`."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [constant_text(resolver, part, place) or "" for part in (node.left, node.right)]
        return "".join(parts) if all(parts) else None
    texts = [v.value for v in resolver.infer(node, place) if isinstance(v, Literal) and isinstance(v.value, str)]
    return texts[0] if len(texts) == 1 else None


def _of(cls: External) -> Handler:
    return lambda resolver, node, place: (Instance(cls),)


_EXTERNAL: dict[str, Handler] = {
    "typing.cast": _cast,
    "typing_extensions.cast": _cast,
    "typing.assert_type": _first,
    "functools.partial": _partial,
    "functools.reduce": _reduce,
    "builtins.list": _as(LIST),
    "builtins.sorted": _as(LIST),
    "builtins.tuple": _as(LIST),
    "builtins.set": _as(SET),
    "builtins.frozenset": _as(SET),
    "builtins.iter": _as(ITERATOR),
    "builtins.reversed": _as(ITERATOR),
    "builtins.aiter": _as(ITERATOR),
    "collections.deque": _as(LIST),
    "itertools.chain.from_iterable": lambda r, n, p: (Instance(ITERATOR, (element(element(_first(r, n, p))),)),),
    "itertools.chain": lambda r, n, p: (Instance(ITERATOR, (union(*[element(r.infer(a, p)) for a in n.args]),)),),
    "itertools.islice": _as(ITERATOR),
    "itertools.cycle": _as(ITERATOR),
    **regrouping.HANDLERS,
    "itertools.zip_longest": _zip,
    **dict.fromkeys(("itertools.takewhile", "itertools.dropwhile", "itertools.filterfalse"), _filter),
    "random.choice": lambda r, n, p: element(_first(r, n, p)),
    "random.sample": _as(LIST),
    "builtins.dict": _dict,
    "collections.OrderedDict": _dict,
    "collections.defaultdict": _of(DICT),
    "builtins.next": _next,
    "builtins.anext": lambda r, n, p: (Instance(AWAITABLE, (_next(r, n, p),)),),
    "builtins.max": _extreme,
    "builtins.min": _extreme,
    "builtins.enumerate": _enumerate,
    "builtins.zip": _zip,
    "builtins.filter": _filter,
    "builtins.map": _map,
    "builtins.getattr": _getattr,
    "builtins.super": _super,
    "builtins.type": _type,
    "builtins.int": _of(INT),
    "builtins.len": _of(INT),
    "builtins.float": _of(FLOAT),
    "builtins.bool": _of(BOOL),
    "builtins.isinstance": _of(BOOL),
    "builtins.abs": _of(FLOAT),
    "builtins.round": _of(FLOAT),
    "builtins.sum": lambda r, n, p: (Instance(FLOAT),),
    **dict.fromkeys(("builtins.str", "builtins.repr", "builtins.format", "json.dumps"), _of(STR)),
    "dataclasses.asdict": _of(DICT),
    "dataclasses.astuple": _of(TUPLE),
    "contextlib.closing": lambda r, n, p: (Instance(CONTEXT_MANAGER, (_first(r, n, p),)),),
    "contextlib.nullcontext": lambda r, n, p: (Instance(CONTEXT_MANAGER, (_first(r, n, p),)),),
    "contextlib.aclosing": lambda r, n, p: (Instance(CONTEXT_MANAGER, (_first(r, n, p),)),),
    "asyncio.gather": _gather,
    "asyncio.run": _run,
    **dict.fromkeys(("copy.copy", "copy.deepcopy", "copy.replace", "dataclasses.replace"), _first),
    **dict.fromkeys((f"asyncio.{name}" for name in ("wait_for", "shield", "create_task", "ensure_future")), _first),
    **dict.fromkeys(("asyncio.as_completed", "concurrent.futures.as_completed"), _as(ITERATOR)),
    "asyncio.to_thread": _to_thread,
    **dict.fromkeys(mocks.NAMES, mocks.made),
    "unittest.mock.create_autospec": mocks.autospecced,
    "importlib.import_module": _import_module,
    "builtins.__import__": _builtin_import,
}
