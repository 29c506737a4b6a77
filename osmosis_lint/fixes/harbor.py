"""The constructor of `HarborBackend`: keywords that were renamed, and those that went."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.calls import drop
from osmosis_lint.fixes.edits import Edit, Fix, RefusedError
from osmosis_lint.fixes.file import origin
from osmosis_lint.fixes.renames import name_edit
from osmosis_lint.fixes.statements import position, refuse_returned, uses_of
from osmosis_lint.semantics.forwarding import taken_on_the_way

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.file import SourceFile

RENAMED = {
    "OSM402": ("task_dir", "tasks_dir"),
    "OSM403": ("user_code_dir", "code_dir"),
    "OSM404": ("workflow", "agent"),
}
_DROPPED = {
    "OSM405": ("custom_tests_dir", "the tests have to move into each task's `tests/`"),
    "OSM406": ("prebuild_local_image", ""),
    "OSM407": ("symlink_environment", ""),
    "OSM408": ("_sdk_source_dir", ""),
}
_TASK_MODE = "task_mode"


def fix(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """Rename or drop one keyword of the constructor, in the call or in the dict that feeds it."""
    refuse_returned(file, origin(diagnostic))
    dropped = _DROPPED.get(diagnostic.code)
    if dropped is not None:
        name, doubt = dropped
        edits, doubtful = drop(file, diagnostic)
        removal = Fix(f"Remove `{name}`", edits, [diagnostic], doubt or doubtful)
        if diagnostic.code == "OSM406":
            removal.better = _prewarmed(file, diagnostic, edits)
        return removal
    old, new = RENAMED[diagnostic.code]
    node = origin(diagnostic).node
    _refuse_repeated(file, node, new)
    _refuse_taken(file, diagnostic, new)
    edits = [name_edit(file, node, old, new)]
    title = f"Replace `{old}` by `{new}`"
    if diagnostic.code == "OSM402" and not _given(file, node, _TASK_MODE):
        edits.append(_with_mode(file, node))
        title = f'{title} and `task_mode="template"`'
    return Fix(title, edits, [diagnostic])


def _prewarmed(file: SourceFile, diagnostic: Diagnostic, edits: list[Edit]) -> Fix | None:
    """Where images were built beforehand, the server of the same file prewarms the backend instead."""
    keyword = origin(diagnostic).node
    if not isinstance(keyword, ast.keyword) or getattr(keyword.value, "value", None) is not True:
        return None
    stmt = file.statement(keyword)
    if not isinstance(stmt, ast.Assign) or stmt.value is not file.parent(keyword) or len(stmt.targets) != 1:
        return None
    target = stmt.targets[0]
    if not isinstance(target, ast.Name) or len(position(file, stmt).scope.bindings[target.id]) != 1:
        return None
    for use in uses_of(file, target.id, stmt, position(file, stmt).scope).names:
        passed = file.parent(use)
        if not isinstance(passed, ast.keyword) or passed.arg != "backend":
            continue
        call = file.parent(passed)
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name == "create_rollout_server" and all(item.arg not in (None, "lifespan") for item in call.keywords):
            text = f"lifespan={target.id}.prewarm_lifespan()"
            added = file.insert_after(file.call_items(call), file.arguments(call).index(passed), text)
            title = "Replace `prebuild_local_image` by `prewarm_lifespan()`"
            return Fix(title, [*edits, added], [diagnostic], "the server then starts when the images are built")
    return None


def _refuse_repeated(file: SourceFile, node: ast.AST, new: str) -> None:
    if _given(file, node, new):
        raise RefusedError(f"`{new}` is passed as well")


def _refuse_taken(file: SourceFile, diagnostic: Diagnostic, new: str) -> None:
    """A function of the project that hands its keywords on may have a parameter of the new name itself."""
    source = origin(diagnostic)
    call = file.parent(source.node)
    if isinstance(call, ast.Call):
        resolver = source.check.resolver
        for value in resolver.infer(call.func, source.place):
            if not {new, _TASK_MODE}.isdisjoint(taken_on_the_way(resolver, value)):
                raise RefusedError(f"`{new}` does not reach the backend from here")


def _given(file: SourceFile, node: ast.AST, name: str) -> bool:
    """Whether the call or dict around a keyword also has another."""
    holder = file.parent(node)
    if isinstance(holder, ast.Call):
        return any(keyword.arg == name for keyword in holder.keywords)
    if isinstance(holder, ast.Dict):
        return any(isinstance(key, ast.Constant) and key.value == name for key in holder.keys)
    return False


def _with_mode(file: SourceFile, node: ast.AST) -> Edit:
    """The edit that adds the task mode behind the task folder."""
    holder = file.parent(node)
    if isinstance(holder, ast.Call):
        nodes = file.arguments(holder)
        text = f'{_TASK_MODE}="template"'
        return file.insert_after(file.call_items(holder), nodes.index(node), text)
    if isinstance(holder, ast.Dict):
        index = next(i for i, key in enumerate(holder.keys) if key is node)
        quote = file.source(node)[-1]
        text = f"{quote}{_TASK_MODE}{quote}: {quote}template{quote}"
        return file.insert_after(file.dict_items(holder), index, text)
    if isinstance(holder, ast.Subscript):
        stmt = file.statement(node)
        if isinstance(stmt, ast.Assign) and stmt.targets == [holder] and file.starts_line(file.start(stmt)):
            name = file.source(holder.value)
            quote = file.source(node)[-1]
            line = f"{name}[{quote}{_TASK_MODE}{quote}] = {quote}template{quote}"
            end = file.end(stmt)
            return Edit(end, end, f"{file.newline}{file.indent(end)}{line}")
    raise RefusedError("there is no place for the task mode")
