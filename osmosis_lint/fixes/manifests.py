"""Requirements on the SDK, where they are declared: the version, the extras, and the Python they need.

Only the requirement itself is replaced; order, comments and layout of the file are not touched.
"""

from __future__ import annotations

import re

from osmosis_lint.api import releases
from osmosis_lint.files.manifests import PEP508, Declared, Manifest, PythonVersions, read_manifest
from osmosis_lint.files.requirement import admits
from osmosis_lint.fixes.edits import Edit, apply
from osmosis_lint.semantics.source import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Span

PACKAGE = "osmosis-ai"
VERSIONS = ">=0.3,<0.4"
PYTHON = ">=3.12"
# Extras that no 0.3 release has.
GONE = frozenset(("platform", "dev"))
# Brings everything.
FULL = "full"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_LOWER_BOUND = re.compile(r"(>=|~=|\^)[ \t]*3(?:\.\d+)*")
_OLD = (0, 2, 31)


def fix_manifest(path: str, text: str, needed: frozenset[str] = frozenset()) -> str:
    """The text of a file that declares requirements, with those on the SDK and on Python brought up to date.

    `path` says how the file is written. `needed` are the extras that the project's imports need; they are added
    where the SDK is required. A file that requires no SDK comes back as it is. Raises SourceError for TOML that
    is not valid.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    body = text[len(mark) :]
    manifest = read_manifest(path, body)
    lines = Lines(body)
    edits: list[Edit] = []
    for item in manifest.on(PACKAGE):
        edits += _requirement(item, body, lines, needed)
    if manifest.on(PACKAGE):
        for python in manifest.pythons:
            edits += _python(python, body, lines)
    result = apply(body, edits)
    if not edits or not _proved(path, result, manifest):
        return text
    return mark + result


def _offsets(lines: Lines, span: Span) -> tuple[int, int]:
    return lines.start(span.line) + span.column, lines.start(span.end_line) + span.end_column


def is_current(specifiers: list[str]) -> bool:
    """Whether a requirement keeps 0.2 out and lets some 0.3 release in."""
    lets_old = admits(specifiers, _OLD)
    lets_new = any(admits(specifiers, (0, 3, patch)) for patch in range(releases.NEWEST[2] + 1))
    return not lets_old and lets_new


def _requirement(item: Declared, text: str, lines: Lines, needed: frozenset[str]) -> list[Edit]:
    if item.pinned or item.specifiers is None:
        return []
    current = is_current(item.specifiers)
    if item.style != PEP508:
        return [] if current else _inside(text, *_offsets(lines, item.version_span), VERSIONS)
    start, end = _offsets(lines, item.span)
    match = _NAME.match(text, start)
    if match is None:
        return []
    had = [name for name, _ in item.extras]
    kept = [name for name in had if name not in GONE]
    wanted = kept if FULL in kept else [*kept, *sorted(needed.difference(kept))]
    if current and wanted == had:
        return []
    first, last = _offsets(lines, item.version_span)
    written = text[first:last] if item.specifiers != [""] else ""
    extras = f"[{','.join(wanted)}]" if wanted else ""
    if wanted == had:
        # Keep the extras as they are spelled.
        extras = text[match.end() : first] if written else text[match.end() : end]
    return [Edit(start, end, f"{match.group()}{extras}{written if current else VERSIONS}")]


def _python(item: PythonVersions, text: str, lines: Lines) -> list[Edit]:
    if not any(admits(item.specifiers, (3, minor)) for minor in range(6, 12)):
        return []
    new, count = _LOWER_BOUND.subn(PYTHON, item.written, count=1)
    return _inside(text, *_offsets(lines, item.span), new if count else PYTHON)


def _inside(text: str, start: int, end: int, new: str) -> list[Edit]:
    """Replace a value, inside its quotes if it has some."""
    if text[start : start + 1] in ("'", '"') and text[end - 1 : end] == text[start]:
        start, end = start + 1, end - 1
    return [Edit(start, end, new)] if text[start:end] != new else []


def _proved(path: str, text: str, before: Manifest) -> bool:
    """Whether the result declares the same packages, and the SDK's requirement is right now."""
    after = read_manifest(path, text)
    names = [item.name for item in before.requirements]
    return [item.name for item in after.requirements] == names and all(
        item.pinned or item.specifiers is None or is_current(item.specifiers) for item in after.on(PACKAGE)
    )
