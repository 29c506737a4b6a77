"""Samples that are numbered, or paired with a list that has something for each of them."""

from __future__ import annotations

import ast

from osmosis_lint.fixes import passed_samples
from osmosis_lint.fixes.edits import Edit, RefusedError
from osmosis_lint.fixes.file import is_simple
from osmosis_lint.fixes.samples import KEYS, MAP, stored_in
from osmosis_lint.fixes.statements import position, uses_of
from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import External

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.fixes.mappings import Mappings
    from osmosis_lint.fixes.samples import Sample

_UNKNOWN = "the samples are numbered or paired in a way that is not understood"
_CHANGES = frozenset(("append", "extend", "insert", "pop", "remove", "clear", "sort"))


def rewrite(mappings: Mappings, call: ast.Call, node: ast.expr, kind: str, sample: Sample) -> None:
    """`for number, (name, sample) in enumerate(samples.items())` and `for name, reward in zip(samples, rewards)`."""
    loop = mappings.file.parent(call)
    if not isinstance(loop, ast.For) or loop.iter is not call or not isinstance(loop.target, (ast.Tuple, ast.List)):
        raise RefusedError(_UNKNOWN)
    names = loop.target.elts
    if getattr(call.func, "id", "") == "enumerate":
        given = [*call.args[1:], *(keyword.value for keyword in call.keywords)]
        if len(names) != 2 or len(given) > 1 or not all(map(is_simple, given)):
            raise RefusedError(_UNKNOWN)
        others = [(_name(names[0]), mappings.file.source(given[0]) if given else "0")]
        mappings.unit.guarding.loop(loop, kind, sample, (names[1], others))
        return
    if len(names) != len(call.args) or any(keyword.arg != "strict" for keyword in call.keywords):
        raise RefusedError(_UNKNOWN)
    own = call.args.index(node)
    others = []
    for index, (target, item) in enumerate(zip(names, call.args, strict=True)):
        if index != own:
            if not isinstance(item, ast.Name):
                raise RefusedError(_UNKNOWN)
            mappings.paired.append(item)
            others.append((_name(target), f"{item.id}[0]"))
    mappings.unit.guarding.loop(loop, KEYS if kind == MAP else kind, sample, (names[own], others))


def _name(node: ast.expr) -> str:
    if not isinstance(node, ast.Name):
        raise RefusedError(_UNKNOWN)
    return node.id


def gathered(mappings: Mappings, comp: ast.ListComp | ast.GeneratorExp) -> bool:
    """Whether `await asyncio.gather(*(f(s) for s in samples))` was written as `await f(sample)`.

    It is where nobody takes the list, and where a loop that pairs it with the samples is all that does.
    """
    file, unit = mappings.file, mappings.unit
    starred = file.parent(comp)
    call = file.parent(starred) if isinstance(starred, ast.Starred) else None
    if not isinstance(call, ast.Call) or len(call.args) != 1 or call.keywords or not isinstance(comp.elt, ast.Call):
        return False
    around = file.parent(call)
    stmt = file.parent(around) if isinstance(around, ast.Await) else None
    if stmt is None or not _is_gather(mappings, call):
        return False
    if not isinstance(stmt, ast.Expr):
        target = stored_in(stmt)
        name = _paired_name(mappings, target, file.statement(call)) if target is not None else ""
        if target is None or not name:
            return False
        note = getattr(stmt, "annotation", None)
        unit.edits.append(Edit(file.start(target), file.end(note if note is not None else target), name))
        mappings.given.add(f"{target.id}[0]")
    mappings.ones.add(comp)
    passed_samples.unwrap(mappings, call, comp.elt)
    return True


def _is_gather(mappings: Mappings, call: ast.Call) -> bool:
    stmt = mappings.file.statement(call)
    place = Place(position(mappings.file, stmt).scope, stmt)
    found = mappings.resolver.infer(call.func, place)
    return any(isinstance(value, External) and value.name == "asyncio.gather" for value in found)


def _paired_name(mappings: Mappings, target: ast.Name, stmt: ast.stmt) -> str:
    """What a loop over `zip(samples, …)` calls the item of a list that nothing else uses; empty when it is not so."""
    file = mappings.file
    scope = position(file, stmt).scope
    bindings = scope.bindings.get(target.id, [])
    uses = uses_of(file, target.id, stmt, scope)
    if len(bindings) != 1 or uses.texts or uses.exports or uses.others or len(uses.names) != 1:
        return ""
    call = file.parent(uses.names[0])
    loop = file.parent(call) if isinstance(call, ast.Call) else None
    if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Tuple) or not isinstance(call, ast.Call):
        return ""
    if getattr(call.func, "id", "") != "zip" or len(call.args) != len(loop.target.elts):
        return ""
    item = loop.target.elts[call.args.index(uses.names[0])]
    if not isinstance(item, ast.Name) or any(found.stmt is not loop for found in scope.bindings.get(item.id, ())):
        return ""
    return item.id


def check(mappings: Mappings) -> None:
    """Refuse when a list that samples are paired with may hold something else than one thing for each of them."""
    for name in mappings.paired:
        if not _is_one(mappings, name):
            raise RefusedError(f"`{name.id}` is not known to have one item for each sample")


def _is_one(mappings: Mappings, node: ast.AST | None) -> bool:
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return node in mappings.ones
    if isinstance(node, ast.Await) and isinstance(node.value, ast.Call):
        call = node.value
        is_gather = getattr(call.func, "attr", getattr(call.func, "id", "")) == "gather"
        return (
            is_gather
            and len(call.args) == 1
            and isinstance(call.args[0], ast.Starred)
            and _is_one(mappings, call.args[0].value)
        )
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("list", "tuple") and len(node.args) == 1:
        return _is_one(mappings, node.args[0])
    if not isinstance(node, ast.Name):
        return False
    binding = mappings.single(node.id, mappings.file.statement(node))
    value = getattr(binding.stmt, "value", None) if binding.kind == "assign" and not binding.unpack else None
    changes = (
        isinstance(item, ast.Attribute)
        and item.attr in _CHANGES
        and isinstance(item.value, ast.Name)
        and item.value.id == node.id
        for item in mappings.unit.nodes
    )
    return _is_one(mappings, value) and not any(changes)
