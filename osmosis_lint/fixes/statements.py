"""Taking statements out of a block, and finding what uses a name: shared by the fixers."""

from __future__ import annotations

import ast
import re

from osmosis_lint.fixes.edits import Edit, RefusedError
from osmosis_lint.fixes.texts import annotation_texts, exported
from osmosis_lint.semantics.walk import expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.fixes.file import SourceFile
    from osmosis_lint.rules.check import Origin
    from osmosis_lint.semantics.scopes import Position, Scope

# A comment that type checkers read.
TYPED = re.compile(r"#\s*type:\s*\w")
_NAMES: frozenset[type[ast.AST]] = frozenset((ast.Name,))


class Uses:
    """Where a binding is used: plain names, words in string annotations, and entries of `__all__`."""

    def __init__(self) -> None:
        self.names: list[ast.Name] = []
        self.texts: list[ast.Constant] = []
        self.exports: list[ast.Constant] = []
        # `global`, `del` and the like: a rename would have to follow them.
        self.others = 0

    def __bool__(self) -> bool:
        return bool(self.names or self.texts or self.exports or self.others)


def position(file: SourceFile, stmt: ast.stmt) -> Position:
    """The block of a statement."""
    return file.module.scopes.positions[stmt]


def refuse_returned(file: SourceFile, found: Origin) -> None:
    """Raise RefusedError where a keyword stands in a dict that a function returns: others may call it, too."""
    if isinstance(found.node, ast.Constant):
        scope = position(file, file.statement(found.node)).scope
        if scope.kind == "function" and scope.returns and scope is not found.place.scope:
            raise RefusedError("a function returns the dict, which may be used elsewhere")


def remove_statement(file: SourceFile, stmt: ast.stmt, *, with_blanks: bool = False) -> list[Edit]:
    """Edits that take a statement out of its block, with its line if nothing else stands there.

    `with_blanks` also takes the blank lines behind it, as far as there are as many in front of it; all of them where
    it opens a block.
    """
    place = position(file, stmt)
    start, end = file.span(stmt)
    alone = len(place.block) == 1 and not (place.parent is None and place.scope.kind == "module")
    if alone:
        return [Edit(start, end, "pass")]
    rest = file.text[end : file.line_end(end)]
    first = file.starts_line(start)
    if first and not rest.strip():
        last = file.next_line(end)
        opens = place.index == 0 and not (place.parent is None and place.scope.kind == "module")
        return [Edit(file.line_start(start), _blanks(file, start, last, opens) if with_blanks else last, "")]
    if first and rest.lstrip().startswith("#"):
        if TYPED.search(rest):
            # On a line of its own it is an error, or (`# type: ignore` at the top) about the whole file.
            raise RefusedError("a comment about types stands behind a statement that goes")
        return [Edit(start, end + len(rest) - len(rest.lstrip()), "")]
    if rest.lstrip().startswith(";"):
        following = file.skip(end + rest.index(";") + 1)
        if file.lines.number(following) == file.lines.number(end):
            return [Edit(start, following, "")]
        return [Edit(start, end + rest.index(";") + 1, "")] if not first else [Edit(start, end, "pass")]
    before = place.block[place.index - 1] if place.index else None
    if before is None:
        raise RefusedError("the statement shares its line with others")
    return [Edit(file.end(before), end, "")]


def _blanks(file: SourceFile, start: int, end: int, opens: bool) -> int:
    """The end of the blank lines behind a statement that those in front of it make up for."""
    number = file.lines.number(start) - 1
    while number > 0 and (opens or not file.lines.lines[number - 1].strip()) and end < len(file.text):
        following = file.next_line(end)
        if file.text[end:following].strip():
            break
        end = following
        number -= not opens
    return end


def uses_of(file: SourceFile, name: str, stmt: ast.stmt, scope: Scope) -> Uses:
    """What in the file uses the name that `stmt` binds in `scope`."""
    key = ("uses", name, stmt)
    known = file.memo.get(key)
    if isinstance(known, Uses):
        return known
    uses = Uses()
    resolver = file.check.resolver
    for holder, inner in file.module.statements_with(frozenset((name,))):
        if isinstance(holder, (ast.Global, ast.Nonlocal)) and name in holder.names:
            uses.others += 1
        for node, place in expressions(resolver, holder, inner, _NAMES):
            if isinstance(node, ast.Name) and node.id == name:
                found, where = resolver.bindings(name, place)
                if where is scope and (not found or any(binding.stmt is stmt for binding in found)):
                    if isinstance(node.ctx, ast.Load):
                        uses.names.append(node)
                    elif isinstance(node.ctx, ast.Del):
                        uses.others += 1
        uses.exports += [item for item in exported(holder) if item.value == name and scope.kind == "module"]
        uses.texts += [text for text in _named_texts(holder) if _mentions(text, name)]
    file.memo[key] = uses
    return uses


def _named_texts(stmt: ast.stmt) -> list[ast.Constant]:
    """The texts of a statement in which a type may be named."""
    out = annotation_texts(stmt)
    for node in ast.walk(stmt) if isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.Expr, ast.Return)) else ():
        # `cast("Name", x)` and `TypeVar(bound="Name")`.
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in (
            "cast",
            "TypeVar",
        ):
            values = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "bound")]
            out += [v for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str)]
    return out


def _mentions(text: ast.Constant, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", str(text.value)) is not None


def rename_edits(file: SourceFile, uses: Uses, old: str, new: str) -> list[Edit]:
    """Edits that rename every use. Raises RefusedError when one of them cannot be."""
    if uses.others:
        raise RefusedError(f"`{old}` is declared global or deleted")
    edits = []
    for node in uses.names:
        if file.in_fstring(node):
            raise RefusedError(f"`{old}` is used in an f-string, whose inner places this Python does not tell")
        edits.append(Edit(*file.span(node), new))
    for text in [*uses.texts, *uses.exports]:
        start, end = file.span(text)
        source = file.text[start:end]
        changed = re.sub(rf"(?<![\w.]){re.escape(old)}(?!\w)", new, source)
        if changed == source:
            raise RefusedError(f"`{old}` is named in a string that is not written out")
        edits.append(Edit(start, end, changed))
    return edits
