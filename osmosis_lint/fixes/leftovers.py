"""Imports that nothing uses any more when the fixes of a file are done: a loop that went took its types along."""

from __future__ import annotations

import ast
import os
import re
from weakref import WeakKeyDictionary

from osmosis_lint.fixes.edits import Edit, Fix, RefusedError, apply
from osmosis_lint.fixes.file import SourceFile
from osmosis_lint.fixes.helpers import other_files, project_top
from osmosis_lint.fixes.import_lines import import_items
from osmosis_lint.fixes.statements import position, remove_statement, uses_of
from osmosis_lint.rules.check import Check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from osmosis_lint.fixes.proof import Look
    from osmosis_lint.rules.run import Rules
    from osmosis_lint.semantics.modules import Project

# Modules whose import does nothing but give names.
_PLAIN = frozenset(("asyncio", "collections", "osmosis_ai", "typing", "typing_extensions"))
# Files of a project beyond which it is not known what they take from each other.
_MAX_FILES = 5000
_TAKEN = re.compile(rb"\bfrom[ \t]+([\w.\x80-\xff]+)[ \t]+import\b([ \t]*\([^)]*\)|[^\r\n]*)")
_REACHED = re.compile(rb"\b(\w+)\.([A-Z]\w+)")
_WORD = re.compile(r"\w+|\*")
_KNOWN: WeakKeyDictionary[Project, dict[str, Mapping[str, set[str]] | None]] = WeakKeyDictionary()
_COMMENT = re.compile(r"#[^\r\n]*\b(?:noqa|type:|isort:|pylint:|pyright:|mypy:|fmt:|ruff:)")


def unused_imports(rules: Rules, path: str, before: Look, after: Look) -> Fix | None:
    """The removal of imports that the text `before` used and the text `after` does not; None when there are none."""
    gone = _names(before) - _names(after)
    module = after.module
    if not gone or module.is_package:
        return None
    words = rules.words_of(module)
    check = Check(module, path, rules.resolver, rules.table, rules.guards, rules.target, *words)
    file = SourceFile(check, [])
    edits: list[Edit] = []
    for stmt in module.tree.body:
        if isinstance(stmt, (ast.Import, ast.ImportFrom)):
            unused = [
                index
                for index, alias in enumerate(stmt.names)
                if _bound(alias) in gone and _is_plain(stmt, alias) and not _is_used(file, stmt, _bound(alias))
            ]
            if unused:
                edits += _removal(file, stmt, unused, edits)
    return Fix("Remove imports that nothing uses any more", edits, []) if edits else None


def _names(look: Look) -> set[str]:
    return {node.id for node in ast.walk(look.module.tree) if isinstance(node, ast.Name)}


def _bound(alias: ast.alias) -> str:
    return alias.asname or alias.name


def _is_plain(stmt: ast.Import | ast.ImportFrom, alias: ast.alias) -> bool:
    name = alias.name if isinstance(stmt, ast.Import) else "" if stmt.level else stmt.module or ""
    return name.partition(".")[0] in _PLAIN


def _is_used(file: SourceFile, stmt: ast.stmt, name: str) -> bool:
    """Whether anything uses an import: a text in this file, or another file that imports it from here."""
    if uses_of(file, name, stmt, position(file, stmt).scope):
        return True
    if re.search(rf"#\s*type:[^\r\n]*\b{re.escape(name)}\b", file.text):
        return True
    handed_on = _handed_on(file)
    if handed_on is None:
        return True
    parts = os.path.splitext(file.module.path)[0].split(os.sep)
    ways = (".".join(parts[-count:]) for count in range(1, len(parts)))
    return any(not handed_on.get(way, frozenset()).isdisjoint((name, "*")) for way in ways)


def _handed_on(file: SourceFile) -> Mapping[str, set[str]] | None:
    """By the module's name as it is written, what the files of the project take from it; None when they are too many.

    A project is looked through once: fixes do not make files take more from each other.
    """
    known = _KNOWN.setdefault(file.module.project, {})
    top = project_top(file)
    if top not in known:
        known[top] = _look_through(other_files(file, _MAX_FILES))
    return known[top]


def _look_through(texts: Iterable[bytes | None]) -> Mapping[str, set[str]] | None:
    found: dict[str, set[str]] = {}
    for text in texts:
        if text is None:
            return None
        for module, names in _TAKEN.findall(text):
            words = _WORD.findall(names.decode("utf-8", "replace"))
            found.setdefault(module.decode("utf-8", "replace").lstrip("."), set()).update(words)
        for module, name in _REACHED.findall(text):
            found.setdefault(module.decode(), set()).add(name.decode())
    return found


def _removal(file: SourceFile, stmt: ast.Import | ast.ImportFrom, gone: list[int], others: list[Edit]) -> list[Edit]:
    start, end = file.span(stmt)
    if _COMMENT.search(file.text[start : file.line_end(end)]):
        return []
    try:
        if len(gone) < len(stmt.names):
            return file.remove(import_items(file, stmt), gone) if isinstance(stmt, ast.ImportFrom) else []
        edits = remove_statement(file, stmt, with_blanks=True)
    except RefusedError:
        return []
    if not apply(file.text[: edits[0].start], others).strip():
        # At the top of the file no blank line stays.
        last = edits[0].end
        while last < len(file.text) and not file.text[last : file.line_end(last)].strip():
            last = file.next_line(last)
        return [Edit(edits[0].start, last, "")]
    return edits
