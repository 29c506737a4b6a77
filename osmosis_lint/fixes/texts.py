"""The texts of a statement that name something: string annotations, and the entries of `__all__`.

A rewrite changes them along with the name, and its proof looks for those that it left.
"""

from __future__ import annotations

import ast

from osmosis_lint.rules.names import forward_references


def annotation_texts(stmt: ast.stmt) -> list[ast.Constant]:
    """The string annotations of a statement, its parameters and result included."""
    return list(forward_references(stmt))


def exported(stmt: ast.stmt) -> list[ast.Constant]:
    """The constants that a statement puts into `__all__`."""
    value: ast.expr | None = None
    if isinstance(stmt, ast.Assign):
        targets: list[ast.expr] = stmt.targets
    elif isinstance(stmt, (ast.AnnAssign, ast.AugAssign)):
        targets = [stmt.target]
    else:
        targets = []
    if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
        value = stmt.value  # type: ignore[attr-defined]
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call):
        function = stmt.value.func
        if isinstance(function, ast.Attribute) and getattr(function.value, "id", "") == "__all__" and stmt.value.args:
            value = stmt.value.args[0]
            if isinstance(value, ast.Constant):
                return [value]
    if value is None:
        return []
    return [node for node in ast.walk(value) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
