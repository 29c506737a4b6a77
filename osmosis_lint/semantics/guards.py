"""Code that is written for both versions of the SDK, and so must not be reported.

The question is always the same: can control be here when the target version is installed, and would
the failure escape? Every enclosing branch, handler, `with` and decorator is asked, up to the module.
"""

from __future__ import annotations

import ast

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.api.releases import LAST_V02
from osmosis_lint.semantics.bindings import default_of
from osmosis_lint.semantics.calls import constant_text
from osmosis_lint.semantics.comparisons import compared, release_written
from osmosis_lint.semantics.flow import terminates
from osmosis_lint.semantics.listings import listed, signed
from osmosis_lint.semantics.outcomes import FALSE, OBSCURE, OPEN, Outcome, agreed, combined, known
from osmosis_lint.semantics.reach import Reach
from osmosis_lint.semantics.scopes import TRY, Binding, Place, Position, Scope, blocks, header_nodes
from osmosis_lint.semantics.skipping import is_skipped, skips_the_rest
from osmosis_lint.semantics.values import (
    External,
    Instance,
    ProjectClass,
    ProjectFunction,
    ProjectModule,
    SdkClass,
    SdkFunction,
    SdkModule,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.api.releases import Release
    from osmosis_lint.semantics.modules import Module
    from osmosis_lint.semantics.resolver import Resolver

# The ways of unittest to wait for an error.
_ASSERTS = frozenset(("assertRaises", "assertRaisesRegex"))
IMPORT_ERRORS = frozenset(("ImportError", "ModuleNotFoundError"))
ATTRIBUTE_ERRORS = frozenset(("AttributeError",))
NAME_ERRORS = frozenset(("NameError",))
ARGUMENT_ERRORS = frozenset(("TypeError",))
_BROAD = frozenset(("Exception", "BaseException"))
_ENDINGS = (ast.Raise,)
_VERSION_ATTRIBUTES = frozenset(("__version__", "PACKAGE_VERSION"))
_VERSION_CALLS = frozenset(
    ("importlib.metadata.version", "importlib_metadata.version", "pkg_resources.get_distribution")
)
_DISTRIBUTION = frozenset(("osmosis-ai", "osmosis_ai"))
_PROPERTIES = frozenset(("property", "cached_property"))
_MAX_STEPS = 200
_MAX_RETURNS = 8
# Names and functions that are followed from one test.
_MAX_FLAGS = 20


class Guards:
    """Answers for one target version. `member_classes` are asked for a member of an unknown object."""

    def __init__(self, resolver: Resolver, target: Release, member_classes: tuple[str, ...] = ()) -> None:
        self.resolver = resolver
        self.target = target
        self.member_classes = member_classes
        self._statements: dict[tuple[ast.AST, frozenset[str]], bool] = {}
        self._flags: set[object] = set()
        self._answers: dict[Scope, Outcome] = {}
        self._reach = Reach()
        # Without a way back to this object: the two could not go away together while the collector is off.
        resolver.excludes = lambda asking, binding: Guards(asking, target, member_classes)._excludes(binding)
        # For a module and the name of a member: the SDK classes on which the module puts it.
        self.shims: dict[tuple[Module, str], set[str]] = {}

    def guarded(self, place: Place, errors: frozenset[str]) -> bool:
        """Whether code at `place` that would raise one of `errors` on the target is meant for both versions."""
        for test, outcome, where in place.facts:
            if isinstance(test, ast.expr) and self.outcome(test, where).excludes(outcome):
                return True
        stmt = place.stmt
        return stmt is not None and self._statement(stmt, place, errors)

    def _excludes(self, binding: Binding) -> bool:
        """Whether a binding does not happen with the target installed."""
        if binding.stmt is None:
            return False
        attempt = self._attempt(binding.scope.module.scopes.positions.get(binding.stmt))
        if attempt is not None:
            return attempt[1]
        return any(
            isinstance(condition.test, ast.expr)
            and self.outcome(condition.test, Place(condition.scope, condition.stmt)).excludes(condition.outcome)
            for condition in binding.scope.module.flow.conditions(binding.stmt)
        )

    def is_for_target(self, place: Place) -> bool:
        """Whether a test of the version around the place, or above it, holds with the target installed."""
        if place.stmt is None:
            return False
        for condition in place.scope.module.flow.conditions(place.stmt):
            if isinstance(condition.test, ast.expr):
                outcome = self.outcome(condition.test, Place(condition.scope, condition.stmt))
                if not outcome.is_open and not outcome.excludes(condition.outcome):
                    return True
        return False

    def expects(self, place: Place, errors: frozenset[str]) -> bool:
        """Whether a `with pytest.raises(…)` around the place waits for one of the errors."""
        scopes = place.scope.module.scopes
        position = scopes.positions.get(place.stmt) if place.stmt is not None else None
        while position is not None and position.parent is not None:
            holder = scopes.owner.get(position.parent, position.parent)
            if isinstance(holder, (ast.With, ast.AsyncWith)):
                where = Place(position.scope, holder)
                if any(self._suppresses(item.context_expr, where, errors) for item in holder.items):
                    return True
            position = scopes.positions.get(holder)
        return False

    def _statement(self, stmt: ast.stmt, place: Place, errors: frozenset[str]) -> bool:
        """The answer for a statement: that of the nearest block around it that protects it, up to the module."""
        scopes = place.scope.module.scopes
        passed: list[tuple[ast.AST, frozenset[str]]] = []
        current: ast.AST | None = stmt
        result = False
        while current is not None:
            key = (current, errors)
            if key in self._statements:
                result = self._statements[key]
                break
            passed.append(key)
            position = scopes.positions.get(current)
            if position is None:
                break
            if self._protects(position, errors):
                result = True
                break
            if position.parent is not None:
                current = scopes.owner.get(position.parent, position.parent)
                continue
            scope = position.scope
            if is_skipped(self, scope):
                result = True
                break
            current = scope.stmt
        for key in passed:
            self._statements[key] = result
        return result

    def _protects(self, position: Position, errors: frozenset[str]) -> bool:
        """Whether the block of a statement, or what stands above it there, protects it."""
        scope = position.scope
        if self._reach.is_dead(self, position):
            return True
        for condition in scope.module.flow.level(position):
            where = Place(condition.scope, condition.stmt)
            if isinstance(condition.test, ast.expr):
                if self.outcome(condition.test, where).excludes(condition.outcome):
                    return True
            elif isinstance(condition.stmt, ast.Match) and self._tells_versions(condition.stmt.subject, where):
                return True
        if "importorskip" in scope.module.text:
            if any(skips_the_rest(self, stmt, Place(scope, stmt)) for stmt in position.block[: position.index]):
                return True
        if position.parent is None:
            return False
        holder = scope.module.scopes.owner.get(position.parent, position.parent)
        if isinstance(holder, TRY):
            return self._try(position, holder, errors)
        if isinstance(holder, (ast.With, ast.AsyncWith)):
            place = Place(scope, holder)
            return any(self._suppresses(item.context_expr, place, errors) for item in holder.items)
        return False

    def _try(self, position: Position, stmt: ast.Try, errors: frozenset[str]) -> bool:
        block, parent = position.block, position.parent
        if block is stmt.body:
            return any(self._catches(h, errors, position.scope) and not _gives_up(h) for h in stmt.handlers)
        if isinstance(parent, ast.ExceptHandler):
            # The handler runs the old way because the new one failed, or the other way round.
            if self._catches(parent, IMPORT_ERRORS, position.scope) and self._dead_imports(stmt) is not None:
                return True
            if self._catches(parent, ATTRIBUTE_ERRORS | ARGUMENT_ERRORS, position.scope, exact=True):
                return self._tries_sdk(stmt, position)
            return False
        if block is stmt.orelse:
            caught = any(self._catches(handler, IMPORT_ERRORS, position.scope) for handler in stmt.handlers)
            return caught and bool(self._dead_imports(stmt))
        return False

    def _catches(
        self, handler: ast.ExceptHandler, errors: frozenset[str], scope: Scope, *, exact: bool = False
    ) -> bool:
        """Whether an except clause catches one of the errors; a broad clause does so for imports only."""
        broad = not exact and errors == IMPORT_ERRORS
        if handler.type is None:
            return broad
        names = {_exception_name(item) for item in self._caught(handler.type, scope)}
        return not names.isdisjoint(errors) or (broad and not names.isdisjoint(_BROAD))

    def _caught(self, node: ast.expr, scope: Scope) -> list[ast.expr]:
        """The exceptions of a clause: written there, or in a tuple that a name stands for."""
        if isinstance(node, ast.Name):
            found = self.resolver.definitions(node.id, Place(scope, None))
            held = found[0].node if len(found) == 1 and found[0].kind in ("assign", "annotation") else None
            node = held if isinstance(held, ast.Tuple) and not found[0].unpack else node
        return node.elts if isinstance(node, ast.Tuple) else [node]

    def _tries_sdk(self, stmt: ast.Try, position: Position) -> bool:
        """Whether the body of a `try` touches an attribute or call of the SDK."""
        for inner in stmt.body:
            for node in header_nodes(inner):
                if isinstance(node, (ast.Attribute, ast.Call)):
                    subject = node.value if isinstance(node, ast.Attribute) else node.func
                    place = Place(position.scope, inner)
                    for value in self.resolver.infer(subject, place):
                        cls = value.cls if isinstance(value, Instance) else value
                        if isinstance(cls, (SdkClass, SdkModule)):
                            return True
                        if isinstance(cls, ProjectClass) and self.resolver.sdk_bases(cls.scope):
                            return True
        return False

    def _dead_imports(self, stmt: ast.Try) -> bool | None:
        """Whether the body imports an SDK name the target lacks; None when it imports nothing of the SDK."""
        result: bool | None = None
        todo: list[ast.stmt] = list(stmt.body)
        for inner in todo:
            names: list[str] = []
            if isinstance(inner, ast.ImportFrom) and inner.module and not inner.level:
                names = [f"{inner.module}.{alias.name}" for alias in inner.names]
            elif isinstance(inner, ast.Import):
                names = [alias.name for alias in inner.names]
            elif isinstance(inner, (ast.With, ast.If)):
                todo.extend(item for _, block in blocks(inner) for item in block)
            for name in names:
                if name.partition(".")[0] == SDK_PACKAGE:
                    result = bool(result) or not self.alive(name)
        return result

    def alive(self, qualname: str) -> bool:
        """Whether the target has this importable name; unknown names count as alive."""
        surface = self.resolver.sdk.surface
        qualname = qualname.removesuffix(".*")
        if qualname in self.resolver.sdk.aliases:
            return False
        parent = qualname.rpartition(".")[0]
        symbol = surface.lookup(qualname)
        if symbol is None:
            owner = surface.module(parent) if parent else None
            return owner is None or owner.alive_in(self.target)
        if symbol.kind != "module" and parent:
            owner = surface.module(parent)
            if owner is not None and not owner.alive_in(self.target):
                return False
        return symbol.alive_in(self.target)

    def _suppresses(self, node: ast.expr, place: Place, errors: frozenset[str]) -> bool:
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute) and node.func.attr in _ASSERTS:
            return any(_exception_name(item) in errors for item in node.args[:1])
        for value in self.resolver.infer(node.func, place):
            if isinstance(value, External) and value.name in ("contextlib.suppress", "pytest.raises"):
                return any(_exception_name(item) in errors for item in node.args)
        return False

    # Tests of the version

    def outcome(self, test: ast.expr, place: Place) -> Outcome:
        """How a test comes out with the target version installed."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self.outcome(test.operand, place)
            return Outcome(inner.false, inner.true)
        if isinstance(test, ast.BoolOp):
            return combined([self.outcome(value, place) for value in test.values], isinstance(test.op, ast.And))
        if isinstance(test, ast.NamedExpr):
            return self.outcome(test.value, place)
        if isinstance(test, ast.Constant):
            return known(bool(test.value))
        if isinstance(test, ast.Call):
            return self._call(test, place)
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            return self._compare(test, place)
        if isinstance(test, (ast.Name, ast.Attribute)):
            return self._flag(test, place)
        return OPEN

    def _tells_versions(self, subject: ast.expr, place: Place) -> bool:
        """Whether a `match` looks at the version, so that each case is for some versions only."""
        if isinstance(subject, ast.Constant):
            return False
        return self._is_version(subject, place) or not self.outcome(subject, place).is_open

    def _call(self, node: ast.Call, place: Place) -> Outcome:
        function = node.func
        if isinstance(function, ast.Name) and function.id == "hasattr" and len(node.args) == 2:
            return self._has(node.args[0], node.args[1], place)
        if isinstance(function, ast.Name) and function.id == "getattr" and len(node.args) == 3:
            # The default is all there is where the name is gone.
            if isinstance(node.args[2], ast.Constant) and not node.args[2].value:
                return self._has(node.args[0], node.args[1], place)
            return OPEN
        if isinstance(function, ast.Attribute) and function.attr == "startswith":
            if self._is_version(function.value, place):
                prefix = constant_text(self.resolver, node.args[0], place) if node.args else None
                return OBSCURE if prefix is None else known(_text(self.target).startswith(prefix.rstrip(".")))
        if isinstance(function, ast.Name) and function.id in ("bool", "callable") and len(node.args) == 1:
            return self.outcome(node.args[0], place)
        if isinstance(function, ast.Name) and function.id == "isinstance" and node.args:
            # Where what `getattr` reads is gone there is the default, which is of no such class.
            return FALSE if self.outcome(node.args[0], place) is FALSE else OPEN
        for value in self.resolver.infer(function, place):
            if isinstance(value, ProjectFunction):
                return self._returned(value.scope)
            if isinstance(value, External) and value.name == "importlib.util.find_spec" and node.args:
                name = constant_text(self.resolver, node.args[0], place)
                if name and name.partition(".")[0] == SDK_PACKAGE:
                    return known(self.alive(name)) if name != SDK_PACKAGE else OPEN
        return OPEN

    def _has(self, subject: ast.expr, member: ast.expr, place: Place) -> Outcome:
        """Whether the subject has the member that an expression names."""
        name = constant_text(self.resolver, member, place)
        values = self.resolver.infer(subject, place)
        if not name:
            # A function that is told which member to ask for tells versions apart, and how is for its caller to know.
            is_told = isinstance(member, ast.Name) and [
                b.kind for b in self.resolver.bindings(member.id, place)[0]
            ] == ["parameter"]
            return OBSCURE if is_told and any(isinstance(_class_of(value), SdkClass) for value in values) else OPEN
        for value in values:
            cls = value.cls if isinstance(value, Instance) else value
            if isinstance(cls, SdkModule):
                surface = self.resolver.sdk.surface
                qualname = f"{cls.name}.{name}"
                if surface.lookup(qualname) is None and qualname not in self.resolver.sdk.aliases:
                    return OPEN
                return known(self.alive(qualname))
            owners = [cls] if isinstance(cls, SdkClass) else []
            if isinstance(cls, ProjectClass):
                owners = self.resolver.sdk_bases(cls.scope)
            for owner in owners:
                found = self._has_member(owner.qualname, name) or self._derived_has(owner.qualname, name)
                if found is not None:
                    return found
        if values:
            return OPEN
        for qualname in self.member_classes:
            found = self._has_member(qualname, name)
            if found is not None:
                return found
        return OPEN

    def _derived_has(self, base: str, name: str) -> Outcome | None:
        """The same for the SDK classes derived from it: an object of one of them may be what is tested."""
        for qualname in self.member_classes:
            if base in self.resolver.sdk.bases(qualname):
                return self._has_member(qualname, name)
        return None

    def _has_member(self, qualname: str, name: str) -> Outcome | None:
        found = self.resolver.sdk.member(qualname, name)
        if found is None:
            return None
        symbol = found[0]
        if symbol.alive_in(self.target) and symbol.alive_in(LAST_V02):
            return OPEN
        return known(symbol.alive_in(self.target))

    def _compare(self, node: ast.Compare, place: Place) -> Outcome:
        left, operator, right = node.left, node.ops[0], node.comparators[0]
        if isinstance(right, ast.Constant) and right.value is None:
            inner = self.outcome(left, place)
            return Outcome(inner.false, inner.true) if isinstance(operator, (ast.Is, ast.Eq)) else inner
        if self._is_version(left, place):
            return compared(operator, self.target, release_written(self.resolver, right, place))
        if self._is_version(right, place):
            return compared(operator, release_written(self.resolver, left, place), self.target)
        if isinstance(operator, (ast.In, ast.NotIn)):
            inner = self._contained(left, right, place)
            return Outcome(inner.false, inner.true) if isinstance(operator, ast.NotIn) else inner
        return OPEN

    def _contained(self, name: ast.expr, container: ast.expr, place: Place) -> Outcome:
        """`"samples" in dir(ctx)`, `"workflow" in inspect.signature(HarborBackend).parameters`."""
        subject = listed(container)
        if subject is not None:
            return self._has(subject, name, place)
        if isinstance(container, ast.Name):
            found = self.resolver.definitions(container.id, place)
            if len(found) == 1 and found[0].kind == "assign" and isinstance(found[0].node, ast.expr):
                subject = listed(found[0].node)
                if subject is not None:
                    return self._has(subject, name, Place(found[0].scope, found[0].stmt))
        if constant_text(self.resolver, name, place) is None:
            return OPEN
        owner = signed(self.resolver, container, place)
        if owner is None:
            return OPEN
        is_sdk = any(isinstance(value, (SdkClass, SdkFunction)) for value in self.resolver.infer(*owner))
        return OBSCURE if is_sdk else OPEN

    def _returned(self, scope: Scope) -> Outcome:
        """What a function of the project that tells the version returns on the target."""
        if scope.kind == "lambda" or not 0 < len(scope.returns) <= _MAX_RETURNS:
            return OPEN
        if scope in self._flags or len(self._flags) > _MAX_FLAGS:
            return OPEN
        known = self._answers.get(scope)
        if known is None:
            self._flags.add(scope)
            try:
                known = self._answers[scope] = self._answer(scope)
            finally:
                self._flags.discard(scope)
        return known

    def _answer(self, scope: Scope) -> Outcome:
        outcomes: list[Outcome] = []
        for statement in scope.returns:
            if statement.value is None:
                return OPEN
            attempt = self._attempt(scope.module.scopes.positions.get(statement))
            if attempt is not None and attempt[1]:
                continue
            constant = isinstance(statement.value, ast.Constant)
            if attempt is not None and constant:
                # What is returned where the old import failed comes first.
                return known(bool(statement.value.value))  # type: ignore[attr-defined]
            outcomes.append(OPEN if constant else self.outcome(statement.value, Place(scope, statement)))
        return agreed(outcomes)

    def _is_version(self, node: ast.AST, place: Place, steps: int = 0) -> bool:
        """Whether an expression is made from the installed version of the SDK."""
        todo: list[ast.AST] = [node]
        for item in todo:
            steps += 1
            if steps > _MAX_STEPS:
                return False
            if isinstance(item, ast.Attribute) and item.attr in _VERSION_ATTRIBUTES:
                if any(isinstance(value, SdkModule) for value in self.resolver.infer(item.value, place)):
                    return True
            elif isinstance(item, ast.Attribute):
                held = [
                    binding
                    for value in self.resolver.infer(item.value, place)
                    for binding in self._held_bindings(value, item.attr)
                ]
                if any(self._is_version_binding(binding, steps) for binding in held):
                    return True
            elif isinstance(item, ast.Call):
                if self._is_version_call(item, place):
                    return True
            elif isinstance(item, ast.Name):
                if any(
                    self._is_version_binding(binding, steps) for binding in self.resolver.definitions(item.id, place)
                ):
                    return True
            todo.extend(ast.iter_child_nodes(item))
        return False

    def _is_version_call(self, node: ast.Call, place: Place) -> bool:
        if not node.args or constant_text(self.resolver, node.args[0], place) not in _DISTRIBUTION:
            return False
        names = [value.name for value in self.resolver.infer(node.func, place) if isinstance(value, External)]
        return any(name in _VERSION_CALLS for name in names)

    def _is_version_binding(self, binding: Binding, steps: int) -> bool:
        if binding.kind == "import":
            stmt, alias = binding.stmt, binding.node
            return (
                isinstance(stmt, ast.ImportFrom)
                and (stmt.module or "").partition(".")[0] == SDK_PACKAGE
                and getattr(alias, "name", "") in _VERSION_ATTRIBUTES
            )
        if binding.kind not in ("assign", "annotation", "walrus") or binding.node is None or binding in self._flags:
            return False
        self._flags.add(binding)
        try:
            return self._is_version(binding.node, Place(binding.scope, binding.stmt), steps)
        finally:
            self._flags.discard(binding)

    # Flags: names whose value tells which version is there

    def _flag(self, node: ast.Name | ast.Attribute, place: Place) -> Outcome:
        if isinstance(node, ast.Attribute):
            found = [
                binding
                for value in self.resolver.infer(node.value, place)
                for binding in self._held_bindings(value, node.attr)
            ]
        else:
            found = self.resolver.definitions(node.id, place)
        outcomes = [self._binding_outcome(binding) for binding in found]
        return agreed([outcome for outcome in outcomes if outcome is not None])

    def _held_bindings(self, value: Value, name: str) -> list[Binding]:
        """What gives a name of a project module, or an attribute of a project class or object, its value."""
        if isinstance(value, ProjectModule):
            return self.resolver.definitions(name, Place(value.module.scopes.root, None))
        cls = value.cls if isinstance(value, Instance) else value
        if isinstance(cls, ProjectClass):
            for base in self.resolver.mro(cls.scope):
                if isinstance(base, ProjectClass) and self.resolver.defines(base.scope, name):
                    return [*base.scope.bindings.get(name, ()), *base.scope.attributes.get(name, ())]
        return []

    def _binding_outcome(self, binding: Binding) -> Outcome | None:
        """What a binding makes of a flag on the target; None when the binding does not happen there."""
        if binding in self._flags or binding.stmt is None or len(self._flags) > _MAX_FLAGS:
            return OPEN
        self._flags.add(binding)
        try:
            position = binding.scope.module.scopes.positions.get(binding.stmt)
            attempt = self._attempt(position)
            if attempt is not None and attempt[1]:
                return None
            if binding.kind == "import" and attempt is not None:
                return self._imported(binding)
            if binding.kind == "parameter":
                default = default_of(binding)
                outer = binding.scope.parent or binding.scope
                return OPEN if default is None else self.outcome(default, Place(outer, binding.scope.stmt))
            if binding.kind == "function":
                function = binding.scope.module.scopes.by_node[binding.node]  # type: ignore[index]
                return OPEN if _PROPERTIES.isdisjoint(function.decorator_names()) else self._returned(function)
            if binding.kind not in ("assign", "annotation") or binding.node is None:
                return OPEN
            value = binding.node
            if isinstance(value, ast.Constant):
                return known(bool(value.value)) if attempt is not None else OPEN
            return self.outcome(value, Place(binding.scope, binding.stmt))  # type: ignore[arg-type]
        finally:
            self._flags.discard(binding)

    def _imported(self, binding: Binding) -> Outcome:
        stmt = binding.stmt
        name = getattr(binding.node, "name", "")
        if isinstance(stmt, ast.ImportFrom):
            name = f"{stmt.module}.{name}"
        return known(self.alive(name)) if name.partition(".")[0] == SDK_PACKAGE else OPEN

    def _attempt(self, position: Position | None) -> tuple[ast.Try, bool] | None:
        """The `try` around SDK imports a statement stands in, and whether the target never gets there."""
        while position is not None and position.parent is not None:
            scopes = position.scope.module.scopes
            holder = scopes.owner.get(position.parent, position.parent)
            if isinstance(holder, TRY) and any(
                self._catches(h, IMPORT_ERRORS, position.scope) for h in holder.handlers
            ):
                dead = self._dead_imports(holder)
                if dead is not None:
                    in_handler = isinstance(position.parent, ast.ExceptHandler)
                    return holder, dead is not in_handler
            position = scopes.positions.get(holder)
        return None


def _exception_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _class_of(value: Value) -> Value:
    return value.cls if isinstance(value, Instance) else value


def _gives_up(handler: ast.ExceptHandler) -> bool:
    """A handler that only raises again does not make the code run on both versions."""
    return terminates(handler.body) and isinstance(handler.body[-1], (*_ENDINGS, ast.Expr))


def _text(release: Release) -> str:
    return ".".join(str(number) for number in release)
