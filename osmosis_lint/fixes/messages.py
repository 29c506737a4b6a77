"""Messages that name the sample: what is printed, logged or raised goes on without the id, which v0.3 does not have.

The words change, so such a rewrite is never more than offered.
"""

from __future__ import annotations

import ast
import re

from osmosis_lint.fixes.edits import Edit, RefusedError
from osmosis_lint.fixes.statements import remove_statement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.fixes.graders import Unit

DOUBT = "a message no longer names the sample"
_LEVELS = frozenset(("debug", "info", "warning", "warn", "error", "exception", "critical", "fatal", "log"))
_SCREEN = frozenset(("stdout", "stderr"))
_LOG = re.compile(r"(?:^|_)(?:log|LOG|Log)$|(?:ogger|OGGER|ogging)$")
# One conversion of a `%` format; a width or precision that is an argument of its own is not followed.
_CONVERSION = re.compile(r"%(?P<key>\()?[#0 +-]*(?P<star>\*)?\d*(?:\.(?P<also>\*)?\d*)?[hlL]?(?P<kind>[a-zA-Z%])")
# What already says that a sample is meant, in front of its id.
_NAMED = re.compile(r"\b(?:samples?|rollout|agent|session|ids?)(?P<gap>\s*[:#]?\s*)\Z", re.IGNORECASE)
_KEYED = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*=\Z")
_PAIRS = ("[]", "()", "<>", "''", '""')


class Messages:
    """The messages of one unit that name the sample. They are rewritten when all are known."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.file = unit.file
        self._nodes: dict[ast.stmt, list[ast.expr]] = {}

    def add(self, node: ast.expr) -> bool:
        """Note an id that is only part of a message; returns whether it is."""
        if not self.is_part(node):
            return False
        self._nodes.setdefault(self.file.statement(node), []).append(node)
        return True

    def is_part(self, node: ast.expr) -> bool:
        """Whether an id is part of a message, and nothing else."""
        whole = self._whole(node)
        # What only shows the id of a sample has no other use.
        return whole is not None and not (isinstance(node, ast.Attribute) and getattr(whole, "args", None) == [node])

    def settle(self) -> None:
        """Write the messages without the ids."""
        for stmt, nodes in self._nodes.items():
            self.unit.doubt = self.unit.doubt or DOUBT
            groups: dict[ast.AST, list[ast.expr]] = {}
            for node in nodes:
                holder = self._whole(node)
                if holder is not None:
                    groups.setdefault(holder, []).append(node)
            for whole, group in groups.items():
                if isinstance(whole, ast.JoinedStr):
                    self._text(whole, group)
                elif isinstance(whole, ast.BinOp):
                    self._operator(whole, group)
                elif isinstance(whole, ast.Call):
                    self._call(stmt, whole, group)

    def _whole(self, node: ast.expr) -> ast.expr | None:
        """What the id is a part of: an f-string, a `%` expression or the call itself; None when it is no message."""
        stmt = self.file.statement(node)
        around = self.file.parent(node)
        if isinstance(around, ast.FormattedValue) and around.value is node:
            text = self.file.parent(around)
            return text if isinstance(text, ast.JoinedStr) and self._is_told(text, stmt) else None
        operator = self.file.parent(around) if isinstance(around, ast.Tuple) else around
        if isinstance(operator, ast.BinOp) and isinstance(operator.op, ast.Mod) and operator.left is not node:
            is_text = isinstance(operator.left, ast.Constant) and isinstance(operator.left.value, str)
            return operator if is_text and self._is_told(operator, stmt) else None
        if isinstance(around, ast.Call) and node in around.args and self._is_told(node, stmt):
            if isinstance(stmt, ast.Expr) and (_is_print(around) or node not in around.args[: _first(around)]):
                return around
        return None

    def _is_told(self, node: ast.expr, stmt: ast.stmt) -> bool:
        """Whether an expression is what a statement tells people, and nothing else."""
        if isinstance(stmt, ast.Assert):
            return stmt.msg is node
        call = stmt.exc if isinstance(stmt, ast.Raise) else stmt.value if isinstance(stmt, ast.Expr) else None
        if not isinstance(call, ast.Call) or node not in call.args:
            return False
        if any(isinstance(item, ast.Starred) for item in call.args):
            return False
        return isinstance(stmt, ast.Raise) or _is_print(call) or _is_log(call)

    def _call(self, stmt: ast.stmt, call: ast.Call, ids: list[ast.expr]) -> None:
        file = self.file
        if _is_print(call) and len(ids) == len(call.args):
            # Only the ids were printed.
            self.unit.edits += remove_statement(file, stmt)
            return
        if _is_log(call):
            first = _first(call)
            template, values = call.args[first - 1], call.args[first:]
            self._template(template, [values.index(item) for item in ids], len(values))
        nodes = file.arguments(call)
        self.unit.edits += file.remove(file.call_items(call), [nodes.index(item) for item in ids])

    def _operator(self, node: ast.BinOp, ids: list[ast.expr]) -> None:
        """`"…%s…" % (sample_id, reward)`."""
        values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        self._template(node.left, [values.index(item) for item in ids], len(values))
        if len(ids) == len(values):
            end = self.file.end(node)
            if self.file.text[self.file.end(node.left) : self.file.start(node.right)].strip() not in ("%", "% ("):
                raise RefusedError(f"{DOUBT}, and is written in an unusual way")
            self.unit.edits.append(Edit(self.file.end(node.left), end, ""))
            return
        if len(values) - len(ids) == 1:
            left = next(item for item in values if item not in ids)
            self.unit.edits.append(Edit(self.file.start(node.right), self.file.start(left), "("))
            self.unit.edits.append(Edit(self.file.end(left), self.file.end(node.right), ",)"))
            return
        raise RefusedError("a message with several values names the sample")

    def _template(self, node: ast.expr, indexes: list[int], count: int) -> None:
        """Take conversions out of a `%` format."""
        start, source = self.file.start(node), self.file.source(node)
        found = [match for match in _CONVERSION.finditer(source) if match["kind"] != "%"]
        whole = node.value if isinstance(node, ast.Constant) else None
        plain = isinstance(whole, str) and len([m for m in _CONVERSION.finditer(whole) if m["kind"] != "%"]) == count
        if not plain or len(found) != count or any(m["key"] or m["star"] or m["also"] for m in found):
            raise RefusedError("a message names the sample in a way that is not followed")
        for index in indexes:
            self.unit.edits.append(self._word(source, start, *found[index].span()))

    def _text(self, node: ast.JoinedStr, ids: list[ast.expr]) -> None:
        """Take fields out of an f-string."""
        file = self.file
        start, source = file.start(node), file.source(node)
        # Inside an f-string not every Python tells where a field is, but its text is enough.
        written = "|".join(sorted({re.escape(ast.unparse(item)) for item in ids}))
        found = list(re.finditer(rf"(?<!\{{)\{{\s*(?:{written})\s*=?\s*(?:![rsa])?(?::[^{{}}]*)?\}}", source))
        if len(found) != len(ids):
            raise RefusedError("a message names the sample in a way that is not followed")
        self.unit.inside(node, [self._word(source, start, *match.span()) for match in found])

    def _word(self, source: str, offset: int, start: int, end: int) -> Edit:
        """Replace one id in the source of a text by words that read well without it."""
        word = "the sample"
        delimiter = next((char for char in source if char in "\"'"), "")
        keyed = _KEYED.search(source, 0, start)
        if keyed is not None:
            # `sample=…, reward=…` goes on without the pair.
            gap = re.compile(r",? +").match(source, end)
            before = source[: keyed.start()]
            start, end, word = keyed.start(), gap.end() if gap else end, ""
            start -= 0 if gap else len(before) - len(before.rstrip(", "))
        elif not source.isascii():
            start, word = start - source[:start].endswith(" "), ""
        named = _NAMED.search(source, 0, self._inside(source, start, end, delimiter))
        if word and named is not None:
            around = self._inside(source, start, end, delimiter) != start
            start, end, word = named.start("gap"), end + around, ""
        return Edit(offset + start, offset + end, word)

    @staticmethod
    def _inside(source: str, start: int, end: int, delimiter: str) -> int:
        """Where the brackets or quotes around a stretch begin; its start when there are none."""
        pair = source[start - 1 : start] + source[end : end + 1]
        return start - 1 if pair in _PAIRS and pair[0] != delimiter else start


def _is_print(call: ast.Call) -> bool:
    """Whether a call prints for people: what goes to a file is data."""
    shown = (keyword.arg != "file" or getattr(keyword.value, "attr", "") in _SCREEN for keyword in call.keywords)
    return isinstance(call.func, ast.Name) and call.func.id == "print" and all(shown)


def _is_log(call: ast.Call) -> bool:
    """Whether a call is one of a method of something that is called a log or logger."""
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr not in _LEVELS or len(call.args) < _first(call):
        return False
    owner = function.value
    if isinstance(owner, ast.Call):
        owner = owner.func
    name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return _LOG.search(name) is not None


def _first(call: ast.Call) -> int:
    """The number of the first argument that a format is applied to."""
    return 2 if getattr(call.func, "attr", "") == "log" else 1
