"""Opens one SDK package (unpacked tree or wheel) and binds the names of its modules, without importing it."""

from __future__ import annotations

import ast
import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from .shapes import ROOT, is_recorded_module, is_sdk


@dataclass
class Binding:
    """How a module or class body binds one name.

    `kind` is def, class, import, type (a `type X = ...` statement), value, or declared (an annotation without a
    value). `source` is the absolute dotted name that an import takes; `from_import` tells `from a import b`, which
    prefers the attribute `b` of `a`, from `import a.b as c`, which is always the module.
    """

    kind: str
    node: ast.AST | None = None
    value: ast.expr | None = None
    annotation: ast.expr | None = None
    source: str = ""
    from_import: bool = False


@dataclass
class Scope:
    """The names of one module or class body."""

    bindings: dict[str, Binding] = field(default_factory=dict)
    typing_only: dict[str, Binding] = field(default_factory=dict)
    exports: list[str] | None = None


@dataclass
class Module:
    """One source file."""

    name: str
    is_package: bool
    tree: ast.Module
    scope: Scope


class _Binder:
    """Walks the statements of one body in order of execution and notes what each binds."""

    def __init__(self, module: str, is_package: bool) -> None:
        self.package = module if is_package else module.rpartition(".")[0]
        self.scope = Scope()

    def bind(self, name: str, binding: Binding, weak: bool, typing_only: bool) -> None:
        names = self.scope.typing_only if typing_only else self.scope.bindings
        if weak and name in names:
            return
        names[name] = binding

    def body(self, statements: list[ast.stmt], weak: bool = False, typing_only: bool = False) -> None:
        for statement in statements:
            self.statement(statement, weak, typing_only)

    def statement(self, node: ast.stmt, weak: bool, typing_only: bool) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if not _is_accessor(node):
                    self.bind(node.name, Binding("def", node), weak, typing_only)
            case ast.ClassDef():
                self.bind(node.name, Binding("class", node), weak, typing_only)
            case ast.Import() | ast.ImportFrom():
                self.imports(node, weak, typing_only)
            case ast.Assign():
                for target in node.targets:
                    self.target(target, node.value, weak, typing_only)
                if isinstance(node.targets[0], ast.Name) and node.targets[0].id == "__all__":
                    self.scope.exports = _strings(node.value)
            case ast.AnnAssign(target=ast.Name(id=name)):
                kind = "value" if node.value is not None else "declared"
                self.bind(name, Binding(kind, node, node.value, node.annotation), weak, typing_only)
                if name == "__all__" and node.value is not None:
                    self.scope.exports = _strings(node.value)
            case ast.AugAssign(target=ast.Name(id="__all__")):
                self.scope.exports = (self.scope.exports or []) + _strings(node.value)
            case ast.Delete():
                for gone in node.targets:
                    if isinstance(gone, ast.Name):
                        self.scope.bindings.pop(gone.id, None)
            case _:
                self.compound(node, weak, typing_only)

    def compound(self, node: ast.stmt, weak: bool, typing_only: bool) -> None:
        match node:
            case ast.TypeAlias(name=ast.Name(id=name)):
                self.bind(name, Binding("type", node, node.value), weak, typing_only)
            case ast.If():
                if _is_type_checking(node.test):
                    self.body(node.body, weak, True)
                elif ast.unparse(node.test).startswith("__name__ =="):
                    return
                else:
                    self.body(node.body, weak, typing_only)
                self.body(node.orelse, True, typing_only)
            case ast.Try():
                self.body(node.body, weak, typing_only)
                for handler in node.handlers:
                    self.body(handler.body, True, typing_only)
                self.body(node.orelse, weak, typing_only)
                self.body(node.finalbody, weak, typing_only)
            case ast.With():
                for item in node.items:
                    if item.optional_vars is not None:
                        self.target(item.optional_vars, None, weak, typing_only)
                self.body(node.body, weak, typing_only)
            case ast.For():
                self.target(node.target, None, weak, typing_only)
                self.body(node.body, weak, typing_only)
            case ast.While():
                self.body(node.body, weak, typing_only)

    def target(self, node: ast.expr, value: ast.expr | None, weak: bool, typing_only: bool) -> None:
        match node:
            case ast.Name(id=name):
                self.bind(name, Binding("value", node, value), weak, typing_only)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                for element in elements:
                    self.target(element, None, weak, typing_only)
            case ast.Starred(value=inner):
                self.target(inner, None, weak, typing_only)

    def imports(self, node: ast.Import | ast.ImportFrom, weak: bool, typing_only: bool) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                source = alias.name if alias.asname else alias.name.partition(".")[0]
                name = alias.asname or source
                self.bind(name, Binding("import", node, source=source), weak, typing_only)
            return
        base = node.module or ""
        if node.level:
            parents = self.package.split(".")
            parents = parents[: len(parents) - node.level + 1]
            base = ".".join([*parents, base] if base else parents)
        for alias in node.names:
            if alias.name == "*":
                if is_sdk(base):
                    raise NotImplementedError(f"star import of {base}: teach the binder about it")
                continue
            binding = Binding("import", node, source=f"{base}.{alias.name}", from_import=True)
            self.bind(alias.asname or alias.name, binding, weak, typing_only)


def bind_body(statements: list[ast.stmt], module: str, is_package: bool = False) -> Scope:
    """The names that a module or class body binds."""
    binder = _Binder(module, is_package)
    binder.body(statements)
    return binder.scope


def _is_accessor(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """`@x.setter` and its like: the property `x` is bound already."""
    return any(
        isinstance(decorator, ast.Attribute) and decorator.attr in {"setter", "deleter", "getter"}
        for decorator in node.decorator_list
    )


def _is_type_checking(test: ast.expr) -> bool:
    return ast.unparse(test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING", "t.TYPE_CHECKING"}


def _strings(node: ast.AST) -> list[str]:
    """Every string constant in a piece of source."""
    return [inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant) and isinstance(inner.value, str)]


class Package:
    """All modules of one SDK package, and how their names resolve to where they are defined."""

    def __init__(self, sources: dict[str, str]) -> None:
        """`sources` maps the file's path below the package root (`osmosis_ai/...`) to its text."""
        self.modules: dict[str, Module] = {}
        for path, text in sorted(sources.items()):
            name = path.removesuffix(".py").replace("/", ".")
            is_package = name.endswith(".__init__")
            name = name.removesuffix(".__init__")
            try:
                tree = ast.parse(text, path)
            except SyntaxError:
                if is_recorded_module(name):
                    raise
                continue
            module = Module(name, is_package, tree, bind_body(tree.body, name, is_package))
            _add_lazy_exports(module)
            self.modules[name] = module

    def split(self, dotted: str) -> tuple[Module | None, str]:
        """The innermost module that a dotted name lies in, and what remains of the name."""
        head, rest = dotted, ""
        while head:
            if head in self.modules:
                return self.modules[head], rest
            head, _, last = head.rpartition(".")
            rest = f"{last}.{rest}" if rest else last
        return None, dotted

    def canonical(self, dotted: str, as_module: bool = False, seen: frozenset[str] = frozenset()) -> str:
        """Where a dotted name is defined: re-exports are followed, names from outside the SDK stay as they are."""
        if not is_sdk(dotted) or dotted in seen:
            return dotted
        if dotted in self.modules:
            parent, _, last = dotted.rpartition(".")
            bound = self.modules[parent].scope.bindings.get(last) if parent in self.modules else None
            if as_module or bound is None or bound.source == dotted:
                return dotted
            module, rest = self.modules[parent], last
        else:
            found, rest = self.split(dotted)
            if found is None:
                return dotted
            module = found
        first, _, rest = rest.partition(".")
        binding = module.scope.bindings.get(first) or module.scope.typing_only.get(first)
        source = self.source(module, binding) if binding else None
        if source is None:
            return dotted
        onward = f"{source}.{rest}" if rest else source
        plain = binding is not None and binding.kind == "import" and not binding.from_import and not rest
        return self.canonical(onward, plain, seen | {dotted})

    def source(self, module: Module, binding: Binding) -> str | None:
        """What a binding merely names anew: the imported name, or the class or function in `X = Y`; else None."""
        if binding.kind == "import":
            return binding.source
        if binding.kind != "value" or not isinstance(binding.value, ast.Name | ast.Attribute):
            return None
        named = self.named(module, binding.value)
        if named is None or not is_sdk(named):
            return None
        return named if self.definition(named) is not None or named in self.modules else None

    def named(self, module: Module, node: ast.expr) -> str | None:
        """The canonical dotted name that a name or attribute chain in a module refers to; None if not a plain one."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.insert(0, node.attr)
            node = node.value
        if not isinstance(node, ast.Name):
            return None
        scope = module.scope
        binding = scope.bindings.get(node.id) or scope.typing_only.get(node.id)
        if binding is None:
            return ".".join([node.id, *parts])
        if binding.kind == "import":
            return self.canonical(".".join([binding.source, *parts]), not binding.from_import and not parts)
        return self.canonical(".".join([module.name, node.id, *parts]))

    def definition(self, dotted: str) -> tuple[Module, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef] | None:
        """The class or function statement of a canonical name (classes may be nested)."""
        module, rest = self.split(dotted)
        if module is None or not rest:
            return None
        scope = module.scope
        node: ast.AST | None = None
        for part in rest.split("."):
            binding = scope.bindings.get(part)
            if binding is None or binding.kind not in {"def", "class"}:
                return None
            node = binding.node
            scope = bind_body(node.body, module.name) if isinstance(node, ast.ClassDef) else Scope()
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            return module, node
        return None


def _add_lazy_exports(module: Module) -> None:
    """Names that a module's `__getattr__` serves: imported for the type checker, and named in a string elsewhere."""
    scope = module.scope
    if "__getattr__" not in scope.bindings:
        return
    statements = [
        node
        for node in module.tree.body
        if not (isinstance(node, ast.If) and _is_type_checking(node.test)) and "__all__" not in _targets(node)
    ]
    named = {text for node in statements for text in _strings(node)}
    for name, binding in scope.typing_only.items():
        if name in named and name not in scope.bindings:
            scope.bindings[name] = binding


def _targets(node: ast.stmt) -> list[str]:
    match node:
        case ast.Assign():
            return [target.id for target in node.targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def open_package(path: Path) -> Package:
    """Reads an unpacked tree (the directory that holds `osmosis_ai`) or a wheel."""
    if path.is_dir():
        sources = {
            file.relative_to(path).as_posix(): file.read_text(encoding="utf-8") for file in (path / ROOT).rglob("*.py")
        }
    else:
        with zipfile.ZipFile(path) as wheel:
            sources = {
                name: wheel.read(name).decode("utf-8")
                for name in wheel.namelist()
                if name.startswith(f"{ROOT}/") and name.endswith(".py")
            }
    if not sources:
        raise ValueError(f"{path}: no {ROOT} package in it")
    return Package(sources)


def release_of(path: Path) -> str | None:
    """The release that a wheel's name or the tree's `dist-info` folder states; None if neither does."""
    names = [path.name] if path.is_file() else [entry.name for entry in path.glob(f"{ROOT}-*.dist-info")]
    for name in names:
        found = re.match(rf"{ROOT}-(\d+(?:\.\d+)*)(?:-|\.dist-info)", name)
        if found:
            return found.group(1)
    return None
