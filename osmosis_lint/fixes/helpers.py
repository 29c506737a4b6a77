"""Helpers that take the id of a sample only to hand it to the context: the parameter goes, and so do its arguments."""

from __future__ import annotations

import ast
import os
import re

from osmosis_lint.fixes.edits import Edit, RefusedError
from osmosis_lint.fixes.file import is_simple, parameter_items
from osmosis_lint.fixes.statements import position
from osmosis_lint.semantics.scopes import Place, Scope
from osmosis_lint.semantics.values import ProjectFunction
from osmosis_lint.semantics.walk import calls_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.fixes.file import SourceFile
    from osmosis_lint.fixes.graders import Unit

# How many files of the project are searched for callers of a helper.
_MAX_FILES = 400
_MAX_BYTES = 1_000_000


def drop_parameter(unit: Unit, name: ast.Name) -> None:
    """Drop the parameter that the reward at `name` was set by, and the arguments for it, from a helper.

    It stays when it has other uses than in messages, or another file calls the helper, or `name` is no parameter.
    """
    scope = position(unit.file, unit.file.statement(name)).scope
    if scope.kind == "function" and isinstance(scope.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        _drop(unit, scope, scope.node, name.id, name)


def drop_argument(unit: Unit, node: ast.expr) -> bool:
    """Drop the parameter that an id is handed to, when the helper only tells it in messages; returns whether it did."""
    file = unit.file
    around = file.parent(node)
    call = file.parent(around) if isinstance(around, ast.keyword) else around
    if not isinstance(call, ast.Call) or call.func is node:
        return False
    stmt = file.statement(call)
    found = unit.check.resolver.infer(call.func, Place(position(file, stmt).scope, stmt))
    scopes = [value.scope for value in found if isinstance(value, ProjectFunction)]
    if len(scopes) != 1 or len(found) != 1 or scopes[0].module is not file.module:
        return False
    function = scopes[0].node
    if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    if isinstance(around, ast.keyword):
        name = around.arg or ""
    else:
        bound = scopes[0].receiver_name() is not None and isinstance(call.func, ast.Attribute)
        index = call.args.index(node) + bound
        name = function.args.args[index].arg if index < len(function.args.args) else ""
    return _drop(unit, scopes[0], function, name, None)


def _drop(
    unit: Unit, scope: Scope, function: ast.FunctionDef | ast.AsyncFunctionDef, name: str, own: ast.Name | None
) -> bool:
    bindings = scope.bindings.get(name, [])
    if len(bindings) != 1 or bindings[0].kind != "parameter" or function.name in ("grade", "run"):
        return False
    others = [node for node in unit.file.module.scopes.by_node if getattr(node, "name", "") == function.name]
    if len(others) > 1:
        # One may override the other.
        return False
    uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name]
    told = [node for node in uses if node is not own and not unit.gone(node)]
    if not all(map(unit.messages.is_part, told)):
        return False
    try:
        edits = _edits(unit, scope, function, name)
    except RefusedError:
        return False
    if not function.name.startswith("_") and _at_top(scope) and named_elsewhere(unit.file, function.name):
        if called_elsewhere(unit.file, function.name):
            return False
        unit.doubt = unit.doubt or f"other files may call `{function.name}`"
    for node in told:
        unit.messages.add(node)
    unit.edits += edits
    return True


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
    return any(text is None or name.encode() in text for text in other_files(file))


def called_elsewhere(file: SourceFile, name: str) -> bool:
    """Whether another file of the project calls something of that name which it does not define itself."""
    call = re.compile(rf"\b{re.escape(name)}\s*\(".encode())
    own = re.compile(rf"\bdef\s+{re.escape(name)}\b".encode())
    return any(text is not None and call.search(text) and not own.search(text) for text in other_files(file))


def project_top(file: SourceFile) -> str:
    """The outermost folder that imports of a file are looked up in, around the file."""
    module = file.module
    folder = os.path.dirname(module.path)
    top = folder
    for root in module.project.roots(folder):
        if len(root) < len(top) and folder.startswith(root):
            top = root
    return top


def other_files(file: SourceFile, most: int = _MAX_FILES) -> Iterator[bytes | None]:
    """The other files of the project; None for one that cannot be read, and when there are more than `most`."""
    seen = 0
    for where, folders, files in os.walk(project_top(file)):
        folders[:] = [item for item in folders if not item.startswith(".") and item not in ("node_modules", "venv")]
        for item in files:
            path = os.path.join(where, item)
            if not item.endswith((".py", ".pyi", ".ipynb")) or path == file.module.path:
                continue
            seen += 1
            if seen > most:
                yield None
                return
            try:
                with open(path, "rb") as other:
                    yield other.read(_MAX_BYTES)
            except OSError:
                yield None
