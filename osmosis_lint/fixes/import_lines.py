"""How import statements are laid out: the line of one, and where a new name or statement goes."""

from __future__ import annotations

import ast

from osmosis_lint.fixes.edits import Edit
from osmosis_lint.fixes.file import Items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    from osmosis_lint.fixes.file import SourceFile

    # A name and what it is bound as, as in an import statement.
    Named: TypeAlias = "tuple[str, str | None]"

# Longer imports go over several lines, as the usual formatter has them.
_LONG = 88


def import_items(file: SourceFile, stmt: ast.ImportFrom) -> Items:
    """The names of an import statement as a list, in parentheses or not."""
    first = file.start(stmt.names[0])
    head = file.text.rindex("import", file.start(stmt), first) + len("import")
    opening = file.find("(", head, first)
    spans = [file.span(alias) for alias in stmt.names]
    if opening >= 0:
        return Items(opening + 1, file.end(stmt) - 1, spans)
    return Items(head + 1, file.end(stmt), spans)


def statement_line(
    module: str,
    names: Sequence[Named],
    newline: str = "",
    indent: str = "",
    notes: Mapping[Named, str] | None = None,
    step: str = "    ",
) -> str:
    """An import statement; with `newline`, in parentheses over several lines when it would be long.

    `notes` are comments for the names; they need `newline`. `step` is what the names are indented by.
    """
    told = {_text(name): notes[name] for name in names if name in notes} if notes else {}
    listed = sorted(map(_text, names), key=name_key)
    text = f"from {module} import {', '.join(listed)}"
    if told and len(listed) == 1:
        return f"{text}  {told[listed[0]]}"
    if not told and (not newline or len(indent) + len(text) <= _LONG or len(listed) < 2):
        return text
    inner = "".join(f"{newline}{indent}{step}{item},{f'  {told[item]}' if item in told else ''}" for item in listed)
    return f"from {module} import ({inner}{newline}{indent})"


def _text(named: Named) -> str:
    name, asname = named
    return f"{name} as {asname}" if asname else name


def name_key(text: str) -> tuple[int, str]:
    """How sorters order names: constants, then classes, then the rest."""
    name = text.partition(" ")[0]
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name


def sort_key(stmt: ast.ImportFrom) -> str:
    """What sorters order statements by: the module as it is written."""
    return "." * stmt.level + (stmt.module or "")


def run_of(file: SourceFile, block: list[ast.stmt], stmt: ast.stmt) -> list[ast.Import | ast.ImportFrom]:
    """The import statements around one that no blank line or other code separates from it."""
    index = block.index(stmt)
    first = last = index
    while first > 0 and _adjoin(file, block[first - 1], block[first]):
        first -= 1
    while last + 1 < len(block) and _adjoin(file, block[last], block[last + 1]):
        last += 1
    return [item for item in block[first : last + 1] if isinstance(item, (ast.Import, ast.ImportFrom))]


def _adjoin(file: SourceFile, one: ast.stmt, two: ast.stmt) -> bool:
    if not isinstance(one, (ast.Import, ast.ImportFrom)) or not isinstance(two, (ast.Import, ast.ImportFrom)):
        return False
    between = file.text[file.end(one) : file.start(two)]
    lines = between.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return all(line.strip() for line in lines[1:-1])


def join(
    file: SourceFile,
    block: list[ast.stmt],
    stmt: ast.stmt,
    module: str,
    names: Sequence[Named],
    gone: Sequence[int],
) -> list[Edit] | None:
    """Add names to an import of the same module that the block has already; None when there is none."""
    for other in block:
        if not isinstance(other, ast.ImportFrom) or other.level or other.module != module:
            continue
        if other.names[0].name == "*" or (other is stmt and len(gone) == len(other.names)):
            continue
        if not file.together(stmt, other):
            continue
        if other is not stmt and other.lineno > stmt.lineno and not isinstance(stmt, (ast.Import, ast.ImportFrom)):
            continue
        long = _rewritten(file, other, names) if other is not stmt else None
        if long is not None:
            return [long]
        items = import_items(file, other)
        edits = []
        for name, asname in names:
            text = _text((name, asname))
            kept = [i for i in range(len(other.names)) if not (other is stmt and i in gone)]
            before = [i for i in kept if name_key(other.names[i].name) <= name_key(name)]
            if before:
                edits.append(file.insert_after(items, before[-1], text))
            else:
                start, _ = file.bounds(items, kept[0])
                gap = f",{file.newline}{file.indent(start)}" if file.starts_line(start) else ", "
                edits.append(Edit(start, start, f"{text}{gap}"))
        return edits
    return None


def _rewritten(file: SourceFile, stmt: ast.ImportFrom, names: Sequence[Named]) -> Edit | None:
    """A statement on one line with more names, over several lines; None when it does not become too long for one."""
    start, end = file.span(stmt)
    source = file.text[start:end]
    assert stmt.module is not None
    if "(" in source or "\\" in source or ";" in source or not file.starts_line(start):
        return None
    if file.text[end : file.line_end(end)].strip():
        return None
    every = [(alias.name, alias.asname) for alias in stmt.names] + list(names)
    text = statement_line(stmt.module, every, file.newline, file.indent(start), step=file.step)
    return Edit(start, end, text) if file.newline in text else None


def new_line(
    file: SourceFile,
    block: list[ast.stmt],
    stmt: ast.stmt,
    module: str,
    names: Sequence[Named],
    notes: Mapping[Named, str] | None = None,
) -> Edit:
    """A new import statement where a sorter would put it, among the imports around `stmt`."""
    indent = file.indent(file.start(stmt))
    text = statement_line(module, names, file.newline, indent, notes, file.step)
    run = [item for item in run_of(file, block, stmt) if isinstance(item, ast.ImportFrom)]
    before = [item for item in run if sort_key(item) <= module]
    anchor: ast.stmt = before[-1] if before else stmt
    if before or not run:
        start, end = file.span(anchor)
        rest = file.text[end : file.line_end(end)].strip()
        if not file.starts_line(start) or rest.startswith(";"):
            return Edit(end, end, f"; {text}")
        place = file.next_line(end)
        if place == file.line_end(end):
            return Edit(place, place, f"{file.newline}{file.indent(start)}{text}")
        return Edit(place, place, f"{file.indent(start)}{text}{file.newline}")
    start = file.start(run[0])
    if not file.starts_line(start):
        return Edit(start, start, f"{text}; ")
    return Edit(start, start, f"{text}{file.newline}{file.indent(start)}")


def merged(edits: list[Edit]) -> list[Edit]:
    """Insertions at one place made into one, in order of their texts."""
    out: dict[tuple[int, int], Edit] = {}
    for edit in edits:
        same = out.get((edit.start, edit.end))
        if same is not None and edit.start == edit.end:
            edit = Edit(edit.start, edit.end, same.text + edit.text)
        out[edit.start, edit.end] = edit
    return list(out.values())
