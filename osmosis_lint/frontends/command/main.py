"""The entry point of the command: picks the subcommand and turns what goes wrong into one line and a status."""

from __future__ import annotations

import os
import sys

from osmosis_lint.frontends.command import options
from osmosis_lint.frontends.command.errors import UsageError, did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

PROBLEM = 2
# What shells report for a process that a signal ended.
_BROKEN_PIPE = 141
_INTERRUPTED = 130


def run() -> NoReturn:
    """The console script: `main` with the arguments of the process."""
    import gc

    # The process is short-lived and ours; `checking` collects where it pays.
    gc.disable()
    sys.exit(main(sys.argv[1:]))


def main(argv: list[str]) -> int:
    """Run the command with its arguments (without the program's name) and give the exit status."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # A file name or source line that the terminal cannot show must not end the run.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        status = _dispatch(argv)
        sys.stdout.flush()
        return status
    except UsageError as error:
        print(f"osmosis-lint: error: {error}", file=sys.stderr)
        return PROBLEM
    except BrokenPipeError:
        # The reader is gone.
        _drop_output()
        return _BROKEN_PIPE
    except OSError as error:
        # What goes wrong with a file is told where it is read; what is left is the output, as on a full disk.
        _drop_output()
        what = "cannot write the output" if _has_folder() else "the working folder is not there any more"
        print(f"osmosis-lint: error: {what}: {error.strerror or error}", file=sys.stderr)
        return PROBLEM
    except KeyboardInterrupt:
        print("osmosis-lint: interrupted", file=sys.stderr)
        return _INTERRUPTED


def _open_closed_streams() -> None:
    """Put something in place of streams that were closed when the process started (`>&-`): Python has None there."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _has_folder() -> bool:
    try:
        os.getcwd()
    except OSError:
        return False
    return True


def _drop_output() -> None:
    """Send what is still in the buffer nowhere: Python would complain when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _dispatch(argv: list[str]) -> int:
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(options.overview())
        return 0 if argv else PROBLEM
    if argv[0] in ("-V", "--version", "version"):
        from osmosis_lint import __version__

        print(f"osmosis-lint {__version__}")
        return 0
    command = next((item for item in options.COMMANDS if item.name == argv[0]), None)
    if command is None:
        raise UsageError(_unknown(argv[0]))
    if "-h" in argv or "--help" in argv:
        print(options.usage(command))
        return 0
    values, others = options.parse(command, argv[1:])
    if command is options.CHECK:
        from osmosis_lint.frontends.command.check import check

        return check(values, others)
    if command is options.RULES:
        from osmosis_lint.frontends.command.list_rules import list_rules

        return list_rules(values, others)
    if command is options.EXPLAIN:
        from osmosis_lint.frontends.command.explain import explain

        return explain(values, others)
    if command is options.SERVER:
        from osmosis_lint.frontends.server.run import serve

        return serve(values, others)
    from osmosis_lint.frontends.command.show_config import show_config

    return show_config(values, others)


def _unknown(word: str) -> str:
    names = [command.name for command in options.COMMANDS]
    if word == "-" or os.path.exists(word):
        return f"unknown command {word!r}; did you mean `osmosis-lint check {word}`?"
    return f"unknown command {word!r} (known: {', '.join(names)}){did_you_mean(word, [*names, '--version', '--help'])}"
