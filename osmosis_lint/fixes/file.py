"""The file a fixer works on: where nodes stand in its text, what surrounds them, and its lists of things.

The syntax tree knows expressions but not commas, parentheses and comments; between two nodes there is
nothing else, so they are found by looking at that stretch of text.
"""

from __future__ import annotations

import ast
import functools
import re
import sys
from typing import NamedTuple

from osmosis_lint.fixes.edits import Edit, RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.rules.check import Check, Origin

    Span: TypeAlias = "tuple[int, int]"

# What stands in a comment between two parts of a text that are apart in their file, such as cells of a notebook.
PARTING = "# osmosis-lint places: part"
_NEWLINES = re.compile(r"\r\n|\r|\n")
# Calls that only look something up.
_PURE = frozenset(("os.environ.get", "os.getenv", "environ.get", "uuid.uuid4"))
_INDENT = re.compile(r"[ \t\f]*")


class Items(NamedTuple):
    """A list in the text: the offsets behind its opening and at its closing bracket, and its items' nodes."""

    open: int
    close: int
    spans: list[tuple[int, int]]


class SourceFile:
    """One checked file with its diagnostics. All offsets are characters of `text`."""

    def __init__(self, check: Check, diagnostics: Sequence[Diagnostic]) -> None:
        self.check = check
        self.module = check.module
        self.text = check.module.text
        self.lines = check.module.lines
        self.diagnostics = list(diagnostics)
        self._parents: dict[ast.AST, ast.AST] = {}
        self._walked: set[ast.AST] = set()
        match = _NEWLINES.search(self.text)
        self.newline = match.group() if match else "\n"
        self.memo: dict[object, object] = {}

    # Places

    def offset(self, line: int, column: int) -> int:
        """The offset of a line (from one) and UTF-8 byte column, as the parser counts."""
        return self.lines.start(line) + self.lines.column(line, column)

    def start(self, node: ast.AST) -> int:
        """Where a node starts; a decorated definition starts at its first decorator."""
        decorators = getattr(node, "decorator_list", None)
        if decorators:
            return self.text.rindex("@", 0, self.start(decorators[0]))
        return self.offset(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        """Where a node ends."""
        return self.offset(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def span(self, node: ast.AST) -> Span:
        """Start and end of a node."""
        return self.start(node), self.end(node)

    def source(self, node: ast.AST) -> str:
        """The text of a node."""
        return self.text[self.start(node) : self.end(node)]

    def line_start(self, offset: int) -> int:
        """The start of the line of an offset."""
        return self.lines.start(self.lines.number(offset))

    def line_end(self, offset: int) -> int:
        """The end of the line of an offset, in front of its line break."""
        match = _NEWLINES.search(self.text, offset)
        return match.start() if match else len(self.text)

    def next_line(self, offset: int) -> int:
        """The start of the line behind the one of an offset, or the end of the text."""
        match = _NEWLINES.search(self.text, offset)
        return match.end() if match else len(self.text)

    def indent(self, offset: int) -> str:
        """The indentation of the line of an offset."""
        match = _INDENT.match(self.text, self.line_start(offset))
        return match.group() if match else ""

    def starts_line(self, offset: int) -> bool:
        """Whether nothing but indentation stands before an offset in its line."""
        return not self.text[self.line_start(offset) : offset].strip(" \t\f")

    def indent_unit(self, block: Sequence[ast.stmt], outer: str) -> str:
        """What a block's indentation adds to that of the statement around it."""
        inner = self.indent(self.start(block[0]))
        if inner.startswith(outer) and len(inner) > len(outer) and self.starts_line(self.start(block[0])):
            return inner[len(outer) :]
        return "\t" if "\t" in outer else "    "

    @functools.cached_property
    def step(self) -> str:
        """One step of indentation: that of the first block; four spaces where there is none."""
        for stmt in self.module.tree.body:
            body = getattr(stmt, "body", None)
            if isinstance(body, list) and self.starts_line(self.start(body[0])):
                return self.indent_unit(body, self.indent(self.start(stmt)))
        return "    "

    # Relations

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node around a node; None for the module and for nodes that the tree does not hold."""
        if node not in self._parents:
            top = self.top_statement(getattr(node, "lineno", 0))
            if top is not None and top not in self._walked:
                self._walked.add(top)
                self._parents[top] = self.module.tree
                for item in ast.walk(top):
                    for child in ast.iter_child_nodes(item):
                        self._parents[child] = item
        return self._parents.get(node)

    def top_statement(self, line: int) -> ast.stmt | None:
        """The statement of the module's own body that holds a line."""
        body = self.module.tree.body
        low, high = 0, len(body)
        while low < high:
            middle = (low + high) // 2
            if (body[middle].end_lineno or 0) < line:
                low = middle + 1
            else:
                high = middle
        return body[low] if low < len(body) else None

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that holds a node."""
        current: ast.AST | None = node
        while current is not None and not isinstance(current, ast.stmt):
            current = self.parent(current)
        if current is None:
            raise RefusedError("the place is not part of a statement")
        return current

    def function(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        """The outermost function that holds a node."""
        found: ast.FunctionDef | ast.AsyncFunctionDef | None = None
        current: ast.AST | None = node
        while current is not None:
            if isinstance(current, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found = current
            current = self.parent(current)
        return found

    def in_fstring(self, node: ast.AST) -> bool:
        """Whether a node is part of an f-string whose inner positions this Python does not tell."""
        if sys.version_info >= (3, 12):
            return False
        current: ast.AST | None = self.parent(node)
        while current is not None and not isinstance(current, ast.stmt):
            if isinstance(current, ast.JoinedStr):
                return True
            current = self.parent(current)
        return False

    def together(self, one: ast.stmt, two: ast.stmt) -> bool:
        """Whether two statements of a text are in one part of its file."""
        if PARTING not in self.text:
            return True
        first, second = sorted((one, two), key=self.start)
        return PARTING not in self.text[self.end(first) : self.start(second)]

    # Text between nodes

    def skip(self, offset: int, end: int | None = None) -> int:
        """The first offset that is neither blank, nor a line continuation, nor in a comment."""
        text, end = self.text, len(self.text) if end is None else end
        while offset < end:
            char = text[offset]
            if char in " \t\r\n\f":
                offset += 1
            elif char == "\\" and text[offset + 1 : offset + 2] in ("\r", "\n"):
                offset += 2
            elif char == "#":
                offset = self.line_end(offset)
            else:
                break
        return min(offset, end)

    def find(self, char: str, offset: int, end: int) -> int:
        """The first `char` outside comments in a stretch without strings, or -1."""
        while True:
            offset = self.skip(offset, end)
            if offset >= end:
                return -1
            if self.text.startswith(char, offset):
                return offset
            offset += 1

    def has_comment(self, start: int, end: int) -> bool:
        """Whether a stretch without strings holds a comment."""
        return "#" in self.text[start:end]

    # Lists of things

    def arguments(self, call: ast.Call) -> list[ast.AST]:
        """The arguments of a call in the order of the text, where `*` may follow a keyword."""
        return sorted([*call.args, *call.keywords], key=self.start)

    def call_items(self, call: ast.Call) -> Items:
        """Where the arguments of a call stand, in the order of `arguments`."""
        nodes = self.arguments(call)
        opening = self.find("(", self.end(call.func), self.end(call))
        # `f(x for x in y)` shares its parentheses with the generator.
        if len(nodes) == 1 and isinstance(nodes[0], ast.GeneratorExp) and self.start(nodes[0]) == opening:
            raise RefusedError("the call's only argument is a bare generator")
        return Items(opening + 1, self.end(call) - 1, [self.span(node) for node in nodes])

    def dict_items(self, node: ast.Dict) -> Items:
        """The entries of a dict literal."""
        spans = []
        at = self.start(node) + 1
        for key, value in zip(node.keys, node.values, strict=True):
            first = self.start(key) if key is not None else self.find("**", at, self.start(value))
            spans.append((first, self.end(value)))
            at = self.end(value)
        return Items(self.start(node) + 1, self.end(node) - 1, spans)

    def commas(self, items: Items) -> list[int]:
        """Where the comma behind each item is; -1 behind a last item without one."""
        out = []
        for number, (_, end) in enumerate(items.spans):
            limit = items.spans[number + 1][0] if number + 1 < len(items.spans) else items.close
            out.append(self.find(",", end, limit))
        return out

    def bounds(self, items: Items, index: int) -> Span:
        """An item with the parentheses and stars around it, without its comma."""
        commas = self.commas(items)
        first = items.open if index == 0 else commas[index - 1] + 1
        last = commas[index] if commas[index] >= 0 else items.close
        end = last
        while end > items.spans[index][1] and self.text[end - 1] in " \t\r\n\f":
            end -= 1
        if self.has_comment(items.spans[index][1], end):
            end = items.spans[index][1]
        return self.skip(first), end

    def remove(self, items: Items, gone: Iterable[int], carried: Sequence[int] = ()) -> list[Edit]:
        """Edits that take items out of a list, with the commas and lines that were theirs.

        A comment behind an item stays, unless the item is one of `carried`: whoever writes that elsewhere has it.
        """
        wanted = sorted(set(gone))
        commas = self.commas(items)
        count = len(items.spans)
        if len(wanted) == count:
            return self._remove_all(items)
        edits: list[Edit] = []
        for index in wanted:
            start, end = self.bounds(items, index)
            comma = commas[index]
            own = self._own_lines(commas, index, start, end, index in carried)
            if own is not None:
                edits.append(Edit(*own, ""))
            elif all(number in wanted for number in range(index)):
                # At the head of the list: up to where the next item starts.
                following = self.bounds(items, index + 1)[0]
                if self.has_comment(comma, following):
                    edits.append(Edit(start, comma + 1, ""))
                else:
                    edits.append(Edit(start, following, ""))
            else:
                edits.append(Edit(commas[index - 1], comma if comma >= 0 else end, ""))
                if self.has_comment(commas[index - 1], start):
                    edits[-1] = Edit(start, comma + 1 if comma >= 0 else end, "")
        return edits

    def _own_lines(self, commas: list[int], index: int, start: int, end: int, carried: bool) -> Span | None:
        """The lines that only this item stands on; without its comment, if there is one."""
        stop = commas[index] + 1 if commas[index] >= 0 else end
        if not self.starts_line(start):
            return None
        above = self.text[: self.line_start(start)].rstrip("\r\n")
        if above.endswith("\\"):
            return None
        rest = self.text[stop : self.line_end(stop)]
        if not rest.strip():
            return self.line_start(start), self.next_line(stop)
        if rest.lstrip().startswith("#"):
            if carried:
                return self.line_start(start), self.next_line(stop)
            return start, stop + len(rest) - len(rest.lstrip())
        return None

    def _remove_all(self, items: Items) -> list[Edit]:
        if not self.has_comment(items.open, items.spans[0][0]) and not self.has_comment(
            items.spans[-1][1], items.close
        ):
            between = zip(items.spans, items.spans[1:], strict=False)
            if not any(self.has_comment(one[1], two[0]) for one, two in between):
                return [Edit(items.open, items.close, "")]
        commas = self.commas(items)
        out = []
        for index in range(len(items.spans)):
            start, end = self.bounds(items, index)
            own = self._own_lines(commas, index, start, end, False)
            out.append(Edit(*(own or (start, commas[index] + 1 if commas[index] >= 0 else end)), ""))
        return out

    def insert_after(self, items: Items, index: int, text: str) -> Edit:
        """An edit that adds an item behind another, laid out as that one is."""
        start, end = self.bounds(items, index)
        comma = self.commas(items)[index]
        behind = self.text[comma + 1 : self.line_end(comma)].strip() if comma >= 0 else ""
        if self.starts_line(start) and not (behind and not behind.startswith("#")):
            line_break = self.newline + self.indent(start)
            if comma >= 0:
                if behind:
                    place = self.next_line(comma)
                    return Edit(place, place, f"{self.indent(start)}{text},{self.newline}")
                return Edit(comma + 1, comma + 1, f"{line_break}{text},")
            return Edit(end, end, f",{line_break}{text}")
        return Edit(end, end, f", {text}")


def origin(diagnostic: Diagnostic) -> Origin:
    """What the rules know of the place of a diagnostic. Raises RefusedError when it was dropped."""
    found = diagnostic.origin
    if found is None:
        raise RefusedError("nothing more is known of the place")
    return found  # type: ignore[return-value]


def parameter_items(file: SourceFile, node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[Items, list[ast.arg]]:
    """The plain parameters of a function; the items end in one more, when there is a `*` and what is behind it.

    Raises RefusedError where parameters are by position only.
    """
    arguments = node.args
    if arguments.posonlyargs:
        raise RefusedError("the function has parameters by position only")
    opening = file.text.index("(", _after_name(file, node))
    spans = []
    defaults: list[ast.expr | None] = [None] * (len(arguments.args) - len(arguments.defaults))
    for parameter, default in zip(arguments.args, [*defaults, *arguments.defaults], strict=True):
        spans.append((file.start(parameter), file.end(default if default is not None else parameter)))
    starred = [arguments.vararg, *arguments.kwonlyargs, *arguments.kw_defaults, arguments.kwarg]
    ends = [file.end(item) for item in starred if item is not None]
    if ends:
        before = spans[-1][1] if spans else opening + 1
        spans.append((file.find("*", before, max(ends)), max(ends)))
    last = spans[-1][1] if spans else opening + 1
    closing = file.find(")", last, file.start(node.body[0]))
    # A default in parentheses closes first.
    first = spans[0][0] if spans else last
    if file.text.count("(", first, closing) != file.text.count(")", first, closing):
        raise RefusedError("a default value stands in parentheses")
    return Items(opening + 1, closing, spans), list(arguments.args)


def _after_name(file: SourceFile, node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    line = file.offset(node.lineno, node.col_offset)
    return file.text.index(node.name, file.text.index("def", line) + 3) + len(node.name)


def is_simple(node: ast.AST | None) -> bool:
    """Whether leaving the expression out changes nothing: a constant, a name, an attribute, a text made of them."""
    if node is None or isinstance(node, (ast.Constant, ast.Name)):
        return True
    if isinstance(node, ast.Attribute):
        return is_simple(node.value)
    if isinstance(node, ast.JoinedStr):
        return all(is_simple(item) for item in node.values)
    if isinstance(node, ast.FormattedValue):
        return is_simple(node.value) and is_simple(node.format_spec)
    if isinstance(node, ast.Subscript):
        return is_simple(node.value) and is_simple(node.slice)
    if isinstance(node, ast.BinOp):
        return is_simple(node.left) and is_simple(node.right)
    if isinstance(node, ast.UnaryOp):
        return is_simple(node.operand)
    if isinstance(node, ast.BoolOp):
        return all(is_simple(item) for item in node.values)
    if isinstance(node, ast.Compare):
        return is_simple(node.left) and all(is_simple(item) for item in node.comparators)
    if isinstance(node, ast.IfExp):
        return is_simple(node.test) and is_simple(node.body) and is_simple(node.orelse)
    if isinstance(node, (ast.Tuple, ast.List)):
        return all(is_simple(item) for item in node.elts)
    if isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Name):
            pure = function.id in ("str", "int", "len", "repr", "bool", "Path", "getenv")
        else:
            pure = isinstance(function, ast.Attribute) and ast.unparse(function) in _PURE
        return pure and not node.keywords and all(is_simple(item) for item in node.args)
    if isinstance(node, ast.Dict):
        return all(is_simple(item) for item in (*node.keys, *node.values))
    return False
