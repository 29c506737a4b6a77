"""The flake8 extension. flake8 gives the syntax tree and the lines; the file is never opened again."""

from __future__ import annotations

import ast

from osmosis_lint import __version__
from osmosis_lint.engine import Engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from flake8.options.manager import OptionManager

_STDIN_NAMES = frozenset(("-", "stdin"))


class Plugin:
    """One file's check. flake8 makes an object per file and reads `run`."""

    name = "osmosis-lint"
    version = __version__

    _engine = Engine(advice=True)
    _stdin_name = "stdin"

    def __init__(self, tree: ast.Module, lines: list[str], filename: str) -> None:
        self._tree = tree
        self._lines = lines
        self._filename = filename

    @classmethod
    def add_options(cls, option_manager: OptionManager) -> None:
        """Add `--osmosis-target-version`, and switch the advice rules off by default."""
        from osmosis_lint.api import records

        option_manager.add_option(
            "--osmosis-target-version",
            default="",
            parse_from_config=True,
            metavar="VERSION",
            help="the osmosis-ai release to check for, such as 0.3.2 (default: the newest one known)",
        )
        option_manager.extend_default_ignore(sorted(records.ADVICE))

    @classmethod
    def parse_options(cls, options: argparse.Namespace) -> None:
        """Take the target version and the name that standard input stands for.

        Raises flake8's ExecutionError, which ends the run with one line, for a version that is none.
        """
        from osmosis_lint.api import releases

        try:
            target = releases.target(options.osmosis_target_version)
        except ValueError as error:
            from flake8.exceptions import ExecutionError

            raise ExecutionError(f"--osmosis-target-version: {error}") from None
        cls._engine = Engine(target, advice=True)
        cls._stdin_name = options.stdin_display_name

    def run(self) -> Iterator[tuple[int, int, str, type[Plugin]]]:
        """The findings as flake8 wants them: one-based line, zero-based column, text that starts with the code."""
        path = self._stdin_name if self._filename in _STDIN_NAMES else self._filename
        for found in self._engine.check(path, "".join(self._lines), self._tree):
            yield found.span.line, found.span.column, f"{found.code} {found.text}", type(self)
