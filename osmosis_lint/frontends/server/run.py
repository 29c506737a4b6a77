"""The subcommand `server`: starts the language server on standard input and output, until the client ends it."""

from __future__ import annotations

import signal

from osmosis_lint.frontends.command.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.frontends.command.options import Values


def serve(values: Values, words: list[str]) -> int:
    """Serve one client; gives 0 when it ended as the protocol says, else 1. Raises UsageError when pygls is missing."""
    if words:
        raise UsageError(f"`server` takes no arguments, not {words[0]!r}: the client says what to look at")
    try:
        from osmosis_lint.frontends.server.server import make
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "osmosis_lint"):
            raise
        raise UsageError(f'`server` needs the package `{package}`: pip install "osmosis-lint[lsp]"') from None
    from osmosis_lint.frontends.command.checking import relax_collector
    from osmosis_lint.frontends.server import protocol

    # The session collects when it has time.
    relax_collector()
    # There is nothing to save, and the thread that waits for input could not be stopped.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    protocol.log_to_stderr()
    source, target = protocol.take_streams()
    server = make()
    server.start_io(source, target)  # type: ignore[arg-type]
    server.stop()
    return 0 if server.protocol.is_shut_down else 1
