"""The SDK as the resolver sees it: classes, members and signatures of every release, from `api.surface`."""

from __future__ import annotations

import ast

from osmosis_lint.semantics import type_expressions
from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import AWAITABLE, External, Instance, SdkClass, SdkFunction, SdkModule, Types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from osmosis_lint.api.surface import Surface, Symbol
    from osmosis_lint.semantics.resolver import Resolver

# The SDK's configs take any keyword, so their fields are what they were built with.
_CONFIG_BASE = "osmosis_ai.rollout.types.config.BaseConfig"
_CALLABLE = frozenset(("function", "method", "classmethod", "staticmethod"))


class Sdk:
    """Qualified names to values. `aliases` are names that no release had, with what they stand for."""

    def __init__(self, surface: Surface, aliases: Mapping[str, str]) -> None:
        self.surface = surface
        self.aliases = aliases
        self._bases: dict[str, tuple[str, ...]] = {}
        self._parsed: dict[str, ast.expr | None] = {}
        self._place: Place | None = None

    def symbol(self, qualname: str) -> Symbol | None:
        """The record of a qualified name, aliases followed to the definition."""
        return self.surface.resolve(self.aliases.get(qualname, qualname))

    def value(self, qualname: str) -> Types:
        """What a qualified name of the SDK stands for."""
        symbol = self.symbol(qualname)
        if symbol is None:
            return ()
        if symbol.kind == "module":
            return (SdkModule(qualname),)
        if symbol.kind == "class":
            return (SdkClass(symbol.qualname),)
        if symbol.kind in _CALLABLE:
            return (SdkFunction(symbol.qualname),)
        return ()

    def constant(self, resolver: Resolver, qualname: str) -> Types:
        """What a variable of an SDK module holds, such as the context variable of the rollout."""
        symbol = self.symbol(qualname)
        return self.typed(resolver, symbol.type, (), "") if symbol is not None and symbol.kind == "attribute" else ()

    def bases(self, qualname: str) -> tuple[str, ...]:
        """The SDK ancestors of an SDK class, nearest first."""
        known = self._bases.get(qualname)
        if known is not None:
            return known
        self._bases[qualname] = ()
        out: dict[str, None] = {}
        symbol = self.symbol(qualname)
        for base in symbol.bases if symbol is not None else ():
            target = self.symbol(base)
            if target is not None and target.kind == "class":
                out[target.qualname] = None
                out.update(dict.fromkeys(self.bases(target.qualname)))
        result = self._bases[qualname] = tuple(out)
        return result

    def foreign_bases(self, qualname: str) -> tuple[str, ...]:
        """The bases of an SDK class that other libraries define."""
        symbol = self.symbol(qualname)
        return tuple(base for base in symbol.bases if not base.startswith("osmosis_ai.")) if symbol is not None else ()

    def member(self, qualname: str, name: str) -> tuple[Symbol, str] | None:
        """The record of a member of an SDK class or of its SDK bases, and the class that defines it."""
        for owner in (qualname, *self.bases(qualname)):
            symbol = self.symbol(owner)
            if symbol is not None and name in symbol.members:
                return symbol.members[name], symbol.qualname
        return None

    def has_member(self, qualname: str, name: str) -> bool:
        """Whether some release had the member."""
        return self.member(qualname, name) is not None

    def star_exports(self, module: str, name: str) -> bool:
        """Whether `from module import *` binds the name in some release."""
        return name in self.surface.ever_starred(module)

    def class_attribute(self, cls: SdkClass, name: str) -> Types:
        """The value of an attribute read from the class itself."""
        found = self.member(cls.qualname, name)
        if found is None:
            return ()
        symbol, owner = found
        if symbol.kind in _CALLABLE:
            return (SdkFunction(f"{owner}.{name}", cls.qualname),)
        return (Instance(cls),) if name.isupper() else ()

    def instance_attribute(self, resolver: Resolver, cls: SdkClass, name: str, receiver: Instance) -> Types:
        """The value of an attribute read from an object."""
        found = self.member(cls.qualname, name)
        if found is None:
            return self._extra_field(resolver, cls, name) or tuple(
                Instance(External(f"{base}.{name}"))
                for base in self.foreign_bases(cls.qualname)
                # These bring no members of their own: what else the class derives from is asked next.
                if base.partition(".")[0] not in ("abc", "typing")
            )
        symbol, owner = found
        if symbol.kind in _CALLABLE:
            return (SdkFunction(f"{owner}.{name}", cls.qualname, bound=True),)
        return self.typed(resolver, symbol.type, receiver.args, owner)

    def _extra_field(self, resolver: Resolver, cls: SdkClass, name: str) -> Types:
        """A field that a config object was built with."""
        if _CONFIG_BASE not in (cls.qualname, *self.bases(cls.qualname)):
            return ()
        return resolver.config_field(name, _CONFIG_BASE)

    def typed(self, resolver: Resolver, type_text: str | None, arguments: tuple[Types, ...], owner: str) -> Types:
        """The values that a recorded type expression describes."""
        if not type_text:
            return ()
        if type_text == "Self":
            return (Instance(SdkClass(owner)),)
        if self._place is None:
            self._place = resolver.sdk_place()
        variables = self._variables(owner)
        if variables and any(name in type_text for name in variables):
            node = _parse(type_text)
            for position, (name, bound) in enumerate(variables.items()):
                given = arguments[position] if position < len(arguments) else ()
                classes: Types = tuple(value.cls for value in given if isinstance(value, Instance))
                for item in ast.walk(node) if node is not None else ():
                    if isinstance(item, ast.Name) and item.id == name:
                        resolver.declare(item, classes or (self.value(bound) if bound else ()))
            return type_expressions.types(resolver, node, self._place)
        if type_text not in self._parsed:
            self._parsed[type_text] = _parse(type_text)
        return type_expressions.types(resolver, self._parsed[type_text], self._place)

    def _variables(self, owner: str) -> dict[str, str | None]:
        symbol = self.symbol(owner) if owner else None
        return symbol.variables if symbol is not None else {}

    def method_parameter(self, qualname: str, method: str, name: str, index: int | None) -> str | None:
        """The recorded type of a parameter of an SDK method, by position in the signature (the object
        included) or by name; None when the class has no such method or parameter."""
        found = self.member(qualname, method)
        if found is None or found[0].parameters is None:
            return None
        for item in found[0].parameters.values():
            if item.position == index - 1 if index is not None else item.name == name:
                return item.type or ""
        return None

    def result(self, resolver: Resolver, function: SdkFunction) -> Types:
        """What calling an SDK function gives."""
        symbol = self.symbol(function.qualname)
        if symbol is None:
            return ()
        found = self.typed(resolver, symbol.type, (), function.owner)
        return (Instance(AWAITABLE, (found,)),) if symbol.is_async else found


def _parse(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return None
