"""Unified diffs that `git apply` takes, whatever the newlines of the file are."""

from __future__ import annotations

import difflib
import re

_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_MISSING = "\\ No newline at end of file\n"


def unified(path: str, before: str, after: str, context: int = 3) -> str:
    """The patch from `before` to `after`; empty when they are the same.

    `path` uses forward slashes and is relative to the folder that the patch is applied in. Lines are cut at
    line feeds only, as git cuts them, so a carriage return stays part of its line.
    """
    if before == after:
        return ""
    old, new = _LINE.findall(before), _LINE.findall(after)
    name = path.replace("\\", "/")
    out = [f"--- {_quoted('a/' + name)}\n", f"+++ {_quoted('b/' + name)}\n"]
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(context):
        first, last = group[0], group[-1]
        out.append(f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n")
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                out += [_line(" ", line) for line in old[i1:i2]]
                continue
            out += [_line("-", line) for line in old[i1:i2]]
            out += [_line("+", line) for line in new[j1:j2]]
    return "".join(out)


def _line(sign: str, line: str) -> str:
    return f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n{_MISSING}"


def _range(start: int, end: int) -> str:
    count = end - start
    first = start + 1 if count else start
    return str(first) if count == 1 else f"{first},{count}"


def _quoted(name: str) -> str:
    """A name as git writes it: in quotes with octal escapes when it holds anything unusual."""
    if name.isascii() and name.isprintable() and '"' not in name and "\\" not in name:
        return f"{name}\t" if " " in name else name
    escapes = {0x22: '\\"', 0x5C: "\\\\", 0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r"}
    parts = []
    for byte in name.encode("utf-8", "surrogateescape"):
        parts.append(escapes.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}"))
    return f'"{"".join(parts)}"'
