"""Loops over samples become straight code for the one sample."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.edits import Edit, RefusedError
from osmosis_lint.fixes.guarding import RAISE
from osmosis_lint.fixes.helpers import drop_argument
from osmosis_lint.fixes.samples import targets
from osmosis_lint.fixes.statements import TYPED, position, remove_statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from typing import TypeAlias

    from osmosis_lint.fixes.graders import Unit
    from osmosis_lint.fixes.samples import Sample
    from osmosis_lint.semantics.scopes import Scope

    Loop: TypeAlias = "ast.For | ast.AsyncFor"
    # The target for the samples, and names with the text of what they are bound to.
    Pairs: TypeAlias = "tuple[ast.expr, list[tuple[str, str]]]"

_JUMPS = (ast.Continue, ast.Break)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


class Loops:
    """The loops of one unit, and the names that only held the id of a sample."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.file = unit.file
        self._identities: list[tuple[str, ast.stmt]] = []
        self._expressions: list[ast.expr] = []
        self._unwrapped: set[ast.AST | None] = set()
        # What a loop of a block has bound a name to, and which loop that was.
        self._bound: dict[tuple[int, str], str] = {}
        self._first_bound: dict[tuple[int, str], Loop] = {}

    def is_unwrapped(self, stmt: ast.AST | None) -> bool:
        """Whether a loop no longer is one."""
        return stmt in self._unwrapped

    # Ids

    def identity(self, target: ast.expr, stmt: ast.stmt) -> None:
        """Note that a statement bound a name to an id, and no longer does."""
        if not isinstance(target, ast.Name):
            raise RefusedError("the sample's id is stored in a place that is not followed")
        self._identities.append((target.id, stmt))

    def identity_expression(self, node: ast.expr) -> None:
        """Note an expression that is an id: it must go with something."""
        self._expressions.append(node)

    def is_identity(self, node: ast.AST) -> bool:
        """Whether an expression is a name that held an id and nothing else."""
        return isinstance(node, ast.Name) and any(name == node.id for name, _ in self._identities)

    def check_identities(self) -> None:
        """Refuse when an id is used for anything that is still there."""
        for name, stmt in self._identities:
            for node in self.unit.nodes:
                if not isinstance(node, ast.Name) or node.id != name or not isinstance(node.ctx, ast.Load):
                    continue
                holder = self.file.statement(node)
                place = position(self.file, holder)
                found = place.scope.module.flow.reaching(name, place.scope, holder)
                if place.scope.bindings.get(name) and not any(binding.stmt is stmt for binding in found):
                    continue
                # Of what stands in an f-string not every Python tells the place.
                gone = self.unit.gone(node) and not self.file.in_fstring(node)
                if not gone and not self.unit.messages.add(node) and not drop_argument(self.unit, node):
                    raise RefusedError(f"the sample's id, `{name}`, is used for something else")
        for node in self._expressions:
            if not self.unit.gone(node):
                raise RefusedError("the sample's id is used for something else")

    def value_name(self, name: str, uses: Sequence[ast.Name], scope: Scope, within: Collection[ast.AST] = ()) -> str:
        """What to call the one value of a mapping by sample id: as the loop over it does, if there is one.

        The name may be bound by the statements `within`, too.
        """
        names: set[str] = set()
        stmts: set[ast.AST] = set()
        for use in uses:
            method = self.file.parent(use)
            call = self.file.parent(method) if isinstance(method, ast.Attribute) else None
            loop = self.file.parent(call) if isinstance(call, ast.Call) else None
            if isinstance(loop, ast.For) and isinstance(method, ast.Attribute):
                target = loop.target
                value = target.elts[-1] if isinstance(target, ast.Tuple) else target
                if method.attr in ("items", "values") and isinstance(value, ast.Name):
                    names.add(value.id)
                    stmts.add(loop)
        if not names:
            return name
        wanted = names.pop()
        if names or any(
            binding.stmt not in stmts and binding.stmt not in within for binding in scope.bindings.get(wanted, ())
        ):
            raise RefusedError("the values of a mapping by sample id have several names")
        return wanted

    # Loops

    def unwrap(self, loop: Loop, kind: str, sample: Sample, more: Pairs | None = None) -> None:
        """Take the body out of a loop over the mapping, its values, keys or items.

        `more` is said of a loop over several things at once: the target for the samples, and what else is bound to
        what.
        """
        if isinstance(loop, ast.AsyncFor):
            raise RefusedError("the loop is asynchronous")
        if TYPED.search(self.file.text, self.file.end(loop.iter), self.file.start(loop.body[0])):
            raise RefusedError("a comment about types stands behind the loop")
        if self.unit.guarding.is_missing(loop, sample):
            self._in_branch_without(loop)
            return
        bound, others = more or (loop.target, [])
        key, value = targets(bound, kind)
        self._unwrapped.add(loop)
        if key:
            self.identity(bound.elts[0] if isinstance(bound, ast.Tuple) else bound, loop)
        given = self.unit.mappings.given
        others = [(name, text) for name, text in others if text not in given and self._is_used(name, loop)]
        if not sample.raising:
            if others:
                raise RefusedError("the samples are numbered or paired with something")
            self._conditional(loop, sample, value)
            return
        binding = []
        if value and value != sample.text and self._is_used(value, loop) and not self._is_bound(value, loop, sample):
            binding = [f"{value} = {sample.text}"]
        binding += [f"{name} = {text}" for name, text in others]
        step = self.file.indent_unit(loop.body, self.file.indent(self.file.start(loop)))
        guard = self.unit.guarding.place(loop, sample)
        lines = [*(self.unit.guarding.lines(sample, step) if guard else []), *binding]
        self._body(loop, step)
        self._else(loop, step)
        self._header(loop, lines)

    def _is_bound(self, name: str, loop: Loop, sample: Sample) -> bool:
        """Whether a loop further up in the same block leaves the name bound to the sample."""
        place = position(self.file, loop)
        bindings = place.scope.bindings.get(name, [])
        above = [binding for binding in bindings if binding.stmt is None or binding.stmt.lineno <= loop.lineno]
        if any(binding.stmt not in self._unwrapped for binding in above):
            return False
        known = self._bound.setdefault((id(place.block), name), sample.text)
        first = self._first_bound.setdefault((id(place.block), name), loop)
        return first is not loop and known == sample.text

    def _is_used(self, name: str, loop: Loop) -> bool:
        bound = set(ast.walk(loop.target))
        return any(isinstance(node, ast.Name) and node.id == name and node not in bound for node in self.unit.nodes)

    def _in_branch_without(self, loop: Loop) -> None:
        """A loop where there is no sample: it had nothing to do, and now nothing can be scored."""
        if loop.orelse:
            raise RefusedError("the loop has an `else`")
        self.unit.replace(loop, RAISE)
        block = position(self.file, loop)
        following = block.block[block.index + 1 :]
        last = following[0] if len(following) == 1 else None
        if isinstance(last, ast.Return) and getattr(last.value, "value", last.value) is None:
            self.unit.edits += remove_statement(self.file, following[0])
        elif following:
            raise RefusedError("something follows a loop where there is no sample")

    def _conditional(self, loop: Loop, sample: Sample, value: str) -> None:
        """A loop that did nothing without samples becomes an `if`."""
        if loop.orelse or list(_jumps(loop.body)):
            raise RefusedError("the loop is left early or has an `else`")
        name = value if value and self._is_used(value, loop) else ""
        colon = self.file.find(":", self.file.end(loop.iter), self.file.start(loop.body[0]))
        start = self.file.start(loop)
        indent = self.unit.indents.current(start)
        test = f"if {name or sample.text} is not None:"
        text = f"{name} = {sample.text}{self.file.newline}{indent}{test}" if name and name != sample.text else test
        self.unit.edits.append(Edit(start, colon + 1, text))

    def _header(self, loop: Loop, lines: list[str]) -> None:
        """Put lines where the loop's header was."""
        file = self.file
        start, first = file.start(loop), file.start(loop.body[0])
        colon = file.find(":", file.end(loop.iter), first)
        indent = self.unit.indents.current(start)
        text = f"{file.newline}{indent}".join(lines)
        if not file.starts_line(first):
            # The body stands on the header's line.
            self.unit.edits.append(Edit(start, first, f"{text}{file.newline}{indent}" if lines else ""))
            return
        rest = file.text[colon + 1 : file.line_end(colon)]
        if lines:
            self.unit.edits.append(Edit(start, colon + 1, text))
        elif rest.strip():
            self.unit.edits.append(Edit(start, colon + 1 + len(rest) - len(rest.lstrip()), ""))
        else:
            self.unit.edits.append(Edit(file.line_start(start), file.next_line(colon), ""))

    def _body(self, loop: Loop, step: str) -> None:
        """Take the body out of the loop's indentation, and its jumps out of the body."""
        file = self.file
        jumps = list(_jumps(loop.body))
        if any(isinstance(jump, ast.Break) for jump in jumps) and loop.orelse:
            raise RefusedError("the loop has a `break` and an `else`")
        if not file.starts_line(file.start(loop.body[0])):
            if jumps:
                raise RefusedError("the loop is left early on its own line")
            return
        outer = self.unit.indents.current(file.start(loop))
        start = file.next_line(file.find(":", file.end(loop.iter), file.start(loop.body[0])))
        end = self._past_comments(file.next_line(file.end(loop.body[-1])), outer + step)
        self.unit.indents.change(start, end, outer, step, -1)
        if jumps and jumps[-1] is loop.body[-1] and len(loop.body) > 1:
            self.unit.edits += remove_statement(file, jumps.pop())
        if not jumps:
            return
        if self._ends_function(loop):
            for jump in jumps:
                self.unit.replace(jump, "return")
            return
        self._nest(loop, jumps, step, end)

    def _past_comments(self, end: int, inner: str) -> int:
        """The end of the comments below a block that are indented as its statements are."""
        at = end
        while at < len(self.file.text):
            line = self.file.text[at : self.file.line_end(at)]
            at = self.file.next_line(at)
            if line.startswith(inner) and line.lstrip().startswith("#"):
                end = at
            elif line.strip():
                break
        return end

    def _without_blanks(self, at: int) -> None:
        """Take out the blank lines that a block would begin with."""
        end = at
        while end < len(self.file.text) and not self.file.text[end : self.file.line_end(end)].strip():
            end = self.file.next_line(end)
        if end > at:
            self.unit.edits.append(Edit(at, end, ""))

    def _nest(self, loop: Loop, jumps: list[ast.stmt], step: str, end: int) -> None:
        """`if c: a; continue` and what follows become `if c: a` and `else:`."""
        file = self.file
        for index, stmt in enumerate(loop.body):
            if not isinstance(stmt, ast.If) or stmt.orelse or stmt.body[-1] not in jumps:
                continue
            jump = stmt.body[-1]
            jumps.remove(jump)
            own_line = file.starts_line(file.start(jump))
            if not own_line:
                raise RefusedError("the loop is left early on a line with other code")
            following = index + 1 < len(loop.body)
            inner = self.unit.indents.current(file.start(stmt))
            if file.text[file.end(jump) : file.line_end(file.end(jump))].strip() and len(stmt.body) == 1:
                raise RefusedError("a comment stands behind a jump that goes")
            place = file.line_start(file.start(jump))
            if len(stmt.body) == 1:
                self._only_jumps(stmt, following)
                if following:
                    self.unit.indents.change(file.next_line(file.end(stmt)), end, inner, step, 1)
                    self.unit.edits.append(Edit(place, file.next_line(file.end(jump)), ""))
                    self._without_blanks(file.next_line(file.end(jump)))
                    self.unit.indents.forget(place)
                continue
            if not following:
                self.unit.edits += [Edit(place, file.next_line(file.end(jump)), "")]
                continue
            self.unit.indents.change(file.next_line(file.end(stmt)), end, inner, step, 1)
            # The line of the jump is the line of the `else`.
            self.unit.edits.append(Edit(place, file.end(jump), f"{inner}else:"))
            self._without_blanks(file.next_line(file.end(jump)))
            self.unit.indents.forget(place)
        if jumps:
            raise RefusedError("the loop is left early inside other blocks")

    def _only_jumps(self, stmt: ast.If, following: bool) -> None:
        """`if c: continue` in front of the rest becomes `if not c:` around it."""
        file = self.file
        if not following:
            self.unit.edits += remove_statement(file, stmt)
            return
        start, end = file.span(stmt.test)
        if any(start <= edit.start and edit.end <= end for edit in self.unit.edits):
            raise RefusedError("the loop is left early by a test for the samples")
        if isinstance(stmt.test, ast.UnaryOp) and isinstance(stmt.test.op, ast.Not):
            self.unit.edits.append(Edit(start, file.skip(start + len("not")), ""))
        elif isinstance(stmt.test, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
            self.unit.edits.append(Edit(start, start, "not "))
        else:
            self.unit.edits += [Edit(start, start, "not ("), Edit(end, end, ")")]

    def _else(self, loop: Loop, step: str) -> None:
        """An `else` that always ran is what follows the body."""
        if not loop.orelse:
            return
        file = self.file
        word = file.skip(file.end(loop.body[-1]))
        first = file.start(loop.orelse[0])
        if not file.text.startswith("else", word) or not file.starts_line(first):
            raise RefusedError("the loop has an `else` that is not understood")
        colon = file.find(":", word + 4, first)
        rest = file.text[colon + 1 : file.line_end(colon)]
        if rest.strip():
            raise RefusedError("a comment stands behind the loop's `else`")
        outer = self.unit.indents.current(file.start(loop))
        self.unit.edits.append(Edit(file.line_start(word), file.next_line(colon), ""))
        self.unit.indents.change(file.next_line(colon), file.next_line(file.end(loop.orelse[-1])), outer, step, -1)

    def _ends_function(self, loop: Loop) -> bool:
        """Whether the function is over when the loop is."""
        scopes = self.file.module.scopes
        current: ast.AST = loop
        while True:
            place = scopes.positions[current]
            if place.index != len(place.block) - 1 or loop.orelse:
                return False
            if place.parent is None:
                return place.scope.kind == "function"
            if not isinstance(place.parent, (ast.If, ast.With, ast.AsyncWith)):
                return False
            current = place.parent


def _jumps(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The jumps that mean the loop itself."""
    todo: list[ast.AST] = list(body)
    for node in todo:
        if isinstance(node, _JUMPS):
            yield node
        elif isinstance(node, _LOOPS):
            # A jump in the `else` of an inner loop means this one.
            todo += node.orelse
        elif not isinstance(node, (*_SCOPES, ast.expr)):
            todo += list(ast.iter_child_nodes(node))
