"""The shapes of functions and methods."""

from __future__ import annotations

import ast

from .annotations import Place, type_text
from .shapes import Parameter, Shape

Function = ast.FunctionDef | ast.AsyncFunctionDef

_PROPERTIES = frozenset(
    {
        "property",
        "abc.abstractproperty",
        "functools.cached_property",
        "cached_property",
        "pydantic.computed_field",
    }
)
#: Decorators that leave what a call takes and gives as the `def` says.
_TRANSPARENT = frozenset(
    {
        "abc.abstractmethod",
        "classmethod",
        "staticmethod",
        "typing.override",
        "typing.overload",
        "typing.final",
        "functools.cache",
        "functools.lru_cache",
        "functools.wraps",
        "pydantic.field_validator",
        "pydantic.model_validator",
        "pydantic.field_serializer",
        "pydantic.model_serializer",
    }
)
_MANAGERS = {
    "contextlib.contextmanager": "contextlib.AbstractContextManager",
    "contextlib.asynccontextmanager": "contextlib.AbstractAsyncContextManager",
}


def decorator_names(node: Function | ast.ClassDef, place: Place) -> list[str]:
    """The canonical names of the decorators; empty text for one that is no plain name."""
    names = []
    for decorator in node.decorator_list:
        function = decorator.func if isinstance(decorator, ast.Call) else decorator
        names.append(place.package.named(place.module, function) or "")
    return names


def function_shape(node: Function, place: Place, in_class: bool = False) -> Shape:
    """The shape of a `def`, as a function or as a member of a class."""
    decorators = decorator_names(node, place)
    place = place.within(node.type_params)
    returns = type_text(node.returns, place)
    for manager, result in _MANAGERS.items():
        if manager in decorators:
            return Shape(
                _kind(decorators, in_class),
                type=_managed(returns, result),
                parameters=parameters(node, place, in_class and "staticmethod" not in decorators),
            )
    if in_class and any(name in _PROPERTIES for name in decorators):
        return Shape("property", type=returns, is_async=isinstance(node, ast.AsyncFunctionDef))
    if any(name not in _TRANSPARENT for name in decorators):
        returns = None
    return Shape(
        _kind(decorators, in_class),
        type=returns,
        is_async=isinstance(node, ast.AsyncFunctionDef) and not _yields(node),
        parameters=parameters(node, place, in_class and "staticmethod" not in decorators),
    )


def _kind(decorators: list[str], in_class: bool) -> str:
    if not in_class:
        return "function"
    for kind in ("classmethod", "staticmethod"):
        if kind in decorators:
            return kind
    return "method"


def _managed(returns: str | None, result: str) -> str | None:
    """The type that a context manager function gives, from the iterator type its `def` states."""
    if returns is None or "[" not in returns:
        return None
    yielded = returns.partition("[")[2].rpartition("]")[0]
    if "Generator" in returns.partition("[")[0]:
        yielded = yielded.partition(",")[0]
    return f"{result}[{yielded}]"


def _yields(node: Function) -> bool:
    """Whether the function itself (not one nested in it) yields."""
    pending: list[ast.AST] = list(node.body)
    while pending:
        inner = pending.pop()
        if isinstance(inner, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending.extend(ast.iter_child_nodes(inner))
    return False


def parameters(node: Function, place: Place, bound: bool) -> dict[str, Parameter]:
    """The parameters that a caller can give; the first one is left out when `bound` to an instance or class."""
    arguments = node.args
    by_position = [*arguments.posonlyargs, *arguments.args]
    without_default = len(by_position) - len(arguments.defaults)
    found: dict[str, Parameter] = {}
    for index, argument in enumerate(by_position):
        if bound and index == 0:
            continue
        placement = str(index - 1 if bound else index)
        placement += "/" if index < len(arguments.posonlyargs) else ""
        placement += "!" if index < without_default else ""
        found[argument.arg] = Parameter(placement, type_text(argument.annotation, place))
    if arguments.vararg:
        found[arguments.vararg.arg] = Parameter("*", type_text(arguments.vararg.annotation, place))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found[argument.arg] = Parameter("k!" if default is None else "k", type_text(argument.annotation, place))
    if arguments.kwarg:
        found[arguments.kwarg.arg] = Parameter("**", type_text(arguments.kwarg.annotation, place))
    return found
