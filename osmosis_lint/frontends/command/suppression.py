"""Comments that suppress findings: `# noqa`, `# noqa: OSM101`, `# osmosis-lint: disable=OSM101`.

A `noqa` comment holds for the whole logical statement it stands in, whichever of its lines it is on. An
`osmosis-lint` comment on a line of its own holds for the file, one behind code for its statement. Text inside
strings is no comment.
"""

from __future__ import annotations

import re

from osmosis_lint.semantics.source import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.frontends.command.findings import Finding

# A word after `noqa:` that is no code makes the comment a bare one, as for flake8.
_NOQA = re.compile(
    r"#\s*noqa(?![\w-])(?:\s*:\s*(?P<codes>(?:[A-Z]+[0-9]+|OSM\b)(?:(?:\s*,\s*|\s+)(?:[A-Z]+[0-9]+|OSM\b))*))?",
    re.IGNORECASE,
)
_OWN = re.compile(r"#\s*osmosis-lint\s*:\s*disable\s*=\s*(?P<codes>[\w-]+(?:\s*,\s*[\w-]+)*)", re.IGNORECASE)
_CODE = re.compile(r"[A-Za-z][\w-]*")
_OWN_FAMILY = "OSM"


class Code:
    """One code of a comment: its text, its zero-based column in the line, and whether it suppressed something."""

    __slots__ = ("column", "text", "used")

    def __init__(self, text: str, column: int) -> None:
        self.text = text
        self.column = column
        self.used = False

    def matches(self, code: str, name: str) -> bool:
        """Whether it stands for a code: the code itself, a prefix of it, the rule's name, or `all`."""
        word = self.text.upper()
        return (word.startswith(_OWN_FAMILY) and code.startswith(word)) or self.text.lower() in (name, "all")


class Comment:
    """One suppressing comment.

    `codes` is None for a bare `noqa`, which suppresses everything and is never called unused; `end` is the
    column just behind the comment's codes, where another can be added.
    """

    __slots__ = ("codes", "column", "end", "is_own", "line")

    def __init__(self, line: int, column: int, end: int, codes: list[Code] | None, *, is_own: bool) -> None:
        self.line = line
        self.column = column
        self.end = end
        self.codes = codes
        self.is_own = is_own

    def suppresses(self, code: str, name: str) -> bool:
        """Whether it suppresses a code; what did so counts as used."""
        if self.codes is None:
            return True
        found = [item for item in self.codes if item.matches(code, name)]
        for item in found:
            item.used = True
        return bool(found)


class Suppressions:
    """The suppressing comments of one source text, and which lines each holds for."""

    def __init__(self, text: str, *, python: bool = True) -> None:
        """`python` is False for other files with `#` comments, where each line stands for itself."""
        self._text = text
        self._python = python
        self._statements: dict[int, tuple[int, int]] = {}
        self._by_line: dict[int, list[Comment]] = {}
        self._file: list[Comment] = []
        lowered = text.lower() if text else ""
        self.comments: list[Comment] = []
        self._read = "noqa" in lowered or "osmosis-lint" in lowered
        if self._read:
            self._collect()

    def suppresses(self, finding: Finding, name: str) -> bool:
        """Whether a comment suppresses a finding of the rule called `name`."""
        if not self._read:
            return False
        # All of them are asked, so that each is known as used.
        answers = [item.suppresses(finding.code, name) for item in self.holding(finding.span.line)]
        return any(answers)

    def statement(self, line: int) -> tuple[int, int]:
        """First and last line of the logical statement that a line belongs to."""
        if self._python and not self._statements:
            self._read_statements()
        return self._statements.get(line, (line, line))

    def of_statement(self, line: int) -> list[Comment]:
        """The comments that hold for the statement at a line (not those for the whole file)."""
        first, last = self.statement(line)
        return [item for number in range(first, last + 1) for item in self._by_line.get(number, ())]

    def holding(self, line: int) -> list[Comment]:
        """All comments that hold for a line, those for the whole file included."""
        return [*self.of_statement(line), *self._file]

    def is_for_file(self, comment: Comment) -> bool:
        """Whether a comment holds for the whole file."""
        return comment in self._file

    def unused(self) -> list[tuple[Comment, Code]]:
        """The codes of ours that suppressed nothing, in order."""
        return [
            (comment, code)
            for comment in self.comments
            for code in comment.codes or ()
            if not code.used and (comment.is_own or code.text.upper().startswith(_OWN_FAMILY))
        ]

    def _collect(self) -> None:
        if not self._python:
            for number, line in enumerate(Lines(self._text).lines, 1):
                position = line.find("#")
                if position >= 0:
                    self._take(line[position:], number, position, alone=not line[:position].strip())
            return
        self._read_statements()

    def _read_statements(self) -> None:
        """Walk the tokens once: statements become line ranges, comments are kept."""
        start = 0
        for kind, text, line, column, end_line in _tokens(self._text):
            if kind == "comment":
                self._take(text, line, column, alone=not start)
            elif kind == "newline":
                for number in range(start or line, end_line + 1):
                    self._statements[number] = (start or line, end_line)
                start = 0
            elif not start:
                start = line
        self._statements.setdefault(0, (0, 0))

    def _take(self, text: str, line: int, column: int, *, alone: bool) -> None:
        """Keep what a comment suppresses; `alone` says that no statement stands before it."""
        for pattern, is_own in ((_NOQA, False), (_OWN, True)):
            for match in pattern.finditer(text):
                codes: list[Code] | None = None
                if match.group("codes"):
                    start, end = match.span("codes")
                    codes = [Code(item.group(), column + item.start()) for item in _CODE.finditer(text, start, end)]
                comment = Comment(line, column + match.start(), column + match.end(), codes, is_own=is_own)
                self.comments.append(comment)
                if is_own and alone:
                    self._file.append(comment)
                else:
                    self._by_line.setdefault(line, []).append(comment)


def _tokens(text: str) -> Iterator[tuple[str, str, int, int, int]]:
    """(kind, text, line, column, last line) of comments, ends of statements and other tokens.

    Where the tokenizer gives up, what it gave so far is used.
    """
    import io
    import tokenize

    silent = (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
            kind = "code"
            if token.type == tokenize.COMMENT:
                kind = "comment"
            elif token.type == tokenize.NEWLINE:
                kind = "newline"
            elif token.type in silent:
                continue
            yield kind, token.string, token.start[0], token.start[1], token.end[0]
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return
