"""A chat-completions endpoint on the loopback interface that answers from a script."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    text: str = ""
    tool: str | None = None
    arguments: dict[str, Any] = field(default_factory=dict)

    @property
    def finish_reason(self) -> str:
        return "tool_calls" if self.tool else "stop"

    def deltas(self, call_id: str) -> Iterator[dict[str, Any]]:
        yield {"role": "assistant", "content": ""}
        for word in self.text.splitlines(keepends=True):
            yield {"content": word}
        if self.tool:
            function = {"name": self.tool, "arguments": json.dumps(self.arguments)}
            call = {
                "index": 0,
                "id": call_id,
                "type": "function",
                "function": function,
            }
            yield {"tool_calls": [call]}


Script = Callable[[list[dict[str, Any]]], Reply]


def text_of(message: dict[str, Any]) -> str:
    content = message.get("content") or ""
    if isinstance(content, str):
        return content
    return "".join(block.get("text", "") for block in content)


class StandIn:
    """``with StandIn(script) as url``: a server for as long as the block runs."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.calls = 0
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self) -> str:
        self.thread.start()
        return f"http://127.0.0.1:{self.server.server_port}/v1"

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    def handler(self) -> type[BaseHTTPRequestHandler]:
        standin = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", "0"))
                body = json.loads(self.rfile.read(length))
                if not self.path.endswith("/chat/completions"):
                    self.send_error(404)
                    return
                standin.calls += 1
                reply = standin.script(body["messages"])
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()
                for delta in reply.deltas(f"call-{standin.calls}"):
                    self.send_chunk(delta, None)
                self.send_chunk({}, reply.finish_reason)
                self.wfile.write(b"data: [DONE]\n\n")
                self.close_connection = True

            def send_chunk(self, delta: dict[str, Any], finish: str | None) -> None:
                chunk = {
                    "id": "chatcmpl-1",
                    "object": "chat.completion.chunk",
                    "created": 0,
                    "model": "standin",
                    "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
                }
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler
