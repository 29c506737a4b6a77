"""What a check reports: diagnostics, where they are, and the edits that would mend them.

Every position in the project is of one kind: lines count from one, columns count characters
(code points) from zero, and an end column is exclusive. Front ends convert at their own edge.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Span:
    """A stretch of a file: one-based lines, zero-based character columns, end exclusive."""

    __slots__ = ("column", "end_column", "end_line", "line")

    def __init__(self, line: int, column: int, end_line: int, end_column: int) -> None:
        self.line = line
        self.column = column
        self.end_line = end_line
        self.end_column = end_column

    def key(self) -> tuple[int, int, int, int]:
        """The span as a tuple, for sorting and comparing."""
        return (self.line, self.column, self.end_line, self.end_column)

    def __repr__(self) -> str:
        return f"Span{self.key()!r}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


class Related:
    """Another place that belongs to a diagnostic, such as a use of an imported name."""

    __slots__ = ("message", "path", "span")

    def __init__(self, path: str, span: Span, message: str) -> None:
        self.path = path
        self.span = span
        self.message = message


class Diagnostic:
    """One finding.

    `code` is `OSM101`; `message` says what is wrong and `hint` what to write instead (neither repeats
    the code). `origin` is what the rules know of the place (`rules.check.Origin`), for the fixes; it keeps
    the syntax tree alive, so `settle` drops it when nobody will ask. `symbol` is the qualified name of the
    SDK that the finding is about, or the empty string. `last_release` is the last release of the SDK that had
    it, or the empty string. `cell` is the one-based notebook cell in which the span counts, or 0.
    """

    __slots__ = ("_related", "cell", "code", "hint", "last_release", "message", "origin", "path", "span", "symbol")

    def __init__(
        self,
        code: str,
        message: str,
        hint: str,
        path: str,
        span: Span,
        symbol: str = "",
        last_release: str = "",
        related: Callable[[], list[Related]] | None = None,
        origin: object = None,
    ) -> None:
        self.code = code
        self.message = message
        self.hint = hint
        self.path = path
        self.span = span
        self.symbol = symbol
        self.last_release = last_release
        self._related = related
        self.origin = origin
        self.cell = 0

    def settle(self) -> None:
        """Forget what other places and fixes would be worked out from."""
        self._related = None
        self.origin = None

    @property
    def text(self) -> str:
        """Message and hint in one line, as hosts with one text field show it."""
        return f"{self.message}; {self.hint}" if self.hint else self.message

    @property
    def related(self) -> list[Related]:
        """Other places of the finding, worked out when asked for."""
        return self._related() if self._related is not None else []

    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Order of reports: by file, place and code."""
        return (self.path, self.span.line, self.span.column, self.code, self.message)

    def __repr__(self) -> str:
        return f"{self.path}:{self.span.line}:{self.span.column + 1}: {self.code} {self.message}"
