"""Follows every use of a mapping of samples through one unit, and says what becomes of each.

A use is an expression with a kind: the mapping itself, its values, keys or items (also in a list, sorted,
as an iterator). What stands around it decides; anything that is not known here refuses the whole unit.
"""

from __future__ import annotations

import ast

from osmosis_lint.fixes import collected, comprehensions, passed_samples, sequences
from osmosis_lint.fixes.edits import Edit, RefusedError
from osmosis_lint.fixes.file import is_simple, origin
from osmosis_lint.fixes.proof import comments
from osmosis_lint.fixes.samples import ITEMS, KEYS, MAP, VALUES, Sample
from osmosis_lint.fixes.statements import position, remove_statement, uses_of
from osmosis_lint.semantics.scopes import Binding, Place
from osmosis_lint.semantics.values import SdkFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.graders import Unit

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_VIEWS = {"values": VALUES, "keys": KEYS, "items": ITEMS}
_WRAPPERS = frozenset(("list", "tuple", "iter", "reversed", "sorted", "dict"))
_ITERATORS = frozenset(("iter", "reversed"))
# What runs its parts more than once, or later.
_AGAIN = (ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, *_FUNCTIONS)
_NEW_ATTRIBUTE = {"OSM106": "sample_source"}
_NOT_NONE, _NONE = "is not None", "is None"
_LOOKUP_ERRORS = frozenset(("KeyError", "LookupError", "IndexError", "StopIteration"))
_UNKNOWN = "a use of the samples is not understood"


class Mappings:
    """The worklist of one unit."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.file = unit.file
        self.resolver = unit.check.resolver
        self._todo: list[tuple[ast.expr, str, Sample]] = []
        self._seen: set[ast.AST] = set()
        # Arguments that take a mapping on v0.2 and the sample on v0.3.
        self.taking: set[ast.AST] = set()
        # Expressions that must have become the sample when all uses were followed.
        self.expected: set[ast.AST] = set()
        self._became: set[ast.AST] = set()
        self._keys: set[ast.AST] = set()
        # Lists that hold what is made of the one sample and nothing else.
        self.ones: set[ast.AST] = set()
        # What values are stored by: ids of the sample, or it would be another value.
        self.stored_by: list[ast.expr] = []
        # Names of lists that the samples are paired with.
        self.paired: list[ast.Name] = []
        # Texts of items that are given to their name where they are made.
        self.given: set[str] = set()
        # What ran for several samples only, and goes.
        self._dead: list[ast.If] = []

    # Where they come from

    def add(self, item: Diagnostic, place: Place) -> None:
        """Start from a finding: an attribute, a call, or an argument of a constructor."""
        node = origin(item).node
        if not isinstance(node, ast.Attribute):
            passed_samples.rewrite(self, item)
            return
        attribute = _NEW_ATTRIBUTE.get(item.code, "sample")
        owner = self.file.source(node.value)
        expression: ast.expr = node
        if node.attr == "get_samples":
            call = self.file.parent(node)
            if not isinstance(call, ast.Call) or call.func is not node or call.args or call.keywords:
                raise RefusedError("`get_samples` is not called here")
            expression = call
        if isinstance(node.ctx, ast.Store):
            passed_samples.assign(self, node, attribute)
            return
        if item.code == "OSM105":
            around = self.file.parent(expression)
            if not isinstance(around, ast.Await):
                raise RefusedError("`get_samples()` is not awaited here")
            sample = Sample(f"await {owner}.get_sample()", guarded=False, raising=False, is_await=True)
            self._todo.append((around, MAP, sample))
            return
        grader = item.code in ("OSM101", "OSM102")
        guarded = grader and not self._built_here(node.value, place)
        self._todo.append((expression, MAP, Sample(f"{owner}.{attribute}", guarded=guarded, raising=grader)))

    def _built_here(self, node: ast.expr, place: Place) -> bool:
        """Whether a context was made by the function itself, as a test does."""
        while isinstance(node, ast.Attribute):
            node = node.value
        if not isinstance(node, ast.Name):
            return True
        if node.id in ("self", "cls"):
            return False
        found, _ = self.resolver.bindings(node.id, place)
        return bool(found) and all(binding.kind in ("assign", "with") for binding in found)

    def follow(self) -> None:
        """Work through all uses."""
        while self._todo:
            # Tests for their number come first: what runs for several samples only is not looked at.
            counted = (i for i, item in enumerate(self._todo) if self._is_counted(item[0]))
            node, kind, sample = self._todo.pop(next(counted, -1))
            if node in self._seen:
                continue
            self._seen.add(node)
            if not self._is_dead(node):
                self._use(node, kind, sample)
        self._alternatives()
        sequences.check(self)
        if not self.expected <= self._became:
            raise RefusedError("the samples that are passed come from elsewhere")

    def _alternatives(self) -> None:
        """`samples.get("a") or next(…)`: what all become the same sample is that sample."""
        texts = {(edit.start, edit.end): edit.text for edit in self.unit.edits}
        for node in self.unit.nodes:
            if isinstance(node, ast.BoolOp) and all(value in self._became for value in node.values):
                found = {texts.get(self.file.span(value), "") for value in node.values}
                if len(found) == 1 and "" not in found:
                    self.unit.replace(node, found.pop())

    def _is_counted(self, node: ast.expr) -> bool:
        call = self.file.parent(node)
        return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "len"

    def _is_dead(self, node: ast.AST) -> bool:
        start, end = self.file.span(node)
        return any(self.file.start(stmt.body[0]) <= start and end <= self.file.end(stmt) for stmt in self._dead)

    def push(self, node: ast.expr, kind: str, sample: Sample) -> None:
        """Follow another expression."""
        self._todo.append((node, kind, sample))

    def is_key(self, node: ast.AST) -> bool:
        """Whether an expression is a key of the mapping, such as `next(iter(samples))`."""
        return node in self._keys

    # What stands around a use

    def _use(self, node: ast.expr, kind: str, sample: Sample) -> None:
        around = self.file.parent(node)
        if isinstance(around, (ast.For, ast.AsyncFor)) and around.iter is node:
            self.unit.guarding.loop(around, kind, sample)
            collected.follow(self, around)
        elif isinstance(around, ast.comprehension):
            comprehensions.rewrite(self, node, around, kind, sample)
        elif isinstance(around, ast.NamedExpr):
            self._named(around, kind, sample)
        elif isinstance(around, ast.Attribute):
            self._method(around, kind, sample)
        elif isinstance(around, ast.Subscript) and around.value is node:
            self._subscript(around, kind, sample)
        elif isinstance(around, ast.Compare):
            self._compare(node, around, kind, sample)
        elif isinstance(around, ast.Call) and node in around.args:
            self._argument(node, around, kind, sample)
        elif isinstance(around, ast.keyword) and around in self.taking:
            self.becomes(node, sample, guard=False)
        elif isinstance(around, ast.Starred):
            holder = self.file.parent(around)
            if not isinstance(holder, (ast.List, ast.Tuple)) or len(holder.elts) != 1:
                raise RefusedError(_UNKNOWN)
            self.push(holder, KEYS if kind == MAP else kind, sample)
        elif isinstance(around, ast.BoolOp) and kind == MAP and _or_empty(around, node):
            self.push(around, kind, sample)
        elif isinstance(around, ast.stmt) and self._statement(node, around, kind, sample):
            pass
        else:
            self._truth(node, around, sample)

    def _statement(self, node: ast.expr, stmt: ast.stmt, kind: str, sample: Sample) -> bool:
        if isinstance(stmt, ast.Assign) and stmt.value is node and len(stmt.targets) == 1:
            self._assigned(stmt, stmt.targets[0], kind, sample, node)
            return True
        if isinstance(stmt, ast.AnnAssign) and stmt.value is node and isinstance(stmt.target, ast.Name):
            self._assigned(stmt, stmt.target, kind, sample, node)
            return True
        return False

    def _assigned(
        self, stmt: ast.Assign | ast.AnnAssign, target: ast.expr, kind: str, sample: Sample, node: ast.expr
    ) -> None:
        if isinstance(target, (ast.Tuple, ast.List)) and len(target.elts) == 1:
            # `(sample,) = ctx.samples.values()`
            inner = target.elts[0]
            if kind == VALUES and isinstance(inner, ast.Name):
                self.unit.edits.append(Edit(*self.file.span(target), inner.id))
                self.becomes(node, sample)
                return
            if kind == ITEMS and isinstance(inner, ast.Tuple) and len(inner.elts) == 2:
                if all(isinstance(item, ast.Name) for item in inner.elts):
                    self.unit.loops.identity(inner.elts[0], stmt)
                    self.unit.edits.append(Edit(*self.file.span(target), self.file.source(inner.elts[1])))
                    self.becomes(node, sample)
                    return
        if not isinstance(target, ast.Name):
            raise RefusedError("the samples are stored in a place that is not followed")
        self._alias(stmt, target, kind, sample, node)

    def _alias(
        self, stmt: ast.Assign | ast.AnnAssign, target: ast.Name, kind: str, sample: Sample, node: ast.expr
    ) -> None:
        """A name for the mapping goes, and its uses become the sample itself."""
        binding = self.single(target.id, stmt)
        uses = uses_of(self.file, target.id, stmt, binding.scope)
        if uses.texts or uses.exports or uses.others:
            raise RefusedError(f"`{target.id}` is used in a way that is not followed")
        if sample.is_await:
            name = self.free_name(target.id, binding)
            if isinstance(stmt, ast.AnnAssign):
                self.unit.edits.append(Edit(self.file.start(stmt), self.file.end(stmt.annotation), name))
            else:
                self.unit.replace(target, name)
            self.becomes(node, sample)
            sample = Sample(name, guarded=False, raising=False)
        else:
            self._same_owner(sample, stmt, binding)
            self.unit.edits += remove_statement(self.file, stmt)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _ITERATORS and len(uses.names) == 1:
            self._used_once(uses.names[0], stmt)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in _ITERATORS:
            raise RefusedError("an iterator over the samples is used step by step")
        for use in uses.names:
            if use not in self.unit.nodes:
                raise RefusedError(f"`{target.id}` is used elsewhere")
            self.push(use, kind, sample)

    def _named(self, node: ast.NamedExpr, kind: str, sample: Sample) -> None:
        """`if not (samples := ctx.samples):`: the name goes, as one that is assigned does."""
        stmt = self.file.statement(node)
        binding = self.single(node.target.id, stmt)
        uses = uses_of(self.file, node.target.id, stmt, binding.scope)
        if uses.texts or uses.exports or uses.others or sample.is_await:
            raise RefusedError(f"`{node.target.id}` is used in a way that is not followed")
        self._same_owner(sample, stmt, binding)
        for use in uses.names:
            if use not in self.unit.nodes:
                raise RefusedError(f"`{node.target.id}` is used elsewhere")
            self.push(use, kind, sample)
        self.push(node, kind, sample)

    def _same_owner(self, sample: Sample, stmt: ast.stmt, alias: Binding) -> None:
        """Refuse to write the sample out where what it belongs to may be something else by then."""
        owner = sample.text.partition(".")[0]
        if not owner.isidentifier():
            raise RefusedError("the samples belong to something that is called for")
        _, where = self.resolver.bindings(owner, Place(alias.scope, stmt))
        for binding in where.bindings.get(owner, ()) if where is not None else ():
            if binding.stmt is not None and binding.stmt.lineno > stmt.lineno:
                raise RefusedError(f"`{owner}` becomes something else")

    def _used_once(self, use: ast.expr, stmt: ast.stmt) -> None:
        """Refuse an iterator that a loop may move on: the sample would be met again and again."""
        current: ast.AST | None = self.file.parent(use)
        while current is not None and current is not self.file.parent(stmt):
            if (isinstance(current, (ast.For, ast.AsyncFor)) and current.iter is not use) or isinstance(
                current, _AGAIN
            ):
                raise RefusedError("an iterator over the samples is used step by step")
            current = self.file.parent(current)

    def single(self, name: str, stmt: ast.stmt) -> Binding:
        """The only binding of a name in the scope of a statement. Raises RefusedError when there are others."""
        scope = self.file.module.scopes.positions[stmt].scope
        found = scope.bindings.get(name, [])
        if len(found) != 1 or scope.kind == "class":
            raise RefusedError(f"`{name}` gets its value in several places")
        return found[0]

    def free_name(self, name: str, binding: Binding) -> str:
        """The singular of a name, when it is not taken."""
        if not name.endswith("s"):
            return name
        wanted = name[:-1]
        taken = wanted in binding.scope.bindings or not wanted.isidentifier()
        return name if taken or wanted in self.file.module.scopes.root.bindings else wanted

    # The forms of use

    def becomes(self, node: ast.expr, sample: Sample, *, guard: bool = True) -> None:
        """Replace an expression by the sample; with `guard`, it may not be None there."""
        self._became.add(node)
        if guard:
            self.unit.guarding.need(sample, node)
        text = sample.text
        around = self.file.parent(node)
        inside = isinstance(around, (ast.Attribute, ast.Subscript)) or getattr(around, "func", None) is node
        parenthesised = self.file.text[self.file.start(node) - 1 : self.file.start(node)] == "("
        if sample.is_await and inside and not parenthesised:
            text = f"({text})"
        self.unit.replace(node, text)

    def _method(self, node: ast.Attribute, kind: str, sample: Sample) -> None:
        call = self.file.parent(node)
        if kind != MAP or not isinstance(call, ast.Call) or call.func is not node or call.keywords:
            raise RefusedError(_UNKNOWN)
        if node.attr in _VIEWS and not call.args:
            self.push(call, _VIEWS[node.attr], sample)
        elif node.attr == "copy" and not call.args:
            self.push(call, kind, sample)
        elif node.attr == "get" and 1 <= len(call.args) <= 2:
            self._key(call.args[0])
            default = call.args[1] if len(call.args) == 2 else None
            if default is not None and not (isinstance(default, ast.Constant) and default.value is None):
                if not sample.certain or not is_simple(default):
                    raise RefusedError("a sample is looked up with a default")
            self.becomes(call, sample, guard=False)
        else:
            raise RefusedError(f"`.{node.attr}` of the samples is not understood")

    def _subscript(self, node: ast.Subscript, kind: str, sample: Sample) -> None:
        if isinstance(node.ctx, ast.Del):
            raise RefusedError("a sample is deleted")
        if kind == MAP:
            if sample.certain and isinstance(node.ctx, ast.Store):
                self.stored_by.append(node.slice)
            self._key(node.slice)
            self._caught(node)
            self.becomes(node, sample, guard=isinstance(node.ctx, ast.Load))
            return
        index = node.slice
        negative = isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub)
        number = index.operand if negative else index  # type: ignore[attr-defined]
        if not isinstance(number, ast.Constant) or number.value != (1 if negative else 0):
            raise RefusedError("one of several samples is picked")
        self._caught(node)
        if kind == VALUES:
            self.becomes(node, sample)
        elif kind == KEYS:
            self._is_key(node)
        else:
            self._pair(node, sample)

    def _caught(self, node: ast.expr) -> None:
        """Note a look-up that fails where an `except KeyError` sees it."""
        current: ast.AST | None = node
        while current is not None and current is not self.unit.node:
            around = self.file.parent(current)
            if isinstance(around, ast.Try) and current in around.body:
                caught = [name for handler in around.handlers for name in _names_in(handler.type)]
                if not _LOOKUP_ERRORS.isdisjoint(caught):
                    self.unit.doubt = self.unit.doubt or "an `except` for the look-up does not see a missing sample"
            current = around

    def _key(self, node: ast.expr) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.unit.keys.add(node.value)
        if isinstance(node, ast.Name):
            self.unit.ids.append(node)
        if not is_simple(node):
            raise RefusedError("a sample is looked up by something that is computed")

    def _is_key(self, node: ast.expr) -> None:
        """An expression that is the id of a sample: it may be stored in a name, or go with an argument."""
        self._keys.add(node)
        around = self.file.parent(node)
        if isinstance(around, ast.Assign) and len(around.targets) == 1 and isinstance(around.targets[0], ast.Name):
            self.single(around.targets[0].id, around)
            self.unit.loops.identity(around.targets[0], around)
            self.unit.edits += remove_statement(self.file, around)
            return
        self.unit.loops.identity_expression(node)

    def _compare(self, node: ast.expr, around: ast.Compare, kind: str, sample: Sample) -> None:
        if len(around.ops) != 1:
            raise RefusedError(_UNKNOWN)
        operator, other = around.ops[0], around.comparators[0]
        if isinstance(operator, (ast.In, ast.NotIn)) and other is node and kind in (MAP, KEYS):
            self._key(around.left)
            self._test(around, sample, isinstance(operator, ast.In))
        elif isinstance(operator, (ast.Eq, ast.NotEq)) and isinstance(other, ast.Dict) and not other.keys:
            self._test(around, sample, isinstance(operator, ast.NotEq))
        else:
            raise RefusedError(_UNKNOWN)

    def _test(self, node: ast.expr, sample: Sample, present: bool) -> None:
        """Replace a test by one for the sample."""
        if sample.certain:
            if present or not self._never(node):
                raise RefusedError("it is asked whether a mapping by sample id holds anything")
            return
        self.unit.guarding.means(node, sample, present)
        self.unit.replace(node, f"{sample.text} {_NOT_NONE if present else _NONE}")

    def _truth(self, node: ast.expr, around: ast.AST | None, sample: Sample) -> None:
        if isinstance(around, ast.UnaryOp) and isinstance(around.op, ast.Not):
            self._test(around, sample, False)
        elif self.is_test(node, around):
            self._test(node, sample, True)
        else:
            raise RefusedError("the samples are handed on as they are")

    def is_test(self, node: ast.AST, around: ast.AST | None) -> bool:
        """Whether only the truth of an expression matters."""
        if isinstance(around, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            return around.test is node
        if isinstance(around, ast.comprehension):
            return node in around.ifs
        if isinstance(around, ast.BoolOp):
            return self.is_test(around, self.file.parent(around))
        return isinstance(around, ast.UnaryOp) and isinstance(around.op, ast.Not)

    def _argument(self, node: ast.expr, call: ast.Call, kind: str, sample: Sample) -> None:
        if node in self.taking:
            self.becomes(node, sample, guard=False)
            return
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        place = Place(self.file.module.scopes.positions[self.file.statement(call)].scope, self.file.statement(call))
        for value in self.resolver.infer(call.func, place):
            if isinstance(value, SdkFunction) and value.qualname.rpartition(".")[2].startswith("validate_sample"):
                self.becomes(node, sample, guard=False)
                return
        if call.args[0] is not node or not name:
            raise RefusedError("the samples are handed on as they are")
        if name in _WRAPPERS:
            if name == "sorted" and kind == MAP and call.keywords:
                raise RefusedError(_UNKNOWN)
            self.push(call, kind if kind != MAP or name == "dict" else KEYS, sample)
        elif name == "next":
            self._first(call, kind, sample)
        elif name in ("min", "max") and kind == VALUES and len(call.args) == 1:
            for keyword in call.keywords:
                if keyword.arg != "key" and not (keyword.arg == "default" and is_simple(keyword.value)):
                    raise RefusedError(_UNKNOWN)
            self.becomes(call, sample)
        elif name in ("sum", "any", "all") and kind == VALUES and len(call.args) == 1 and not sample.is_await:
            self.unit.guarding.need(sample, node)
            self.unit.replace(node, f"[{sample.text}]")
        elif name == "bool":
            self._test(call, sample, True)
        elif name == "len":
            self._length(call, sample)
        elif name in ("enumerate", "zip"):
            sequences.rewrite(self, call, node, kind, sample)
        else:
            raise RefusedError("the samples are handed on as they are")

    def _first(self, call: ast.Call, kind: str, sample: Sample) -> None:
        """`next(iter(samples.values()))`, with None as default or without one."""
        default = call.args[1] if len(call.args) == 2 else None
        if default is not None and not (isinstance(default, ast.Constant) and default.value is None):
            raise RefusedError("the first sample is taken with a default")
        self._caught(call)
        if kind == VALUES:
            self.becomes(call, sample, guard=default is None)
        elif kind in (KEYS, MAP):
            self._is_key(call)
        elif default is None:
            self._pair(call, sample)
        else:
            raise RefusedError(_UNKNOWN)

    def _pair(self, node: ast.expr, sample: Sample) -> None:
        """The first item in `sample_id, sample = next(iter(samples.items()))`."""
        around = self.file.parent(node)
        if not isinstance(around, ast.Assign) or len(around.targets) != 1:
            raise RefusedError(_UNKNOWN)
        target = around.targets[0]
        if not isinstance(target, ast.Tuple) or len(target.elts) != 2:
            raise RefusedError(_UNKNOWN)
        self.unit.loops.identity(target.elts[0], around)
        self.unit.edits.append(Edit(*self.file.span(target), self.file.source(target.elts[1])))
        self.becomes(node, sample)

    def _length(self, call: ast.Call, sample: Sample) -> None:
        """`len(samples) == 1` and its like ask whether there is a sample."""
        around = self.file.parent(call)
        if isinstance(around, ast.Compare) and len(around.ops) == 1 and around.left is call:
            number = around.comparators[0]
            value = number.value if isinstance(number, ast.Constant) else None
            present = {
                (ast.Eq, 1): True,
                (ast.NotEq, 1): False,
                (ast.Eq, 0): False,
                (ast.NotEq, 0): True,
                (ast.Gt, 0): True,
                (ast.GtE, 1): True,
                (ast.Lt, 1): False,
                (ast.LtE, 0): False,
            }.get((type(around.ops[0]), value))  # type: ignore[arg-type]
            if present is not None:
                self._test(around, sample, present)
                return
            if (type(around.ops[0]), value) in ((ast.Gt, 1), (ast.GtE, 2)) and self._never(around):
                return
            raise RefusedError("the number of samples is compared")
        if self.is_test(call, around):
            self._truth(call, around, sample)
        elif (sample.guarded or sample.certain) and not sample.is_await:
            self.unit.guarding.count(call, sample)
        else:
            raise RefusedError("the samples are handed on as they are")

    def _never(self, test: ast.expr) -> bool:
        """Take out `if len(samples) > 1: …`, which is never so; returns whether that is what stands there.

        Its comments stay: they say what holds now.
        """
        file = self.file
        stmt = file.parent(test)
        if not isinstance(stmt, ast.If) or stmt.orelse or stmt.test is not test:
            return False
        if file.text.startswith("elif", file.start(stmt)):
            return False
        self._dead.append(stmt)
        start, end = file.span(stmt)
        notes = comments(file.text[start:end]) if file.starts_line(start) else []
        rest = file.text[end : file.line_end(end)].strip()
        if notes and not rest and len(position(file, stmt).block) > 1:
            self.unit.edits.append(Edit(start, end, f"{file.newline}{file.indent(start)}".join(notes)))
        else:
            self.unit.edits += remove_statement(file, stmt, with_blanks=True)
        return True


def _names_in(node: ast.expr | None) -> list[str]:
    """The names of the errors that a handler catches."""
    return [item.id for item in ast.walk(node) if isinstance(item, ast.Name)] if node is not None else []


def _or_empty(node: ast.BoolOp, mapping: ast.expr) -> bool:
    """Whether an expression is `mapping or {}`."""
    other = node.values[-1]
    return (
        isinstance(node.op, ast.Or) and node.values[:-1] == [mapping] and isinstance(other, ast.Dict) and not other.keys
    )
