"""Beginnings and ends of a session, and clients that do not keep to the protocol."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from .client import ENVIRONMENT, LIMIT, SERVER
from .pipe import Pipe
from .test_diagnostics import OLD


@pytest.fixture
def pipe():
    with Pipe() as started:
        yield started


def alive(pipe: Pipe, identity: int) -> bool:
    """Whether the server still answers."""
    answer = pipe.ask(
        "textDocument/hover",
        {"textDocument": {"uri": "file:///x.py"}, "position": {"line": 0, "character": 0}},
        identity,
    )
    return "result" in answer


def test_a_session_ends_as_the_protocol_says(pipe, tmp_path):
    answer = pipe.begin(tmp_path)
    assert answer["result"]["serverInfo"]["name"] == "osmosis-lint"
    assert pipe.ask("shutdown", None, 1) == {"id": 1, "jsonrpc": "2.0", "result": None}
    assert (
        pipe.ask(
            "textDocument/hover", {"textDocument": {"uri": "file:///x.py"}, "position": {"line": 0, "character": 0}}, 2
        )["error"]["code"]
        == -32600
    )
    pipe.send("exit")
    assert pipe.ends() == (0, "")


@pytest.mark.parametrize("is_initialized", [False, True])
def test_exit_without_shutdown_is_a_failure(pipe, tmp_path, is_initialized):
    if is_initialized:
        pipe.begin(tmp_path)
    pipe.send("exit")
    assert pipe.ends() == (1, "")


@pytest.mark.parametrize("is_busy", [False, True])
def test_a_client_that_dies_ends_the_server(pipe, tmp_path, is_busy):
    pipe.begin(tmp_path)
    if is_busy:
        uri = (tmp_path / "a.py").as_uri()
        document = {"uri": uri, "languageId": "python", "version": 1, "text": OLD * 20000}
        pipe.send("textDocument/didOpen", {"textDocument": document})
    pipe.process.stdin.close()
    assert pipe.ends() == (1, "")


@pytest.mark.skipif(os.name == "nt", reason="signals work otherwise on Windows")
def test_a_client_that_stops_reading_ends_the_server(tmp_path):
    process = subprocess.Popen(
        SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    try:
        process.stdout.close()
        for number in range(3):
            message = {
                "jsonrpc": "2.0",
                "id": number,
                "method": "initialize",
                "params": {"processId": None, "rootUri": None, "capabilities": {}},
            }
            body = json.dumps(message).encode()
            process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        process.stdin.close()
        assert process.wait(LIMIT) == 1
        assert process.stderr.read() == b""
    finally:
        process.kill()
        process.wait(LIMIT)


@pytest.mark.skipif(os.name == "nt", reason="signals work otherwise on Windows")
def test_ctrl_c_ends_the_server(pipe, tmp_path):
    pipe.begin(tmp_path)
    pipe.process.send_signal(signal.SIGINT)
    assert pipe.ends() == (-signal.SIGINT, "")


def test_requests_that_come_too_early_are_refused(pipe, tmp_path):
    place = {"textDocument": {"uri": "file:///x.py"}, "position": {"line": 0, "character": 0}}
    assert pipe.ask("textDocument/hover", place, 7)["error"]["code"] == -32002
    pipe.send(
        "textDocument/didOpen",
        {"textDocument": {"uri": "file:///x.py", "languageId": "python", "version": 1, "text": ""}},
    )
    pipe.begin(tmp_path)
    assert (
        pipe.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 8)["error"]["code"] == -32600
    )
    assert alive(pipe, 9)


MALFORMED = {
    "not JSON": b'{"jsonrpc": "2.0", "method"',
    "not UTF-8": b'{"jsonrpc": "2.0", "method": "\xff"}',
    "a number": b"12",
    "a list": b"[]",
    "null": b"null",
    "no protocol": b'{"method": "initialized", "params": {}}',
    "another protocol": b'{"jsonrpc": "1.0", "method": "initialized", "params": {}}',
    "no method": b'{"jsonrpc": "2.0"}',
    "a method that is no text": b'{"jsonrpc": "2.0", "method": 5, "params": {}}',
    "an unknown notification": b'{"jsonrpc": "2.0", "method": "osmosis/unknown", "params": {"a": 1}}',
    "wrong parameters": b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": 5}}',
    "no parameters": b'{"jsonrpc": "2.0", "method": "textDocument/didChange"}',
    "an answer to nothing": b'{"jsonrpc": "2.0", "id": 99, "result": null}',
    "an error to nothing": b'{"jsonrpc": "2.0", "id": 99, "error": {"code": 1, "message": "no"}}',
    "a cancelled request that is not there": b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 5}}',
    "a change of what is not open": b'{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument":'
    b' {"uri": "file:///no.py", "version": 2}, "contentChanges": [{"text": ""}]}}',
    "a close of what is not open": b'{"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument":'
    b' {"uri": "file:///no.py"}}}',
    "a lone surrogate": b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri":'
    b' "file:///s.py", "languageId": "python", "version": 1, "text": "import osmosis_ai # \\ud800"}}}',
    "a strange URI": b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri":'
    b' "::%zz//\\u0000", "languageId": "python", "version": 1, "text": "import osmosis_ai"}}}',
    "deep nesting": b"[" * 100_000,
}


def test_what_is_malformed_is_passed_over(pipe, tmp_path):
    pipe.begin(tmp_path)
    for number, (name, body) in enumerate(MALFORMED.items(), 1000):
        pipe.body(body)
        assert alive(pipe, number), name
    pipe.raw(b"Garbage: yes\r\n\r\n\r\nContent-Type: application/json\r\n")
    assert alive(pipe, 1)
    assert pipe.ask("textDocument/hover", {"position": "here"}, 2)["error"]["code"] == -32602
    assert pipe.ask("osmosis/unknown", {"a": 1}, 3)["error"]["code"] == -32601
    assert pipe.ask("shutdown", None, 4)["result"] is None
    pipe.send("exit")
    status, said = pipe.ends()
    assert status == 0
    assert "Traceback" not in said
    assert all(line.startswith("osmosis-lint server: ") for line in said.splitlines())


@pytest.mark.parametrize(
    "data", [b"Content-Length: 50\r\n\r\n{", b"Content-Length: 99999999999999\r\n\r\n{}", b"\0" * 100]
)
def test_a_message_that_never_ends_ends_the_server(pipe, data):
    pipe.raw(data)
    pipe.process.stdin.close()
    status, said = pipe.ends()
    assert status == 1
    assert "Traceback" not in said


def test_what_is_printed_does_not_reach_the_client(tmp_path):
    program = (
        "import os, sys; from osmosis_lint.frontends.server import run, server; known = server.make\n"
        "def make():\n    print('stray'); os.write(1, b'stray'); return known()\n"
        "server.make = make; sys.exit(run.serve({}, []))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=b"", capture_output=True, env=ENVIRONMENT, timeout=LIMIT, check=False
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.count(b"stray") == 2


@pytest.mark.parametrize("missing", ["pygls", "lsprotocol"])
def test_without_its_libraries_it_says_what_to_install(missing):
    program = (
        f"import sys; sys.modules[{missing!r}] = None; sys.argv[1:] = ['server']\n"
        "from osmosis_lint.__main__ import run\nrun()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=ENVIRONMENT, timeout=LIMIT, check=False, text=True
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f'osmosis-lint: error: `server` needs the package `{missing}`: pip install "osmosis-lint[lsp]"'
    ]


def test_arguments_are_refused():
    done = subprocess.run([*SERVER, "src"], capture_output=True, env=ENVIRONMENT, timeout=LIMIT, check=False, text=True)
    assert done.returncode == 2
    assert "takes no arguments" in done.stderr
    assert len(done.stderr.splitlines()) == 1
