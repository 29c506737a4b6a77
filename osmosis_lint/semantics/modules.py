"""The files of the project: which file an import means, read once and only when asked for."""

from __future__ import annotations

import ast
import os
import re
import stat

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.api.headers import HEADERS
from osmosis_lint.semantics.flow import Flow
from osmosis_lint.semantics.scopes import Scope, ScopeTree, own_lines
from osmosis_lint.semantics.source import Lines, decode
from osmosis_lint.semantics.values import External, ProjectModule, ProjectNamespace, SdkModule, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    Statements: TypeAlias = "list[tuple[ast.stmt, Scope]]"

# Its distribution is `osmosis-ai`: a file may know the version without importing the package.
_SDK_WORD = "osmosis"

# A folder with one of these is where a project starts; imports are not looked for above it.
PROJECT_MARKERS = frozenset(("pyproject.toml", "setup.py", "setup.cfg", ".git", ".hg"))
# Where a project says what it depends on.
_MANIFESTS = frozenset(("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"))
_DISTRIBUTION_NAMES = ("osmosis-ai", SDK_PACKAGE)
# Without a marker, how many folders above a package may still hold its siblings.
_UNMARKED_LEVELS = 3
# A file without these words asks for no class of a value.
_TYPE_TESTS = ("isinstance", "match ", "type(", "__class__", "TypeGuard", "TypeIs")
_MAX_LEVELS = 24
_MAX_FILE_BYTES = 4_000_000
# Sources of project files that are kept for the next question about them.
_MAX_KEPT_TEXTS = 200
_MAX_MODULES = 4_000
# Project files that are followed from one file when asking whether it can meet the SDK.
_MAX_IMPORTED_FILES = 3_000


class Module:
    """One source file, parsed. `name` is its dotted name from the package root it lies under."""

    __slots__ = (
        "_by_line",
        "_flow",
        "_lines",
        "folder",
        "has_type_tests",
        "is_package",
        "name",
        "path",
        "project",
        "scopes",
        "text",
        "tree",
    )

    # Set by the tree itself while it is built: `global` bindings need the root early.
    scopes: ScopeTree

    def __init__(self, project: Project, path: str, text: str, tree: ast.Module) -> None:
        self.project = project
        self.path = path
        self.folder = os.path.dirname(path)
        self.text = text
        self.tree = tree
        self.name, self.is_package = project.dotted_name(path)
        self._flow: Flow | None = None
        # Whether tests can say anything of types here; most files have none.
        self.has_type_tests = any(word in text for word in _TYPE_TESTS)
        self._lines: Lines | None = None
        # For each line, which of the statements have it among their own lines.
        self._by_line: dict[int, list[int]] | None = None
        ScopeTree(tree, self, self.lines.with_words({":="}))

    @property
    def flow(self) -> Flow:
        """Reaching bindings and conditions of this module."""
        if self._flow is None:
            self._flow = Flow(self.scopes)
        return self._flow

    @property
    def lines(self) -> Lines:
        """The lines of the text, for columns and words."""
        if self._lines is None:
            self._lines = Lines(self.text)
        return self._lines

    def statements_with(self, words: frozenset[str] | set[str]) -> Statements:
        """The statements whose own lines (without inner blocks) hold one of the words, in source order."""
        return self.statements_on(self.lines.with_words(words))

    def statements_on(self, numbers: list[int]) -> Statements:
        """The statements whose own lines include one of the one-based line numbers, in source order."""
        if not numbers:
            return []
        statements = self.scopes.statements
        by_line = self._by_line
        if by_line is None:
            by_line = self._by_line = {}
            for index, (stmt, _) in enumerate(statements):
                first, last = own_lines(stmt)
                for line in range(first, last + 1):
                    by_line.setdefault(line, []).append(index)
        found = {index for number in numbers for index in by_line.get(number, ())}
        return [statements[index] for index in sorted(found)]

    def dismantle(self) -> None:
        """Part the module from what was made of it; it cannot be used after this."""
        self.scopes.dismantle()
        self._flow = None
        del self.scopes, self.tree

    def exports(self, name: str) -> bool:
        """Whether `from module import *` hands the name on, as far as `__all__` is written out."""
        for binding in self.scopes.root.bindings.get("__all__", ()):
            if isinstance(binding.node, (ast.List, ast.Tuple, ast.Set)):
                listed = [item.value for item in binding.node.elts if isinstance(item, ast.Constant)]
                return name in listed
        return not name.startswith("_")


class SdkSources:
    """What an import leads to of the SDK: whether any of the project files names it, and what they hand on.

    `hands_on_modules`: importing them can give a module of the SDK, or a name that a star import left in them.
    """

    __slots__ = ("found", "hands_on_modules", "has_star_import")

    def __init__(self, texts: list[str]) -> None:
        self.found = bool(texts)
        self.has_star_import = any("import *" in text for text in texts)
        self.hands_on_modules = self.has_star_import or any(
            f"import {SDK_PACKAGE}" in text or f"from {SDK_PACKAGE} import" in text for text in texts
        )


class Project:
    """Finds, reads and remembers project files. One object serves a whole run.

    Nothing here raises for a file that cannot be read or parsed: such a file is simply not known. `unsaved` are texts
    by absolute path that count in place of what is on disk.
    """

    def __init__(self, unsaved: Mapping[str, str] | None = None) -> None:
        self._unsaved = unsaved or {}
        self._modules: dict[str, Module | None] = {}
        self._listings: dict[str, frozenset[str]] = {}
        self._roots: dict[str, tuple[str, ...]] = {}
        self._found: dict[tuple[str, str], str | None] = {}
        self._related: dict[str, bool] = {}
        self._worth_reading: dict[str, bool] = {}
        self._sources: dict[tuple[str, str, int, tuple[str, ...]], SdkSources] = {}
        self._texts: dict[str, str | None] = {}
        self._declaring: dict[str, bool] = {}

    def listing(self, folder: str) -> frozenset[str]:
        """The names in a folder; empty when it cannot be read."""
        names = self._listings.get(folder)
        if names is None:
            try:
                names = frozenset(os.listdir(folder))
            except OSError:
                names = frozenset()
            if self._unsaved:
                # A file may be open in an editor before it is saved for the first time.
                added = (os.path.split(path) for path in list(self._unsaved))
                names = names.union(name for parent, name in added if parent == folder)
            self._listings[folder] = names
        return names

    def add(self, path: str, text: str, tree: ast.Module | None) -> Module:
        """Make the module under check from what the front end already has; it replaces the file on disk.

        When it was read as an import of another file and is still the same, that module serves. Raises what
        `ast.parse` raises, when there is no tree yet.
        """
        absolute = os.path.abspath(path)
        known = self._modules.get(absolute)
        if known is not None and known.text == text:
            return known
        module = Module(self, absolute, text, tree if tree is not None else ast.parse(text, path))
        self._modules[absolute] = module
        return module

    def hold(self, module: Module) -> None:
        """Make a module of this project stand for its file again."""
        self._modules[module.path] = module

    @property
    def size(self) -> int:
        """How many modules are kept."""
        return len(self._modules)

    def forget(self) -> None:
        """Drop the modules read so far; what is known of folders stays."""
        self._modules.clear()
        self._sources.clear()
        self._texts.clear()

    def dismantle(self) -> None:
        """Drop everything, and take the modules apart: nothing that was made of them can be used any more."""
        for module in self._modules.values():
            if module is not None:
                module.dismantle()
        self.forget()
        for kept in (self._listings, self._roots, self._found, self._related, self._worth_reading, self._declaring):
            kept.clear()

    def module(self, path: str) -> Module | None:
        """The module of a file, read from disk the first time; None when it cannot be had."""
        if path in self._modules:
            return self._modules[path]
        if len(self._modules) >= _MAX_MODULES:
            return None
        self._modules[path] = None
        text = self.text(path)
        if text is None:
            return None
        try:
            tree = ast.parse(text, path)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        module = self._modules[path] = Module(self, path, text, tree)
        return module

    def text(self, path: str) -> str | None:
        """The decoded source of a file, or None."""
        unsaved = self._unsaved.get(path)
        if unsaved is not None:
            return unsaved.removeprefix("\ufeff")
        if path not in self._texts:
            if len(self._texts) >= _MAX_KEPT_TEXTS:
                self._texts.clear()
            self._texts[path] = _read(path)
        return self._texts[path]

    def dotted_name(self, path: str) -> tuple[str, bool]:
        """The dotted module name of a file under its package root, and whether it is a package."""
        folder, base = os.path.split(path)
        stem = base.rpartition(".")[0] or base
        parts = [] if stem == "__init__" else [stem]
        if folder:
            while "__init__.py" in self.listing(folder) and len(parts) < _MAX_LEVELS:
                folder, name = os.path.split(folder)
                if not name:
                    break
                parts.append(name)
        if not parts:
            parts = [os.path.basename(folder)]
        return ".".join(reversed(parts)), stem == "__init__"

    def roots(self, folder: str) -> tuple[str, ...]:
        """The folders that an absolute import in a file of `folder` is looked up in, nearest first."""
        known = self._roots.get(folder)
        if known is not None:
            return known
        current = folder
        while "__init__.py" in self.listing(current):
            parent = os.path.dirname(current)
            if parent == current:
                break
            current = parent
        found: list[str] = []
        unmarked: list[str] = []
        marked = False
        for level in range(_MAX_LEVELS):
            names = self.listing(current)
            bucket = found if level <= _UNMARKED_LEVELS else unmarked
            bucket.append(current)
            if "src" in names:
                bucket.append(os.path.join(current, "src"))
            if not PROJECT_MARKERS.isdisjoint(names):
                marked = True
                break
            parent = os.path.dirname(current)
            if parent == current:
                break
            current = parent
        result = tuple(found + unmarked if marked else found)
        self._roots[folder] = result
        return result

    def find(self, folder: str, dotted: str) -> str | None:
        """The file (or namespace folder) that `import dotted` in a file of `folder` means, or None."""
        key = (folder, dotted)
        if key in self._found:
            return self._found[key]
        result: str | None = None
        parts = dotted.split(".")
        for root in self.roots(folder):
            result = self._under(root, parts)
            if result is not None:
                break
        self._found[key] = result
        return result

    def _under(self, root: str, parts: list[str]) -> str | None:
        folder = root
        for part in parts[:-1]:
            if part not in self.listing(folder):
                return None
            folder = os.path.join(folder, part)
        last = parts[-1]
        names = self.listing(folder)
        if last in names:
            package = os.path.join(folder, last)
            inside = self.listing(package)
            for init in ("__init__.py", "__init__.pyi"):
                if init in inside:
                    return os.path.join(package, init)
            if inside and f"{last}.py" not in names:
                return package
        for suffix in (".py", ".pyi"):
            if last + suffix in names:
                return os.path.join(folder, last + suffix)
        return None

    def import_value(self, module: Module, dotted: str) -> Value:
        """What the module `dotted` (absolute) is, imported from `module`."""
        head = dotted.partition(".")[0]
        if head == SDK_PACKAGE:
            return SdkModule(dotted)
        path = self.find(module.folder, dotted)
        if path is None or not (self._is_near(module, path, head) or self._names_sdk(path)):
            return External(dotted)
        if not path.endswith((".py", ".pyi")):
            return ProjectNamespace(dotted, module)
        return self._value_of(module, path) or External(dotted)

    def may_bind(self, module: Module, dotted: str, name: str) -> bool:
        """Whether a project file that is not followed, since it has nothing of the SDK, may bind a name itself."""
        path = self.find(module.folder, dotted)
        text = self.text(path) if path is not None and path.endswith((".py", ".pyi")) else None
        written = rf"^(?:class|def|async def)\s+{name}\b|^{name}\s*[:=]|^(?:from|import)\b.*\b{name}\b|^\s+{name},?$"
        return text is not None and re.search(written, text, re.MULTILINE) is not None

    @staticmethod
    def _is_near(module: Module, path: str, head: str) -> bool:
        """A file of the same folder or the same top-level package: it is followed whatever is in it."""
        return head == module.name.partition(".")[0] or os.path.dirname(path) == module.folder

    def _names_sdk(self, path: str) -> bool:
        """Whether a file elsewhere can say anything about the SDK, itself or through what it imports."""
        known = self._worth_reading.get(path)
        if known is None:
            text = self.text(path) if path.endswith((".py", ".pyi")) else ""
            known = text is not None and (text == "" or _SDK_WORD in text or self.meets_sdk(path, text))
            self._worth_reading[path] = known
        return known

    def relative_value(self, module: Module, level: int, name: str) -> Value | None:
        """What `from <level dots><name> import …` means in `module`; None when there is no such file.

        It is found beside the file: a relative import never means an installed package.
        """
        folder = module.folder
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        if name:
            path = self._under(folder, name.split("."))
        else:
            path = os.path.join(folder, "__init__.py") if "__init__.py" in self.listing(folder) else None
        return self._value_of(module, path) if path is not None else None

    def _value_of(self, module: Module, path: str) -> Value | None:
        if path == module.path:
            return ProjectModule(module)
        if not path.endswith((".py", ".pyi")):
            return None
        target = self.module(path)
        return ProjectModule(target) if target is not None else None

    def meets_sdk(self, path: str, text: str) -> bool:
        """Whether the file names the SDK, or imports (through project files) one that does.

        This is the quick test that spares unrelated files; it reads import lines, not syntax.
        """
        if SDK_PACKAGE in text:
            return True
        absolute = os.path.abspath(path)
        if names_header(text) and self.declares_sdk(os.path.dirname(absolute)):
            return True
        return self._imports_sdk(absolute, text)

    def declares_sdk(self, folder: str) -> bool:
        """Whether a manifest of the project that a folder lies in names the SDK."""
        known = self._declaring.get(folder)
        if known is None:
            names = self.listing(folder)
            known = any(self._declares(os.path.join(folder, name)) for name in names & _MANIFESTS)
            parent = os.path.dirname(folder)
            if not known and parent != folder and PROJECT_MARKERS.isdisjoint(names):
                known = self.declares_sdk(parent)
            self._declaring[folder] = known
        return known

    def _declares(self, path: str) -> bool:
        text = self.text(path) or ""
        return any(name in text for name in _DISTRIBUTION_NAMES)

    def sdk_sources(self, module: Module, dotted: str, level: int = 0, names: list[str] | None = None) -> SdkSources:
        """The project files that an import leads to and that name the SDK, directly or further on."""
        key = (module.folder, dotted, level, tuple(names or ()))
        known = self._sources.get(key)
        if known is None:
            known = self._sources[key] = SdkSources(self._find_sdk_sources(module, dotted, level, names))
        return known

    def _find_sdk_sources(self, module: Module, dotted: str, level: int, names: list[str] | None) -> list[str]:
        targets: dict[str, None] = {}
        if level:
            self._relative_targets(module.folder, dotted, level, names or [], targets)
        elif self.find(module.folder, dotted) is not None:
            self._absolute_targets(module.folder, dotted, names or [], targets)
        out: list[str] = []
        for target in targets:
            text = self.text(target) if target != module.path else None
            if text is not None and self.meets_sdk(target, text):
                out.append(text)
        return out

    def _imports_sdk(self, path: str, text: str) -> bool:
        """Whether a chain of project imports leads from the file to one that names the SDK."""
        known = self._related.get(path)
        if known is not None:
            return known
        visited: dict[str, None] = {path: None}
        todo = [path]
        for current in todo:
            source = text if current == path else self.text(current)
            if source is None:
                continue
            if current != path and (SDK_PACKAGE in source or self._related.get(current)):
                self._related[path] = True
                return True
            if self._related.get(current) is None:
                for target in self.project_imports(current, source):
                    if target not in visited:
                        visited[target] = None
                        todo.append(target)
            if len(visited) > _MAX_IMPORTED_FILES:
                break
        # Nothing that can be reached from here names the SDK, so nothing can from any of these.
        self._related.update(dict.fromkeys(visited, False))
        return False

    def project_imports(self, path: str, text: str) -> list[str]:
        """The project files that the import lines of a source text lead to directly."""
        if "import" not in text:
            return []
        out: dict[str, None] = {}
        folder = os.path.dirname(path)
        tops: frozenset[str] | None = None
        for dotted, level, names in import_lines(text):
            if level:
                self._relative_targets(folder, dotted, level, names, out)
                continue
            if tops is None:
                tops = frozenset().union(*(self.listing(root) for root in self.roots(folder)))
            head = dotted.partition(".")[0]
            if head not in tops and f"{head}.py" not in tops and f"{head}.pyi" not in tops:
                continue
            self._absolute_targets(folder, dotted, names, out)
        out.pop(path, None)
        return list(out)

    def _absolute_targets(self, folder: str, dotted: str, names: list[str], out: dict[str, None]) -> None:
        parts = dotted.split(".")
        for length in range(1, len(parts) + 1):
            found = self.find(folder, ".".join(parts[:length]))
            if found is not None and found.endswith((".py", ".pyi")):
                out[found] = None
        for name in names:
            found = self.find(folder, f"{dotted}.{name}")
            if found is not None and found.endswith((".py", ".pyi")):
                out[found] = None

    def _relative_targets(self, folder: str, dotted: str, level: int, names: list[str], out: dict[str, None]) -> None:
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        parts = dotted.split(".") if dotted else []
        candidates = [parts, *([*parts, name] for name in names)]
        for candidate in candidates:
            found = self._under(folder, candidate) if candidate else None
            if not candidate and "__init__.py" in self.listing(folder):
                found = os.path.join(folder, "__init__.py")
            if found is not None and found.endswith((".py", ".pyi")):
                out[found] = None


def names_header(text: str) -> bool:
    """Whether a source holds the name of one of the SDK's headers, in any letter case."""
    lowered = text.lower()
    return any(name in lowered for name in HEADERS)


def import_lines(text: str) -> list[tuple[str, int, list[str]]]:
    """The import statements of a source text, found line by line: (dotted name, dots, imported names)."""
    out: list[tuple[str, int, list[str]]] = []
    start = 0
    while True:
        start = text.find("import", start)
        if start < 0:
            return out
        begin = text.rfind("\n", 0, start) + 1
        lead = text[begin:start].strip()
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        after = text[start + 6 : start + 7]
        if after and not (after.isalnum() or after == "_"):
            if lead.startswith("from "):
                end = _add_from(text, lead[5:].strip(), start + 6, end, out)
            elif not lead or lead.endswith((";", ":")):
                for item in text[start + 6 : end].partition("#")[0].split(","):
                    name = item.strip().partition(" ")[0]
                    if name.replace(".", "").replace("_", "").isalnum():
                        out.append((name, 0, []))
        start = max(end, start + 6)


def _add_from(text: str, source: str, start: int, end: int, out: list[tuple[str, int, list[str]]]) -> int:
    names = text[start:end]
    if "(" in names and ")" not in names:
        close = text.find(")", end)
        end = len(text) if close < 0 else close
        names = text[start:end]
    dotted = source.lstrip(".")
    level = len(source) - len(dotted)
    lines = (line.partition("#")[0] for line in names.replace("(", " ").replace(")", " ").split("\n"))
    imported = [item.split()[0] for item in ",".join(lines).split(",") if item.split()]
    out.append((dotted.strip(), level, imported))
    return end


def _read(path: str) -> str | None:
    try:
        status = os.stat(path)
        # A pipe or a device would be read for ever.
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_FILE_BYTES:
            return None
        with open(path, "rb") as file:
            return decode(file.read())
    except (OSError, SyntaxError, UnicodeDecodeError, LookupError, ValueError):
        return None
