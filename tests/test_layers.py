"""The arrows go one way: no part of the package imports from one that is built on it."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "osmosis_lint"
# What each part may import from beside itself, the innermost first. The README says what each of them is.
LAYERS = {
    "api": set(),
    "diagnostics": set(),
    "semantics": {"api"},
    "files": {"api", "diagnostics", "semantics"},
    "rules": {"api", "diagnostics", "semantics", "files"},
    "engine": {"api", "diagnostics", "semantics", "rules"},
    "fixes": {"api", "diagnostics", "semantics", "files", "rules", "engine"},
    "frontends": {"api", "diagnostics", "semantics", "files", "rules", "engine", "fixes"},
    "flake8_plugin": {"frontends"},
    "pylint_plugin": {"frontends"},
    "__main__": {"frontends"},
    "__init__": set(),
}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported_by(path: Path) -> set[str]:
    """The parts of the package that a module imports from, also inside of functions and for types only."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "osmosis_lint":
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names if alias.name.startswith("osmosis_lint.")}
    # What the package itself holds, such as its version, is for everybody.
    return {name.split(".")[1] for name in names} - {"SDK_PACKAGE", "__version__"}


def test_every_part_has_its_place() -> None:
    assert {part_of(path) for path in PACKAGE.rglob("*.py")} == set(LAYERS)


def test_imports_go_one_way() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} imports from {part}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for part in sorted(imported_by(path) - LAYERS[part_of(path)] - {part_of(path)})
    ]
    assert wrong == []


def test_the_order_of_the_layers_has_no_circle() -> None:
    known: set[str] = set()
    for part, below in LAYERS.items():
        assert below <= known, part
        known.add(part)
