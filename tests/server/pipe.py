"""A client that writes and reads bytes: for what no library would send, and for servers that a library rejects."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
import time
from pathlib import Path

from .client import ENVIRONMENT, LIMIT, SERVER


class Pipe:
    """A server and its streams, byte by byte."""

    def __init__(self, command: list[str] | None = None) -> None:
        self.process = subprocess.Popen(
            command or SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
        )
        self.messages: queue.Queue[dict] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        stream = self.process.stdout
        while True:
            header = stream.readline()
            if not header:
                return
            # Nothing but messages may come here.
            assert header.startswith(b"Content-Length: "), header
            while stream.readline().strip():
                pass
            self.messages.put(json.loads(stream.read(int(header.split(b":")[1]))))

    def __enter__(self) -> Pipe:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(LIMIT)
        for stream in (self.process.stdin, self.process.stderr):
            with contextlib.suppress(OSError):
                stream.close()

    def raw(self, data: bytes) -> None:
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def body(self, body: bytes) -> None:
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def send(self, method: str, params: object = None, identity: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        self.body(json.dumps(message if identity is None else {**message, "id": identity}).encode())

    def answer(self, identity: int) -> dict:
        """The answer to a request; what else comes is left out."""
        until = time.monotonic() + LIMIT
        while time.monotonic() < until:
            message = self.messages.get(timeout=LIMIT)
            if message.get("id") == identity and "method" not in message:
                return message
        raise AssertionError(f"no answer to {identity}")

    def receive(self, method: str) -> dict:
        """The parameters of the next message of a method; what else comes is left out."""
        until = time.monotonic() + LIMIT
        while time.monotonic() < until:
            message = self.messages.get(timeout=LIMIT)
            if message.get("method") == method:
                return message["params"]
        raise AssertionError(f"no {method} came")

    def ask(self, method: str, params: object, identity: int) -> dict:
        self.send(method, params, identity)
        return self.answer(identity)

    def begin(self, folder: Path) -> dict:
        params = {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}}
        answer = self.ask("initialize", params, 0)
        self.send("initialized", {})
        return answer

    def ends(self) -> tuple[int, str]:
        """The exit status and what was written to standard error."""
        status = self.process.wait(LIMIT)
        return status, self.process.stderr.read().decode()
