"""What a name, an attribute or any other expression refers to.

`Resolver.infer` takes an expression and its place and gives the values it may have. It follows
bindings, imports (also into other files of the project), classes and calls; it never guesses: what
it cannot follow is an empty tuple. Results are remembered per expression.
"""

from __future__ import annotations

import ast
import builtins

from osmosis_lint.semantics import annotations, calls, narrowing, parameters
from osmosis_lint.semantics.modules import SDK_PACKAGE, Module, Project
from osmosis_lint.semantics.scopes import Binding, Place, Scope
from osmosis_lint.semantics.sdk import Sdk
from osmosis_lint.semantics.values import (
    AWAITABLE,
    BOOL,
    BYTES,
    DICT,
    FLOAT,
    INT,
    ITERATOR,
    LIST,
    NONE,
    SET,
    STR,
    TUPLE,
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
    awaited,
    element,
    union,
    without_none,
)

_BUILTINS = frozenset(dir(builtins))
# Chains of inference longer than this are given up; real code needs fewer than ten steps.
_MAX_DEPTH = 60
_MAX_CLASSES = 64


class Resolver:
    """Answers for all modules of one run. `sdk` is what is known of the SDK itself."""

    def __init__(self, project: Project, sdk: Sdk) -> None:
        self.project = project
        self.sdk = sdk
        self._known: dict[ast.AST, Types] = {}
        self._bound: dict[Binding, Types] = {}
        self._active: set[object] = set()
        self._depth = 0
        self._cuts = 0
        self._mro: dict[Scope, tuple[Value, ...]] = {}
        self.known_calls: dict[tuple[int, str], list[tuple[ast.Call, Place]]] = {}
        # For a lambda or comprehension argument: the call it was passed to.
        self.lambda_calls: dict[ast.Lambda, tuple[ast.Call, Place]] = {}

    # Expressions

    def infer(self, node: ast.AST | None, place: Place) -> Types:
        """The values `node` may have at `place`; empty when unknown."""
        if node is None:
            return ()
        known = self._known.get(node)
        if known is not None:
            return known
        handler = _HANDLERS.get(node.__class__)
        if handler is None:
            return ()
        if node in self._active or self._depth > _MAX_DEPTH:
            self._cuts += 1
            return ()
        cuts = self._cuts
        self._active.add(node)
        self._depth += 1
        try:
            result: Types = handler(self, node, place)
        finally:
            self._depth -= 1
            self._active.discard(node)
        if result or cuts == self._cuts:
            # "Unknown" found while a cycle was cut may be known from elsewhere, so it is not kept.
            self._known[node] = result
        return result

    def guarded(self, key: object, compute: object, *args: object) -> Types:
        """Run `compute(*args)` unless it is already running for `key`; then nothing is known."""
        if key in self._active or self._depth > _MAX_DEPTH:
            self._cuts += 1
            return ()
        self._active.add(key)
        self._depth += 1
        try:
            result: Types = compute(*args)  # type: ignore[operator]
            return result
        finally:
            self._depth -= 1
            self._active.discard(key)

    def declare(self, node: ast.AST, types: Types) -> None:
        """Say what an expression is (one that the source does not hold)."""
        self._known[node] = types

    def sdk_place(self) -> Place:
        """A place where only the SDK's own qualified names and the builtins are known."""
        text = f"import {SDK_PACKAGE}, typing, collections.abc, contextlib, asyncio, pathlib"
        return Place(Module(self.project, "", text, ast.parse(text)).scopes.root, None)

    def config_field(self, name: str, base: str) -> Types:
        """What the files read so far pass for the keyword `name` when they build a config (a `base`)."""
        found: list[Types] = []
        for module in self.project.parsed():
            for call, place in calls.calls_with_keyword(self, module, name):
                for value in self.infer(call.func, place):
                    if self.is_subclass(value, base):
                        found.append(self.infer(calls.argument(call, name, None), place))
        return union(*found)

    # Names

    def bindings(self, name: str, place: Place) -> tuple[list[Binding], Scope | None]:
        """The bindings a name read at `place` may see, and the scope that holds them."""
        scope: Scope | None = place.scope
        stmt = place.stmt
        start = True
        while scope is not None:
            if scope.kind in ("lambda", "comprehension"):
                if name in scope.bindings:
                    return scope.bindings[name], scope
                scope = scope.parent
                continue
            visible = start or scope.kind != "class"
            start = False
            if name in scope.global_names:
                scope = scope.module.scopes.root
                return scope.module.flow.reaching(name, scope, None), scope
            if visible and name in scope.bindings and name not in scope.nonlocal_names:
                here = stmt if stmt is not None and self._scope_of(stmt, scope) else None
                found = scope.module.flow.reaching(name, scope, here)
                # A class body falls back to the names around it until its own binding has happened.
                if found or scope.kind != "class":
                    return found, scope
            scope = scope.parent
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
            return union(*[self.binding(binding) for binding in found])
        starred = self.star_import(place.scope.module, name)
        if starred:
            return starred[0]
        if name in _BUILTINS:
            return (External(f"builtins.{name}"),)
        return ()

    def star_import(self, module: Module, name: str) -> tuple[Types, str] | None:
        """What a star import of the module makes of a name, and the SDK name it then stands for."""
        for stmt, scope in reversed(module.scopes.imports):
            if not isinstance(stmt, ast.ImportFrom) or stmt.names[0].name != "*" or scope.kind != "module":
                continue
            source = self.imported_module(module, stmt)
            if isinstance(source, SdkModule):
                if self.sdk.star_exports(source.name, name):
                    qualname = f"{source.name}.{name}"
                    return self.sdk.value(qualname), qualname
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
        if known is not None:
            return known
        handler = _BINDING_HANDLERS.get(binding.kind)
        if handler is None:
            return ()
        cuts = self._cuts
        result = self.guarded(binding, handler, self, binding)
        if result or cuts == self._cuts:
            self._bound[binding] = result
        return result

    def place_of(self, binding: Binding) -> Place:
        """Where the expression that gives the binding its value stands."""
        return Place(binding.scope, binding.stmt)

    def definitions(self, name: str, place: Place) -> list[Binding]:
        """The bindings behind a name, followed through imports into other project files."""
        found, scope = self.bindings(name, place)
        out: list[Binding] = []
        for binding in found:
            target = self._imported_from(binding) if scope is not None and binding.kind == "import" else None
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
        if isinstance(source, ProjectModule) and alias.name in source.module.scopes.root.bindings:
            return source.module, alias.name
        return None

    # Attributes

    def attribute(self, value: Value, name: str, place: Place) -> Types:
        """The values of `value.name`."""
        if isinstance(value, Instance):
            return self.instance_attribute(value, name)
        if isinstance(value, SdkModule):
            return self.sdk.value(f"{value.name}.{name}")
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
                found = self.sdk.instance_attribute(self, base, name, held) if instance else self.sdk.class_attribute(base, name)
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
        if name in scope.bindings:
            for binding in scope.module.flow.reaching(name, scope, None):
                found.append(self._class_binding(binding, receiver, instance))
        if instance:
            for binding in scope.attributes.get(name, ()):
                if binding.annotation is None or not found:
                    found.append(self.binding(binding))
        if not any(found) and instance:
            found.append(self.constructed_field(scope, name))
        return union(*found)

    def _class_binding(self, binding: Binding, receiver: Value, instance: bool) -> Types:
        if binding.kind != "function":
            return self.binding(binding)
        scope = binding.scope.module.scopes.by_node[binding.node]  # type: ignore[index]
        names = scope.decorator_names()
        if "staticmethod" in names:
            return (ProjectFunction(scope),)
        if "property" in names or "cached_property" in names:
            return calls.function_result(self, ProjectFunction(scope, receiver), None, None) if instance else ()
        if "classmethod" in names:
            owner = receiver.cls if isinstance(receiver, Instance) else receiver
            return (ProjectFunction(scope, owner),)
        return (ProjectFunction(scope, receiver if instance else None),)

    def constructed_field(self, scope: Scope, name: str) -> Types:
        """What constructor calls in the class's own file pass for a declared field."""
        return calls.keyword_at_calls(self, scope.module, scope.name, name, ProjectClass(scope))

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
        result = tuple(out)
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


# Handlers by syntax


def _name(resolver: Resolver, node: ast.Name, place: Place) -> Types:
    types = filled(resolver, node, resolver.name(node.id, place), place)
    return narrowing.refine(resolver, node, types, place)


def _attribute(resolver: Resolver, node: ast.Attribute, place: Place) -> Types:
    stored = _stored(resolver, node, place)
    if stored is None:
        values = resolver.infer(node.value, place)
        stored = union(*[resolver.attribute(value, node.attr, place) for value in values])
    return narrowing.refine(resolver, node, stored, place)


def _stored(resolver: Resolver, node: ast.Attribute, place: Place) -> Types | None:
    """What this function itself stored in `name.attribute` above, if the name is still the same."""
    if not isinstance(node.value, ast.Name) or place.stmt is None:
        return None
    key = f"{node.value.id}.{node.attr}"
    scope: Scope | None = place.scope
    while scope is not None and scope.kind in ("comprehension", "lambda"):
        scope = scope.parent
    if scope is None or key not in scope.bindings:
        return None
    module = scope.module
    here = place.stmt if place.stmt in module.scopes.positions else None
    found = module.flow.reaching(key, scope, here)
    if not found or not module.flow.precedes(found, here):
        return None
    name = node.value.id
    now = module.flow.reaching(name, scope, here)
    if any(module.flow.reaching(name, scope, binding.stmt) != now for binding in found):
        return None
    return union(*[resolver.binding(binding) for binding in found])


# Methods that put their last argument into a container.
_FILLERS = frozenset(("append", "add", "appendleft", "insert", "put", "put_nowait", "setdefault"))


def filled(resolver: Resolver, node: ast.Name, types: Types, place: Place) -> Types:
    """A container that was created empty, with what the same scope puts into it."""
    empty = [v for v in types if isinstance(v, Instance) and v.cls in (LIST, DICT, SET) and not any(v.args)]
    if not empty or not isinstance(node.ctx, ast.Load):
        return types
    found, scope = resolver.bindings(node.id, place)
    if scope is None or any(binding.kind not in ("assign", "annotation") for binding in found):
        return types
    items = resolver.guarded(("filled", id(scope), node.id), _put_into, resolver, node.id, scope)
    out: list[Value] = []
    for value in types:
        if value in empty and isinstance(value, Instance):
            value = Instance(value.cls, ((Instance(STR),), items) if value.cls == DICT else (items,))
        out.append(value)
    return tuple(out)


def _put_into(resolver: Resolver, name: str, scope: Scope) -> Types:
    found: list[Types] = []
    for stmt, inner in scope.module.scopes.statements:
        if inner is not scope:
            continue
        if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call):
            call = stmt.value
            function = call.func
            if isinstance(function, ast.Attribute) and getattr(function.value, "id", None) == name and call.args:
                passed = resolver.infer(call.args[-1], Place(scope, stmt))
                if function.attr in _FILLERS:
                    found.append(passed)
                elif function.attr == "extend":
                    found.append(element(passed))
        elif isinstance(stmt, ast.Assign):
            for target in stmt.targets:
                if isinstance(target, ast.Subscript) and getattr(target.value, "id", None) == name:
                    found.append(resolver.infer(stmt.value, Place(scope, stmt)))
    return union(*found)


def _constant(resolver: Resolver, node: ast.Constant, place: Place) -> Types:
    return (Literal(node.value),)


def _await(resolver: Resolver, node: ast.Await, place: Place) -> Types:
    return awaited(resolver.infer(node.value, place))


def _named(resolver: Resolver, node: ast.NamedExpr, place: Place) -> Types:
    return resolver.infer(node.value, place)


def _if_expression(resolver: Resolver, node: ast.IfExp, place: Place) -> Types:
    return union(
        resolver.infer(node.body, place.knowing(node.test, True)),
        resolver.infer(node.orelse, place.knowing(node.test, False)),
    )


def _bool_operation(resolver: Resolver, node: ast.BoolOp, place: Place) -> Types:
    found = [resolver.infer(value, place) for value in node.values]
    if isinstance(node.op, ast.Or):
        return union(*[without_none(types) for types in found[:-1]], found[-1])
    return found[-1]


def _sequence(cls: External) -> object:
    def handler(resolver: Resolver, node: ast.List | ast.Set, place: Place) -> Types:
        found = [
            element(resolver.infer(item.value, place)) if isinstance(item, ast.Starred) else resolver.infer(item, place)
            for item in node.elts
        ]
        return (Instance(cls, (union(*found),)),)

    return handler


def _tuple(resolver: Resolver, node: ast.Tuple, place: Place) -> Types:
    if any(isinstance(item, ast.Starred) for item in node.elts):
        return (Instance(LIST, (union(*[resolver.infer(item, place) for item in node.elts]),)),)
    return (Instance(TUPLE, tuple(resolver.infer(item, place) for item in node.elts)),)


def _dict(resolver: Resolver, node: ast.Dict, place: Place) -> Types:
    keys: list[Types] = []
    values: list[Types] = []
    for key, value in zip(node.keys, node.values, strict=True):
        types = resolver.infer(value, place)
        if key is None:
            for item in types:
                if isinstance(item, Instance) and len(item.args) > 1:
                    keys.append(item.args[0])
                    values.append(item.args[1])
        else:
            keys.append(resolver.infer(key, place))
            values.append(types)
    return (Instance(DICT, (union(*keys), union(*values))),)


def comprehension_place(resolver: Resolver, node: ast.AST, place: Place) -> Place:
    """Where the element of a comprehension is evaluated, its `if` tests known to hold."""
    scope = place.scope.module.scopes.expression_scope("comprehension", node, place)
    inner = place.inside(scope)
    for generator in node.generators:  # type: ignore[attr-defined]
        for test in generator.ifs:
            inner = inner.knowing(test, True)
    return inner


def _comprehension(cls: External) -> object:
    def handler(resolver: Resolver, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, place: Place) -> Types:
        inner = comprehension_place(resolver, node, place)
        return (Instance(cls, (resolver.infer(node.elt, inner),)),)

    return handler


def _dict_comprehension(resolver: Resolver, node: ast.DictComp, place: Place) -> Types:
    inner = comprehension_place(resolver, node, place)
    return (Instance(DICT, (resolver.infer(node.key, inner), resolver.infer(node.value, inner))),)


def _lambda(resolver: Resolver, node: ast.Lambda, place: Place) -> Types:
    return (ProjectFunction(place.scope.module.scopes.expression_scope("lambda", node, place)),)


def _formatted(resolver: Resolver, node: ast.JoinedStr, place: Place) -> Types:
    return (Instance(STR),)


def _compare(resolver: Resolver, node: ast.Compare, place: Place) -> Types:
    return (Instance(BOOL),)


def _unary(resolver: Resolver, node: ast.UnaryOp, place: Place) -> Types:
    if isinstance(node.op, ast.Not):
        return (Instance(BOOL),)
    return tuple(
        value if isinstance(value, Instance) else Instance(FLOAT if isinstance(value.value, float) else INT)
        for value in resolver.infer(node.operand, place)
        if (isinstance(value, Instance) and value.cls in (INT, FLOAT))
        or (isinstance(value, Literal) and isinstance(value.value, (int, float)))
    )


def _binary(resolver: Resolver, node: ast.BinOp, place: Place) -> Types:
    left = resolver.infer(node.left, place)
    right = resolver.infer(node.right, place)
    if isinstance(node.op, (ast.Add, ast.BitOr, ast.Sub)):
        kept = tuple(
            value
            for value in union(left, right)
            if isinstance(value, Instance) and value.cls in (LIST, DICT, SET, STR, FLOAT, INT)
        )
        if kept:
            return kept
    texts = [v.value for v in union(left, right) if isinstance(v, Literal) and isinstance(v.value, str)]
    if texts and isinstance(node.op, (ast.Add, ast.Mod, ast.Mult)):
        return (Instance(STR),)
    numbers = [kind_of_number(value) for value in (*left, *right)]
    if len(numbers) >= 2 and all(numbers):
        return (Instance(FLOAT if "float" in numbers or isinstance(node.op, ast.Div) else INT),)
    return ()


def kind_of_number(value: Value) -> str:
    """`int` or `float` when the value is known to be that, else the empty string."""
    if isinstance(value, Literal) and isinstance(value.value, (int, float)):
        return "float" if isinstance(value.value, float) else "int"
    if isinstance(value, Instance) and value.cls in (INT, FLOAT, BOOL):
        return "float" if value.cls == FLOAT else "int"
    return ""


def _subscript(resolver: Resolver, node: ast.Subscript, place: Place) -> Types:
    found: list[Types] = []
    for value in resolver.infer(node.value, place):
        if isinstance(value, (SdkClass, ProjectClass)):
            found.append((value,))
        elif isinstance(value, Instance):
            found.append(_item(resolver, value, node.slice))
        elif isinstance(value, External):
            found.append((value,) if value.name.startswith(("typing.", "builtins.", "collections.")) else ())
    return narrowing.refine(resolver, node, union(*found), place)


def fields(resolver: Resolver, value: Value) -> list[Types]:
    """The fields of an object of a NamedTuple class, in order; empty for anything else."""
    if not isinstance(value, Instance) or not isinstance(value.cls, ProjectClass):
        return []
    scope = value.cls.scope
    if not any(isinstance(base, External) and base.name.endswith("NamedTuple") for base in resolver.mro(scope)):
        return []
    return [
        resolver.binding(binding)
        for bindings in scope.bindings.values()
        for binding in bindings
        if binding.kind == "annotation"
    ]


def _item(resolver: Resolver, value: Instance, index: ast.expr) -> Types:
    if isinstance(value.cls, ProjectClass):
        number = _constant_index(index)
        row = fields(resolver, value)
        if number is not None and row:
            return row[number] if -len(row) <= number < len(row) else ()
        if isinstance(index, ast.Constant) and isinstance(index.value, str):
            bases = resolver.mro(value.cls.scope)
            if any(isinstance(base, External) and base.name.endswith(".TypedDict") for base in bases):
                return resolver.instance_attribute(value, index.value)
        return ()
    if not value.args:
        return ()
    if isinstance(index, ast.Slice):
        return (value,)
    if value.cls == TUPLE:
        number = _constant_index(index)
        if number is not None and -len(value.args) <= number < len(value.args):
            return value.args[number]
        return union(*value.args)
    if len(value.args) > 1:
        return value.args[1]
    return value.args[0]


def _constant_index(index: ast.expr) -> int | None:
    sign = 1
    if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub):
        sign, index = -1, index.operand
    if isinstance(index, ast.Constant) and isinstance(index.value, int):
        return sign * index.value
    return None


def _starred(resolver: Resolver, node: ast.Starred, place: Place) -> Types:
    return element(resolver.infer(node.value, place))


_HANDLERS = {
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Constant: _constant,
    ast.Call: calls.call_result,
    ast.Await: _await,
    ast.NamedExpr: _named,
    ast.IfExp: _if_expression,
    ast.BoolOp: _bool_operation,
    ast.List: _sequence(LIST),
    ast.Set: _sequence(SET),
    ast.Tuple: _tuple,
    ast.Dict: _dict,
    ast.ListComp: _comprehension(LIST),
    ast.SetComp: _comprehension(SET),
    ast.GeneratorExp: _comprehension(ITERATOR),
    ast.DictComp: _dict_comprehension,
    ast.Lambda: _lambda,
    ast.JoinedStr: _formatted,
    ast.Compare: _compare,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.Subscript: _subscript,
    ast.Starred: _starred,
}


# Handlers by kind of binding


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


def _annotated(resolver: Resolver, binding: Binding) -> Types:
    place = resolver.place_of(binding)
    declared = annotations.types(resolver, binding.annotation, place)
    if declared:
        return declared
    return resolver.infer(binding.node, place)


def _iterated(resolver: Resolver, binding: Binding) -> Types:
    return unpacked(resolver, element(resolver.infer(binding.node, resolver.place_of(binding))), binding.unpack)


def _comprehended(resolver: Resolver, binding: Binding) -> Types:
    generator = binding.node
    scope = binding.scope
    generators = scope.node.generators  # type: ignore[attr-defined]
    outer = Place(scope.parent or scope, binding.stmt)
    place = outer if generator is generators[0] else outer.inside(scope)
    return unpacked(resolver, element(resolver.infer(generator.iter, place)), binding.unpack)  # type: ignore[union-attr]


def _entered(resolver: Resolver, binding: Binding) -> Types:
    types = resolver.infer(binding.node, resolver.place_of(binding))
    return unpacked(resolver, calls.entered(resolver, types), binding.unpack)


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


_BINDING_HANDLERS = {
    "assign": _assigned,
    "annotation": _annotated,
    "walrus": _assigned,
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

__all__ = ["AWAITABLE", "BYTES", "NONE", "Resolver", "comprehension_place", "kind_of_number", "unpacked"]
