"""Type expressions as normalised strings: canonical names, `X | None`, no strings, no aliases, no type variables."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from dataclasses import dataclass, field

from .package import Module, Package
from .shapes import is_sdk

ANY = "typing.Any"

_GENERIC = frozenset({"dict", "frozenset", "list", "set", "tuple", "type"})
_BUILTIN = frozenset(dir(builtins))

_ABSTRACT = (
    "AsyncGenerator",
    "AsyncIterable",
    "AsyncIterator",
    "Awaitable",
    "Callable",
    "Collection",
    "Coroutine",
    "Generator",
    "Iterable",
    "Iterator",
    "Mapping",
    "MutableMapping",
    "MutableSequence",
    "Sequence",
)
_RENAMED = {
    f"typing.{old}": new
    for old, new in {
        "List": "list",
        "Dict": "dict",
        "Set": "set",
        "FrozenSet": "frozenset",
        "Tuple": "tuple",
        "Type": "type",
        "Text": "str",
        "ContextManager": "contextlib.AbstractContextManager",
        "AsyncContextManager": "contextlib.AbstractAsyncContextManager",
        **{name: f"collections.abc.{name}" for name in _ABSTRACT},
    }.items()
} | {"typing_extensions.Self": "typing.Self", "typing_extensions.Literal": "typing.Literal"}

#: Wrappers that say something about a name, not about its type.
_TRANSPARENT = frozenset(
    f"{home}.{name}"
    for home in ("typing", "typing_extensions")
    for name in ("Annotated", "ClassVar", "Final", "Required", "NotRequired", "ReadOnly")
) | {"dataclasses.InitVar"}

_VARIABLES = frozenset({"typing.TypeVar", "typing_extensions.TypeVar", "typing.ParamSpec"})


def bounds(type_params: Sequence[ast.type_param]) -> dict[str, ast.expr | None]:
    """The declared type parameters by name, each with its bound."""
    return {
        param.name: param.bound if isinstance(param, ast.TypeVar) else None
        for param in type_params
        if isinstance(param, ast.TypeVar | ast.ParamSpec | ast.TypeVarTuple)
    }


@dataclass
class Place:
    """Where a type expression stands: its module, the type variables in force, the class.

    A function's type variable stands for its bound; a class's own keeps its name (its bound here is `...`).
    """

    package: Package
    module: Module
    variables: dict[str, ast.expr | None] = field(default_factory=dict)
    self_type: str | None = None

    def within(self, type_params: Sequence[ast.type_param], self_type: str | None = None) -> Place:
        """The place inside a function, or a class (told by its `self_type`), that declares type parameters."""
        variables = dict(self.variables)
        for name, bound in bounds(type_params).items():
            variables[name] = bound if self_type is None else ast.Constant(...)
        return Place(self.package, self.module, variables, self_type or self.self_type)


def type_text(node: ast.expr | None, place: Place, depth: int = 8) -> str | None:
    """The normalised text of a type expression; None if there is none or it says nothing."""
    if node is None:
        return None
    try:
        text = _text(node, place, depth)
    except _NotATypeError:
        return None
    return None if text == ANY else text


class _NotATypeError(Exception):
    """The expression is none that a type checker would take."""


def _text(node: ast.expr, place: Place, depth: int) -> str:
    match node:
        case ast.Constant(value=None):
            return "None"
        case ast.Constant(value=str(source)):
            return _text(ast.parse(source.strip(), mode="eval").body, place, depth)
        case ast.Constant(value=value) if value is ...:
            return "..."
        case ast.Name(id=name) if name in place.variables:
            bound = place.variables[name]
            if isinstance(bound, ast.Constant) and bound.value is ...:
                return name
            return ANY if bound is None else _text(bound, place, depth)
        case ast.Name() | ast.Attribute():
            return _named(node, place, depth)
        case ast.Subscript():
            return _subscript(node, place, depth)
        case ast.BinOp(op=ast.BitOr()):
            return _union([_text(node.left, place, depth), _text(node.right, place, depth)])
        case ast.List(elts=elements):
            return "[" + ", ".join(_text(element, place, depth) for element in elements) + "]"
    raise _NotATypeError


def _union(parts: list[str]) -> str:
    """`A | B` without repeats; Any swallows the rest."""
    flat: list[str] = []
    for part in parts:
        for one in _split_union(part):
            if one == ANY:
                return ANY
            if one not in flat:
                flat.append(one)
    return " | ".join(flat)


def _split_union(text: str) -> list[str]:
    """The parts of a union text, split at the bars outside of brackets and quotes."""
    parts, start, level, quoted = [], 0, 0, False
    for position, character in enumerate(text):
        if character == "'":
            quoted = not quoted
        elif quoted:
            continue
        elif character == "[":
            level += 1
        elif character == "]":
            level -= 1
        elif character == "|" and level == 0:
            parts.append(text[start:position].strip())
            start = position + 1
    parts.append(text[start:].strip())
    return parts


def _named(node: ast.expr, place: Place, depth: int) -> str:
    named = place.package.named(place.module, node)
    if named is None:
        raise _NotATypeError
    named = _RENAMED.get(named, named)
    if named == "typing.Self":
        return place.self_type or ANY
    if not is_sdk(named):
        return named.removeprefix("builtins.")
    expanded = _expand(named, place, depth)
    return named if expanded is None else expanded


def _expand(dotted: str, place: Place, depth: int) -> str | None:
    """The text of an SDK type alias or the bound of an SDK type variable; None for anything else."""
    module, rest = place.package.split(dotted)
    binding = module.scope.bindings.get(rest) or module.scope.typing_only.get(rest) if module else None
    if module is None or binding is None or binding.value is None:
        return None
    if depth == 0:
        return ANY
    value, inner = binding.value, Place(place.package, module)
    if isinstance(value, ast.Call):
        if place.package.named(module, value.func) not in _VARIABLES:
            return None
        bounds = [keyword.value for keyword in value.keywords if keyword.arg == "bound"]
        return _text(bounds[0], inner, depth - 1) if bounds else ANY
    if is_type_expression(value, inner) or binding.kind == "type":
        return _text(value, inner, depth - 1)
    return None


def is_type_expression(node: ast.expr | None, place: Place) -> bool:
    """Whether an assigned value is plainly a type: `dict[str, Any]`, `A | B`, `Literal[...]`."""
    match node:
        case ast.Subscript(value=ast.Name() | ast.Attribute() as base):
            named = place.package.named(place.module, base) or ""
            named = _RENAMED.get(named, named)
            return named.startswith(("typing.", "collections.abc.")) or named in _GENERIC
        case ast.BinOp(op=ast.BitOr()):
            return all(
                is_type_expression(side, place)
                or (isinstance(side, ast.Constant) and side.value is None)
                or (isinstance(side, ast.Name) and side.id in _BUILTIN)
                for side in (node.left, node.right)
            )
    return False


def _subscript(node: ast.Subscript, place: Place, depth: int) -> str:
    base = _text(node.value, place, depth)
    arguments = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
    if base in {"typing.Literal"}:
        return "typing.Literal[" + ", ".join(ast.unparse(argument) for argument in arguments) + "]"
    if base in _TRANSPARENT:
        return _text(arguments[0], place, depth)
    if base == "typing.Optional":
        return _union([_text(arguments[0], place, depth), "None"])
    if base == "typing.Union":
        return _union([_text(argument, place, depth) for argument in arguments])
    return f"{base}[" + ", ".join(_text(argument, place, depth) for argument in arguments) + "]"


def value_type(node: ast.expr | None, place: Place, known: dict[str, str | None] | None = None) -> str | None:
    """The type of an assigned value where it is evident: a constant, a display, a call of a class, a parameter."""
    match node:
        case ast.Constant(value=bool() | int() | float() | str() | bytes() as value):
            return type(value).__name__
        case ast.JoinedStr():
            return "str"
        case ast.List() | ast.ListComp():
            return "list"
        case ast.Dict() | ast.DictComp():
            return "dict"
        case ast.Set() | ast.SetComp():
            return "set"
        case ast.Name(id=name) if known and name in known:
            return known[name]
        case ast.Call(func=ast.Name() | ast.Attribute() as function):
            named = place.package.named(place.module, function)
            found = place.package.definition(named) if named else None
            if found and isinstance(found[1], ast.ClassDef):
                return named
    return None
