"""Helpers that take the id of a sample only to hand it to the context: the parameter goes, and so do its arguments."""

from __future__ import annotations

import ast
import os

from osmosis_lint.fixes.edits import Edit, RefusedError
from osmosis_lint.fixes.file import is_simple, parameter_items
from osmosis_lint.fixes.statements import position
from osmosis_lint.semantics.scopes import Scope
from osmosis_lint.semantics.values import ProjectFunction
from osmosis_lint.semantics.walk import calls_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.fixes.file import SourceFile
    from osmosis_lint.fixes.graders import Unit

# How many files of the project are searched for callers of a helper.
_MAX_FILES = 400
_MAX_BYTES = 1_000_000


def drop_parameter(unit: Unit, name: ast.Name) -> tuple[list[Edit], str]:
    """Edits that drop the parameter behind `name` and the arguments for it, and what is doubtful about it.

    Without edits when the name is no parameter of a helper, or the parameter has other uses: then it stays.
    """
    file = unit.file
    scope = position(file, file.statement(name)).scope
    function = scope.node
    if scope.kind != "function" or not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return [], ""
    bindings = scope.bindings.get(name.id, [])
    if len(bindings) != 1 or bindings[0].kind != "parameter" or function.name in ("grade", "run"):
        return [], ""
    uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name.id]
    if any(not (node is name or unit.gone(node)) for node in uses):
        return [], ""
    try:
        edits = _edits(unit, scope, function, name.id)
    except RefusedError:
        return [], ""
    private = function.name.startswith("_") or not _at_top(scope)
    doubt = (
        "" if private or not named_elsewhere(unit.file, function.name) else f"other files may call `{function.name}`"
    )
    return edits, doubt


def _at_top(scope: Scope) -> bool:
    """Whether other files can reach the function."""
    parent = scope.parent
    return parent is not None and (parent.kind == "module" or (parent.kind == "class" and _at_top(parent)))


def _edits(unit: Unit, scope: Scope, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> list[Edit]:
    file, resolver = unit.file, unit.check.resolver
    if function.decorator_list and "staticmethod" not in scope.decorator_names():
        raise RefusedError("the helper is decorated")
    items, parameters = parameter_items(file, function)
    index = next((i for i, parameter in enumerate(parameters) if parameter.arg == name), -1)
    if index < 0:
        raise RefusedError("the parameter is not a plain one")
    edits = file.remove(items, [index])
    is_method = scope.receiver_name() is not None
    calls = calls_of(resolver, file.module, function.name)
    called: set[ast.AST] = set()
    for call, place in calls:
        values = resolver.infer(call.func, place)
        if not any(isinstance(value, ProjectFunction) and value.scope is scope for value in values):
            raise RefusedError("not all calls are known")
        called.add(call.func)
        bound = is_method and isinstance(call.func, ast.Attribute)
        if any(isinstance(item, ast.Starred) for item in call.args) or any(k.arg is None for k in call.keywords):
            raise RefusedError("the arguments of a call are not written out")
        where = index - 1 if bound else index
        keyword = next((item for item in call.keywords if item.arg == name), None)
        gone: ast.AST | None = keyword or (call.args[where] if where < len(call.args) else None)
        if gone is None or not is_simple(keyword.value if keyword else gone) or file.in_fstring(call):
            raise RefusedError("the id is not passed plainly")
        nodes = file.arguments(call)
        edits += file.remove(file.call_items(call), [nodes.index(gone)])
    for stmt, _ in file.module.statements_with(frozenset((function.name,))):
        for node in (
            ast.walk(stmt) if not isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else ()
        ):
            written = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            if written == function.name and node not in called and isinstance(node, (ast.Name, ast.Attribute)):
                raise RefusedError("the helper is handed on")
    return edits


def named_elsewhere(file: SourceFile, name: str) -> bool:
    """Whether another file of the project has the name; also when there are too many to look at."""
    module = file.module
    folder = os.path.dirname(module.path)
    top = folder
    for root in module.project.roots(folder):
        if len(root) < len(top) and folder.startswith(root):
            top = root
    seen = 0
    for where, folders, files in os.walk(top):
        folders[:] = [item for item in folders if not item.startswith(".") and item not in ("node_modules", "venv")]
        for item in files:
            path = os.path.join(where, item)
            if not item.endswith((".py", ".pyi", ".ipynb")) or path == module.path:
                continue
            seen += 1
            if seen > _MAX_FILES:
                return True
            try:
                with open(path, "rb") as other:
                    if name.encode() in other.read(_MAX_BYTES):
                        return True
            except OSError:
                return True
    return False
