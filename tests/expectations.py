"""Reads what a test source says of itself: the expected codes on its lines, and directives in its head.

    ctx.samples  # expect: OSM101
    HarborBackend(task_dir=a, workflow=b)  # expect: OSM402, OSM404@26

A code may carry a one-based column. Directives are comments before the first code:
`# options: target-version=0.3.0`, `# options: select=OSM111`, `# min-python: 3.12`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

_EXPECT = re.compile(r"#\s*expect:\s*([A-Z0-9@, ]+?)\s*$")
_DIRECTIVE = re.compile(r"^#\s*(options|min-python):\s*(.+?)\s*$")


class Expectation(NamedTuple):
    """What a source says of itself. `codes` counts (line, code); `columns` are the ones that name a column."""

    codes: Counter[tuple[int, str]]
    columns: set[tuple[int, str, int]]
    target: str
    select: frozenset[str]
    min_python: tuple[int, ...]

    @property
    def runs_here(self) -> bool:
        """Whether this Python can parse the source."""
        return sys.version_info[:2] >= self.min_python


def read(path: Path) -> Expectation:
    """The expectation in a test source."""
    return parse(path.read_text(encoding="utf-8"))


def parse(text: str) -> Expectation:
    """The expectation in a source text."""
    codes: Counter[tuple[int, str]] = Counter()
    columns: set[tuple[int, str, int]] = set()
    options = {"target-version": "", "select": ""}
    min_python: tuple[int, ...] = (3, 10)
    for number, line in enumerate(text.splitlines(), 1):
        directive = _DIRECTIVE.match(line)
        if directive is not None:
            if directive.group(1) == "min-python":
                min_python = tuple(int(part) for part in directive.group(2).split("."))
            else:
                options.update(item.strip().split("=", 1) for item in directive.group(2).split(";"))
        match = _EXPECT.search(line)
        if match is None:
            continue
        for item in match.group(1).split(","):
            code, _, column = item.strip().partition("@")
            codes[number, code] += 1
            if column:
                columns.add((number, code, int(column)))
    select = frozenset(code.strip() for code in options["select"].split(",") if code.strip())
    return Expectation(codes, columns, options["target-version"], select, min_python)
