"""Comprehensions over samples become the one value, or a list of it; so do `any`, `sum` and their like around them."""

from __future__ import annotations

import ast

from osmosis_lint.fixes import passed_samples
from osmosis_lint.fixes.edits import Edit, RefusedError
from osmosis_lint.fixes.file import is_simple
from osmosis_lint.fixes.samples import MAP, Sample, stored_in, targets
from osmosis_lint.fixes.sequences import gathered
from osmosis_lint.fixes.statements import uses_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from osmosis_lint.fixes.mappings import Mappings

    Sequence: TypeAlias = "ast.ListComp | ast.GeneratorExp"

_SEVERAL = "a comprehension over the samples has no single counterpart"
_NUMBERS = frozenset(("len", "float", "int", "round"))
_TRUTHS = frozenset(("bool", "isinstance", "issubclass", "callable", "hasattr", "any", "all"))
# What may stand anywhere, and what may stand where only a whole expression can.
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant, ast.List, ast.Dict, ast.JoinedStr)
_BRACKETS = (ast.Call, ast.Subscript, ast.List, ast.Dict)
_LOOSE = (ast.IfExp, ast.Lambda, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Tuple)
_HOLDERS = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr, ast.keyword, ast.If, ast.While, ast.Assert)


def rewrite(mappings: Mappings, node: ast.expr, generator: ast.comprehension, kind: str, sample: Sample) -> None:
    """Rewrite the comprehension that goes over the samples at `node`. Raises RefusedError."""
    comp = mappings.file.parent(generator)
    plain = len(getattr(comp, "generators", ())) == 1 and not generator.ifs and not generator.is_async
    if isinstance(comp, (ast.ListComp, ast.GeneratorExp)) and plain:
        _sequence(mappings, comp, generator, kind, sample)
    elif isinstance(comp, ast.DictComp) and plain:
        _mapping(mappings, comp, generator, kind, sample)
    else:
        raise RefusedError(_SEVERAL)


def _mapping(mappings: Mappings, comp: ast.DictComp, generator: ast.comprehension, kind: str, sample: Sample) -> None:
    """`scores = {sid: f(s) for sid, s in samples.items()}` becomes the one value."""
    file, unit = mappings.file, mappings.unit
    key, value = targets(generator.target, kind)
    if not (isinstance(comp.key, ast.Name) and comp.key.id == key) or sample.is_await:
        raise RefusedError(_SEVERAL)
    stmt = file.parent(comp)
    target = stored_in(stmt)
    if target is None or not isinstance(stmt, (ast.Assign, ast.AnnAssign)):
        raise RefusedError("a mapping by sample id is handed on")
    binding = mappings.single(target.id, stmt)
    uses = uses_of(file, target.id, stmt, binding.scope)
    name = unit.loops.value_name(target.id, uses.names, binding.scope)
    check_free(comp.value, {key, value})
    for inner in ast.walk(comp.value):
        if isinstance(inner, ast.Name) and inner.id == value:
            unit.replace(inner, sample.text)
    unit.guarding.need(sample, comp)
    unit.replace(target, name)
    if isinstance(stmt, ast.AnnAssign):
        unit.edits += _annotation(mappings, stmt)
    passed_samples.unwrap(mappings, comp, comp.value)
    if comp.value.lineno != comp.value.end_lineno and not isinstance(comp.value, _BRACKETS):
        raise RefusedError(_SEVERAL)
    for use in uses.names:
        mappings.push(use, MAP, Sample(name, guarded=False, raising=True, certain=True))


def _annotation(mappings: Mappings, stmt: ast.AnnAssign) -> list[Edit]:
    """Edits that leave of the type of a mapping that of its values; of any other type, nothing."""
    file, note = mappings.file, stmt.annotation
    parts = note.slice if isinstance(note, ast.Subscript) else None
    if isinstance(parts, ast.Tuple) and len(parts.elts) == 2 and note.lineno == note.end_lineno:
        start, end = file.span(parts.elts[1])
        return [Edit(file.start(note), start, ""), Edit(end, file.end(note), "")]
    return [Edit(file.end(stmt.target), file.end(note), "")]


def _sequence(mappings: Mappings, comp: Sequence, generator: ast.comprehension, kind: str, sample: Sample) -> None:
    """`[s.reward for s in samples.values()]` becomes a list of the one value."""
    unit = mappings.unit
    key, value = targets(generator.target, kind)
    if sample.is_await or not sample.raising:
        raise RefusedError(_SEVERAL)
    check_free(comp.elt, {key, value})
    for inner in ast.walk(comp.elt):
        if isinstance(inner, ast.Name) and inner.id == value:
            unit.replace(inner, sample.text)
        elif isinstance(inner, ast.Name) and inner.id == key:
            unit.loops.identity_expression(inner)
    unit.guarding.need(sample, comp)
    if isinstance(comp, ast.ListComp) and isinstance(mappings.file.parent(comp), ast.Expr):
        if comp.lineno == comp.end_lineno:
            # A list that nobody takes was there for what it calls.
            passed_samples.unwrap(mappings, comp, comp.elt)
            return
    if not _reduced(mappings, comp) and not gathered(mappings, comp):
        _listed(mappings, comp)


def _listed(mappings: Mappings, comp: Sequence) -> None:
    """Leave a list of the one value."""
    file, unit = mappings.file, mappings.unit
    mappings.ones.add(comp)
    unit.edits.append(_clause(mappings, comp))
    if isinstance(comp, ast.ListComp):
        return
    around = file.parent(comp)
    if not isinstance(around, (ast.Call, ast.Starred)):
        raise RefusedError(_SEVERAL)
    start, end = file.span(comp)
    # The parentheses of an only argument are those of the call, and stay.
    shared = isinstance(around, ast.Call) and end == file.end(around)
    unit.edits.append(Edit(start + shared, start + 1, "["))
    unit.edits.append(Edit(end - 1, end - shared, "]"))


def _clause(mappings: Mappings, comp: Sequence) -> Edit:
    """The removal of `for … in …`; with its lines, where a comment in front of it would go as well."""
    file = mappings.file
    start, end = file.end(comp.elt), file.end(comp.generators[0].iter)
    word = file.skip(start)
    if file.has_comment(start, word) and file.starts_line(word) and not file.text[end : file.line_end(end)].strip():
        return Edit(file.line_start(word), file.next_line(end), "")
    return Edit(start, end, "")


def _reduced(mappings: Mappings, comp: Sequence) -> bool:
    """Whether `any`, `all`, `sum`, `min` or `max` of one value was written as that value."""
    file, unit = mappings.file, mappings.unit
    call, value = file.parent(comp), comp.elt
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args != [comp]:
        return False
    name, given = call.func.id, {keyword.arg for keyword in call.keywords}
    around = file.parent(call)
    if name in ("min", "max"):
        defaults = [keyword.value for keyword in call.keywords if keyword.arg == "default"]
        if not given <= {"key", "default"} or not all(map(is_simple, defaults)):
            return False
    elif given or name not in ("any", "all", "sum"):
        return False
    elif name == "sum":
        if not (isinstance(value, ast.Call) and getattr(value.func, "id", "") in _NUMBERS):
            return False
    elif not mappings.is_test(call, around) and not _is_truth(value):
        return False
    if isinstance(around, ast.Expr):
        return False
    loose = isinstance(value, _LOOSE) or (not isinstance(value, _ATOMS) and not isinstance(around, _HOLDERS))
    if isinstance(around, ast.Call) and call in around.args and not isinstance(value, _LOOSE):
        loose = False
    spread = value.lineno != value.end_lineno and not isinstance(value, _BRACKETS)
    if isinstance(around, (ast.IfExp, ast.BoolOp)) and isinstance(value, (ast.Compare, ast.UnaryOp)):
        loose = False
    if loose or spread:
        # In parentheses: those of the call.
        unit.edits.append(Edit(file.start(call), file.end(call.func), ""))
        opening = file.find("(", file.end(call.func), file.end(call))
        if isinstance(comp, ast.GeneratorExp) and not given:
            unit.edits.append(_clause(mappings, comp))
        else:
            unit.edits.append(Edit(opening + 1, file.start(value), ""))
            unit.edits.append(Edit(file.end(value), file.end(call) - 1, ""))
        return True
    passed_samples.unwrap(mappings, call, value)
    return True


def _is_truth(node: ast.expr) -> bool:
    """Whether an expression is True or False and nothing else."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.BoolOp):
        return all(map(_is_truth, node.values))
    if isinstance(node, ast.Compare):
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in _TRUTHS
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("startswith", "endswith", "isdigit")


def check_free(node: ast.expr, names: set[str]) -> None:
    """Refuse an expression that gives one of the names another meaning inside."""
    for inner in ast.walk(node):
        name = inner.arg if isinstance(inner, ast.arg) else inner.id if isinstance(inner, ast.Name) else ""
        if name and name in names and not isinstance(getattr(inner, "ctx", None), ast.Load):
            raise RefusedError(f"`{name}` means something else inside the comprehension")
