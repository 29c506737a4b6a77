"""What a call passes, and to what: partial applications, `**` of a known dict, `super().__init__`."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.narrowing import path_of
from osmosis_lint.semantics.scopes import Binding, Place, header_nodes
from osmosis_lint.semantics.values import (
    External,
    Instance,
    Partial,
    ProjectClass,
    ProjectFunction,
    ProjectModule,
    SdkClass,
    Super,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.semantics.resolver import Resolver

_PARTIALS = frozenset(("functools.partial", "functools.partialmethod"))
_REPLACERS = frozenset(("dataclasses.replace", "copy.replace", "attrs.evolve"))
_COPIERS = frozenset(("model_copy", "copy"))
_VALIDATORS = frozenset(("model_validate", "parse_obj", "model_construct", "construct"))


class Keyword:
    """One keyword of a call: where its name is written (`node`), and its value."""

    __slots__ = ("name", "node", "place", "value")

    def __init__(self, name: str, node: ast.AST, value: ast.expr, place: Place) -> None:
        self.name = name
        self.node = node
        self.value = value
        self.place = place


class Arguments:
    """The arguments that reach a function. `complete` is false when a `*` or `**` hides some."""

    __slots__ = ("complete", "keywords", "positional")

    def __init__(self, positional: list[ast.expr | None], keywords: list[Keyword], complete: bool) -> None:
        self.positional = positional
        self.keywords = keywords
        self.complete = complete

    def keyword(self, name: str) -> Keyword | None:
        """The keyword of that name, if it was passed."""
        return next((item for item in self.keywords if item.name == name), None)


class Call:
    """A call site: the syntax, where it is, and each thing it may call with the arguments for it.

    `is_complete` in a target's flag says whether the object is really made or called here; it is false
    for `partial(…)` and `replace(…)`, where only the named arguments can be judged.
    """

    __slots__ = ("node", "place", "targets")

    def __init__(self, node: ast.Call, place: Place, targets: list[tuple[Value, Arguments, bool]]) -> None:
        self.node = node
        self.place = place
        self.targets = targets


def resolve(resolver: Resolver, node: ast.Call, place: Place) -> Call:
    """The call at `node`, looked at from every angle the resolver knows."""
    targets: list[tuple[Value, Arguments, bool]] = []
    for value in resolver.infer(node.func, place):
        targets.extend(_targets(resolver, value, node, place))
    function = node.func
    if isinstance(function, ast.Attribute):
        if function.attr == "__init__":
            targets.extend(_initializers(resolver, function, node, place))
        elif function.attr in _COPIERS:
            targets.extend(_copies(resolver, function, node, place))
        elif function.attr in _VALIDATORS:
            targets.extend(_validated(resolver, function, node, place))
    return Call(node, place, targets)


def _targets(resolver: Resolver, value: Value, node: ast.Call, place: Place) -> Iterator[tuple[Value, Arguments, bool]]:
    if isinstance(value, External) and value.name in _PARTIALS:
        for function in resolver.infer(node.args[0], place) if node.args else ():
            yield function, collect(resolver, node, place, skip=1), False
    elif isinstance(value, External) and value.name in _REPLACERS:
        for item in resolver.infer(node.args[0], place) if node.args else ():
            if isinstance(item, Instance):
                yield item.cls, collect(resolver, node, place, skip=len(node.args)), False
    elif isinstance(value, Partial):
        early = len(value.call.args) - 1
        arguments = collect(resolver, node, place)
        arguments.positional[:0] = [None] * max(early, 0)
        yield value.function, arguments, True
    elif not isinstance(value, External):
        yield value, collect(resolver, node, place), True


def _initializers(
    resolver: Resolver, function: ast.Attribute, node: ast.Call, place: Place
) -> Iterator[tuple[Value, Arguments, bool]]:
    """`super().__init__(…)` and `Base.__init__(self, …)`."""
    for value in resolver.infer(function.value, place):
        if isinstance(value, Super):
            for base in resolver.mro(value.scope)[1:]:
                if isinstance(base, SdkClass):
                    yield base, collect(resolver, node, place), True
                    break
                if isinstance(base, ProjectClass) and resolver.defines(base.scope, "__init__"):
                    break
        elif isinstance(value, SdkClass):
            yield value, collect(resolver, node, place, skip=1), True


def _copies(
    resolver: Resolver, function: ast.Attribute, node: ast.Call, place: Place
) -> Iterator[tuple[Value, Arguments, bool]]:
    """`sample.model_copy(update={…})` of a pydantic model."""
    for keyword in node.keywords:
        if keyword.arg == "update":
            for value in resolver.infer(function.value, place):
                if isinstance(value, Instance) and isinstance(value.cls, (SdkClass, ProjectClass)):
                    items, _ = mapping_items(resolver, keyword.value, place)
                    yield value.cls, Arguments([], items, True), False


def _validated(
    resolver: Resolver, function: ast.Attribute, node: ast.Call, place: Place
) -> Iterator[tuple[Value, Arguments, bool]]:
    """`RolloutSample.model_validate({…})` and `RolloutSample.model_construct(…)` of a pydantic model."""
    for value in resolver.infer(function.value, place):
        if isinstance(value, (SdkClass, ProjectClass)):
            if function.attr.endswith("construct"):
                yield value, collect(resolver, node, place), False
            elif len(node.args) == 1:
                yield value, Arguments([], mapping_items(resolver, node.args[0], place)[0], True), False


def collect(resolver: Resolver, node: ast.Call, place: Place, skip: int = 0) -> Arguments:
    """The arguments of a call after the first `skip` positional ones."""
    positional: list[ast.expr | None] = []
    complete = True
    for argument in node.args[skip:]:
        if isinstance(argument, ast.Starred):
            complete = False
            break
        positional.append(argument)
    keywords: list[Keyword] = []
    for keyword in node.keywords:
        if keyword.arg is not None:
            keywords.append(Keyword(keyword.arg, keyword, keyword.value, place))
            continue
        items, known = mapping_items(resolver, keyword.value, place)
        keywords += items
        complete = complete and known
    return Arguments(positional, keywords, complete)


def mapping_items(resolver: Resolver, node: ast.expr, place: Place, depth: int = 0) -> tuple[list[Keyword], bool]:
    """The constant keys of a dict that is written out, directly, in `dict(…)`, or behind a name."""
    if depth > 4:
        return [], False
    if isinstance(node, ast.Dict):
        return _dict_items(resolver, node, place, depth)
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "dict" and len(node.args) <= 1:
        items = [Keyword(k.arg, k, k.value, place) for k in node.keywords if k.arg is not None]
        known = all(k.arg is not None for k in node.keywords)
        for inner in [*node.args, *(k.value for k in node.keywords if k.arg is None)]:
            more, sure = mapping_items(resolver, inner, place, depth + 1)
            items += more
            known = known and sure
        return items, known
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        left, sure_left = mapping_items(resolver, node.left, place, depth + 1)
        right, sure_right = mapping_items(resolver, node.right, place, depth + 1)
        return left + right, sure_left and sure_right
    if isinstance(node, ast.IfExp):
        left, sure_left = mapping_items(resolver, node.body, place.knowing(node.test, True), depth + 1)
        right, sure_right = mapping_items(resolver, node.orelse, place.knowing(node.test, False), depth + 1)
        return left + right, sure_left and sure_right
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _named_items(resolver, node, place, depth)
    return _returned_items(resolver, node, place, depth) if isinstance(node, ast.Call) else ([], False)


def _returned_items(resolver: Resolver, node: ast.Call, place: Place, depth: int) -> tuple[list[Keyword], bool]:
    """The keys of a dict that a function of the project writes out and returns: `HarborBackend(**self.options())`."""
    items: list[Keyword] = []
    known = True
    for value in resolver.infer(node.func, place):
        if not isinstance(value, ProjectFunction) or len(value.scope.returns) != 1:
            return [], False
        statement = value.scope.returns[0]
        if statement.value is not None and not isinstance(statement.value, ast.Call):
            more, sure = mapping_items(resolver, statement.value, Place(value.scope, statement), depth + 1)
            items += more if value.scope.module is place.scope.module else _moved(more, node)
            known = known and sure
    return items, known and bool(items)


def _moved(items: list[Keyword], node: ast.expr) -> list[Keyword]:
    """What another file writes is shown where this one takes it."""
    return [Keyword(item.name, node, item.value, item.place) for item in items]


def _dict_items(resolver: Resolver, node: ast.Dict, place: Place, depth: int) -> tuple[list[Keyword], bool]:
    items: list[Keyword] = []
    known = True
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            more, sure = mapping_items(resolver, value, place, depth + 1)
            items += more
            known = known and sure
        elif isinstance(key, ast.Constant) and isinstance(key.value, str):
            items.append(Keyword(key.value, key, value, place))
        else:
            known = False
    return items, known


def _named_items(
    resolver: Resolver, node: ast.Name | ast.Attribute, place: Place, depth: int
) -> tuple[list[Keyword], bool]:
    if isinstance(node, ast.Name):
        bindings = resolver.definitions(node.id, place)
    else:
        bindings = [
            binding for value in resolver.infer(node.value, place) for binding in _kept_by(resolver, value, node.attr)
        ]
    items: list[Keyword] = []
    known = bool(bindings)
    for binding in bindings:
        if binding.kind in ("assign", "annotation") and isinstance(binding.node, ast.expr):
            more, sure = mapping_items(resolver, binding.node, Place(binding.scope, binding.stmt), depth + 1)
            if binding.scope.module is not place.scope.module:
                more = _moved(more, node)
            items += more
            known = known and sure
        else:
            known = False
    added, removed = _changes(resolver, node, place, depth)
    return [item for item in [*items, *added] if item.name not in removed], known


def _kept_by(resolver: Resolver, value: Value, name: str) -> list[Binding]:
    """The bindings of `value.name`, of an object or class of the project or one of its modules."""
    if isinstance(value, ProjectModule):
        return resolver.definitions(name, Place(value.module.scopes.root, None))
    cls = value.cls if isinstance(value, Instance) else value
    if not isinstance(cls, ProjectClass):
        return []
    return [*cls.scope.attributes.get(name, ()), *cls.scope.bindings.get(name, ())]


def _changes(
    resolver: Resolver, node: ast.Name | ast.Attribute, place: Place, depth: int
) -> tuple[list[Keyword], set[str]]:
    """The keys that the same function puts into the dict (`name["key"] = …`, `name.update(key=…)`), and those it
    takes out. For `self.name` every method of the class is looked at."""
    path = path_of(node)
    if path is None or (len(path) > 1 and path[0] not in ("self", "cls")):
        return [], set()
    owner = place.scope if len(path) == 1 else place.scope.enclosing_class()
    if owner is None:
        return [], set()
    known = resolver.known_changes.get((owner, path))
    if known is not None:
        return known
    items, removed = resolver.known_changes.setdefault((owner, path), ([], set()))
    for stmt, scope in place.scope.module.statements_with({path[-1]}):
        if owner is (scope if len(path) == 1 else scope.enclosing_class()):
            items += _added_items(resolver, stmt, path, Place(scope, stmt), depth)
            removed.update(_removed_keys(stmt, path))
    return items, removed


def _added_items(resolver: Resolver, stmt: ast.stmt, path: tuple[str, ...], where: Place, depth: int) -> list[Keyword]:
    items: list[Keyword] = []
    if isinstance(stmt, ast.Assign):
        for target in stmt.targets:
            if isinstance(target, ast.Subscript) and path_of(target.value) == path:
                key = target.slice
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    items.append(Keyword(key.value, key, stmt.value, where))
    elif isinstance(stmt, ast.AugAssign):
        if isinstance(stmt.op, ast.BitOr) and path_of(stmt.target) == path:
            items += mapping_items(resolver, stmt.value, where, depth + 1)[0]
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call):
        function = stmt.value.func
        if not isinstance(function, ast.Attribute) or path_of(function.value) != path:
            return items
        if function.attr == "setdefault" and len(stmt.value.args) == 2:
            key, value = stmt.value.args
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                items.append(Keyword(key.value, key, value, where))
        elif function.attr == "update":
            items += [Keyword(k.arg, k, k.value, where) for k in stmt.value.keywords if k.arg is not None]
            for argument in stmt.value.args[:1]:
                items += mapping_items(resolver, argument, where, depth + 1)[0]
    return items


def _removed_keys(stmt: ast.stmt, path: tuple[str, ...]) -> Iterator[str]:
    """The keys that a statement takes out of a dict: `name.pop("key")`, `del name["key"]`."""
    for node in header_nodes(stmt):
        key: ast.expr | None = None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "pop":
            key = node.args[0] if node.args and path_of(node.func.value) == path else None
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Del):
            key = node.slice if path_of(node.value) == path else None
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            yield key.value
