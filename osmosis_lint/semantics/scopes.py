"""Scopes and bindings of one module, from one pass over its statements.

Expressions are not entered here: most of a file is never looked at, and the resolver comes back for
the few expressions it needs. A binding records where a name gets a value, not what the value is.
"""

from __future__ import annotations

import ast
from bisect import bisect_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from osmosis_lint.semantics.modules import Module

FunctionNode = (ast.FunctionDef, ast.AsyncFunctionDef)
_TYPE_ALIAS = getattr(ast, "TypeAlias", None)
TRY = (ast.Try, getattr(ast, "TryStar", ast.Try))


class Binding:
    """One place where a name gets a value.

    `kind` is one of: assign, annotation, augmented, parameter, import, class, function, for, with,
    except, match, walrus, delete, comprehension, type_parameter, type_alias. `node` is the syntax that
    gives the value (its meaning depends on the kind), `unpack` the path of indexes through tuple targets
    (-1 for a starred target), `stmt` the statement that binds.
    """

    __slots__ = ("annotation", "kind", "name", "node", "scope", "stmt", "unpack")

    def __init__(
        self,
        kind: str,
        name: str,
        node: ast.AST | None,
        stmt: ast.stmt | None,
        scope: Scope,
        unpack: tuple[int, ...] = (),
        annotation: ast.expr | None = None,
    ) -> None:
        self.kind = kind
        self.name = name
        self.node = node
        self.stmt = stmt
        self.scope = scope
        self.unpack = unpack
        self.annotation = annotation


class Scope:
    """A scope of Python: module, class, function, lambda or comprehension."""

    __slots__ = (
        "attributes",
        "bindings",
        "global_names",
        "kind",
        "module",
        "node",
        "nonlocal_names",
        "parent",
        "returns",
        "stmt",
    )

    def __init__(self, kind: str, node: ast.AST, parent: Scope | None, module: Module, stmt: ast.stmt | None) -> None:
        self.kind = kind
        self.node = node
        self.parent = parent
        self.module = module
        self.stmt = stmt
        self.bindings: dict[str, list[Binding]] = {}
        self.global_names: set[str] = set()
        self.nonlocal_names: set[str] = set()
        self.returns: list[ast.Return] = []
        # For a class: what its methods store on the object (`self.x = …`), by attribute name.
        self.attributes: dict[str, list[Binding]] = {}

    @property
    def name(self) -> str:
        """The name of the class or function, or the empty string."""
        return getattr(self.node, "name", "")

    @property
    def body(self) -> list[ast.stmt]:
        """The statements of a module, class or function; empty for expressions."""
        body = getattr(self.node, "body", None)
        return body if isinstance(body, list) else []

    def bind(self, binding: Binding) -> None:
        """Record a binding, in source order; `global` and `nonlocal` send it to the scope they mean."""
        scope: Scope = self
        name = binding.name
        if name in self.global_names:
            scope = self.module.scopes.root
        elif name in self.nonlocal_names:
            outer = self.parent
            while outer is not None and (outer.kind != "function" or name not in outer.bindings):
                outer = outer.parent
            scope = outer or self
        scope.bindings.setdefault(name, []).append(binding)

    def enclosing_class(self) -> Scope | None:
        """The class whose body holds this function directly, if any."""
        if self.kind == "function" and self.parent is not None and self.parent.kind == "class":
            return self.parent
        return None

    def parameters(self) -> ast.arguments | None:
        """The parameter list of a function or lambda."""
        return getattr(self.node, "args", None) if self.kind in ("function", "lambda") else None

    def receiver_name(self) -> str | None:
        """The name of the first parameter of a method (not of a static method)."""
        if self.enclosing_class() is None or "staticmethod" in self.decorator_names():
            return None
        args = self.parameters()
        if args is None:
            return None
        first = (args.posonlyargs + args.args)[:1]
        return first[0].arg if first else None

    def decorator_names(self) -> list[str]:
        """The last names of the decorators (`property` for `@functools.cached.property`)."""
        names = []
        for decorator in getattr(self.node, "decorator_list", ()):
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(target, ast.Attribute):
                names.append(target.attr)
            elif isinstance(target, ast.Name):
                names.append(target.id)
        return names


# Tests of one expression that are kept; real conditions have a handful.
_MAX_FACTS = 30


class Place:
    """Where an expression stands: its scope and the statement that holds it.

    `facts` are what enclosing expressions (`x if isinstance(x, T) else y`) say of names here: a test or
    the pattern of a match case, how it came out, and where.
    """

    __slots__ = ("facts", "scope", "stmt")

    def __init__(
        self, scope: Scope, stmt: ast.stmt | None, facts: tuple[tuple[ast.AST, bool, Place], ...] = ()
    ) -> None:
        self.scope = scope
        self.stmt = stmt
        self.facts = facts

    def inside(self, scope: Scope) -> Place:
        """The same place seen from a lambda or comprehension within the statement."""
        return Place(scope, self.stmt, self.facts)

    def knowing(self, test: ast.AST, outcome: bool) -> Place:
        """The same place after the test came out so."""
        return Place(self.scope, self.stmt, (*self.facts[-_MAX_FACTS:], (test, outcome, self)))


class Position:
    """Where a statement stands: the compound statement (or handler, or case) around it and its block."""

    __slots__ = ("block", "index", "parent", "scope")

    def __init__(self, parent: ast.AST | None, block: list[ast.stmt], index: int, scope: Scope) -> None:
        self.parent = parent
        self.block = block
        self.index = index
        self.scope = scope


class ScopeTree:
    """All scopes and statement positions of a module.

    `statements` holds every statement with its scope, block by block; `positions` finds the block of a
    statement; `owner` finds the statement of an except handler or match case.
    """

    __slots__ = ("by_node", "imports", "owner", "positions", "root", "statements")

    def __init__(self, tree: ast.Module, module: Module, walrus_lines: list[int]) -> None:
        self.root = Scope("module", tree, None, module, None)
        module.scopes = self
        self.by_node: dict[ast.AST, Scope] = {tree: self.root}
        self.positions: dict[ast.AST, Position] = {}
        self.owner: dict[ast.AST, ast.stmt] = {}
        self.statements: list[tuple[ast.stmt, Scope]] = []
        self.imports: list[tuple[ast.Import | ast.ImportFrom, Scope]] = []
        self._collect(tree, walrus_lines)

    def _collect(self, tree: ast.Module, walrus_lines: list[int]) -> None:
        # Block by block instead of recursing: an `elif` chain nests as deep as it is long.
        statements, positions, owner = self.statements, self.positions, self.owner
        todo: list[tuple[list[ast.stmt], Scope, ast.AST | None]] = [(tree.body, self.root, None)]
        for block, scope, parent in todo:
            for index, stmt in enumerate(block):
                positions[stmt] = Position(parent, block, index, scope)
                statements.append((stmt, scope))
                kind = stmt.__class__
                binder = _BINDERS.get(kind)
                if binder is not None:
                    binder(self, stmt, scope)
                if walrus_lines:
                    first, last = own_lines(stmt)
                    at = bisect_left(walrus_lines, first)
                    if at < len(walrus_lines) and walrus_lines[at] <= last:
                        self._bind_walrus(stmt, scope)
                if kind in _SCOPES:
                    todo.append((stmt.body, self.by_node[stmt], None))  # type: ignore[attr-defined]
                elif kind in _COMPOUND:
                    for part, inner in blocks(stmt):
                        if part is not stmt:
                            owner[part] = stmt
                        todo.append((inner, scope, part))

    def dismantle(self) -> None:
        """Part the scopes from the syntax tree, so that both go away without the cyclic garbage collector."""
        for scope in self.by_node.values():
            scope.bindings.clear()
            scope.attributes.clear()
            del scope.module, scope.node, scope.parent, scope.returns, scope.stmt
        for kept in (self.by_node, self.positions, self.owner, self.statements, self.imports):
            kept.clear()

    def _bind_walrus(self, stmt: ast.stmt, scope: Scope) -> None:
        for node in header_nodes(stmt):
            if isinstance(node, ast.NamedExpr) and isinstance(node.target, ast.Name):
                scope.bind(Binding("walrus", node.target.id, node.value, stmt, scope))

    def expression_scope(self, kind: str, node: ast.AST, place: Place) -> Scope:
        """The scope of a lambda or comprehension, made the first time it is asked for."""
        scope = self.by_node.get(node)
        if scope is None:
            scope = Scope(kind, node, place.scope, place.scope.module, place.stmt)
            self.by_node[node] = scope
            if isinstance(node, ast.Lambda):
                _bind_parameters(scope, node.args, place.stmt)
            else:
                for generator in node.generators:  # type: ignore[attr-defined]
                    for name, path in targets(generator.target):
                        scope.bind(Binding("comprehension", name, generator, place.stmt, scope, path))
        return scope


def own_lines(stmt: ast.stmt) -> tuple[int, int]:
    """The first and last line of a statement without the blocks inside it."""
    first = stmt.lineno
    if stmt.__class__ not in _WITH_BLOCKS:
        return first, stmt.end_lineno or first
    decorators = getattr(stmt, "decorator_list", None)
    if decorators:
        first = decorators[0].lineno
    body = getattr(stmt, "body", None)
    last = stmt.end_lineno or first
    if isinstance(body, list) and not hasattr(stmt, "handlers"):
        last = body[0].lineno
    return first, last


def blocks(stmt: ast.stmt) -> Iterator[tuple[ast.AST, list[ast.stmt]]]:
    """The blocks of a compound statement in source order, each with the node that opens it."""
    if isinstance(stmt, ast.Match):
        for case in stmt.cases:
            yield case, case.body
        return
    body = getattr(stmt, "body", None)
    if isinstance(body, list):
        yield stmt, body
    for handler in getattr(stmt, "handlers", ()):
        yield handler, handler.body
    for field in ("orelse", "finalbody"):
        block = getattr(stmt, field, None)
        if isinstance(block, list) and block:
            yield stmt, block


def header_expressions(stmt: ast.stmt) -> list[ast.AST]:
    """The expressions that belong to the statement itself and not to a block inside it."""
    kind = stmt.__class__
    out: list[ast.AST] = []
    for field in _HEADER_FIELDS[kind]:
        value = getattr(stmt, field, None)
        if value.__class__ is list:
            out += value
        elif value is not None:
            out.append(value)
    if kind in _TRY_KINDS:
        out += [handler.type for handler in stmt.handlers if handler.type is not None]  # type: ignore[attr-defined]
    elif kind is ast.Match:
        for case in stmt.cases:  # type: ignore[attr-defined]
            out.append(case.pattern)
            if case.guard is not None:
                out.append(case.guard)
    return out


def header_nodes(stmt: ast.stmt) -> Iterator[ast.AST]:
    """Every node of the statement's own expressions, breadth first."""
    todo = header_expressions(stmt)
    for node in todo:
        yield node
        todo += children(node)


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly inside an expression, in source order; contexts and operators are left out."""
    out: list[ast.AST] = []
    for field in CHILD_FIELDS[node.__class__]:
        value = getattr(node, field, None)
        if value.__class__ is list:
            out += value if None not in value else [item for item in value if item is not None]
        elif value is not None:
            out.append(value)
    return out


def _child_fields() -> dict[type[ast.AST], tuple[str, ...]]:
    """For each kind of node, the fields that can hold expressions."""
    plain = frozenset(
        (
            *("ctx", "op", "ops", "id", "attr", "arg", "name", "names", "asname", "module", "level", "kind"),
            *("conversion", "is_async", "simple", "type_comment", "type_ignores", "rest", "kwd_attrs", "lineno", "tag"),
        )
    )
    nodes = [cls for cls in vars(ast).values() if isinstance(cls, type) and issubclass(cls, ast.AST)]
    table = {cls: tuple(field for field in cls._fields if field not in plain) for cls in nodes}
    table[ast.Constant] = table[ast.MatchSingleton] = ()
    # `arg` is a name in a parameter and a keyword, never an expression.
    return table


CHILD_FIELDS = _child_fields()
_BLOCKS = frozenset(("body", "orelse", "finalbody", "handlers", "cases"))
_HEADER_FIELDS = {
    cls: tuple(field for field in fields if field not in _BLOCKS)
    for cls, fields in CHILD_FIELDS.items()
    if issubclass(cls, ast.stmt)
}
_TRY_KINDS = frozenset(TRY)


def targets(node: ast.AST, path: tuple[int, ...] = ()) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The names an assignment target binds, each with its path through tuple targets."""
    if isinstance(node, ast.Name):
        yield node.id, path
    elif isinstance(node, (ast.Tuple, ast.List)):
        for index, item in enumerate(node.elts):
            yield from targets(item, (*path, index))
    elif isinstance(node, ast.Starred):
        yield from targets(node.value, (*path[:-1], -1))


def patterns(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The names a match pattern binds, each with the pattern it stands for."""
    for child in ast.walk(node):
        name = getattr(child, "name", None)
        if isinstance(child, (ast.MatchAs, ast.MatchStar)) and isinstance(name, str):
            yield name, child
        elif isinstance(child, ast.MatchMapping) and child.rest:
            yield child.rest, child


def _bind_target(scope: Scope, stmt: ast.stmt, target: ast.AST, kind: str, value: ast.AST | None) -> None:
    if isinstance(target, ast.Name):
        scope.bind(Binding(kind, target.id, value, stmt, scope))
        return
    if isinstance(target, ast.Attribute):
        _bind_attribute(scope, stmt, target, kind, value, ())
        return
    if isinstance(target, (ast.Tuple, ast.List)):
        for index, item in enumerate(target.elts):
            if isinstance(item, ast.Attribute):
                _bind_attribute(scope, stmt, item, kind, value, (index,))
    for name, path in targets(target):
        scope.bind(Binding(kind, name, value, stmt, scope, path))


def _bind_attribute(
    scope: Scope,
    stmt: ast.stmt,
    target: ast.Attribute,
    kind: str,
    value: ast.AST | None,
    path: tuple[int, ...],
    annotation: ast.expr | None = None,
) -> None:
    if not isinstance(target.value, ast.Name):
        return
    # In its own function an attribute of a name is followed like a name (`holder.ctx = ctx`).
    scope.bind(Binding(kind, f"{target.value.id}.{target.attr}", value, stmt, scope, path, annotation))
    owner = scope.enclosing_class()
    if owner is None or target.value.id != scope.receiver_name():
        return
    binding = Binding(kind, target.attr, value, stmt, scope, path, annotation)
    owner.attributes.setdefault(target.attr, []).append(binding)


def _assign(tree: ScopeTree, stmt: ast.Assign, scope: Scope) -> None:
    for target in stmt.targets:
        _bind_target(scope, stmt, target, "assign", stmt.value)


def _ann_assign(tree: ScopeTree, stmt: ast.AnnAssign, scope: Scope) -> None:
    if isinstance(stmt.target, ast.Name):
        binding = Binding("annotation", stmt.target.id, stmt.value, stmt, scope, (), stmt.annotation)
        scope.bind(binding)
    elif isinstance(stmt.target, ast.Attribute):
        _bind_attribute(scope, stmt, stmt.target, "annotation", stmt.value, (), stmt.annotation)


def _aug_assign(tree: ScopeTree, stmt: ast.AugAssign, scope: Scope) -> None:
    _bind_target(scope, stmt, stmt.target, "augmented", None)


def _for(tree: ScopeTree, stmt: ast.For | ast.AsyncFor, scope: Scope) -> None:
    _bind_target(scope, stmt, stmt.target, "for", stmt.iter)


def _with(tree: ScopeTree, stmt: ast.With | ast.AsyncWith, scope: Scope) -> None:
    for item in stmt.items:
        if item.optional_vars is not None:
            _bind_target(scope, stmt, item.optional_vars, "with", item.context_expr)


def _try(tree: ScopeTree, stmt: ast.Try, scope: Scope) -> None:
    for handler in stmt.handlers:
        if handler.name:
            scope.bind(Binding("except", handler.name, handler, stmt, scope))


def _match(tree: ScopeTree, stmt: ast.Match, scope: Scope) -> None:
    for case in stmt.cases:
        for name, pattern in patterns(case.pattern):
            scope.bind(Binding("match", name, pattern, stmt, scope))


def _import(tree: ScopeTree, stmt: ast.Import, scope: Scope) -> None:
    tree.imports.append((stmt, scope))
    for alias in stmt.names:
        name = alias.asname or alias.name.partition(".")[0]
        scope.bind(Binding("import", name, alias, stmt, scope))


def _import_from(tree: ScopeTree, stmt: ast.ImportFrom, scope: Scope) -> None:
    tree.imports.append((stmt, scope))
    for alias in stmt.names:
        scope.bind(Binding("import", alias.asname or alias.name, alias, stmt, scope))


def _delete(tree: ScopeTree, stmt: ast.Delete, scope: Scope) -> None:
    for target in stmt.targets:
        _bind_target(scope, stmt, target, "delete", None)


def _function(tree: ScopeTree, stmt: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> None:
    scope.bind(Binding("function", stmt.name, stmt, stmt, scope))
    inner = Scope("function", stmt, scope, scope.module, stmt)
    tree.by_node[stmt] = inner
    _bind_type_parameters(inner, stmt)
    _bind_parameters(inner, stmt.args, stmt)


def _class(tree: ScopeTree, stmt: ast.ClassDef, scope: Scope) -> None:
    scope.bind(Binding("class", stmt.name, stmt, stmt, scope))
    inner = Scope("class", stmt, scope, scope.module, stmt)
    tree.by_node[stmt] = inner
    _bind_type_parameters(inner, stmt)


def _bind_type_parameters(scope: Scope, node: ast.AST) -> None:
    for parameter in getattr(node, "type_params", ()):
        scope.bind(Binding("type_parameter", parameter.name, parameter, None, scope))


def _bind_parameters(scope: Scope, args: ast.arguments, stmt: ast.stmt | None) -> None:
    for argument in args.posonlyargs + args.args + args.kwonlyargs:
        scope.bind(Binding("parameter", argument.arg, argument, stmt, scope))
    for rest in (args.vararg, args.kwarg):
        if rest is not None:
            scope.bind(Binding("parameter", rest.arg, rest, stmt, scope))


def _type_alias(tree: ScopeTree, stmt: ast.stmt, scope: Scope) -> None:
    scope.bind(Binding("type_alias", stmt.name.id, stmt.value, stmt, scope))  # type: ignore[attr-defined]


def _global(tree: ScopeTree, stmt: ast.Global, scope: Scope) -> None:
    scope.global_names.update(stmt.names)


def _nonlocal(tree: ScopeTree, stmt: ast.Nonlocal, scope: Scope) -> None:
    scope.nonlocal_names.update(stmt.names)


def _return(tree: ScopeTree, stmt: ast.Return, scope: Scope) -> None:
    scope.returns.append(stmt)


_SCOPES = frozenset((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
_COMPOUND = frozenset((ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Match, *TRY))
_WITH_BLOCKS = _SCOPES | _COMPOUND
_BINDERS: dict[type[ast.AST], Callable[..., None]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _ann_assign,
    ast.AugAssign: _aug_assign,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Match: _match,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Delete: _delete,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Global: _global,
    ast.Nonlocal: _nonlocal,
    ast.Return: _return,
}
for _node in TRY:
    _BINDERS[_node] = _try
if _TYPE_ALIAS is not None:
    _BINDERS[_TYPE_ALIAS] = _type_alias
