"""Proves that a rewrite is right by applying it in memory and looking at the result again.

What a fixer believes of its own edit counts for nothing here. The result must parse; outside the edits
it must be the same syntax tree in the same blocks; every name it uses must be bound; comments, newline
style and the missing final newline must be kept; and the engine must find exactly what it found before,
less what the fix answers. As findings only ever go, repeating fixes ends, and a second run has nothing
left to do.
"""

from __future__ import annotations

import ast
import builtins
import io
import os
import re
import tokenize
from collections import Counter

from osmosis_lint.api.records import ADVICE
from osmosis_lint.diagnostics import Diagnostic
from osmosis_lint.fixes.edits import Edit, Fix, apply, consistent
from osmosis_lint.fixes.texts import annotation_texts, exported
from osmosis_lint.semantics.scopes import Scope, header_nodes
from osmosis_lint.semantics.walk import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeAlias

    from osmosis_lint.rules.run import Rules
    from osmosis_lint.semantics.modules import Module
    from osmosis_lint.semantics.resolver import Resolver
    from osmosis_lint.semantics.scopes import Position

    StatementKey: TypeAlias = "tuple[type[ast.AST], int, int]"

_BREAK = re.compile(r"\r\n|\r|\n")
_BUILTINS = frozenset((*dir(builtins), "__file__", "__name__", "__doc__", "__path__", "__spec__", "__class__"))
_NAMES: frozenset[type[ast.AST]] = frozenset((ast.Name,))
_BODIES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Look:
    """One look of the engine at one text of a file: the text (no byte order mark), its module, its findings."""

    __slots__ = ("diagnostics", "module", "text")

    def __init__(self, text: str, module: Module, diagnostics: list[Diagnostic]) -> None:
        self.text = text
        self.module = module
        self.diagnostics = diagnostics


def look(rules: Rules, path: str, text: str) -> Look:
    """Check a text as the content of `path`. Raises what parsing raises."""
    tree = ast.parse(text, path)
    found = rules.check(path, text, tree)
    module = rules.project.module(os.path.abspath(path))
    assert module is not None
    return Look(text, module, found)


def look_back(rules: Rules, before: Look) -> None:
    """Make the project hold the earlier text of a file again, after a proof that failed."""
    rules.project.hold(before.module)
    rules.resolver.module = before.module


def prove(rules: Rules, path: str, before: Look, fixes: Sequence[Fix]) -> tuple[str, Look | None]:
    """Why the fixes, applied together, are not right (empty: they are), and the look at the result."""
    edits = sorted({edit for fix in fixes for edit in fix.edits}, key=Edit.key)
    if not edits or not consistent(edits):
        return "its edits overlap", None
    text = apply(before.text, edits)
    if text == before.text:
        return "it changes nothing", None
    failure = _layout(before.text, text)
    if failure:
        return failure, None
    try:
        after = look(rules, path, text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"the result does not parse: {getattr(error, 'msg', error)}", None
    covered = [item for fix in fixes for item in fix.covers]
    failure = (
        _findings(before.diagnostics, covered, after.diagnostics)
        or _comments(before.text, text, edits)
        or _outside(before.module, after.module, edits)
        or _names(rules.resolver, before.module, after.module, edits)
    )
    return (failure, None) if failure else ("", after)


# Text


def _layout(before: str, after: str) -> str:
    if "\r" in before or "\r" in after:
        if not set(_BREAK.findall(after)) <= set(_BREAK.findall(before)):
            return "it would change the newline style"
    if before and after and before.endswith(("\n", "\r")) != after.endswith(("\n", "\r")):
        return "it would change whether the file ends in a newline"
    return ""


def _comments(before: str, after: str, edits: Iterable[Edit]) -> str:
    if not any("#" in before[edit.start : edit.end] or "#" in edit.text for edit in edits):
        return ""
    try:
        lost = Counter(comments(before)) - Counter(comments(after))
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return "the comments of the result cannot be read"
    return f"a comment would be lost: {next(iter(lost))}" if lost else ""


def comments(text: str) -> list[str]:
    """The comments of a source text. Raises tokenize.TokenError or SyntaxError when it cannot be read."""
    tokens = tokenize.generate_tokens(io.StringIO(text, newline=None).readline)
    return [token.string.rstrip() for token in tokens if token.type == tokenize.COMMENT]


# Findings


def _findings(before: Sequence[Diagnostic], covered: Sequence[Diagnostic], after: Sequence[Diagnostic]) -> str:
    was = Counter(map(_identity, before)) - Counter(map(_identity, _distinct(covered)))
    now = Counter(map(_identity, after))
    new = [key for key in now - was if key[0] not in ADVICE]
    if new:
        code = new[0][0]
        gone = Counter(map(_identity, covered))
        return f"{code} would still be reported" if gone[new[0]] else f"it would bring a new finding, {code}"
    hidden = [key for key in was - now if key[0] not in ADVICE]
    return f"it would hide another finding, {hidden[0][0]}" if hidden else ""


def _identity(item: Diagnostic) -> tuple[str, str]:
    return item.code, item.symbol


def _distinct(items: Sequence[Diagnostic]) -> list[Diagnostic]:
    return list({(item.code, item.span.key()): item for item in items}.values())


# Syntax


class _Side:
    """One of the two texts, with the edits seen from it and the way to the other side."""

    def __init__(self, module: Module, edits: list[Edit], indents: frozenset[Edit]) -> None:
        self.module = module
        self.edits = edits
        self.real = [edit for edit in edits if edit not in indents]
        self.indents = [edit for edit in edits if edit in indents]
        self.spans: dict[ast.AST, tuple[int, int]] = {}
        self.by_key: dict[StatementKey, ast.stmt] = {}
        # A statement whose end an edit moved is found by its start.
        self.by_start: dict[tuple[type[ast.AST], int], ast.stmt] = {}
        for stmt, _ in module.scopes.statements:
            start, end = self.span(stmt)
            self.by_key[stmt.__class__, start, end] = stmt
            self.by_start[stmt.__class__, start] = stmt

    def span(self, node: ast.AST) -> tuple[int, int]:
        known = self.spans.get(node)
        if known is None:
            lines = self.module.lines
            start = lines.start(node.lineno) + lines.column(node.lineno, node.col_offset)  # type: ignore[attr-defined]
            last: int = node.end_lineno  # type: ignore[attr-defined]
            end = lines.start(last) + lines.column(last, node.end_col_offset)  # type: ignore[attr-defined]
            known = self.spans[node] = (start, end)
        return known

    def touched(self, start: int, end: int) -> bool:
        """Whether an edit that is more than indentation reaches into a stretch."""
        return any(edit.start < end and start < edit.end for edit in self.real) or any(
            edit.start == edit.end and start < edit.start < end for edit in self.real
        )

    def head(self, stmt: ast.stmt) -> tuple[int, int]:
        """The stretch of a statement in front of the blocks inside it."""
        start, end = self.span(stmt)
        for decorator in getattr(stmt, "decorator_list", ()):
            start = min(start, self.span(decorator)[0])
        body = getattr(stmt, "body", None) or [item for case in getattr(stmt, "cases", ()) for item in case.body]
        if isinstance(body, list) and body:
            end = self.span(body[0])[0]
            lines = self.module.lines
            number = lines.number(end)
            if number > stmt.lineno:
                # Comments between the two belong to the block.
                while number - 1 > stmt.lineno and lines.lines[number - 2].lstrip()[:1] in ("", "#"):
                    number -= 1
                end = lines.start(number)
        return start, end

    def across(self, start: int, end: int) -> tuple[int, int]:
        """Where an untouched stretch is on the other side."""
        first = sum(len(e.text) - (e.end - e.start) for e in self.edits if e.end <= start)
        inner = sum(
            len(e.text) - (e.end - e.start)
            for e in self.edits
            if e.end <= end and e.end > start and not (e.start == e.end == end)
        )
        return start + first, end + first + inner

    def holder(self, stmt: ast.stmt) -> ast.stmt | None:
        """The nearest statement around this one whose head is untouched."""
        scopes = self.module.scopes
        current: ast.stmt | None = stmt
        while current is not None:
            position = scopes.positions[current]
            opened = self._opened(position)
            if position.parent is not None:
                holder = scopes.owner.get(position.parent)
                current = holder or position.parent  # type: ignore[assignment]
            else:
                current = position.scope.stmt
            if current is not None and not opened and not self.touched(*self.head(current)):
                return current
        return None

    def _opened(self, position: Position) -> bool:
        """Whether an edit made the block of a statement, by an `else` that is new."""
        body = getattr(position.parent, "body", None)
        if not isinstance(body, list) or not body or position.block is body or not isinstance(body[0], ast.stmt):
            return False
        end, start = self.span(body[-1])[1], self.span(position.block[0])[0]
        return end < start and self.touched(end, start)


def _inverted(edits: Sequence[Edit], text: str) -> tuple[list[Edit], dict[Edit, Edit]]:
    out: list[Edit] = []
    pairs: dict[Edit, Edit] = {}
    shift = 0
    for edit in edits:
        back = Edit(edit.start + shift, edit.start + shift + len(edit.text), text[edit.start : edit.end])
        shift += len(edit.text) - (edit.end - edit.start)
        out.append(back)
        pairs[edit] = back
    return out, pairs


def _outside(before: Module, after: Module, edits: Sequence[Edit]) -> str:
    """Whether the trees differ anywhere that no edit explains."""
    indents = frozenset(
        e
        for e in edits
        if not before.text[e.start : e.end].strip(" \t")
        and not e.text.strip(" \t")
        and (e.start == 0 or before.text[e.start - 1] in "\r\n")
    )
    inverted, pairs = _inverted(edits, before.text)
    old = _Side(before, list(edits), indents)
    new = _Side(after, inverted, frozenset(pairs[edit] for edit in indents))
    return _differs(old, new) or _differs(new, old)


def _differs(one: _Side, two: _Side) -> str:
    lowest = min(edit.start for edit in one.edits)
    for stmt, _ in one.module.scopes.statements:
        start, end = one.span(stmt)
        whole = not one.touched(start, end)
        if end <= lowest and whole:
            continue
        line = f"line {stmt.lineno}"
        if not whole and one.touched(*one.head(stmt)):
            failure = _expressions_differ(one, two, stmt)
            if failure:
                return failure
            continue
        first, last = one.across(start, end)
        # What is inside a compound statement is compared by itself, and its end moves with it.
        simple = whole and not hasattr(stmt, "body") and not hasattr(stmt, "cases")
        there = two.by_key.get((stmt.__class__, first, last)) if simple else two.by_start.get((stmt.__class__, first))
        if there is None and any(edit.start == end for edit in one.real):
            # Something was added at its very end, such as one more name to an import.
            failure = _expressions_differ(one, two, stmt)
            if failure:
                return failure
            continue
        if there is None:
            return f"code outside the edit would change ({line})"
        if any(start < edit.end and edit.start < end for edit in one.indents):
            if not isinstance(stmt, _BODIES) and ast.dump(stmt) != ast.dump(there) and whole:
                return f"a text over several lines would change ({line})"
        around, around_there = one.holder(stmt), two.holder(there)
        if (around is None) != (around_there is None):
            return f"a statement would move to another block ({line})"
        if around is not None and around_there is not None:
            if one.across(*one.span(around))[0] != two.span(around_there)[0]:
                return f"a statement would move to another block ({line})"
    return ""


def _expressions_differ(one: _Side, two: _Side, stmt: ast.stmt) -> str:
    """The expressions of a touched statement that no edit reaches must be on the other side."""
    wanted: list[tuple[type[ast.AST], int, int]] = []
    todo = [node for node in header_nodes(stmt) if hasattr(node, "lineno")]
    inside: set[ast.AST] = set()
    for node in todo:
        if node in inside:
            inside.update(ast.iter_child_nodes(node))
            continue
        start, end = one.span(node)
        if not one.touched(start, end):
            wanted.append((node.__class__, *one.across(start, end)))
            inside.update(ast.iter_child_nodes(node))
    if not wanted:
        return ""
    places = {
        (node.__class__, *two.span(node))
        for other in _statements_near(two, min(w[1] for w in wanted), max(w[2] for w in wanted))
        for node in header_nodes(other)
        if hasattr(node, "lineno")
    }
    for key in wanted:
        if key not in places:
            return f"an expression outside the edit would change (line {stmt.lineno})"
    return ""


def _statements_near(side: _Side, start: int, end: int) -> Iterator[ast.stmt]:
    for stmt, _ in side.module.scopes.statements:
        first, last = side.span(stmt)
        if (first < end and start < last) or first == start or (getattr(stmt, "decorator_list", None) and start < last):
            yield stmt


# Names


def _names(resolver: Resolver, before: Module, after: Module, edits: Sequence[Edit]) -> str:
    """A name of the result that nothing binds, in words."""
    removed = before.scopes.root.bindings.keys() - after.scopes.root.bindings.keys()
    inverted, _ = _inverted(edits, before.text)
    suspects = list(after.statements_with(frozenset(removed))) if removed else []
    suspects += _touched_statements(after, inverted)
    starred = any(isinstance(stmt, ast.ImportFrom) and stmt.names[0].name == "*" for stmt, _ in after.scopes.imports)
    for stmt, scope in suspects:
        for name in _unbound_in(resolver, stmt, scope):
            if starred and name not in removed:
                continue
            if not _was_unbound(resolver, before, name):
                return f"`{name}` would not be bound (line {stmt.lineno})"
        for text in _named_in_texts(stmt):
            if text in removed:
                return f"`{text}` would still be named in a string (line {stmt.lineno})"
    return ""


def _touched_statements(module: Module, edits: Sequence[Edit]) -> list[tuple[ast.stmt, Scope]]:
    """The statements of every function that an edit reaches, and touched statements outside functions."""
    start = module.lines.start
    out = []
    for stmt, scope in module.scopes.statements:
        owner: ast.AST = stmt
        outer: Scope | None = scope
        while outer is not None:
            if outer.kind == "function" and outer.stmt is not None:
                owner = outer.stmt
            outer = outer.parent
        if owner is stmt and isinstance(stmt, _BODIES):
            continue
        first = start(owner.lineno)  # type: ignore[attr-defined]
        last = start((owner.end_lineno or 0) + 1)  # type: ignore[attr-defined]
        if any(edit.start <= last and first <= edit.end for edit in edits):
            out.append((stmt, scope))
    return out


def _unbound_in(resolver: Resolver, stmt: ast.stmt, scope: Scope) -> Iterator[str]:
    for node, place in expressions(resolver, stmt, scope, _NAMES):
        if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
            continue
        found, where = resolver.bindings(node.id, place)
        if where is None:
            if node.id not in _BUILTINS:
                yield node.id
        elif not found and where.kind == "function" and where is place.scope:
            yield node.id


def _was_unbound(resolver: Resolver, before: Module, name: str) -> bool:
    return any(name in _unbound_in(resolver, stmt, scope) for stmt, scope in before.statements_with(frozenset((name,))))


def _named_in_texts(stmt: ast.stmt) -> Iterator[str]:
    """The names that string annotations of a statement use, and those that `__all__` exports."""
    for text in annotation_texts(stmt):
        try:
            parsed = ast.parse(str(text.value).strip(), mode="eval")
        except (SyntaxError, ValueError):
            continue
        yield from (node.id for node in ast.walk(parsed) if isinstance(node, ast.Name))
    yield from (str(item.value) for item in exported(stmt))
