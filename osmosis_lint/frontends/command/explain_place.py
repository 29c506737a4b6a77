"""`explain FILE:LINE`: how the engine saw that place, and what a check of the file reports there."""

from __future__ import annotations

import os
import re

from osmosis_lint.files.errors import SourceError
from osmosis_lint.files.kinds import EMBEDDING, MANIFEST, NOTEBOOK, PYTHON, explicit_kind_of_path
from osmosis_lint.frontends.command import settings as settings_module
from osmosis_lint.frontends.command import unparsed
from osmosis_lint.frontends.command.check import Run
from osmosis_lint.frontends.command.errors import UsageError
from osmosis_lint.frontends.command.findings import UNCHECKED, from_diagnostic, say_when
from osmosis_lint.frontends.command.reports.report import number_of
from osmosis_lint.frontends.command.reports.text import when_shown
from osmosis_lint.frontends.command.selection import all_rules
from osmosis_lint.frontends.command.suppression import Suppressions
from osmosis_lint.frontends.command.targets import Targets
from osmosis_lint.frontends.command.terminal import Progress
from osmosis_lint.semantics.source import Lines, decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.api.releases import Release
    from osmosis_lint.files.embedded import Unit
    from osmosis_lint.frontends.command.findings import Finding
    from osmosis_lint.frontends.command.options import Values
    from osmosis_lint.frontends.command.settings import Settings

_CELL = re.compile(r"(.+):cell (\d+)", re.DOTALL)


class Place:
    """A place as the user names it: a one-based line, a zero-based column or None, a one-based notebook cell or 0."""

    __slots__ = ("cell", "column", "line", "path")

    def __init__(self, path: str, line: int, column: int | None, cell: int) -> None:
        self.path = path
        self.line = line
        self.column = column
        self.cell = cell


class _Code:
    """The Python that a place is in: its text, the line of it that is meant, what to add to its columns."""

    __slots__ = ("line", "shift", "text")

    def __init__(self, text: str, line: int, shift: int) -> None:
        self.text = text
        self.line = line
        self.shift = shift


def place_of(word: str) -> Place | None:
    """The place that a word names, as reports write it: `a.py:3`, `a.py:3:7`, `n.ipynb:cell 2:3`; else None.

    Raises UsageError for a file without a line, and for numbers below 1.
    """
    numbers: list[int] = []
    path = word
    while len(numbers) < 2:
        before, colon, last = path.rpartition(":")
        if not colon or not last.isdecimal():
            break
        numbers.insert(0, int(last))
        path = before
    if not numbers:
        if os.path.isfile(word):
            raise UsageError(f"{word}: which line? Write it as {word}:12")
        return None
    cell = _CELL.fullmatch(path)
    if cell is not None:
        path = cell.group(1)
        numbers.append(int(cell.group(2)))
    if min(numbers) < 1:
        raise UsageError(f"{word}: lines and columns count from 1")
    has_column = len(numbers) > 1 + (cell is not None)
    return Place(path, numbers[0], numbers[1] - 1 if has_column else None, numbers[-1] if cell is not None else 0)


def explain_place(values: Values, place: Place) -> None:
    """Print how the engine saw a place. Raises UsageError when the file cannot be read or parsed."""
    path, absolute = place.path, os.path.abspath(place.path)
    settings = settings_module.load(values, [path])
    kind = explicit_kind_of_path(absolute)
    if (kind == NOTEBOOK) != bool(place.cell):
        wrong = f"which cell? Write it as {path}:cell 2:{place.line}"
        raise UsageError(f"{path}: {wrong if kind == NOTEBOOK else 'only notebooks have cells'}")
    shown, code = _found(path, kind, place)
    run = Run(settings, Progress(quiet=True), related=False)
    run.check_paths([path])
    found = [item for item in run.outcome.findings if item.path == absolute]
    broken = next((item for item in found if item.code == UNCHECKED and item.cell == place.cell), None)
    if broken is not None and (kind == PYTHON or place.cell or code is None):
        raise UsageError(f"{path}: {broken.message.removeprefix('not checked: ')}")
    cell = f":cell {place.cell}" if place.cell else ""
    print(f"{settings_module.shown(path)}{cell}:{place.line}: {shown.strip()}")
    release, origin = settings_module.target_of(settings, os.path.dirname(absolute))
    known: set[tuple[str, str]] = set()
    nothing = "nothing is reported on this line"
    if code is not None:
        known, nothing = _explain_code(code, place, settings, release)
    rest = [item for item in found if _touches(item, place) and (item.code, item.message) not in known]
    for item in rest:
        print(f"  reported: {item.code} {item.text}{when_shown(item)}")
    if nothing and not rest:
        print(f"  {nothing}")
    _print_target(release, origin)


def _found(path: str, kind: str, place: Place) -> tuple[str, _Code | None]:
    """The line as it stands in the file, and the code that it is in, if it is in some."""
    from osmosis_lint.files import embedded

    try:
        with open(path, "rb") as file:
            data = file.read()
        text = decode(data) if kind == PYTHON else embedded.decode(data, takes_utf16=kind == MANIFEST)
        inside = embedded.python_units(kind, data) if kind in EMBEDDING else embedded.Sources()
    except (OSError, SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise UsageError(f"{path}: {unparsed.reason(error)}") from None
    except SourceError as error:
        raise UsageError(f"{path}: {error.reason}") from None
    code = _code_at(inside.units, place)
    if place.cell:
        held = [line for unit in (*inside.commands, *inside.units) for line in unit.lines]
        here = (line.text for line in held if (line.line, line.cell) == (place.line, place.cell))
        return next(here, ""), code
    lines = Lines(text).lines
    if place.line > len(lines):
        count = len(lines) - (not lines[-1])
        raise UsageError(f"{path} has only {number_of(count, 'line')}")
    return lines[place.line - 1], _Code(text, place.line, 0) if kind == PYTHON else code


def _code_at(units: list[Unit], place: Place) -> _Code | None:
    for unit in units:
        for number, line in enumerate(unit.lines, 1):
            if (line.line, line.cell) != (place.line, place.cell):
                continue
            if place.cell:
                return _Code(unit.text, number, line.shift)
            # Blank lines in place of what is no code: so lines count as in the file.
            whole = [""] * unit.lines[-1].line
            for item in unit.lines:
                whole[item.line - 1] = item.text
            return _Code("\n".join(whole) + "\n", line.line, line.shift)
    return None


def _explain_code(
    code: _Code, place: Place, settings: Settings, release: Release | None
) -> tuple[set[tuple[str, str]], str]:
    """Print what the engine knows of a line of code.

    Gives the codes and messages of what was said to be found, and what is to be said if nothing was.
    """
    from osmosis_lint.engine import Engine
    from osmosis_lint.rules.explain import trace

    path = os.path.abspath(place.path)
    if not Engine().meets_sdk(path, code.text):
        return set(), "silent: the file neither names the SDK nor imports a project file that does"
    column = place.column - code.shift if place.column is not None else None
    try:
        found = trace(path, code.text, code.line, column, release)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UsageError(f"{place.path}: {unparsed.reason(error, code.text)}") from None
    if place.cell and found.facts:
        print(f"  the code cells are one text, in which this is line {code.line}")
    for fact in found.facts:
        shift = code.shift if fact.span.line == code.line else 0
        print(f"  {fact.span.line}:{fact.span.column + shift + 1} {' '.join(fact.subject.split())}")
        for text in fact.lines:
            print(f"      {text}")
    suppressions = Suppressions(code.text)
    findings = [from_diagnostic(item, related=False) for item in found.findings]
    say_when(findings, Targets().resolved(os.path.dirname(path)))
    for item in findings:
        print(f"  {_reported(item, settings, suppressions, path)}: {item.code} {item.text}{when_shown(item)}")
    for silenced in found.silenced:
        print(f"  silent, written for both versions: {silenced.diagnostic.code} {silenced.diagnostic.message}")
        print(f"      guard: {silenced.guard}")
    nothing = ""
    if not (found.facts or found.findings or found.silenced):
        nothing = "nothing on this line is a name, an import or a call that could be the SDK's"
    elif not found.findings and not found.silenced:
        nothing = "nothing is reported on this line"
    return {(item.code, item.message) for item in findings}, nothing


def _touches(finding: Finding, place: Place) -> bool:
    span = finding.span
    if finding.cell != place.cell or not span.line <= place.line <= span.end_line:
        return False
    if place.column is None:
        return True
    starts, ends = (span.line, span.column), (span.end_line, span.end_column)
    return starts <= (place.line, place.column) < ends


def _reported(finding: Finding, settings: Settings, suppressions: Suppressions, path: str) -> str:
    """What becomes of a finding in a run with these settings."""
    name = next(rule.name for rule in all_rules() if rule.code == finding.code)
    for comment in suppressions.holding(finding.span.line):
        if comment.suppresses(finding.code, name):
            return f"suppressed by the comment on line {comment.line}"
    if finding.code not in settings.selection.enabled:
        return "not selected"
    if not settings.selection.wants(finding.code, finding.symbol, path):
        return "ignored by the settings"
    return "reported"


def _print_target(release: tuple[int, ...] | None, origin: str) -> None:
    from osmosis_lint.api import releases

    print(f"  checked for osmosis-ai {releases.show(release or releases.NEWEST)} ({origin})")
