"""Samples that are numbered, or paired with a list that has something for each of them."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.edits import RefusedError
from osmosis_lint.fixes.file import is_simple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.fixes.mappings import Mappings, Sample

_UNKNOWN = "the samples are numbered or paired in a way that is not understood"
_CHANGES = frozenset(("append", "extend", "insert", "pop", "remove", "clear", "sort"))


def rewrite(mappings: Mappings, call: ast.Call, node: ast.expr, kind: str, sample: Sample) -> None:
    """`for number, (name, sample) in enumerate(samples.items())` and `for name, reward in zip(samples, rewards)`."""
    from osmosis_lint.fixes.mappings import KEYS, MAP

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
