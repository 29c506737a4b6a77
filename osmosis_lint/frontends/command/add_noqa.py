"""Writes `# noqa` comments for findings into Python files.

The comment goes to the end of the statement's last line, never into a string; codes are added to a `noqa` comment
that the statement has already. A file is only changed when it still parses to the same tree.
"""

from __future__ import annotations

import ast
import re

from osmosis_lint.files.kinds import PYTHON, explicit_kind_of_path
from osmosis_lint.fixes import writing
from osmosis_lint.frontends.command.findings import UNCHECKED, UNUSED_SUPPRESSION
from osmosis_lint.frontends.command.suppression import Suppressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.frontends.command.findings import Finding

_ENDS = re.compile(r"(\r\n|\r|\n)")


def add_noqa(findings: list[Finding]) -> tuple[int, int, list[str]]:
    """Suppress findings; gives how many were suppressed and how many were not, and a line for each file that could not
    be written."""
    by_file: dict[str, list[Finding]] = {}
    for finding in findings:
        by_file.setdefault(finding.path, []).append(finding)
    added = 0
    problems: list[str] = []
    for path, items in by_file.items():
        wanted = [item for item in items if item.code not in (UNCHECKED, UNUSED_SUPPRESSION)]
        if wanted and explicit_kind_of_path(path) == PYTHON:
            try:
                added += _in_file(path, wanted)
            except writing.NotWrittenError as error:
                problems.append(str(error))
    return added, len(findings) - added, problems


def _in_file(path: str, findings: list[Finding]) -> int:
    from osmosis_lint.semantics.source import decode

    try:
        data = writing.read_bytes(path)
        text = decode(data)
    except (OSError, SyntaxError, ValueError, LookupError):
        # It was there when it was checked, so it changes while we run: leave it alone.
        return 0
    changed = with_comments(text, findings)
    encoded = _encoded(data, changed)
    if encoded is None or not is_same(text, changed):
        return 0
    writing.replace(path, data, encoded)
    return len(findings)


def with_comments(text: str, findings: list[Finding]) -> str:
    """The text with comments that suppress the findings."""
    suppressions = Suppressions(text)
    codes: dict[int, set[str]] = {}
    for finding in findings:
        codes.setdefault(suppressions.statement(finding.span.line)[1], set()).add(finding.code)
    # Lines at even places, their ends at odd ones.
    pieces = _ENDS.split(text)
    for line in sorted(codes):
        existing = [item for item in suppressions.of_statement(line) if not item.is_own and item.codes is not None]
        if existing:
            comment = existing[-1]
            place = (comment.line - 1) * 2
            known = {item.text.upper() for item in comment.codes or ()}
            more = "".join(f", {code}" for code in sorted(codes[line] - known))
            pieces[place] = pieces[place][: comment.end] + more + pieces[place][comment.end :]
        else:
            place = (line - 1) * 2
            pieces[place] = f"{pieces[place].rstrip()}  # noqa: {', '.join(sorted(codes[line]))}"
    return "".join(pieces)


def _encoded(data: bytes, text: str) -> bytes | None:
    """The text in the encoding of the file; None when that cannot be known for sure."""
    from io import BytesIO
    from tokenize import detect_encoding

    encoding, _ = detect_encoding(BytesIO(data).readline)
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return None


def is_same(before: str, after: str) -> bool:
    """Whether two texts parse to the same tree."""
    try:
        return ast.dump(ast.parse(before)) == ast.dump(ast.parse(after))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
