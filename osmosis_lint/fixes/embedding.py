"""Fixes for Python inside other files: notebooks cell by cell, the code blocks of Markdown and reStructuredText, and
templates that are Python as they stand.

All code of a file is fixed as one text, since later parts use what earlier ones define. A comment of ours stands
between two parts, and behind each line that is not in the text as it is in the file (such as one with a magic). A
proved fix keeps every comment, so what comes out is taken apart at them and put back where it came from. Anything
that does not come apart that way leaves the file as it was.
"""

from __future__ import annotations

import ast
import difflib
import os
import re

from osmosis_lint.diagnostics import Span
from osmosis_lint.files import embedded
from osmosis_lint.files.errors import SourceError
from osmosis_lint.files.kinds import EMBEDDING, NOTEBOOK, TEMPLATE
from osmosis_lint.fixes import session
from osmosis_lint.fixes.cells import CellTexts
from osmosis_lint.fixes.edits import DISPLAY, RefusedError, apply
from osmosis_lint.fixes.file import PARTING
from osmosis_lint.fixes.offers import Offer, Offers, TextEdit, as_edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.engine import Engine
    from osmosis_lint.files.embedded import Line, Unit
    from osmosis_lint.fixes.edits import Fix
    from osmosis_lint.fixes.session import Chooser, FixResult, Wanted

# What the comments of ours start with; a file that has it already is left alone.
_OURS = PARTING.removesuffix(" part")
_PART = re.compile(rf"{re.escape(PARTING)} (\d+)$")
_LINE = re.compile(rf"(?:  )?{re.escape(_OURS)} line (\d+)$")
_PROMPT = re.compile(r"([ \t]*)(?:>>>|\.\.\.)(?: |$)")
_NEWLINE = re.compile(r"\r\n|\r|\n")


class EmbeddedResult:
    """What fixing a file with code in it gave: its new text, and a `session.FixResult` for each text of code."""

    __slots__ = ("results", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.results: list[FixResult] = []

    @property
    def applied(self) -> list[Fix]:
        """All fixes that are in the new text."""
        return [fix for result in self.results for fix in result.applied]

    @property
    def offered(self) -> list[Fix]:
        """Proved fixes that were not applied."""
        return [fix for result in self.results for fix in result.offered]


def fix_embedded(
    engine: Engine,
    path: str,
    kind: str,
    text: str,
    *,
    unsafe: bool = False,
    only: Wanted | None = None,
    choose: Chooser | None = None,
) -> EmbeddedResult:
    """Fix the Python in a notebook, Markdown, reStructuredText or template; other kinds come back as they are.

    Everything but the changed lines stays, byte for byte: of a notebook its formatting, keys, outputs and magics, of
    a document its fences, prompts and indentation. A template is left alone that is Python only without what will be
    replaced in it. The options are those of `session.fix_text`. Raises SourceError
    when the text is not what its kind says.
    """
    out = EmbeddedResult(text)
    if kind not in EMBEDDING or _OURS in text:
        return out
    holder = _Holder(kind, text)
    index = 0
    while index < len(holder.codes):
        code = holder.codes[index]
        asked = _asking(choose, holder, code) if choose is not None else None
        try:
            result = session.fix_text(engine, code.path(path), code.text, unsafe=unsafe, only=only, choose=asked)
            changed = holder.after(index, result.text)
        except (RefusedError, SyntaxError, ValueError, RecursionError):
            changed = None
        if changed is not None:
            holder = changed
            out.results.append(result)
        index += 1
    out.text = holder.text
    return out


def _asking(choose: Chooser, holder: _Holder, code: _Code) -> Chooser:
    """A question on a fix of a code, with the texts of the file."""

    def asked(fix: Fix, before: str, after: str) -> bool:
        try:
            return choose(fix, holder.replaced(code, before), holder.replaced(code, after))
        except RefusedError:
            return False

    return asked


class EmbeddedOffers:
    """What can be done about the findings in one such text, each worked out when it is asked for.

    Making it raises SourceError when the text is not what its kind says. `find` takes what a report knows of a
    finding: its code and its place in the file (or in the cell).
    """

    def __init__(self, engine: Engine, path: str, kind: str, text: str) -> None:
        self._holder: _Holder | None = None
        self._known: list[tuple[_Code, Diagnostic, Offers]] = []
        if kind not in EMBEDDING or _OURS in text:
            return
        self._holder = _Holder(kind, text)
        for code in self._holder.codes:
            try:
                found = engine.check(code.path(path), code.text)
            except (SyntaxError, ValueError, RecursionError):
                continue
            offers = Offers(engine, found)
            self._known += [(code, item, offers) for item in found]

    def find(self, code: str, span: Span, cell: int = 0) -> Offer:
        """The offer for a finding; one without edits when there is no such finding or no rewrite."""
        for part, diagnostic, offers in self._known:
            if diagnostic.code == code and part.place(diagnostic.span.line, diagnostic.span.column) == (
                span.line,
                span.column,
                cell,
            ):
                return self._moved(part, offers.of(diagnostic))
        return Offer(DISPLAY, "", "code of this kind is not rewritten")

    def _moved(self, code: _Code, offer: Offer) -> Offer:
        """An offer with its edits where they are in the file."""
        assert self._holder is not None
        if not offer.edits:
            return offer
        try:
            after = apply(code.text, [as_edit(code.text, edit) for edit in offer.edits])
            edits = list(code.edits(after))
        except (RefusedError, ValueError) as error:
            return Offer(DISPLAY, offer.title, str(error), covers=offer.covers)
        return Offer(offer.applicability, offer.title, offer.reason, edits, offer.covers)


class _Part:
    """A stretch of the file that is all code: lines that follow each other in one cell or block, all with prompts
    (`prompted`) or none.

    `raw` are its lines as they stand in the file, `lines` the same as Python.
    """

    def __init__(self, cell: int, prompted: bool) -> None:
        self.cell = cell
        self.prompted = prompted
        self.raw: list[str] = []
        self.lines: list[Line] = []

    def takes(self, line: Line, prompted: bool) -> bool:
        """Whether a line goes on with the part."""
        last = self.lines[-1].line
        return (line.cell, line.line, prompted) == (self.cell, last + 1, self.prompted)


class _Code:
    """One text of Python, with comments of ours between its parts, and the way back."""

    def __init__(self, unit: Unit, raw_lines: _RawLines) -> None:
        self.name = unit.name
        self.parts: list[_Part] = []
        for line in unit.lines:
            raw = raw_lines.line(line)
            prompted = not line.cell and _PROMPT.match(raw[: line.shift]) is not None
            last = self.parts[-1] if self.parts else None
            if last is None or not last.takes(line, prompted):
                last = _Part(line.cell, prompted)
                self.parts.append(last)
            last.lines.append(line)
            last.raw.append(raw)
        # For each line of the text: its part and line; for those of ours nothing.
        self._places: list[Line | None] = []
        self.text = self._joined()

    def _joined(self) -> str:
        out: list[str] = []
        for number, part in enumerate(self.parts):
            if number:
                out += ["", f"{PARTING} {number}"]
                self._places += [None, None]
            for index, line in enumerate(part.lines):
                same = part.raw[index][line.shift :] == line.text
                comment = f"{_OURS} line {index}"
                out.append(line.text if same else f"{line.text}  {comment}" if line.text.strip() else comment)
                self._places.append(line)
        return "".join(f"{line}\n" for line in out)

    def path(self, path: str) -> str:
        """What the text is called, given the path of the file: a cell may write a file of another name."""
        return os.path.join(os.path.dirname(path), self.name) if self.name else path

    def place(self, line: int, column: int) -> tuple[int, int, int]:
        """(line, column, cell) in the file of a place in the text."""
        origin = self._places[line - 1]
        return (origin.line, column + origin.shift, origin.cell) if origin is not None else (0, 0, 0)

    def taken_apart(self, text: str) -> list[list[str]]:
        """The lines of each part as they belong into the file. Raises RefusedError when they cannot be told."""
        groups: list[list[str]] = [[]]
        for line in embedded.split_lines(text):
            match = _PART.fullmatch(line)
            if match is None:
                groups[-1].append(line)
                continue
            if int(match.group(1)) != len(groups) or not groups[-1] or groups[-1].pop():
                raise RefusedError("the rewrite would move code between cells or blocks")
            groups.append([])
        if len(groups) != len(self.parts):
            raise RefusedError("the rewrite would move code between cells or blocks")
        return [self._raw(part, lines) for part, lines in zip(self.parts, groups, strict=True)]

    def _raw(self, part: _Part, lines: list[str]) -> list[str]:
        """New lines of a part as they stand in the file: those that are as they were keep their bytes."""
        restored = [self._restored(part, line) for line in lines]
        olds = [
            line.text if raw[line.shift :] == line.text else raw for raw, line in zip(part.raw, part.lines, strict=True)
        ]
        prompts = self._prompts(part, lines)
        out: list[str] = []
        matcher = difflib.SequenceMatcher(None, olds, restored, autojunk=False)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            if tag == "equal":
                out += part.raw[i1:i2]
                continue
            for index in range(j1, j2):
                near = min(i1 + index - j1, max(i2 - 1, 0), len(part.raw) - 1)
                prefix = part.raw[near][: part.lines[near].shift]
                match = _PROMPT.match(prefix)
                if match is not None:
                    prefix = f"{match.group(1)}{prompts[index]}"
                elif part.cell:
                    prefix = ""
                out.append((prefix + restored[index]).rstrip() if not restored[index] else prefix + restored[index])
        return out

    @staticmethod
    def _restored(part: _Part, line: str) -> str:
        """A line without the comment of ours behind it, with what stood there instead of it."""
        match = _LINE.search(line)
        if match is None:
            return line
        number = int(match.group(1))
        code, old, raw = line[: match.start()], part.lines[number], part.raw[number]
        indent = code[: len(code) - len(code.lstrip())] if code.strip() else raw[: len(raw) - len(raw.lstrip())]
        if code.strip() == old.text.strip():
            return indent + raw.lstrip()
        body = raw.lstrip()
        if part.cell and old.shift and body[old.shift :] == old.text.strip():
            return indent + body[: old.shift] + code.strip()
        raise RefusedError("the rewrite would change a line that only its notebook understands")

    @staticmethod
    def _prompts(part: _Part, lines: list[str]) -> list[str]:
        """The prompt of each line, where the part has prompts: one for the start of a statement, one for the rest."""
        if not part.prompted:
            return []
        try:
            tree = ast.parse("".join(f"{line}\n" for line in lines))
        except (SyntaxError, ValueError):
            raise RefusedError("the lines of an example would not be statements of their own") from None
        starts = {
            min([stmt.lineno, *(item.lineno for item in getattr(stmt, "decorator_list", ()))]) for stmt in tree.body
        }
        within = {line for stmt in tree.body for line in range(stmt.lineno + 1, (stmt.end_lineno or 0) + 1)}
        return ["... " if number in within and number not in starts else ">>> " for number in range(1, len(lines) + 1)]

    def edits(self, text: str) -> Iterator[TextEdit]:
        """The change to a new text as edits of the file."""
        for part, new in zip(self.parts, self.taken_apart(text), strict=True):
            first = part.lines[0].line
            for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, part.raw, new, autojunk=False).get_opcodes():
                if tag != "equal":
                    yield _line_edit(part, first, (i1, i2), new[j1:j2])


def _line_edit(part: _Part, first: int, old: tuple[int, int], new: Sequence[str]) -> TextEdit:
    """Lines of a part replaced by others. The end of its last line belongs to what is around the part."""
    start, end = old
    text = "\n".join(new)
    if start < end and new:
        return TextEdit(Span(first + start, 0, first + end - 1, len(part.raw[end - 1])), text, part.cell)
    if start < end:
        if end < len(part.raw):
            return TextEdit(Span(first + start, 0, first + end, 0), "", part.cell)
        before = len(part.raw[start - 1]) if start else 0
        return TextEdit(
            Span(first + start - bool(start), before, first + end - 1, len(part.raw[end - 1])), "", part.cell
        )
    if start < len(part.raw):
        return TextEdit(Span(first + start, 0, first + start, 0), f"{text}\n", part.cell)
    at = len(part.raw[start - 1])
    return TextEdit(Span(first + start - 1, at, first + start - 1, at), f"\n{text}", part.cell)


class _RawLines:
    """The lines of a file, or of the cells of a notebook, as they stand there."""

    def __init__(self, kind: str, text: str) -> None:
        self.cells = CellTexts(text) if kind == NOTEBOOK else None
        self.text = text
        self.own = embedded.split_lines(text.removeprefix("\ufeff"))
        self._known: dict[int, list[str]] = {}

    def line(self, line: Line) -> str:
        """The whole line that a line of Python came from."""
        if self.cells is None:
            return self.own[line.line - 1]
        if line.cell not in self._known:
            self._known[line.cell] = embedded.split_lines(self.cells.source(line.cell))
        return self._known[line.cell][line.line - 1]


class _Holder:
    """The text of a file and the codes in it."""

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = text
        self.raw_lines = _RawLines(kind, text)
        units = embedded.python_units(kind, text.encode("utf-8", "surrogatepass")).units
        if kind == TEMPLATE:
            units = [unit for unit in units if _is_as_it_stands(unit, self.raw_lines.own)]
        self.codes = [_Code(unit, self.raw_lines) for unit in units]

    def replaced(self, code: _Code, text: str) -> str:
        """The file with other text for one of its codes. Raises RefusedError when it cannot be put back."""
        new = code.taken_apart(text)
        changed = [(part, lines) for part, lines in zip(code.parts, new, strict=True) if part.raw != lines]
        if not changed:
            return self.text
        if self.raw_lines.cells is not None:
            cells = self.raw_lines.cells
            return cells.replaced(
                {part.cell: _in_cell(cells.source(part.cell), part, lines) for part, lines in changed}
            )
        return _in_document(self.text, changed)

    def after(self, index: int, text: str) -> _Holder:
        """The file with other text for a code. Raises RefusedError when reading it again does not give that text."""
        code = self.codes[index]
        if text == code.text:
            return self
        try:
            later = _Holder(self.kind, self.replaced(code, text))
        except SourceError as error:
            raise RefusedError(error.reason) from None
        if len(later.codes) != len(self.codes) or _tree(later.codes[index].text) != _tree(text):
            raise RefusedError("the code of the file could not be told apart any more")
        return later


def _is_as_it_stands(unit: Unit, lines: list[str]) -> bool:
    """Whether the code of a template is all there is: what is filled in later may use any name.

    `{name}` and `{{ name }}` would be sets; a statement of the template may leave out any line.
    """
    if [line.text for line in unit.lines] != lines or "{%" in unit.text:
        return False
    sets = [node for node in ast.walk(ast.parse(unit.text)) if isinstance(node, ast.Set)]
    return all(len(node.elts) > 1 for node in sets)


def _tree(text: str) -> str:
    return ast.dump(ast.parse(text))


def _in_cell(source: str, part: _Part, lines: Sequence[str]) -> str:
    """The source of a cell with other lines for one of its parts."""
    ends = [match.group() for match in _NEWLINE.finditer(source)]
    newline = ends[0] if ends else "\n"
    old = embedded.split_lines(source)
    first = part.lines[0].line - 1
    every = [*old[:first], *lines, *old[first + len(part.raw) :]]
    text = newline.join(every)
    return text + newline if source.endswith(("\n", "\r")) and every else text


def _in_document(text: str, changed: list[tuple[_Part, list[str]]]) -> str:
    """A document with other lines for some of its parts; every line keeps its own end."""
    pieces: list[str] = []
    at = 0
    for match in _NEWLINE.finditer(text):
        pieces.append(text[at : match.end()])
        at = match.end()
    if at < len(text):
        pieces.append(text[at:])
    for part, lines in reversed(changed):
        first = part.lines[0].line - 1
        last = first + len(part.raw)
        end = pieces[first][len(pieces[first].rstrip("\r\n")) :] or "\n"
        new = [line + end for line in lines]
        if new and not pieces[last - 1].endswith(("\n", "\r")):
            new[-1] = lines[-1]
        if first == 0 and text.startswith("\ufeff") and new:
            new[0] = "\ufeff" + new[0].removeprefix("\ufeff")
        pieces[first:last] = new
    return "".join(pieces)
