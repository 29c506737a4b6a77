"""What pygls leaves open when a client does not keep to the protocol, and what keeps strays off its streams."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

_NOT_INITIALIZED = types.ErrorCodes.ServerNotInitialized.value
_INVALID_REQUEST = types.ErrorCodes.InvalidRequest.value
# No message of an editor is longer; more must not be waited for, or taken into memory.
_MAX_MESSAGE = 256_000_000


class Protocol(LanguageServerProtocol):
    """The protocol of pygls, which answers every request: also a wrong one, and one that comes too early or late."""

    is_initialized = False
    is_shut_down = False

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message for a JSON object. A request that cannot be understood is answered here, before it raises."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        """Handle a message, unless it is a request that cannot be answered now."""
        method = getattr(message, "method", "")
        identity = getattr(message, "id", None)
        if not method or identity is None:
            if self.is_initialized or not method or method == types.EXIT:
                super().handle_message(message)
            return
        if self.is_shut_down:
            self._refuse(identity, _INVALID_REQUEST, "the server was asked to shut down")
        elif not self.is_initialized and method != types.INITIALIZE:
            self._refuse(identity, _NOT_INITIALIZED, "the first request must be `initialize`")
        elif self.is_initialized and method == types.INITIALIZE:
            self._refuse(identity, _INVALID_REQUEST, "the server is initialized already")
        else:
            self.is_initialized = True
            super().handle_message(message)

    def _refuse(self, identity: str | int, code: int, message: str) -> None:
        self._send_response(identity, error=types.ResponseError(code, message))


class Input:
    """Standard input, which ends at a message that no editor would send."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        """The next line; empty at the end."""
        return self._stream.readline(_MAX_MESSAGE)

    def read(self, size: int) -> bytes:
        """Bytes of a message; empty at the end."""
        return self._stream.read(size) if size <= _MAX_MESSAGE else b""


class Output:
    """Standard output. When nobody reads it any more, the end of the input will tell."""

    def __init__(self, stream: io.FileIO) -> None:
        """`stream` has no buffer, which would be written once more when the process ends."""
        self._stream = stream

    def write(self, data: bytes) -> None:
        """Write bytes, all of them."""
        left = memoryview(data)
        with contextlib.suppress(OSError, ValueError):
            while left:
                left = left[self._stream.write(left) :]

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Send no more."""
        with contextlib.suppress(OSError):
            self._stream.close()


def take_streams() -> tuple[Input, Output]:
    """Standard input and output for the protocol alone: from now on, what is printed goes to standard error."""
    output = io.FileIO(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return Input(sys.stdin.buffer), Output(output)


class _OneLine(logging.Formatter):
    """Log records in one line each: no traceback."""

    def format(self, record: logging.LogRecord) -> str:
        text = record.getMessage().strip().partition("\n")[0]
        error = record.exc_info[1] if record.exc_info else None
        told = f"{text}: {type(error).__name__}: {error}".partition("\n")[0] if error is not None else text
        return f"osmosis-lint server: {told}"


def log_to_stderr() -> None:
    """Let the libraries tell what goes wrong on standard error, a line each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine())
    logging.basicConfig(handlers=[handler], level=logging.ERROR)
