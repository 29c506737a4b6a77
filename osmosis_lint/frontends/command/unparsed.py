"""Why a file could not be checked, in words for the user, and which Python would parse it."""

from __future__ import annotations

import re
import sys

from osmosis_lint.semantics.source import Lines

_NOT_PARSED = "no known Python parses it"

# What an error stands at, and the first Python that knows it. Only syntax newer than the oldest Python that
# this package runs on (3.10) is needed here.
_NEWER = (
    ((3, 11), re.compile(r"^\s*except\s*\*|\[\s*\*\w|,\s*\*\w+[\w.]*\s*[,\]]")),
    ((3, 13), re.compile(r"^\s*(?:async\s+def|def|class|type)\s+\w+\s*\[[^\]]*=")),
    ((3, 12), re.compile(r"^\s*(?:async\s+def|def|class)\s+\w+\s*\[|^\s*type\s+\w+\s*(?:\[.*\])?\s*=")),
    ((3, 14), re.compile(r"(?<![\w\"'])(?:[tT][rR]?|[rR][tT])[\"']")),
    ((3, 14), re.compile(r"^\s*except\s+[A-Z][\w.]*\s*(?:,\s*[A-Z][\w.]*\s*)+:")),
)
_PYTHON_2 = re.compile(
    r"^\s*print\s+[^\s=(]|^\s*print\s*>>|^\s*exec\s+[^\s=(]|^\s*except\s+[\w.()]+\s*,\s*[a-z_]\w*\s*:"
    r"|^\s*raise\s+[\w.]+\s*,|<>|`|\bur[\"']|\b0[0-7]+[lL]?\b|\b\d+[lL]\b"
)
_PYTHON_36 = re.compile(r"\b(?:async|await)\s*(?:=[^=]|[,).:]|$)|[.(,]\s*(?:async|await)\b")
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|<<<<<<<|>>>>>>>")


def reason(error: BaseException, text: str = "") -> str:
    """Why reading or parsing failed. `text` is the source, when there is one."""
    if isinstance(error, SyntaxError):
        return _syntax(error, text)
    if isinstance(error, UnicodeDecodeError):
        byte = error.object[error.start]
        return f"byte 0x{byte:02x} at offset {error.start} is not {error.encoding.upper()}; name the encoding (PEP 263)"
    if isinstance(error, LookupError) and not isinstance(error, (KeyError, IndexError)):
        return f"its coding comment is wrong: {str(error).partition(';')[0]}"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, (RecursionError, MemoryError)):
        return "it nests too deeply for Python's parser"
    if isinstance(error, ValueError):
        return str(error)
    return internal(error)


def internal(error: BaseException) -> str:
    """The text for a mistake of our own: what it was, and where."""
    place = ""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f" in {code.co_name} ({code.co_filename.replace(chr(92), '/').rpartition('/')[2]}:{trace.tb_lineno})"
        trace = trace.tb_next
    return f"internal error of osmosis-lint: {type(error).__name__}: {error}{place}; please report it"


def _syntax(error: SyntaxError, text: str) -> str:
    message = error.msg or "invalid syntax"
    running = f"{sys.version_info[0]}.{sys.version_info[1]}"
    if error.lineno is None:
        return message
    return f"it does not parse with Python {running}: {message}; {_parsed_by(error, text)}"


def _parsed_by(error: SyntaxError, text: str) -> str:
    lines = Lines(text).lines
    line = lines[error.lineno - 1] if error.lineno and error.lineno <= len(lines) else error.text or ""
    running = sys.version_info[:2]
    if _PLACEHOLDER.search(line):
        return "it looks like a template or has a merge conflict"
    if "Missing parentheses in call to" in (error.msg or ""):
        return "Python 2 would parse it"
    # The parser names the statement, which may be older than the syntax in it: look at the line it stopped at.
    for version, pattern in _NEWER:
        if version > running and pattern.search(line):
            return f"Python {version[0]}.{version[1]} or newer would parse it"
    if running < (3, 12) and "f-string" in (error.msg or ""):
        return "Python 3.12 or newer would parse it"
    if _PYTHON_2.search(line):
        return "Python 2 would parse it"
    if _PYTHON_36.search(line):
        return "Python 3.6 would parse it"
    return _NOT_PARSED
