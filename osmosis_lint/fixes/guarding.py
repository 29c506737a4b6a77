"""Where a missing sample has to be ruled out before it is used, and where it already is."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.edits import Edit, RefusedError
from osmosis_lint.semantics.flow import terminates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.fixes.graders import Unit
    from osmosis_lint.fixes.loops import Pairs
    from osmosis_lint.fixes.samples import Sample

MESSAGE = "workflow produced no sample"
RAISE = f'raise ValueError("{MESSAGE}")'


class Guarding:
    """The guards of one unit. A guard is put before the first statement of a block that needs it."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.file = unit.file
        # For a test that was rewritten: the sample it asks for, and whether truth means that there is one.
        self.meaning: dict[ast.AST, tuple[str, bool]] = {}
        self._needs: list[tuple[Sample, ast.AST]] = []
        self._loops: list[tuple[ast.For | ast.AsyncFor, str, Sample, Pairs | None]] = []
        self._written: list[tuple[ast.stmt, Sample]] = []
        self._counts: list[tuple[ast.expr, Sample]] = []
        # Statements in front of which the sample is ruled to be there, by a guard or a loop that brings one.
        self._placed: dict[ast.stmt, set[str]] = {}

    def means(self, node: ast.AST, sample: Sample, present: bool) -> None:
        """Note that the test at `node` now asks whether there is a sample."""
        self.meaning[node] = (sample.text, present)

    def need(self, sample: Sample, node: ast.AST) -> None:
        """Note that the expression at `node` needs a sample that is not None."""
        if sample.guarded:
            self._needs.append((sample, node))

    def place(self, stmt: ast.stmt, sample: Sample) -> bool:
        """Rule a missing sample out in front of a statement. Returns whether a guard has to be written there."""
        if not sample.guarded or self.ruled_out(stmt, sample):
            return False
        self._placed.setdefault(stmt, set()).add(sample.text)
        return True

    def loop(self, stmt: ast.For | ast.AsyncFor, kind: str, sample: Sample, more: Pairs | None = None) -> None:
        """Note a loop over samples; it is unwrapped when all tests are known."""
        self._loops.append((stmt, kind, sample, more))

    def count(self, node: ast.expr, sample: Sample) -> None:
        """Note that `node` is the number of samples."""
        self._counts.append((node, sample))

    def _number(self, node: ast.expr, sample: Sample) -> None:
        """Write the number of samples: 0 or 1 where it is known, and else what it is."""
        stmt = self.file.statement(node)
        told = isinstance(stmt, ast.Assert) and stmt.test is not node and self._tells(stmt.test, False, sample, False)
        if told or self.is_missing(stmt, sample):
            number = "0"
        elif sample.certain or self._in_expression(node, stmt, sample) or self.ruled_out(stmt, sample):
            number = "1"
        else:
            number = f"int({sample.text} is not None)"
        field = self.file.parent(node)
        text = self.file.parent(field) if isinstance(field, ast.FormattedValue) else None
        if not isinstance(text, ast.JoinedStr):
            self.unit.replace(node, number)
            return
        if self.file.in_fstring(node):
            raise RefusedError("the samples are handed on as they are")
        if not number.isdigit():
            self.unit.inside(text, [Edit(*self.file.span(node), number)])
            return
        assert field is not None
        self.unit.inside(text, [Edit(*self.file.span(field), number)])

    def settle(self) -> None:
        """Unwrap the loops and decide on the guards, in the order of the text: what is above counts below."""
        events: list[tuple[int, int]] = [(self.file.start(item[0]), index) for index, item in enumerate(self._loops)]
        events += [(self.file.start(item[1]), -1 - index) for index, item in enumerate(self._needs)]
        for _, index in sorted(events):
            if index >= 0:
                self.unit.loops.unwrap(*self._loops[index])
            else:
                self._need(*self._needs[-1 - index])
        for node, counted in self._counts:
            self._number(node, counted)

    def _need(self, sample: Sample, node: ast.AST) -> None:
        stmt = self.file.statement(node)
        if self._in_expression(node, stmt, sample) or self.ruled_out(stmt, sample):
            return
        if self.is_missing(stmt, sample):
            raise RefusedError("a sample is read where there is none")
        stmt = self._line_of_its_own(stmt)
        if not self.ruled_out(stmt, sample):
            self._placed.setdefault(stmt, set()).add(sample.text)
            self._written.append((stmt, sample))

    def insert(self) -> None:
        """Write the guards that expressions need, now that every line has its indentation."""
        for stmt, sample in self._written:
            start = self.file.start(stmt)
            indent = self.unit.indents.current(start)
            lines = self.lines(sample, self.step(stmt, indent))
            text = "".join(f"{line}{self.file.newline}{indent}" for line in lines)
            self.unit.edits.append(Edit(start, start, text))

    def lines(self, sample: Sample, step: str) -> list[str]:
        """The guard, relative to the statement it stands in front of; `step` is one more indentation."""
        return [f"if {sample.text} is None:", f"{step}{RAISE}"]

    def step(self, stmt: ast.stmt, indent: str) -> str:
        """One step of indentation, as the file has it."""
        scopes = self.file.module.scopes
        position = scopes.positions[stmt]
        holder = position.parent or position.scope.node
        body = getattr(holder, "body", None)
        if isinstance(body, list) and body and hasattr(holder, "lineno"):
            return self.file.indent_unit(body, self.file.indent(self.file.start(holder)))
        return "\t" if "\t" in indent else "    "

    def _line_of_its_own(self, stmt: ast.stmt) -> ast.stmt:
        """The statement, or the one around it, that something can be written in front of."""
        scopes = self.file.module.scopes
        while True:
            position = scopes.positions[stmt]
            start = self.file.start(stmt)
            branch = self.file.text.startswith("elif", start)
            if self.file.starts_line(start) and not branch:
                return stmt
            if position.parent is None:
                raise RefusedError("there is no line to test for a missing sample on")
            stmt = scopes.owner.get(position.parent) or position.parent  # type: ignore[assignment]

    def _in_expression(self, node: ast.AST, stmt: ast.stmt, sample: Sample) -> bool:
        """Whether an `and`, `or` or conditional expression around a node rules a missing sample out."""
        current: ast.AST | None = node
        while current is not None and current is not stmt:
            around = self.file.parent(current)
            if isinstance(around, ast.BoolOp) and current in around.values:
                outcome = isinstance(around.op, ast.And)
                index = around.values.index(current)
                if any(self._tells(value, outcome, sample, True) for value in around.values[:index]):
                    return True
            elif isinstance(around, ast.IfExp) and current is not around.test:
                if self._tells(around.test, current is around.body, sample, True):
                    return True
            current = around
        return False

    def _tells(self, test: ast.AST, outcome: bool, sample: Sample, present: bool) -> bool:
        """Whether a test that came out so says that the sample is there (or, not `present`, that it is not)."""
        known = self.meaning.get(test)
        if known is not None:
            return known[0] == sample.text and (known[1] is outcome) is present
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._tells(test.operand, not outcome, sample, present)
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is outcome:
            return any(self._tells(value, outcome, sample, present) for value in test.values)
        return False

    def ruled_out(self, stmt: ast.stmt, sample: Sample) -> bool:
        """Whether the sample is known to be there when a statement starts."""
        return self._known(stmt, sample, True)

    def is_missing(self, stmt: ast.stmt, sample: Sample) -> bool:
        """Whether the sample is known to be None when a statement starts."""
        return self._known(stmt, sample, False)

    def _known(self, stmt: ast.stmt, sample: Sample, present: bool) -> bool:
        scopes = self.file.module.scopes
        position = scopes.positions.get(stmt)
        current = stmt
        while position is not None:
            if present and sample.text in self._placed.get(current, ()):
                return True
            for before in position.block[: position.index]:
                if present and sample.text in self._placed.get(before, ()):
                    return True
                if isinstance(before, ast.If) and terminates(before.body):
                    if self._tells(before.test, False, sample, present):
                        return True
                if isinstance(before, ast.Assert) and self._tells(before.test, True, sample, present):
                    return True
            parent = position.parent
            if parent is None:
                return False
            if isinstance(parent, (ast.If, ast.While)):
                if self._tells(parent.test, position.block is parent.body, sample, present):
                    return True
            current = scopes.owner.get(parent) or parent  # type: ignore[assignment]
            position = scopes.positions.get(current)
        return False
