"""OSM505: extras that the code needs and no requirement asks for, and (advice) extras that nothing needs."""

from __future__ import annotations

import ast
import os
import re
import sys
from bisect import bisect_left

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.api import releases
from osmosis_lint.api.record import EXTRA_WORDS
from osmosis_lint.api.records import BY_CODE, EXTRAS
from osmosis_lint.diagnostics import Diagnostic, Related, Span
from osmosis_lint.files.declared import POETRY, SDK
from osmosis_lint.files.kinds import has_script_header
from osmosis_lint.files.manifests import read_manifest
from osmosis_lint.files.projects import declared_in, folders_up
from osmosis_lint.rules.requirements import WANTED, ordered_extras, requirement_line, version_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from osmosis_lint.api.releases import Release
    from osmosis_lint.files.declared import Declared, Manifest

CODE = "OSM505"
# What an extra brings with it.
_IMPLIED = {"full": frozenset(EXTRAS.values()), "eval": frozenset(("server",))}
# What begins the list of a project's dependencies in pyproject.toml.
_LISTING = re.compile(r"^[ \t]*(?:\[tool\.poetry\.dependencies\]|dependencies[ \t]*=[ \t]*\[)", re.MULTILINE)
_IMPORT_ERRORS = frozenset(("ImportError", "ModuleNotFoundError", "Exception", "BaseException"))


class ExtraUse:
    """An import that needs an extra on v0.3.

    `module` is what is imported. `is_optional` says that the code does without it: it stands under `try` with an
    ImportError, or is for type checkers only. `cell` is the one-based notebook cell in which the span counts, or 0.
    """

    __slots__ = ("cell", "extra", "is_optional", "module", "path", "span")

    def __init__(self, extra: str, module: str, path: str, span: Span, is_optional: bool) -> None:
        self.extra = extra
        self.module = module
        self.path = path
        self.span = span
        self.is_optional = is_optional
        self.cell = 0


def imported_extras(
    path: str, text: str, tree: ast.Module | None = None, target: Release | None = None
) -> list[ExtraUse]:
    """The imports of a Python text that need an extra, in order. `tree` is the parsed text, when at hand.

    Only imports are looked at, not strings. A text that does not parse has none.
    """
    if SDK_PACKAGE not in text or not any(word in text for word in EXTRA_WORDS):
        return []
    if tree is None:
        try:
            tree = ast.parse(text.removeprefix("\ufeff"))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return []
    from osmosis_lint.semantics.source import Lines

    lines = Lines(text.removeprefix("\ufeff"))
    column = lines.column
    out: list[ExtraUse] = []
    for stmt, is_optional in _imports(tree, lines.with_words({SDK_PACKAGE})):
        # One statement needs an extra once, however many names it takes.
        known: set[str] = set()
        for name, alias in _imported_names(stmt):
            extra = extra_of(name, target)
            if extra and extra not in known:
                known.add(extra)
                end_line, end_offset = alias.end_lineno or alias.lineno, alias.end_col_offset or alias.col_offset
                start = column(alias.lineno, alias.col_offset)
                span = Span(alias.lineno, start, end_line, column(end_line, end_offset))
                out.append(ExtraUse(extra, name, path, span, is_optional))
    return out


def _imported_names(stmt: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, ast.alias]]:
    """The qualified names that an import takes from the SDK."""
    if isinstance(stmt, ast.ImportFrom):
        if stmt.level or not stmt.module or stmt.module.partition(".")[0] != SDK_PACKAGE:
            return
        for alias in stmt.names:
            yield (stmt.module if alias.name == "*" else f"{stmt.module}.{alias.name}"), alias
    else:
        for alias in stmt.names:
            if alias.name.partition(".")[0] == SDK_PACKAGE:
                yield alias.name, alias


def _imports(tree: ast.Module, lines: list[int]) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """The import statements of a module with whether the code does without them. Expressions are not entered.

    Only those are given, and only blocks entered, that hold one of the sorted `lines`.
    """
    lines = [*lines, sys.maxsize]
    todo: list[tuple[ast.AST, bool]] = [(tree, False)]
    while todo:
        node, is_optional = todo.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node, is_optional
            continue
        guarded = is_optional
        if isinstance(node, ast.Try):
            guarded = guarded or any(_catches_import_error(handler) for handler in node.handlers)
        elif isinstance(node, ast.If):
            guarded = guarded or _is_for_type_checkers(node.test)
        inner: list[tuple[ast.AST, bool]] = []
        for field in ("body", "handlers", "orelse", "finalbody", "cases"):
            # What stands under `except ImportError` is what the code does without the extra: that must work.
            held = guarded if field == "body" else is_optional
            for child in getattr(node, field, ()):
                first, last = getattr(child, "lineno", 0), getattr(child, "end_lineno", sys.maxsize)
                if lines[bisect_left(lines, first)] <= last:
                    inner.append((child, held))
        todo += reversed(inner)


def _catches_import_error(handler: ast.ExceptHandler) -> bool:
    caught = handler.type
    if caught is None:
        return True
    items = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(getattr(item, "id", getattr(item, "attr", "")) in _IMPORT_ERRORS for item in items)


def _is_for_type_checkers(test: ast.expr) -> bool:
    return getattr(test, "id", getattr(test, "attr", "")) == "TYPE_CHECKING"


def extra_of(name: str, target: Release | None = None) -> str:
    """The extra that a module or a name in one needs on the target release; empty when it needs none.

    Names of v0.2 count by where they live now: `osmosis_ai.rollout.create_rollout_server` needs `server`.
    """
    found = _extra_of_module(name)
    if found:
        return found
    from osmosis_lint.api import surface

    symbol = surface.load().resolve(name)
    if symbol is None or symbol.kind == "module" or not symbol.alive_in(target or releases.NEWEST):
        return ""
    return _extra_of_module(symbol.qualname)


def _extra_of_module(name: str) -> str:
    for prefix, extra in EXTRAS.items():
        if name == prefix or name.startswith(f"{prefix}."):
            return extra
    return ""


class Projects:
    """Which folder's requirements hold for a file, and what they ask for. One object serves a run."""

    def __init__(self) -> None:
        self._roots: dict[str, str | None] = {}
        self._declared: dict[str, list[tuple[str, Manifest]]] = {}

    def root_of(self, path: str) -> str | None:
        """The folder whose manifests hold for a file: the nearest that requires the SDK, else the nearest with any.

        None when there is none up to the root of the repository.
        """
        folder = os.path.dirname(os.path.abspath(path))
        if folder not in self._roots:
            self._roots[folder] = self._find(folder)
        return self._roots[folder]

    def _find(self, folder: str) -> str | None:
        nearest: str | None = None
        for current in folders_up(folder):
            manifests = self.manifests(current)
            if any(manifest.on(SDK) for _, manifest in manifests):
                return current
            if nearest is None and any(not path.endswith((".sh", "ockerfile")) for path, _ in manifests):
                nearest = current
        return nearest

    def manifests(self, root: str) -> list[tuple[str, Manifest]]:
        """What the folder declares, shell scripts and Dockerfiles in it included."""
        if root not in self._declared:
            self._declared[root] = declared_in(root, with_commands=True)
        return self._declared[root]


def check_extras(
    root: str,
    uses: Iterable[ExtraUse],
    *,
    projects: Projects | None = None,
    unused: bool = False,
    show: Callable[[str], str] = str,
) -> list[Diagnostic]:
    """The findings of OSM505 in one project, given every import of its files that needs an extra.

    `root` is what `Projects.root_of` gives for the files. Each missing extra is reported once, at its first import;
    the others are related places. With `unused` (the advice; only right when all files of the project were looked
    at), extras that nothing imports are reported where they are asked for. `show` turns absolute paths of manifests
    into those to report.
    """
    projects = projects or Projects()
    manifests = [(show(path), manifest) for path, manifest in projects.manifests(root)]
    declared = [(path, item) for path, manifest in manifests for item in manifest.on(SDK)]
    ordered = sorted(uses, key=lambda use: (use.path, use.cell, use.span.key()))
    out: list[Diagnostic] = []
    if declared or _lists_dependencies(projects.manifests(root)):
        out += _missing(ordered, declared)
    if unused:
        used = {use.extra for use in ordered}
        for path, item in declared:
            out += _unused(path, item, used)
    return sorted(out, key=Diagnostic.sort_key)


def check_script_extras(path: str, text: str, uses: Iterable[ExtraUse]) -> list[Diagnostic]:
    """The findings of OSM505 in a Python file with a script header (PEP 723), which is a project of its own."""
    if not has_script_header(text):
        return []
    manifest = read_manifest(path, text, validate=False)
    return check_own_extras(path, uses, manifest.on(SDK))


def check_own_extras(path: str, uses: Iterable[ExtraUse], declared: Iterable[Declared]) -> list[Diagnostic]:
    """The findings of OSM505 in a file that declares what it needs by itself."""
    return _missing(list(uses), [(path, item) for item in declared])


def _missing(uses: list[ExtraUse], declared: list[tuple[str, Declared]]) -> list[Diagnostic]:
    asked: set[str] = set()
    for _, item in declared:
        for extra, _span in item.extras:
            asked |= {extra, *_IMPLIED.get(extra, ())}
    needed = {use.extra for use in uses if not use.is_optional} - asked
    rule = BY_CODE[CODE]
    out = []
    for extra in sorted(needed):
        places = [use for use in uses if use.extra == extra and not use.is_optional]
        first = places[0]
        message = f"`{first.module}` needs the extra `{extra}` of `{SDK}`, and no requirement asks for it"
        hint = _hint(needed, declared)
        related = [Related(use.path, use.span, "so does this import") for use in places[1:]]
        related += [Related(path, item.span, "the requirement is here") for path, item in declared]
        symbol = f"{SDK}[{extra}]"
        found = Diagnostic(rule.code, message, hint, first.path, first.span, symbol, rule.last, _giving(related))
        found.cell = first.cell
        out.append(found)
    return out


def _giving(related: list[Related]) -> Callable[[], list[Related]]:
    return lambda: related


def _hint(needed: set[str], declared: list[tuple[str, Declared]]) -> str:
    """The whole requirement to write: what is asked for already, and all that is missing."""
    if not declared:
        return f"require `{requirement_line(needed)}`"
    base = declared[0][1]
    return f"write `{_whole(base, needed | {extra for extra, _ in base.extras})}`"


def _whole(base: Declared, extras: Iterable[str]) -> str:
    """A requirement with other extras, in the style of its file; versions that are right are kept."""
    if base.style == POETRY:
        listed = ", ".join(f'"{extra}"' for extra in ordered_extras(extras))
        return f'{SDK} = {{ version = "{WANTED}", extras = [{listed}] }}'
    specifier = base.specifiers[0] if base.specifiers and not version_fault(base) else WANTED
    return requirement_line(extras, specifier or WANTED)


def _unused(path: str, item: Declared, used: set[str]) -> Iterator[Diagnostic]:
    rule = BY_CODE[CODE]
    names = [extra for extra, _ in item.extras]
    for extra, span in item.extras:
        if extra in EXTRAS.values() and extra not in used:
            left = [name for name in names if name != extra and (name in used or name not in EXTRAS.values())]
            message = f"nothing in the project imports what the extra `{extra}` is for"
            yield Diagnostic(
                rule.code, message, f"write `{_whole(item, left)}`", path, span, f"{SDK}[{extra}]", rule.last
            )


def _lists_dependencies(manifests: list[tuple[str, Manifest]]) -> bool:
    """Whether one of the manifests lists the project's dependencies, so that what it leaves out is missing."""
    for path, _ in manifests:
        name = os.path.basename(path)
        if name.startswith("requirements") and name.endswith(".txt"):
            return True
        if name == "pyproject.toml":
            try:
                with open(path, encoding="utf-8") as file:
                    text = file.read()
            except (OSError, UnicodeDecodeError):
                continue
            if _names_the_sdk_itself(text):
                return False
            if _LISTING.search(text):
                return True
    return False


def _names_the_sdk_itself(text: str) -> bool:
    return any(line.replace(" ", "").replace("'", '"') == f'name="{SDK}"' for line in text.splitlines())
