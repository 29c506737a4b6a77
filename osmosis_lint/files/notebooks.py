"""Jupyter notebooks: the code cells as one source, with what only IPython understands taken out, and the commands that
they run."""

from __future__ import annotations

import re

from osmosis_lint.files import json_text
from osmosis_lint.files.embedded import Line, Problem, Sources, Unit, split_lines, syntax_error, text_of
from osmosis_lint.files.errors import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Magics that take Python, on their line or as their cell.
_PYTHON_MAGICS = frozenset(
    (
        "capture",
        "debug",
        "heat",
        "ipytest",
        "lprun",
        "memit",
        "mprun",
        "prun",
        "pyinstrument",
        "python",
        "python3",
        "scalene",
        "snakeviz",
        "time",
        "timeit",
    )
)
# Magics whose line or cell is for a shell.
_SHELL_MAGICS = frozenset(("bash", "sh", "system", "sx"))
_WRITING_MAGICS = frozenset(("writefile", "file"))
_OPTION = re.compile(r"-\w+(?:[ \t]+\d\S*|\d\S*)?[ \t]+")
_MAGIC = re.compile(r"%%?(\w+)[ \t]*")
_ASSIGNED = re.compile(r"([A-Za-z_][\w., \t*()\[\]'\"]*?=[ \t]*)[%!](?![=])")
_COMMAND = re.compile(r"(?:[A-Za-z_][\w.]*[ \t]*=[ \t]*)?(?:!!?|%(?:system|sx)[ \t]|%(?=(?:pip|uv)[ \t]))[ \t]*")
# IPython takes these for magics without their sign; they are never Python.
_BARE_COMMAND = re.compile(r"(?:pip3?|uv|conda|mamba)[ \t]+(?!(?:and|if|in|is|not|or)\b)[a-z]")
_HELP = re.compile(r"\?{1,2}[ \t]*%{0,2}[\w.*:]+[ \t]*$|%{0,2}[\w.*:\[\]()'\"]+\?{1,2}[ \t]*;?$")


def notebook_units(text: str) -> Sources:
    """The code of a notebook: one unit for its cells, and one for each cell that writes a Python file; and the commands
    of each cell that runs some.

    A cell that does not parse is a problem; lines and columns of problems count within the cell.
    Raises SourceError when the text is not a notebook.
    """
    notebook = json_text.load(text)
    if not isinstance(notebook, dict):
        raise SourceError("not a notebook: no object at the top")
    sources = Sources()
    if not _is_python(notebook):
        return sources
    lines: list[Line] = []
    for number, cell in _code_cells(notebook):
        original = split_lines(cell)
        name = _written_file(original)
        if name:
            _add_written(sources, original[1:], name, number)
            continue
        changed, commands = _without_magics(original, number)
        if commands:
            sources.commands.append(Unit(commands))
        error = syntax_error(text_of(changed))
        if error is None:
            lines += changed
            continue
        place = min(max(error.lineno or 1, 1), max(len(changed), 1))
        shift = changed[place - 1].shift if changed else 0
        sources.problems.append(Problem(error.msg, place, (error.offset or 1) + shift, number))
    if lines:
        sources.units.insert(0, Unit(lines))
    return sources


def _is_python(notebook: dict[str, object]) -> bool:
    metadata = notebook.get("metadata")
    if not isinstance(metadata, dict):
        return True
    for key, field in (("language_info", "name"), ("kernelspec", "language")):
        described = metadata.get(key)
        language = described.get(field) if isinstance(described, dict) else None
        if isinstance(language, str) and language:
            return "python" in language.lower()
    return True


def cells_of(notebook: dict[str, object]) -> list[dict[str, object]]:
    """All cells of a notebook, in the order in which they are numbered. Raises SourceError when it has none."""
    cells = notebook.get("cells")
    sheets = notebook.get("worksheets")
    if cells is None and isinstance(sheets, list):
        # Notebooks of format 3.
        cells = [cell for sheet in sheets if isinstance(sheet, dict) for cell in sheet.get("cells") or ()]
    if not isinstance(cells, list):
        raise SourceError("not a notebook: it has no cells")
    return [cell if isinstance(cell, dict) else {} for cell in cells]


def source_key(cell: dict[str, object]) -> str:
    """What a cell has its source under: `source`, in format 3 `input`."""
    return "source" if "source" in cell else "input"


def source_of(cell: dict[str, object]) -> str:
    """The source of a cell, which is a text or a list of texts."""
    source = cell.get(source_key(cell), "")
    if isinstance(source, list):
        return "".join(part for part in source if isinstance(part, str))
    return source if isinstance(source, str) else ""


def _code_cells(notebook: dict[str, object]) -> Iterator[tuple[int, str]]:
    """The sources of the code cells, each with its one-based number among all cells."""
    for number, cell in enumerate(cells_of(notebook), 1):
        if cell.get("cell_type") != "code":
            continue
        metadata = cell.get("metadata")
        editor = metadata.get("vscode") if isinstance(metadata, dict) else None
        if isinstance(editor, dict) and editor.get("languageId", "python") != "python":
            continue
        source = source_of(cell)
        if source.strip():
            yield number, source


def _written_file(lines: list[str]) -> str:
    """The Python file that a cell writes with `%%writefile`, or empty."""
    match = _MAGIC.match(lines[0].lstrip()) if lines[0].lstrip().startswith("%%") else None
    if match is None or match.group(1) not in _WRITING_MAGICS:
        return ""
    words = lines[0].split()
    return words[-1].strip("'\"") if len(words) > 1 and words[-1].strip("'\"").endswith(".py") else ""


def _add_written(sources: Sources, lines: list[str], name: str, number: int) -> None:
    placed = [Line(text, line, 0, number) for line, text in enumerate(lines, 2)]
    error = syntax_error(text_of(placed))
    if error is None:
        if placed:
            sources.units.append(Unit(placed, name))
    else:
        sources.problems.append(Problem(error.msg, (error.lineno or 1) + 1, error.offset or 1, number))


def _without_magics(original: list[str], number: int) -> tuple[list[Line], list[Line]]:
    """The lines of a cell as Python, and those of them that are commands."""
    lines = [Line(text, line, 0, number) for line, text in enumerate(original, 1)]
    first = next((line for line in lines if line.text.strip()), None)
    if first is not None and first.text.lstrip().startswith("%%"):
        match = _MAGIC.match(first.text.lstrip())
        if match is None or match.group(1) not in _PYTHON_MAGICS:
            is_shell = match is not None and match.group(1) in _SHELL_MAGICS
            return [], lines[first.line :] if is_shell else []
        first.text = ""
    if syntax_error(text_of(lines)) is None:
        return lines, []
    state = _State()
    in_magic = False
    commands: list[Line] = []
    is_command = False
    for line in lines:
        whole = line.text
        if in_magic:
            in_magic = whole.endswith("\\")
            line.text, line.shift = "", 0
            if is_command:
                commands.append(Line(whole, line.line, 0, number))
        elif state.is_fresh and _replace_magic(line):
            in_magic = whole.endswith("\\") and not _replaced_by_code(line)
            start = _command_start(whole)
            is_command = start >= 0
            if is_command:
                commands.append(Line(whole[start:], line.line, start, number))
        else:
            state.feed(line.text)
    return lines, commands


def _command_start(text: str) -> int:
    """Where the shell command in a line of IPython starts; -1 when it runs none."""
    indent = len(text) - len(text.lstrip())
    if _BARE_COMMAND.match(text, indent):
        return indent
    match = _COMMAND.match(text, indent)
    return match.end() if match is not None else -1


def _replaced_by_code(line: Line) -> bool:
    return line.shift > 0


def _replace_magic(line: Line) -> bool:
    """Put Python in place of a line of IPython; says whether it was one."""
    text = line.text
    body = text.lstrip()
    indent = text[: len(text) - len(body)]
    magic = _MAGIC.match(body)
    if magic is not None and magic.group(1) in _PYTHON_MAGICS and not _HELP.match(body):
        at = magic.end()
        while True:
            option = _OPTION.match(body, at)
            if option is None:
                break
            at = option.end()
        if body[at:].strip():
            line.text, line.shift = indent + body[at:], at
            return True
    if body.startswith(("%", "!", ";", ",", "/")) or _HELP.match(body) or _BARE_COMMAND.match(body):
        line.text = f"{indent}pass"
        return True
    assigned = _ASSIGNED.match(body)
    if assigned is not None:
        line.text = f"{indent}{assigned.group(1)}None"
        return True
    return False


class _State:
    """Whether the next line starts a statement: not inside of brackets or a text, nor after a backslash."""

    __slots__ = ("_depth", "_quote", "is_fresh")

    def __init__(self) -> None:
        self._depth = 0
        self._quote = ""
        self.is_fresh = True

    def feed(self, text: str) -> None:
        """Take in a line."""
        at = 0
        is_comment = False
        while at < len(text):
            if self._quote:
                if text[at] == "\\":
                    at += 2
                elif text.startswith(self._quote, at):
                    at += len(self._quote)
                    self._quote = ""
                else:
                    at += 1
                continue
            character = text[at]
            if character == "#":
                is_comment = True
                break
            if character in "'\"":
                self._quote = character * 3 if text.startswith(character * 3, at) else character
                at += len(self._quote)
                continue
            if character in "([{":
                self._depth += 1
            elif character in ")]}":
                self._depth = max(self._depth - 1, 0)
            at += 1
        continues = text.endswith("\\") and not is_comment
        if len(self._quote) == 1 and not continues:
            # A text in single quotes ends with its line, closed or not.
            self._quote = ""
        self.is_fresh = not (self._depth or self._quote or continues)
