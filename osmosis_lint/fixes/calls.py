"""Arguments that went: the sample's id, a session's name, keywords without a counterpart."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.edits import Edit, Fix, RefusedError
from osmosis_lint.fixes.file import is_simple, origin
from osmosis_lint.fixes.statements import refuse_returned, remove_statement
from osmosis_lint.semantics.values import External

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.file import SourceFile
    from osmosis_lint.semantics.scopes import Place

# The method, what replaces it, its first parameter (which goes) and its second (which stays).
METHODS = {
    "set_sample_reward": ("set_reward", "sample_id", "reward"),
    "register_sample_source": ("set_sample_source", "name", "source"),
}
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
UNEVALUATED = "leaving the argument out would leave out what it does"


def fix_call(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """`x.register_sample_source(name, source)` and `x.set_sample_reward(id, reward)`, called or in a partial."""
    found = origin(diagnostic)
    node = found.node
    if not isinstance(node, ast.Attribute) or node.attr not in METHODS:
        raise RefusedError("it is not written as a call")
    new = METHODS[node.attr][0]
    identity, edits = without_identity(file, node, found.place)
    if not is_simple(identity):
        raise RefusedError(UNEVALUATED)
    covers = [diagnostic]
    for other in file.diagnostics:
        # The id of a sample goes with the argument.
        if other.code == "OSM107" and identity is not None and origin(other).node in ast.walk(identity):
            covers.append(other)
    doubt = "more than one sample source is registered" if _several_sources(file, diagnostic) else ""
    return Fix(f"Replace `{node.attr}` by `{new}`", edits, covers, doubt)


def _several_sources(file: SourceFile, diagnostic: Diagnostic) -> bool:
    """Whether a source is registered in a loop, or is not the only one of its function: the second would raise."""
    if diagnostic.code != "OSM104":
        return False
    node = origin(diagnostic).node
    function = file.function(node)
    if any(item.code == "OSM203" and file.function(origin(item).node) is function for item in file.diagnostics):
        return True
    current = file.parent(node)
    while current is not None and current is not function:
        if isinstance(current, (ast.For, ast.AsyncFor, ast.While, *_COMPREHENSIONS)):
            return True
        current = file.parent(current)
    return False


def without_identity(file: SourceFile, node: ast.Attribute, place: Place) -> tuple[ast.expr | None, list[Edit]]:
    """The first argument of a call of the method at `node`, and the edits that drop it and rename the method."""
    new, first, second = METHODS[node.attr]
    call = file.parent(node)
    if not isinstance(call, ast.Call) or file.in_fstring(node):
        raise RefusedError(f"`{node.attr}` is not called here")
    rename = Edit(file.end(node) - len(node.attr), file.end(node), new)
    skip = 0
    if call.func is not node:
        if not (call.args and call.args[0] is node and is_partial(file, call, place)):
            raise RefusedError(f"`{node.attr}` is not called here")
        skip = 1
    if any(isinstance(item, ast.Starred) for item in call.args) or any(k.arg is None for k in call.keywords):
        raise RefusedError("the arguments are not written out")
    items = file.call_items(call)
    nodes = file.arguments(call)
    positional = call.args[skip:]
    given = {keyword.arg: keyword for keyword in call.keywords}
    if not set(given) <= {first, second}:
        raise RefusedError("the call passes something unknown")
    if positional and first not in given:
        if len(positional) + len(given) > 2:
            raise RefusedError("the call passes too much")
        return positional[0], [rename, *file.remove(items, [nodes.index(positional[0])])]
    if first in given and not positional:
        return given[first].value, [rename, *file.remove(items, [nodes.index(given[first])])]
    if skip:
        raise RefusedError("the sample's id is passed later")
    raise RefusedError("the sample's id is not among the arguments")


def is_partial(file: SourceFile, call: ast.Call, place: Place) -> bool:
    """Whether a call makes a partial."""
    return any(
        isinstance(value, External) and value.name in ("functools.partial", "functools.partialmethod")
        for value in file.check.resolver.infer(call.func, place)
    )


def fix_session(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """`OsmosisMemorySession(name=…)` without its argument."""
    edits, doubt = drop(file, diagnostic)
    return Fix("Remove the session's name", edits, [diagnostic], doubt)


def fix_ignored(file: SourceFile, diagnostic: Diagnostic) -> Fix:
    """A field of a request that v0.3 drops without a word."""
    owner, _, name = diagnostic.symbol.rpartition("(")
    if not owner.endswith(".RolloutInitRequest"):
        raise RefusedError("it has no counterpart on v0.3")
    name = name.rstrip(")")
    edits, doubt = drop(file, diagnostic)
    node = origin(diagnostic).node
    call = file.parent(node)
    given = _given(call)
    if _is_ungraded(name, given):
        is_whole = isinstance(call, ast.Call) and not is_partial(file, call, origin(diagnostic).place)
        if is_whole and None not in given:
            title = f"Replace `{name}` by `grade=False`"
            return Fix(title, [Edit(*file.span(node), "grade=False")], [diagnostic], doubt)
        doubt = (
            doubt or "v0.2 did not grade without `grader_callback_url`, and v0.3 does unless `grade=False` is passed"
        )
    return Fix(f"Remove `{name}`", edits, [diagnostic], doubt)


def _given(holder: ast.AST | None) -> dict[str | None, ast.expr]:
    """The fields that a call or a dict gives, by name; None stands for those that are not written out."""
    if isinstance(holder, ast.Call):
        return {keyword.arg: keyword.value for keyword in holder.keywords}
    if isinstance(holder, ast.Dict):
        pairs = zip(holder.keys, holder.values, strict=True)
        return {str(key.value) if isinstance(key, ast.Constant) else None: value for key, value in pairs}
    return {}


def _is_ungraded(name: str, given: dict[str | None, ast.expr]) -> bool:
    """Whether v0.2 left out the grading for want of a callback, and this is the field that tells it."""
    if "grade" in given:
        return False
    callback = given.get("grader_callback_url")
    if callback is None:
        return name == "completion_callback_url"
    return name == "grader_callback_url" and isinstance(callback, ast.Constant) and callback.value is None


def drop(file: SourceFile, diagnostic: Diagnostic) -> tuple[list[Edit], str]:
    """Edits that remove an argument wherever it is written, and what is doubtful about it."""
    refuse_returned(file, origin(diagnostic))
    node = origin(diagnostic).node
    holder = file.parent(node)
    if isinstance(holder, ast.Starred) or file.in_fstring(node):
        raise RefusedError("the argument is not written out")
    if isinstance(holder, ast.Call) and (node in holder.args or node in holder.keywords):
        value = node.value if isinstance(node, ast.keyword) else node
        items = file.call_items(holder)
        nodes = file.arguments(holder)
        if not isinstance(node, ast.keyword) and holder.args[-1] is not node:
            raise RefusedError("other arguments follow by position")
        return file.remove(items, [nodes.index(node)]), "" if is_simple(value) else UNEVALUATED
    if isinstance(holder, ast.Dict):
        index = next(i for i, key in enumerate(holder.keys) if key is node)
        doubt = "" if is_simple(holder.values[index]) else UNEVALUATED
        return file.remove(file.dict_items(holder), [index]), doubt
    if isinstance(holder, ast.Subscript):
        stmt = file.statement(node)
        if isinstance(stmt, ast.Assign) and stmt.targets == [holder]:
            return remove_statement(file, stmt), "" if is_simple(stmt.value) else UNEVALUATED
    raise RefusedError("the argument is not written out")
