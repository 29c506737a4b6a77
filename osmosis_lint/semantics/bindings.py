"""The values that bindings give their names, by kind of binding."""

from __future__ import annotations

import ast

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.semantics import calls, narrowing, parameters, type_expressions
from osmosis_lint.semantics.expressions import fields
from osmosis_lint.semantics.scopes import Binding, Place
from osmosis_lint.semantics.values import (
    DICT,
    FLOAT,
    INT,
    LIST,
    SET,
    STR,
    TUPLE,
    External,
    Instance,
    ProjectClass,
    ProjectFunction,
    ProjectModule,
    ProjectNamespace,
    SdkModule,
    Types,
    Value,
    element,
    known_among,
    union,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from osmosis_lint.semantics.resolver import Resolver


def unpacked(resolver: Resolver, types: Types, path: tuple[int, ...]) -> Types:
    """What a target at `path` of a tuple target receives from the values."""
    for index in path:
        found: list[Types] = []
        for value in types:
            row = fields(resolver, value)
            if row and 0 <= index < len(row):
                found.append(row[index])
            if not isinstance(value, Instance) or not value.args:
                continue
            if index == -1:
                found.append((Instance(LIST, (element((value,)),)),))
            elif value.cls == TUPLE:
                if index < len(value.args):
                    found.append(value.args[index])
            else:
                found.append(value.args[0])
        types = union(*found)
    return types


def _assigned(resolver: Resolver, binding: Binding) -> Types:
    node, path = binding.node, binding.unpack
    # As far as the value is written out, its parts are told apart.
    while path and path[0] >= 0 and isinstance(node, (ast.Tuple, ast.List)) and path[0] < len(node.elts):
        if any(isinstance(item, ast.Starred) for item in node.elts[: path[0] + 1]):
            break
        node, path = node.elts[path[0]], path[1:]
    return unpacked(resolver, resolver.infer(node, resolver.place_of(binding)), path)


def _augmented(resolver: Resolver, binding: Binding) -> Types:
    """What `name += value` and its like make of a container or a number; of anything else nothing is known."""
    stmt = binding.stmt
    if not isinstance(stmt, ast.AugAssign) or not isinstance(stmt.target, ast.Name):
        return ()
    place = resolver.place_of(binding)
    added = resolver.infer(stmt.value, place)
    out: list[Value] = []
    for value in resolver.name(binding.name, place):
        if not isinstance(value, Instance):
            continue
        if value.cls == DICT and isinstance(stmt.op, ast.BitOr):
            every = [item for item in (value, *added) if isinstance(item, Instance) and item.cls == DICT]
            rows = [item.args for item in every if any(item.args)]
            out.append(Instance(DICT, (union(*[row[0] for row in rows]), known_among([row[-1] for row in rows]))))
        elif value.cls in (LIST, SET) and isinstance(stmt.op, (ast.Add, ast.BitOr)):
            held = [element((value,))] if any(value.args) else []
            out.append(Instance(value.cls, (known_among([*held, calls.iterated(resolver, added)]),)))
        elif value.cls in (LIST, SET, STR, INT, FLOAT):
            out.append(value)
    return tuple(out)


# Annotations that say nothing of the type when they stand alone.
_QUALIFIERS = frozenset(
    External(f"{module}.{name}") for module in ("typing", "typing_extensions") for name in ("Final", "ClassVar")
)


def _annotated(resolver: Resolver, binding: Binding) -> Types:
    place = resolver.place_of(binding)
    declared = type_expressions.types(resolver, binding.annotation, place)
    if declared and not all(isinstance(item, Instance) and item.cls in _QUALIFIERS for item in declared):
        return declared
    return resolver.infer(binding.node, place)


def _iterated(resolver: Resolver, binding: Binding) -> Types:
    return unpacked(
        resolver, calls.iterated(resolver, resolver.infer(binding.node, resolver.place_of(binding))), binding.unpack
    )


def _comprehended(resolver: Resolver, binding: Binding) -> Types:
    generator = binding.node
    scope = binding.scope
    generators = scope.node.generators  # type: ignore[attr-defined]
    outer = Place(scope.parent or scope, binding.stmt)
    place = outer if generator is generators[0] else outer.inside(scope)
    return unpacked(resolver, calls.iterated(resolver, resolver.infer(generator.iter, place)), binding.unpack)  # type: ignore[union-attr]


def _entered(resolver: Resolver, binding: Binding) -> Types:
    types = resolver.infer(binding.node, resolver.place_of(binding))
    is_async = isinstance(binding.stmt, ast.AsyncWith)
    return unpacked(resolver, calls.entered(resolver, types, is_async=is_async), binding.unpack)


def _imported(resolver: Resolver, binding: Binding) -> Types:
    stmt, alias = binding.stmt, binding.node
    module = binding.scope.module
    assert isinstance(alias, ast.alias)
    if isinstance(stmt, ast.ImportFrom):
        source = resolver.imported_module(module, stmt)
        if isinstance(source, ProjectModule) and source.module is module and not module.is_package:
            return ()
        if source is not None:
            found = resolver.attribute(source, alias.name, resolver.place_of(binding))
            if found or isinstance(source, (SdkModule, ProjectNamespace)):
                return found
        if stmt.level:
            path = f"{stmt.module}.{alias.name}" if stmt.module else alias.name
            value = resolver.project.relative_value(module, stmt.level, path)
            return (value,) if value is not None else ()
        return ()
    if alias.asname:
        return (resolver.project.import_value(module, alias.name),)
    head = alias.name.partition(".")[0]
    if head == SDK_PACKAGE:
        return (SdkModule(head),)
    return (resolver.project.import_value(module, head),)


def _class(resolver: Resolver, binding: Binding) -> Types:
    return (ProjectClass(binding.scope.module.scopes.by_node[binding.node]),)  # type: ignore[index]


def _function(resolver: Resolver, binding: Binding) -> Types:
    return (ProjectFunction(binding.scope.module.scopes.by_node[binding.node]),)  # type: ignore[index]


def _matched(resolver: Resolver, binding: Binding) -> Types:
    return narrowing.captured(resolver, binding)


def _type_parameter(resolver: Resolver, binding: Binding) -> Types:
    bound = getattr(binding.node, "bound", None)
    return resolver.infer(bound, Place(binding.scope, None)) if bound is not None else ()


def _type_alias(resolver: Resolver, binding: Binding) -> Types:
    return resolver.infer(binding.node, resolver.place_of(binding))


def default_of(binding: Binding) -> ast.expr | None:
    """The default of a parameter that is no constant."""
    arguments = binding.scope.parameters()
    if arguments is None:
        return None
    positional = arguments.posonlyargs + arguments.args
    pairs = [
        *zip(reversed(positional), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    found = next((default for argument, default in pairs if argument is binding.node), None)
    return None if isinstance(found, ast.Constant) else found


HANDLERS: dict[str, Callable[[Resolver, Binding], Types]] = {
    "assign": _assigned,
    "annotation": _annotated,
    "walrus": _assigned,
    "augmented": _augmented,
    "for": _iterated,
    "comprehension": _comprehended,
    "with": _entered,
    "import": _imported,
    "class": _class,
    "function": _function,
    "parameter": parameters.types,
    "match": _matched,
    "type_parameter": _type_parameter,
    "type_alias": _type_alias,
}
