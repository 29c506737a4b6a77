"""What a name, an attribute or any other expression refers to.

`Resolver.infer` takes an expression and its place and gives the values it may have. It follows
bindings, imports (also into other files of the project), classes and calls; it never guesses: what
it cannot follow is an empty tuple. Results are remembered per expression.
"""

from __future__ import annotations

import ast
import builtins

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.semantics import bindings, call_sites, calls, expressions, fillings, generics, parameters
from osmosis_lint.semantics.modules import Module, Project
from osmosis_lint.semantics.scopes import Binding, Place, Scope
from osmosis_lint.semantics.sdk import Sdk
from osmosis_lint.semantics.values import (
    STR,
    External,
    Instance,
    Literal,
    ProjectClass,
    ProjectFunction,
    ProjectModule,
    ProjectNamespace,
    SdkClass,
    SdkModule,
    Super,
    Types,
    Value,
    union,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from osmosis_lint.semantics.arguments import Call, Keyword

_BUILTINS = frozenset(dir(builtins))
# Chains of inference longer than this are given up; real code needs fewer than ten steps.
_MAX_DEPTH = 60
# One question may look at this many expressions; real ones need a few hundred at the most.
_MAX_STEPS = 20_000
# Ancestors of one class that are kept; the SDK's own are never dropped.
_MAX_CLASSES = 64


class Resolver:
    """Answers for all modules of one run. `sdk` is what is known of the SDK itself."""

    def __init__(self, project: Project, sdk: Sdk) -> None:
        self.project = project
        self.sdk = sdk
        self._known: dict[ast.AST, Types] = {}
        self._bound: dict[Binding, Types] = {}
        self._active: set[object] = set()
        # The module under check.
        self.module: Module | None = None
        self._depth = 0
        self._cuts = 0
        self._steps = 0
        self._provisional: dict[object, Types] = {}
        self._mro: dict[Scope, tuple[Value, ...]] = {}
        # What type parameters stand for, while the annotation of an object's own member is read.
        self.type_arguments: dict[str, Types] = {}
        self.known_calls: dict[tuple[Module, str], list[tuple[ast.Call, Place]]] = {}
        # The type variables of generic functions.
        self.known_variables: dict[Scope, tuple[str, ...]] = {}
        self.known_changes: dict[tuple[Scope, tuple[str, ...]], tuple[list[Keyword], set[str]]] = {}
        # For a function: the call that gets its `**` parameter untouched.
        self.known_forwards: dict[Scope, Call | None] = {}
        self.known_handings: dict[tuple[Module, str], list[tuple[ast.Call, Place, int]]] = {}
        self.known_fillings: dict[tuple[Scope, str], Types] = {}
        # Whether a binding does not happen with the target installed; who knows of targets says so.
        self.excludes: Callable[[Resolver, Binding], bool] = lambda resolver, binding: False
        # For a lambda or comprehension argument: the call it was passed to.
        self.lambda_calls: dict[ast.Lambda, tuple[ast.Call, Place]] = {}

    # Expressions

    def infer(self, node: ast.AST | None, place: Place) -> Types:
        """The values `node` may have at `place`; empty when unknown."""
        if node is None:
            return ()
        known = self._known.get(node)
        if known is None and self._provisional:
            known = self._provisional.get(node)
        if known is not None:
            return known
        handler = expressions.HANDLERS.get(node.__class__)
        if handler is None:
            return ()
        if node in self._active or self._depth > _MAX_DEPTH or self._steps > _MAX_STEPS:
            self._cuts += 1
            return ()
        cuts = self._cuts
        self._active.add(node)
        self._depth += 1
        self._steps += 1
        try:
            result: Types = handler(self, node, place)
        finally:
            self._depth -= 1
            self._active.discard(node)
        self._remember(self._known, node, result, cuts)
        return result

    def _remember(self, kept: dict[Any, Types], key: object, result: Types, cuts: int) -> None:
        """Keep a result. "Unknown" found while a cycle was cut may be known when asked from elsewhere, so it
        is kept only until the question that is being answered has its answer."""
        if result or cuts == self._cuts or not self._depth:
            kept[key] = result
        else:
            self._provisional[key] = result
        if not self._depth:
            self._provisional.clear()
            self._steps = 0

    def guarded(self, key: object, compute: Callable[..., Types], *args: object) -> Types:
        """Run `compute(*args)` unless it is already running for `key`; then nothing is known."""
        if key in self._active or self._depth > _MAX_DEPTH:
            self._cuts += 1
            return ()
        self._active.add(key)
        self._depth += 1
        try:
            return compute(*args)
        finally:
            self._depth -= 1
            self._active.discard(key)

    def declare(self, node: ast.AST, types: Types) -> None:
        """Say what an expression is (one that the source does not hold)."""
        self._known[node] = types

    def sdk_place(self) -> Place:
        """A place where only the SDK's own qualified names and the builtins are known."""
        text = f"import {SDK_PACKAGE}, typing, collections.abc, contextlib, contextvars, asyncio, pathlib"
        return Place(Module(self.project, "", text, ast.parse(text)).scopes.root, None)

    def config_field(self, name: str, base: str) -> Types:
        """What the file under check, and those it imports, pass for the keyword `name` when they build a `base`."""
        found: list[Types] = []
        for module in self.near_modules():
            for call, place in call_sites.calls_with_keyword(self, module, name):
                for value in self.infer(call.func, place):
                    if self.is_subclass(value, base):
                        found.append(self.infer(calls.argument(call, name, None), place))
        return union(*found)

    def near_modules(self) -> list[Module]:
        """The module under check and the project modules it imports directly."""
        if self.module is None:
            return []
        out: dict[Module, None] = {self.module: None}
        for stmt, _ in self.module.scopes.imports:
            if isinstance(stmt, ast.ImportFrom):
                sources = [self.imported_module(self.module, stmt)]
                if isinstance(sources[0], ProjectModule) and sources[0].module.is_package:
                    place = Place(sources[0].module.scopes.root, None)
                    for alias in stmt.names:
                        sources += self.attribute(sources[0], alias.name, place)
            else:
                sources = [self.project.import_value(self.module, alias.name) for alias in stmt.names]
            for source in sources:
                if isinstance(source, ProjectModule):
                    out[source.module] = None
        return list(out)

    # Names

    def bindings(self, name: str, place: Place) -> tuple[list[Binding], Scope | None]:
        """The bindings a name read at `place` may see, and the scope that holds them."""
        scope: Scope | None = place.scope
        stmt = place.stmt
        start = True
        inner: Scope = place.scope
        while scope is not None:
            if scope.kind in ("lambda", "comprehension"):
                if name in scope.bindings:
                    return scope.bindings[name], scope
                scope = scope.parent
                continue
            visible = start or scope.kind != "class"
            if not visible:
                # Of a class body, the functions inside see the type parameters (PEP 695) and nothing else.
                own = [item for item in scope.bindings.get(name, ()) if item.kind == "type_parameter"]
                if own:
                    return own, scope
            start = False
            if name in scope.global_names:
                root = scope.module.scopes.root
                found = scope.module.flow.reaching(name, root, None)
                return scope.module.flow.rebound(name, scope, stmt, found), root
            if visible and name in scope.bindings and name not in scope.nonlocal_names:
                here = stmt if stmt is not None and self._scope_of(stmt, scope) else None
                found = scope.module.flow.reaching(name, scope, here)
                if len(found) > 1 and name in place.scope.nonlocal_names:
                    found = scope.module.flow.rebound(name, place.scope, stmt, found)
                elif len(found) > 1 and here is None and scope.kind == "function" and inner is not scope:
                    found = scope.module.flow.seen_from(name, scope, inner.stmt, found)
                # A class body falls back to the names around it until its own binding has happened.
                if found or scope.kind != "class":
                    return found, scope
            inner, scope = scope, scope.parent
        return [], None

    @staticmethod
    def _scope_of(stmt: ast.stmt, scope: Scope) -> bool:
        position = scope.module.scopes.positions.get(stmt)
        return position is not None and position.scope is scope

    def name(self, name: str, place: Place) -> Types:
        """The values of a plain name."""
        found, scope = self.bindings(name, place)
        if len(found) == 1:
            return self.binding(found[0])
        if scope is not None:
            types = union(*[self.binding(binding) for binding in found])
            if len(types) > 1 and any(value.__class__ is SdkClass for value in types):
                # Of a class of the SDK and one in its place, each may be for some releases only.
                types = union(*[self.binding(binding) for binding in found if not self._is_excluded(binding)])
            return types
        starred = self.star_import(place.scope.module, name)
        if starred:
            return starred[0]
        if name in _BUILTINS:
            return (External(f"builtins.{name}"),)
        return ()

    def _is_excluded(self, binding: Binding) -> bool:
        key = ("excluded", binding)
        if key in self._active:
            return False
        self._active.add(key)
        try:
            return self.excludes(self, binding)
        finally:
            self._active.discard(key)

    def star_import(self, module: Module, name: str) -> tuple[Types, str] | None:
        """What a star import of the module makes of a name, and the SDK name it then stands for."""
        for stmt, scope in reversed(module.scopes.imports):
            if not isinstance(stmt, ast.ImportFrom) or stmt.names[0].name != "*" or scope.kind != "module":
                continue
            source = self.imported_module(module, stmt)
            if isinstance(source, External) and self.project.may_bind(module, source.name, name):
                return None
            if isinstance(source, SdkModule):
                if self.sdk.star_exports(source.name, name):
                    qualname = f"{source.name}.{name}"
                    return self.sdk.value(qualname) or self.sdk.constant(self, qualname), qualname
            elif isinstance(source, ProjectModule) and source.module is not module:
                if not source.module.exports(name):
                    continue
                if name in source.module.scopes.root.bindings:
                    return self.module_attribute(source.module, name), ""
                key = ("star", id(source.module), name)
                if key not in self._active:
                    self._active.add(key)
                    try:
                        found = self.star_import(source.module, name)
                    finally:
                        self._active.discard(key)
                    if found is not None:
                        return found
        return None

    def imported_module(self, module: Module, stmt: ast.ImportFrom) -> Value | None:
        """The module that a `from … import` statement takes its names from."""
        if stmt.level:
            return self.project.relative_value(module, stmt.level, stmt.module or "")
        return self.project.import_value(module, stmt.module or "")

    def binding(self, binding: Binding) -> Types:
        """The values a binding gives its name."""
        known = self._bound.get(binding)
        if known is None and self._provisional:
            known = self._provisional.get(binding)
        if known is not None:
            return known
        handler = bindings.HANDLERS.get(binding.kind)
        if handler is None:
            return ()
        cuts = self._cuts
        result = self.guarded(binding, handler, self, binding)
        self._remember(self._bound, binding, result, cuts)
        return result

    def place_of(self, binding: Binding) -> Place:
        """Where the expression that gives the binding its value stands."""
        return Place(binding.scope, binding.stmt)

    def definitions(self, name: str, place: Place) -> list[Binding]:
        """The bindings behind a name, followed through imports into other project files."""
        found, scope = self.bindings(name, place)
        if scope is None:
            holder = self._holder(place.scope.module, name)
            found = holder.scopes.root.bindings[name] if holder is not None else []
        out: list[Binding] = []
        for binding in found:
            target = self._imported_from(binding) if binding.kind == "import" else None
            if target is None:
                out.append(binding)
            elif ("definition", id(binding)) not in self._active:
                self._active.add(("definition", id(binding)))
                out += self.definitions(target[1], Place(target[0].scopes.root, None))
                self._active.discard(("definition", id(binding)))
        return out

    def _imported_from(self, binding: Binding) -> tuple[Module, str] | None:
        stmt, alias = binding.stmt, binding.node
        if not isinstance(stmt, ast.ImportFrom) or not isinstance(alias, ast.alias):
            return None
        source = self.imported_module(binding.scope.module, stmt)
        holder = self._holder(source.module, alias.name) if isinstance(source, ProjectModule) else None
        return (holder, alias.name) if holder is not None else None

    def _holder(self, module: Module, name: str) -> Module | None:
        """The project module that binds a name which a module has, perhaps through star imports."""
        seen: dict[Module, None] = {module: None}
        for current in (todo := [module]):
            if name in current.scopes.root.bindings:
                return current
            for stmt, scope in current.scopes.imports:
                if isinstance(stmt, ast.ImportFrom) and stmt.names[0].name == "*" and scope.kind == "module":
                    source = self.imported_module(current, stmt)
                    if isinstance(source, ProjectModule) and source.module not in seen and source.module.exports(name):
                        seen[source.module] = None
                        todo.append(source.module)
        return None

    # Attributes

    def attribute(self, value: Value, name: str, place: Place) -> Types:
        """The values of `value.name`."""
        if isinstance(value, Instance):
            return self.instance_attribute(value, name)
        if isinstance(value, SdkModule):
            qualname = f"{value.name}.{name}"
            return self.sdk.value(qualname) or self.sdk.constant(self, qualname)
        if isinstance(value, ProjectModule):
            return self.module_attribute(value.module, name)
        if isinstance(value, ProjectNamespace):
            return (self.project.import_value(value.importer, f"{value.name}.{name}"),)
        if isinstance(value, External):
            return (External(f"{value.name}.{name}"),)
        if isinstance(value, SdkClass):
            return self.sdk.class_attribute(value, name)
        if isinstance(value, ProjectClass):
            return self._from_class(value, name, value, instance=False)
        if isinstance(value, Super):
            bases = self.mro(value.scope)[1:]
            return self._from_bases(bases, name, value.receiver, instance=isinstance(value.receiver, Instance))
        if isinstance(value, Literal) and isinstance(value.value, str):
            return (Instance(External(f"{STR.name}.{name}")),)
        return ()

    def instance_attribute(self, value: Instance, name: str) -> Types:
        """The values of an attribute of an object."""
        cls = value.cls
        if isinstance(cls, SdkClass):
            return self.sdk.instance_attribute(self, cls, name, value)
        if isinstance(cls, ProjectClass):
            return self._from_class(cls, name, value, instance=True)
        if isinstance(cls, External):
            if cls.name == "builtins.super":
                return ()
            return (Instance(External(f"{cls.name}.{name}"), value.args),)
        return ()

    def _from_class(self, cls: ProjectClass, name: str, receiver: Value, *, instance: bool) -> Types:
        return self._from_bases(self.mro(cls.scope), name, receiver, instance=instance)

    def _from_bases(self, bases: tuple[Value, ...], name: str, receiver: Value, *, instance: bool) -> Types:
        for base in bases:
            if isinstance(base, SdkClass):
                held = Instance(base, self._base_arguments(base, receiver))
                if instance:
                    found = self.sdk.instance_attribute(self, base, name, held)
                else:
                    found = self.sdk.class_attribute(base, name)
                if found or self.sdk.has_member(base.qualname, name):
                    return found
            elif isinstance(base, ProjectClass):
                if not self.defines(base.scope, name):
                    continue
                return self.guarded(
                    ("member", id(base.scope), name), self._own_attribute, base.scope, name, receiver, instance
                )
        return ()

    def _base_arguments(self, base: SdkClass, receiver: Value) -> tuple[Types, ...]:
        cls = receiver.cls if isinstance(receiver, Instance) else receiver
        if isinstance(cls, ProjectClass):
            return parameters.type_arguments(self, cls.scope, base)
        return ()

    @staticmethod
    def defines(scope: Scope, name: str) -> bool:
        """Whether a class itself defines the attribute (in its body or on `self`)."""
        return name in scope.bindings or name in scope.attributes

    def _own_attribute(self, scope: Scope, name: str, receiver: Value, instance: bool) -> Types:
        found: list[Types] = []
        if instance:
            held = generics.attribute(self, receiver, scope, name)
            if held:
                return held
        if name in scope.bindings:
            for binding in scope.module.flow.reaching(name, scope, None):
                found.append(self._class_binding(binding, receiver, instance))
        if instance:
            for binding in scope.attributes.get(name, ()):
                if binding.annotation is None or not found:
                    found.append(self.binding(binding))
        if not any(found) and instance:
            found.append(self.constructed_field(scope, name))
        return fillings.filled_attribute(self, scope, name, union(*found))

    def _class_binding(self, binding: Binding, receiver: Value, instance: bool) -> Types:
        if binding.kind != "function":
            return self.binding(binding)
        scope = binding.scope.module.scopes.by_node[binding.node]  # type: ignore[index]
        names = scope.decorator_names()
        if "setter" in names or "deleter" in names:
            # The same property as before, which is read by its first function.
            first = binding.scope.bindings[binding.name][0]
            return self._class_binding(first, receiver, instance) if first is not binding else ()
        if "staticmethod" in names:
            return (ProjectFunction(scope),)
        if "property" in names or "cached_property" in names:
            return calls.function_result(self, ProjectFunction(scope, receiver), None, None) if instance else ()
        if "classmethod" in names:
            owner = receiver.cls if isinstance(receiver, Instance) else receiver
            return (ProjectFunction(scope, owner),)
        return (ProjectFunction(scope, receiver if instance else None),)

    def constructed_field(self, scope: Scope, name: str) -> Types:
        """What constructor calls in the class's own file pass for a declared field (of a generic class: unknown)."""
        if generics.parameters(scope):
            return ()
        return call_sites.keyword_at_calls(self, scope.module, scope.name, name, ProjectClass(scope))

    def module_attribute(self, module: Module, name: str) -> Types:
        """The values of a global name of a project module, or its submodule of that name."""
        root = module.scopes.root
        if name in root.bindings:
            return self.name(name, Place(root, None))
        starred = self.star_import(module, name)
        if starred:
            return starred[0]
        if module.is_package:
            value = self.project.relative_value(module, 1, name)
            if value is not None:
                return (value,)
        return ()

    # Classes

    def mro(self, scope: Scope) -> tuple[Value, ...]:
        """The class and its known bases, depth first; unknown bases are `External` or left out."""
        known = self._mro.get(scope)
        if known is not None:
            return known
        if len(self._active) > _MAX_CLASSES * 4 or ("mro", id(scope)) in self._active:
            return (ProjectClass(scope),)
        self._active.add(("mro", id(scope)))
        out: dict[Value, None] = {ProjectClass(scope): None}
        try:
            place = Place(scope.parent or scope, scope.stmt)
            for base in getattr(scope.node, "bases", ()):
                for value in self.infer(base, place):
                    if isinstance(value, ProjectClass):
                        for item in self.mro(value.scope):
                            out[item] = None
                    elif isinstance(value, (SdkClass, External)):
                        out[value] = None
                        if isinstance(value, SdkClass):
                            for name in self.sdk.bases(value.qualname):
                                out[SdkClass(name)] = None
        finally:
            self._active.discard(("mro", id(scope)))
        # Of a longer line of classes the nearest are kept, and those of the SDK.
        result = tuple(
            value for number, value in enumerate(out) if number < _MAX_CLASSES or isinstance(value, SdkClass)
        )
        self._mro[scope] = result
        return result

    def sdk_bases(self, scope: Scope) -> list[SdkClass]:
        """The SDK classes among the ancestors of a project class."""
        return [value for value in self.mro(scope) if isinstance(value, SdkClass)]

    def is_subclass(self, cls: Value, qualname: str) -> bool:
        """Whether a class value is the SDK class `qualname` or derives from it."""
        if isinstance(cls, SdkClass):
            return cls.qualname == qualname or qualname in self.sdk.bases(cls.qualname)
        if isinstance(cls, ProjectClass):
            return any(isinstance(base, SdkClass) and base.qualname == qualname for base in self.mro(cls.scope))
        return False
