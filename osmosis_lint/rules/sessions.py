"""OSM203, OSM204, OSM206: what a workflow may register and return in one execution."""

from __future__ import annotations

import ast

from osmosis_lint.api import records
from osmosis_lint.rules.agent_results import RUNNER_RESULTS, field_kind
from osmosis_lint.rules.branches import exclude_each_other, sets_its_test
from osmosis_lint.semantics import narrowing
from osmosis_lint.semantics.arguments import Call
from osmosis_lint.semantics.calls import AGENT_RESULT, argument
from osmosis_lint.semantics.flow import terminates
from osmosis_lint.semantics.guards import ARGUMENT_ERRORS
from osmosis_lint.semantics.scopes import TRY, Place, Scope, blocks
from osmosis_lint.semantics.values import (
    BOOL,
    BYTES,
    DICT,
    FLOAT,
    INT,
    SET,
    STR,
    TUPLE,
    External,
    Instance,
    Literal,
    ProjectClass,
    ProjectFunction,
    SdkClass,
    Value,
)
from osmosis_lint.semantics.walk import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.rules.check import Check

# The methods of a context that register a sample source; statements with one of them are looked at.
_REGISTRARS = frozenset(("set_sample_source", "register_sample_source"))
WORDS = _REGISTRARS

_WRONG_KINDS = {
    STR: "text",
    INT: "a number",
    FLOAT: "a number",
    BOOL: "a truth value",
    BYTES: "bytes",
    DICT: "a dict",
    TUPLE: "a tuple",
    SET: "a set",
}
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
    if isinstance(function, ast.Attribute) and function.attr in _REGISTRARS:
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


# OSM203

# What the SDK raises for a second source.
_REFUSED = frozenset(("ValueError",))


class _Path:
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
            if name not in _REGISTRARS or narrowing.path_of(node.func.value) != self.receiver:  # type: ignore[attr-defined]
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


class _Counter(_Path):
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


def check_module(check: Check) -> None:
    """Functions outside a workflow that register two sources on one context they were given."""
    if not any(word in check.module.text for word in _REGISTRARS):
        return
    subjects: dict[tuple[Scope, tuple[str, ...]], None] = {}
    for stmt, scope in check.module.statements_with(_REGISTRARS):
        if scope.kind == "function" and not _is_run(check, scope):
            for node, _ in expressions(check.resolver, stmt, scope, _CALLS):
                function = node.func  # type: ignore[attr-defined]
                if isinstance(function, ast.Attribute) and function.attr in _REGISTRARS:
                    path = narrowing.path_of(function.value)
                    if path is not None:
                        subjects[scope, path] = None
    for scope, path in subjects:
        _Path(check, scope, path).block(scope.body, scope, 0)


def _is_run(check: Check, scope: Scope) -> bool:
    owner = scope.enclosing_class()
    return scope.name == "run" and owner is not None and _is_workflow(check, owner)


def _is_workflow(check: Check, scope: Scope) -> bool:
    return check.resolver.is_subclass(ProjectClass(scope), records.AGENT_WORKFLOW)


def check_class(check: Check, scope: Scope) -> None:
    """The `run` of a workflow: how often it registers, and what it returns."""
    if not _is_workflow(check, scope):
        return
    for binding in scope.bindings.get("run", ()):
        if binding.kind == "function" and binding.node is not None:
            run = check.module.scopes.by_node[binding.node]
            _Path(check, run).block(run.body, run, 0)
            _check_returns(check, run)


# OSM204


def check_call(check: Check, call: Call) -> None:
    """A registering agent or session built at import time."""
    place = call.place
    if not _at_import_time(place):
        return
    name = registered(check, call.node, place)
    if name and name not in _REGISTRARS and not _is_tried_out(check, call):
        check.report("OSM204", call.node, place, frozenset(), name=name)


def _is_tried_out(check: Check, call: Call) -> bool:
    """A session under `if __name__ == "__main__":`; without a rollout it is an ordinary session in memory."""
    positions = call.place.scope.module.scopes.positions
    position = positions.get(call.place.stmt) if call.place.stmt is not None else None
    while position is not None and position.parent is not None:
        if isinstance(position.parent, ast.If) and any(
            isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(position.parent.test)
        ):
            return any(
                check.resolver.is_subclass(value, records.MEMORY_SESSION)
                for value in check.resolver.infer(call.node.func, call.place)
            )
        position = positions.get(position.parent)
    return False


def _at_import_time(place: Place) -> bool:
    scope: Scope | None = place.scope
    while scope is not None and scope.kind in ("comprehension", "class"):
        scope = scope.parent
    # What stands in a function, a class inside it included, runs when the function does.
    if scope is None or scope.kind != "module":
        return False
    return not _inside_with(place)


def _inside_with(place: Place) -> bool:
    """Whether a `with` stands around: inside `with RolloutContext(…)` a context is active, and any may be one."""
    scopes = place.scope.module.scopes
    position = scopes.positions.get(place.stmt) if place.stmt is not None else None
    while position is not None and position.parent is not None:
        if isinstance(position.parent, (ast.With, ast.AsyncWith)):
            return True
        position = scopes.positions.get(scopes.owner.get(position.parent, position.parent))
    return False


# OSM206


def _check_returns(check: Check, run: Scope) -> None:
    if _is_wrapped(check, run):
        return
    for statement in run.returns:
        if statement.value is None:
            continue
        place = Place(run, statement)
        if isinstance(statement.value, ast.Name) and _is_converted(check, statement.value, place):
            continue
        kinds = [wrong_kind(check, value) for value in check.resolver.infer(statement.value, place)]
        kind = next(filter(None, kinds), "") or field_kind(check, statement.value, place)
        if kind:
            check.report("OSM206", statement, place, ARGUMENT_ERRORS, name=kind)


def _is_wrapped(check: Check, run: Scope) -> bool:
    """Whether a decorator of the project puts a function around `run` that returns something of its own."""
    place = Place(run.parent or run, run.stmt)
    for decorator in getattr(run.node, "decorator_list", ()):
        for value in check.resolver.infer(decorator, place):
            if not isinstance(value, ProjectFunction):
                continue
            for inner in list(value.scope.module.scopes.by_node.values()):
                if inner.parent is value.scope and inner.kind == "function":
                    if not any(_hands_on(check, item, inner) for item in inner.returns):
                        return True
    return False


def _hands_on(check: Check, statement: ast.Return, inner: Scope) -> bool:
    """Whether a function returns, directly or through a name, what a function gives that it did not make itself."""
    values: list[ast.AST | None] = [statement.value]
    if isinstance(statement.value, ast.Name):
        values = [item.node for item in check.resolver.definitions(statement.value.id, Place(inner, statement))]
    for value in values:
        called = value.value if isinstance(value, ast.Await) else value
        function = called.func if isinstance(called, ast.Call) else None
        if isinstance(function, ast.Name) and inner.parent is not None and function.id in inner.parent.bindings:
            return True
    return False


def _is_converted(check: Check, node: ast.Name, place: Place) -> bool:
    """Whether a name was given another value where a test of it held: `if isinstance(x, Result): x = x.messages`."""
    definitions = check.resolver.definitions(node.id, place)
    for binding in definitions if len(definitions) > 1 else ():
        position = place.scope.module.scopes.positions.get(binding.stmt) if binding.stmt is not None else None
        if position is not None and isinstance(position.parent, ast.If):
            if any(isinstance(item, ast.Name) and item.id == node.id for item in ast.walk(position.parent.test)):
                return True
    return False


def wrong_kind(check: Check, value: Value) -> str:
    """What a value is that `run()` may not return, in words; empty when it may, or is unknown."""
    if isinstance(value, Literal):
        if value.value is None:
            return ""
        if isinstance(value.value, bool):
            return _WRONG_KINDS[BOOL]
        return "text" if isinstance(value.value, str) else "bytes" if isinstance(value.value, bytes) else "a number"
    if not isinstance(value, Instance):
        return ""
    if isinstance(value.cls, External):
        if value.cls.name in RUNNER_RESULTS:
            return "the result of `Runner.run`"
        if value.cls == AGENT_RESULT:
            return "the result of an agent"
        return _WRONG_KINDS.get(value.cls, "")
    if check.resolver.is_subclass(value.cls, records.ROLLOUT_SAMPLE):
        return "a `RolloutSample`"
    return ""
