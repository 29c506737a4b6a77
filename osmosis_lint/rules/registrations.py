"""OSM203: one execution registers one agent or session.

The paths through a function are followed, and what is registered on each is counted.
"""

from __future__ import annotations

import ast

from osmosis_lint.api import records
from osmosis_lint.rules.branches import exclude_each_other, sets_its_test
from osmosis_lint.semantics import narrowing
from osmosis_lint.semantics.calls import argument
from osmosis_lint.semantics.flow import terminates
from osmosis_lint.semantics.scopes import TRY, Place, Scope, blocks
from osmosis_lint.semantics.values import Instance, ProjectClass, ProjectFunction, SdkClass, Value
from osmosis_lint.semantics.walk import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.rules.check import Check

# The methods of a context that register a sample source; statements with one of them are looked at.
REGISTRARS = frozenset(("set_sample_source", "register_sample_source"))
# What the SDK raises for a second source.
_REFUSED = frozenset(("ValueError",))
# Decorators of functions that make their result once.
_CACHES = frozenset(("cache", "lru_cache", "cached_property", "alru_cache"))
_CALLS: frozenset[type[ast.AST]] = frozenset((ast.Call,))
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = frozenset((*_FUNCTIONS, ast.ClassDef))
# Statements without blocks, and those after which the next one always follows.
_PLAIN: frozenset[type[ast.AST]] = frozenset(
    (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Raise, ast.Assert, ast.Delete)
)
_GOING_ON: frozenset[type[ast.AST]] = frozenset((ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Assert, ast.Delete))


def registered(check: Check, node: ast.Call, place: Place) -> str:
    """The name of what a call registers as the execution's sample source, or the empty string."""
    resolver = check.resolver
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr in REGISTRARS:
        for value in resolver.infer(function.value, place):
            if isinstance(value, Instance) and resolver.is_subclass(value.cls, records.ROLLOUT_CONTEXT):
                return function.attr
        return ""
    for value in resolver.infer(function, place):
        if resolver.is_subclass(value, records.MEMORY_SESSION):
            return _shown(value)
        if resolver.is_subclass(value, records.STRANDS_AGENT):
            model = argument(node, "model", None)
            if model is not None and any(
                isinstance(item, Instance) and resolver.is_subclass(item.cls, records.STRANDS_MODEL)
                for item in resolver.infer(model, place)
            ):
                return _shown(value)
    return ""


def _shown(value: Value) -> str:
    if isinstance(value, SdkClass):
        return value.qualname.rpartition(".")[2]
    return value.scope.name if isinstance(value, ProjectClass) else ""


class _PathCount:
    """Counts registrations along the paths through a function, and reports each one after the first."""

    is_helper = False

    def __init__(self, check: Check, root: Scope, receiver: tuple[str, ...] | None = None) -> None:
        self.check = check
        self.root = root
        # Outside a workflow only what is registered on this one context counts.
        self.receiver = receiver
        self.seen: set[Scope] = {root}
        # For a conditional expression: what its first branch registered.
        self.first_branch: dict[ast.AST, int] = {}
        # For each loop around: what an earlier round of it may have registered.
        self.rounds: list[int] = []

    def block(self, block: list[ast.stmt], scope: Scope, before: int) -> int:
        """The registrations that have happened when the block ends normally, at the most."""
        # The tests of the branches above that registered something.
        taken: list[tuple[ast.expr, int]] = []
        for stmt in block:
            if isinstance(stmt, ast.If):
                spared = sum(count for test, count in taken if exclude_each_other(test, stmt.test))
                after = self._if(stmt, scope, before, spared)
                if after > before and not stmt.orelse:
                    taken.append((stmt.test, after - before))
                before = after
            else:
                before = self.statement(stmt, scope, before)
            if stmt.__class__ not in _GOING_ON and terminates([stmt]):
                return before
        return before

    def statement(self, stmt: ast.stmt, scope: Scope, before: int) -> int:
        """The same for one statement."""
        kind = stmt.__class__
        if kind in _PLAIN:
            return self.expressions(stmt, scope, before)
        if kind in _DEFINITIONS:
            return before
        if isinstance(stmt, ast.Match):
            start = self.expressions(stmt, scope, before)
            return self._branches([*(case.body for case in stmt.cases), []], scope, start)
        if isinstance(stmt, _LOOPS):
            start = self.expressions(stmt, scope, before)
            once = (terminates(stmt.body) and not _continues(stmt.body)) or self._ends_with_it(stmt, scope)
            repeated = start if once else max(start, 1)
            self.rounds.append(repeated - start)
            inside = self.block(stmt.body, scope, repeated) - repeated + start
            self.rounds.pop()
            return self.block(stmt.orelse, scope, inside)
        if isinstance(stmt, TRY):
            return self._try(stmt, scope, before)
        if isinstance(stmt, (ast.With, ast.AsyncWith)):
            start = self.expressions(stmt, scope, before)
            if self.receiver is None and _opens_context(self.check, stmt, scope):
                # Another execution: what is registered in there is not registered here.
                self.block(stmt.body, scope, 0)
                return start
            return self.block(stmt.body, scope, start)
        return self.expressions(stmt, scope, before)

    def _ends_with_it(self, stmt: ast.stmt, scope: Scope) -> bool:
        """A loop that goes on until it has what it registers: `while session is None: session = …`."""
        if not isinstance(stmt, ast.While):
            return False
        tested = {node.id for node in ast.walk(stmt.test) if isinstance(node, ast.Name)}
        return any(
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and any(isinstance(target, ast.Name) and target.id in tested for target in node.targets)
            and bool(registered(self.check, node.value, Place(scope, node)))
            for inner in stmt.body
            for node in ast.walk(inner)
        )

    def _if(self, stmt: ast.If, scope: Scope, before: int, spared: int) -> int:
        """The same for an `if`; `spared` were registered where its test does not hold."""
        start = self.expressions(stmt, scope, before)
        body, orelse = stmt.body, stmt.orelse
        held = sets_its_test(stmt.test, body)
        if held is None:
            held = sets_its_test(stmt.test, orelse)
            body, orelse = orelse, body
        if held is None:
            taken = self._branches([stmt.body], scope, start - spared)
            return max(start if not stmt.orelse else self._branches([stmt.orelse], scope, start), taken)
        rounds, self.rounds = self.rounds, []
        inside = self.block(body, scope, 0)
        self.rounds = rounds
        # What an object keeps is made by the first call, whoever makes it.
        made = 0 if self.is_helper and not isinstance(held, ast.Name) else inside
        return max(start, made, self.block(orelse, scope, start))

    def _branches(self, blocks: list[list[ast.stmt]], scope: Scope, start: int) -> int:
        ends = [(self.block(block, scope, start - self._spared(block)), terminates(block)) for block in blocks]
        return max((count for count, left in ends if not left), default=start)

    def _spared(self, block: list[ast.stmt]) -> int:
        """The registrations of earlier rounds that cannot have happened: a block that leaves its loop runs once."""
        if not self.rounds or not block or _continues(block):
            return 0
        last = block[-1]
        while isinstance(last, (ast.With, ast.AsyncWith)):
            last = last.body[-1]
        if isinstance(last, ast.Break):
            return self.rounds[-1]
        return sum(self.rounds) if isinstance(last, (ast.Return, ast.Raise)) else 0

    def _try(self, stmt: ast.Try, scope: Scope, before: int) -> int:
        rounds = self.rounds
        if not all(terminates(handler.body) and not _continues(handler.body) for handler in stmt.handlers):
            # What fails before it leaves the loop may come again.
            self.rounds = [0] * len(rounds)
        normal = self.block([*stmt.body, *stmt.orelse], scope, before)
        # What comes first has happened when what follows it fails.
        is_followed = normal > before and len(stmt.body) > 1 and bool(stmt.handlers)
        failed = self.block(stmt.body[:1], scope, before) if is_followed else before
        self.rounds = rounds
        ends = [] if terminates([*stmt.body, *stmt.orelse]) else [normal]
        for handler in stmt.handlers:
            # Elsewhere the body failed somewhere: what it registers last may not have happened.
            count = self.block(handler.body, scope, failed)
            if not terminates(handler.body):
                ends.append(count)
        return self.block(stmt.finalbody, scope, max(ends, default=before))

    def expressions(self, stmt: ast.stmt, scope: Scope, before: int) -> int:
        """Count the registrations in the expressions of a statement."""
        start = before
        others = 0
        is_here = scope.module is self.check.module
        for node, place in expressions(self.check.resolver, stmt, scope, _CALLS):
            # The words that spare a look are those of the file that is checked.
            function, _ = _called(node)  # type: ignore[arg-type]
            if is_here and not self.check.may_register(function):
                continue
            # Where something else stands for it, as in `kept or OsmosisMemorySession()`, it need not be made again.
            rounds = sum(self.rounds) if place.facts else 0
            # The branches of a conditional expression exclude each other.
            tests = [(test, outcome) for test, outcome, _ in place.facts]
            spared = sum(self.first_branch.get(test, 0) for test, outcome in tests if not outcome)
            count = self._call(node, place, start + others - spared - rounds)  # type: ignore[arg-type]
            for test, outcome in tests[-1:]:
                if outcome:
                    self.first_branch[test] = self.first_branch.get(test, 0) + count
            others += max(count - spared, 0)
        return start + others

    def _call(self, node: ast.Call, place: Place, before: int) -> int:
        if _in_lambda(place):
            return 0
        name = registered(self.check, node, place)
        if self.receiver is not None:
            if name not in REGISTRARS or narrowing.path_of(node.func.value) != self.receiver:  # type: ignore[attr-defined]
                return 0
        elif not name:
            return self._helper(node, place, before)
        if before > 0 or _in_comprehension(place):
            self._report(node, place, name)
        return 1

    def _report(self, node: ast.Call, place: Place, name: str) -> None:
        """A test may wait for the error; an `except` is no way out, since the second source is lost."""
        if not self.check.guards.expects(place, _REFUSED):
            self.check.report("OSM203", node, place, frozenset(), name=name)

    def _helper(self, node: ast.Call, place: Place, before: int) -> int:
        """A helper of the project that registers: the second call of it is the finding."""
        function, is_repeated = _called(node)
        for value in self.check.resolver.infer(function, place):
            if isinstance(value, ProjectFunction) and value.scope not in self.seen:
                self.seen.add(value.scope)
                count = _registrations(self.check, value.scope, set(self.seen))
                self.seen.discard(value.scope)
                if count and (before > 0 or is_repeated or _in_comprehension(place)):
                    self._report(node, place, f"{value.scope.name}()")
                return min(count, 1)
            if is_repeated and self.check.resolver.is_subclass(value, records.MEMORY_SESSION):
                self._report(node, place, _shown(value))
                return 1
        return 0


def _called(node: ast.Call) -> tuple[ast.expr, bool]:
    """What a call calls, and whether it does so several times: `map(function, items)`."""
    is_map = isinstance(node.func, ast.Name) and node.func.id == "map" and len(node.args) > 1
    return (node.args[0], True) if is_map else (node.func, False)


def _opens_context(check: Check, stmt: ast.With | ast.AsyncWith, scope: Scope) -> bool:
    """Whether a `with` enters a rollout context that is made there."""
    place = Place(scope, stmt)
    return any(
        isinstance(item.context_expr, ast.Call)
        and any(
            check.resolver.is_subclass(value, records.ROLLOUT_CONTEXT)
            for value in check.resolver.infer(item.context_expr.func, place)
        )
        for item in stmt.items
    )


def _continues(block: list[ast.stmt]) -> bool:
    """Whether a `continue` in the block starts another round of the loop around it."""
    for stmt in block:
        if isinstance(stmt, ast.Continue):
            return True
        if isinstance(stmt, (*_LOOPS, *_FUNCTIONS, ast.ClassDef)):
            continue
        if any(_continues(inner) for _, inner in blocks(stmt)):
            return True
    return False


def _in_lambda(place: Place) -> bool:
    scope: Scope | None = place.scope
    while scope is not None and scope.kind in ("comprehension", "lambda"):
        if scope.kind == "lambda":
            return True
        scope = scope.parent
    return False


def _in_comprehension(place: Place) -> bool:
    return place.scope.kind == "comprehension"


class _Counter(_PathCount):
    """The same walk without reports, for the helpers a workflow calls."""

    is_helper = True

    def _call(self, node: ast.Call, place: Place, before: int) -> int:
        if _in_lambda(place):
            return 0
        if registered(self.check, node, place):
            return 1
        for value in self.check.resolver.infer(node.func, place):
            if isinstance(value, ProjectFunction) and value.scope not in self.seen and len(self.seen) < 40:
                return min(_registrations(self.check, value.scope, self.seen), 1)
        return 0


def _registrations(check: Check, scope: Scope, seen: set[Scope]) -> int:
    """The registrations of a helper, at the most."""
    if scope.kind == "lambda" or not isinstance(scope.node, _FUNCTIONS):
        return 0
    if not _CACHES.isdisjoint(scope.decorator_names()):
        return 0
    known = check.registrations.get(scope)
    if known is None:
        counter = _Counter(check, scope)
        counter.seen = seen | {scope}
        known = check.registrations[scope] = counter.block(scope.body, scope, 0)
    return known


def check_run(check: Check, run: Scope) -> None:
    """The `run` of a workflow: each registration after the first one on a path through it."""
    _PathCount(check, run).block(run.body, run, 0)


def check_module(check: Check) -> None:
    """Functions outside a workflow that register two sources on one context they were given."""
    if not any(word in check.module.text for word in REGISTRARS):
        return
    subjects: dict[tuple[Scope, tuple[str, ...]], None] = {}
    for stmt, scope in check.module.statements_with(REGISTRARS):
        if scope.kind == "function" and not _is_run(check, scope):
            for node, _ in expressions(check.resolver, stmt, scope, _CALLS):
                function = node.func  # type: ignore[attr-defined]
                if isinstance(function, ast.Attribute) and function.attr in REGISTRARS:
                    path = narrowing.path_of(function.value)
                    if path is not None:
                        subjects[scope, path] = None
    for scope, path in subjects:
        _PathCount(check, scope, path).block(scope.body, scope, 0)


def _is_run(check: Check, scope: Scope) -> bool:
    owner = scope.enclosing_class()
    return scope.name == "run" and owner is not None and is_workflow(check, owner)


def is_workflow(check: Check, scope: Scope) -> bool:
    """Whether a class is a workflow of the SDK."""
    return check.resolver.is_subclass(ProjectClass(scope), records.AGENT_WORKFLOW)
