"""Static reading: the shapes of one release's public names, from its source alone."""

from __future__ import annotations

import ast

from .annotations import Place, is_type_expression, type_text, value_type
from .classes import class_shape
from .functions import function_shape
from .package import Binding, Module, Package
from .shapes import Shape, is_public, is_recorded_module, is_sdk


def read_package(package: Package) -> dict[str, Shape]:
    """The recorded modules of a package by dotted name."""
    return {
        name: _module_shape(package, module) for name, module in package.modules.items() if is_recorded_module(name)
    }


def _module_shape(package: Package, module: Module) -> Shape:
    shape = Shape("module", exports=module.scope.exports)
    for name, binding in module.scope.bindings.items():
        if is_public(name):
            member = _name_shape(package, module, name, binding)
            if member is not None:
                shape.members[name] = member
    return shape


def _name_shape(package: Package, module: Module, name: str, binding: Binding) -> Shape | None:
    """The shape of one name that a module binds; None if there is nothing to record."""
    path = f"{module.name}.{name}"
    place = Place(package, module)
    source = package.source(module, binding)
    if source is not None:
        plain = binding.kind == "import" and not binding.from_import
        target = package.canonical(source, plain)
        if target == path:
            return None
        return Shape("alias" if is_sdk(target) else "foreign", target=target)
    match binding.node:
        case ast.ClassDef():
            return class_shape(package, path)
        case ast.FunctionDef() | ast.AsyncFunctionDef() as node:
            return function_shape(node, place)
    if binding.kind == "declared":
        return None
    if binding.kind == "type" or is_type_expression(binding.value, place):
        return Shape("type", type=type_text(binding.value, place))
    evident = type_text(binding.annotation, place) or value_type(binding.value, place)
    return Shape("attribute", type=evident)
