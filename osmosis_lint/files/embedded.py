"""Gets the Python, and the shell commands, out of files that hold them beside other things, with the way back to their
lines and columns."""

from __future__ import annotations

import ast
import codecs
import re

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.diagnostics import Span
from osmosis_lint.files.errors import SourceError
from osmosis_lint.files.kinds import MARKDOWN, NOTEBOOK, PYTHON, RST, TEMPLATE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_SDK = SDK_PACKAGE.encode()
_PACKAGE = re.compile(rb"osmosis[-_.](?:ai|sdk)", re.IGNORECASE)
_INSTALLER = re.compile(rb"\b(?:pip[\dx.]*|pipenv|uvx?|poetry|pdm|rye)[ \t]")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_NEWLINE = re.compile(r"\r\n|\r|\n")
# What templates put in place of text, for a few template languages. All of it is replaced by text of equal length.
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}|<[A-Za-z][\w-]*>|\$\{\w+\}|\$\w+|%\(\w+\)s")
_TEMPLATE_STATEMENT = re.compile(r"\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_FORMAT_FIELD = re.compile(r"\{\{|\}\}|\{\w+\}")


class Line:
    """A line of Python and where it is from.

    line   the one-based line of the file, or of the cell
    shift  what to add to a column of the Python line to get that of the file
    cell   the one-based notebook cell, or 0
    """

    __slots__ = ("cell", "line", "shift", "text")

    def __init__(self, text: str, line: int, shift: int = 0, cell: int = 0) -> None:
        self.text = text
        self.line = line
        self.shift = shift
        self.cell = cell


class Unit:
    """Python that is checked as one file: names defined early in it are known later.

    `name` is what it would be called, when the text says so (a notebook cell that writes a file), else empty.
    """

    __slots__ = ("lines", "name", "text")

    def __init__(self, lines: list[Line], name: str = "") -> None:
        self.lines = lines
        self.name = name
        self.text = text_of(lines)

    def place(self, line: int, column: int) -> tuple[int, int, int]:
        """(line, column, cell) in the file of a one-based line and zero-based column of the unit."""
        origin = self.lines[min(max(line, 1), len(self.lines)) - 1]
        return origin.line, column + origin.shift, origin.cell

    def move(self, span: Span) -> tuple[Span, int]:
        """A span of the unit as a span of the file, and its cell."""
        line, column, cell = self.place(span.line, span.column)
        end_line, end_column, _ = self.place(span.end_line, span.end_column)
        return Span(line, column, end_line, end_column), cell


class Problem:
    """A part of a file that does not parse: a one-based line and column (of the cell, if any) and the reason."""

    __slots__ = ("cell", "column", "line", "reason")

    def __init__(self, reason: str, line: int, column: int, cell: int) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        self.cell = cell


class Sources:
    """The Python of one file, and what of it could not be taken.

    `commands` are shell commands: one unit for each block of a document, or for what a cell of a notebook runs.
    """

    __slots__ = ("commands", "problems", "units")

    def __init__(self) -> None:
        self.commands: list[Unit] = []
        self.units: list[Unit] = []
        self.problems: list[Problem] = []


def may_use_sdk(kind: str, data: bytes) -> bool:
    """A quick test: whether the Python or a command in a file can have to do with the SDK."""
    return _SDK in data or (kind != TEMPLATE and installs_sdk(data))


def installs_sdk(data: bytes) -> bool:
    """A quick test: whether a file can hold a command that installs the SDK."""
    return _PACKAGE.search(data) is not None and _INSTALLER.search(data) is not None


def python_units(kind: str, data: bytes) -> Sources:
    """The Python in a notebook, a Markdown or reStructuredText file, or a `.py.tpl` template.

    Parts that do not parse are left out: those of a notebook are problems, those of the others are not, since
    documents show fragments and templates have placeholders. Raises SourceError for a file that is not UTF-8 or not
    what its name says.
    """
    text = decode(data)
    if kind == NOTEBOOK:
        from osmosis_lint.files.notebooks import notebook_units

        return notebook_units(text)
    if kind in (MARKDOWN, RST):
        from osmosis_lint.files import documents

        blocks = documents.markdown_blocks(text) if kind == MARKDOWN else documents.rst_blocks(text)
        return _of_blocks(blocks)
    if kind == TEMPLATE:
        return _template_units(text)
    raise ValueError(f"files of the kind {kind} hold no Python beside other things")


def names_package(data: bytes) -> bool:
    """A quick test: whether what declares dependencies speaks of the package."""
    return b"osmosis" in (data.replace(b"\0", b"") if data.startswith(_UTF16) else data).lower()


def decode(data: bytes, *, takes_utf16: bool = False) -> str:
    """The text of a file that must be UTF-8, without its byte order mark. Raises SourceError.

    With `takes_utf16` that is read too, with its mark: PowerShell writes it into requirements files, and pip reads it.
    """
    is_utf16 = takes_utf16 and data.startswith(_UTF16)
    try:
        if is_utf16:
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        name = "UTF-16" if is_utf16 else "UTF-8"
        raise SourceError(f"not {name}: byte 0x{data[error.start]:02x} on line {line}", line, 1) from None


def split_lines(text: str) -> list[str]:
    """The lines of a text as Python counts them, without their ends."""
    lines = _NEWLINE.split(text)
    if lines and not lines[-1]:
        lines.pop()
    return lines


def syntax_error(text: str) -> SyntaxError | None:
    """Why a text is not Python, or None when it is."""
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as error:
        return error
    except (ValueError, RecursionError, MemoryError) as error:
        return SyntaxError(str(error) or type(error).__name__, ("", 1, 1, ""))
    return None


def text_of(lines: Iterable[Line]) -> str:
    """Lines as one text."""
    return "".join(f"{line.text}\n" for line in lines)


def _of_blocks(blocks: Iterable[tuple[str, list[Line]]]) -> Sources:
    """One unit of all code blocks of a document that are Python as they stand: later ones build on earlier ones."""
    sources = Sources()
    lines: list[Line] = []
    for language, block in blocks:
        if language != PYTHON:
            if block:
                sources.commands.append(Unit(block))
        elif syntax_error(text_of(block)) is None:
            lines += block
    if lines:
        sources.units.append(Unit(lines))
    return sources


# Templates


def _template_units(text: str) -> Sources:
    sources = Sources()
    for change in _READINGS:
        changed = change(text)
        if syntax_error(changed) is None:
            numbered = enumerate(split_lines(changed), 1)
            sources.units.append(Unit([Line(line, number) for number, line in numbered]))
            break
    return sources


def _as_it_is(text: str) -> str:
    return text


def _without_placeholders(text: str) -> str:
    """With names of equal length in place of `{{ name }}`, `<name>`, `${name}`, and blanks for `{% … %}`."""
    text = _TEMPLATE_STATEMENT.sub(lambda match: re.sub(r"[^\r\n]", " ", match.group()), text)
    # A line of blanks is no indentation.
    return _PLACEHOLDER.sub(lambda match: "_" * len(match.group()), text)


def _without_fields(text: str) -> str:
    """With names in place of the fields of `str.format`; a doubled brace stands for one."""
    return _FORMAT_FIELD.sub(_filled_field, text)


def _filled_field(match: re.Match[str]) -> str:
    found = match.group()
    return {"{{": "{ ", "}}": "} "}.get(found, "_" * len(found))


_READINGS: tuple[Callable[[str], str], ...] = (_as_it_is, _without_placeholders, _without_fields)
