"""What `mappings` and `loops` share: the kinds of a use of the samples, what a use becomes, and what a loop binds."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.edits import RefusedError

# A use is the mapping itself, its values (the samples), its keys (their ids) or its items.
MAP, VALUES, KEYS, ITEMS = "mapping", "values", "keys", "items"


class Sample:
    """What a mapping of samples becomes: the text of the single sample.

    `guarded` says that a missing sample has to be ruled out before it is used; `raising` that a loop over it
    raises when there is none (a grader) rather than doing nothing. `certain` is said of a value that was kept by the
    sample's id: it is always there, and may be anything.
    """

    __slots__ = ("certain", "guarded", "is_await", "raising", "text")

    def __init__(
        self, text: str, *, guarded: bool, raising: bool, is_await: bool = False, certain: bool = False
    ) -> None:
        self.text = text
        self.guarded = guarded
        self.raising = raising
        self.is_await = is_await
        self.certain = certain


def targets(target: ast.expr, kind: str) -> tuple[str, str]:
    """The names of the id and of the sample that a loop or comprehension binds; empty when it does not.

    Raises RefusedError when it binds anything else.
    """
    if kind == ITEMS:
        if isinstance(target, ast.Tuple) and len(target.elts) == 2:
            key, value = target.elts
            if isinstance(key, ast.Name) and isinstance(value, ast.Name):
                return key.id, value.id
    elif isinstance(target, ast.Name):
        return ("", target.id) if kind == VALUES else (target.id, "")
    raise RefusedError("the loop takes the samples apart")


def stored_in(stmt: ast.AST | None) -> ast.Name | None:
    """The name that a statement gives its value to, if it does nothing else."""
    if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 and isinstance(stmt.targets[0], ast.Name):
        return stmt.targets[0]
    if isinstance(stmt, ast.AnnAssign) and isinstance(stmt.target, ast.Name):
        return stmt.target
    return None
