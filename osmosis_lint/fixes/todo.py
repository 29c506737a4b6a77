"""Comments that say what is left to do, above the statements that no fix answers."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.edits import Edit, RefusedError, apply
from osmosis_lint.fixes.file import SourceFile, origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from osmosis_lint.diagnostics import Diagnostic


def add_todos(text: str, diagnostics: Sequence[Diagnostic]) -> str:
    """The text with a comment above the statement of each diagnostic; unchanged where there is one already.

    The diagnostics come from one check of the text (which may start with a byte order mark).
    """
    known = [item for item in diagnostics if item.origin is not None]
    if not known:
        return text
    file = SourceFile(origin(known[0]).check, known)
    mark = text[: len(text) - len(file.text)]
    wanted: dict[int, dict[str, None]] = {}
    for item in known:
        start = _line_of(file, item)
        comment = f"# TODO({item.code}): {item.hint or item.message}"
        if start is not None and not _has(file, start, comment):
            wanted.setdefault(start, {})[comment] = None
    edits = [
        Edit(start, start, "".join(f"{comment}{file.newline}{file.indent(start)}" for comment in comments))
        for start, comments in wanted.items()
    ]
    result = apply(file.text, edits)
    if ast.dump(ast.parse(result)) != ast.dump(file.module.tree):
        return text
    return mark + result


def _line_of(file: SourceFile, item: Diagnostic) -> int | None:
    """Where the statement of a diagnostic, or the one around it, starts a line."""
    stmt: ast.AST | None = origin(item).place.stmt
    if stmt is None:
        try:
            stmt = file.statement(origin(item).node)
        except RefusedError:
            return None
    scopes = file.module.scopes
    while isinstance(stmt, ast.stmt):
        start = file.start(stmt)
        if file.starts_line(start) and not file.text.startswith("elif", start):
            return start
        position = scopes.positions[stmt]
        parent = position.parent if position.parent is not None else position.scope.stmt
        stmt = scopes.owner.get(parent, parent) if parent is not None else None
    return None


def _has(file: SourceFile, start: int, comment: str) -> bool:
    """Whether the comment stands in the lines of comments above a statement."""
    number = file.lines.number(start) - 1
    while number > 0:
        line = file.lines.lines[number - 1].strip()
        if line == comment:
            return True
        if not line.startswith("#"):
            return False
        number -= 1
    return False
