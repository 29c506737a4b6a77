"""Measures the language server against its limits and prints a table; exits with 1 when a limit is broken.

    python -m tests.benchmarks.server [--rounds N]

Both figures are ratios of two things measured in turns in this one run, each at its best of several rounds:

keystroke  from sending a change of one character in a rollout file of 1,000 lines to having its diagnostics, against
           `ast.parse` of the file
start      from starting the process to having the diagnostics of the first file, against starting a pygls server
           without any feature and having its answer to `initialize`
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.command import ROOT, Row

SOURCES = ROOT / "tests" / "projects" / "v02_rollouts" / "src" / "tutorlab"
LINES = 1000
KEYSTROKE_LIMIT = 4.0
START_LIMIT = 3.0
# Longer than the pause that the server waits for when changes follow each other.
PAUSE = 0.4
EMPTY = """
from pygls.lsp.server import LanguageServer
LanguageServer("empty", "1").start_io()
"""


class Talk:
    """One server process and the messages to and from it; no library, so that the client costs next to nothing."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT
        )

    def send(self, method: str, params: object, identity: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if identity is not None:
            message["id"] = identity
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def receive(self) -> bytes:
        """The body of the next message, as it comes."""
        assert self.process.stdout is not None
        size = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the server ended")
            if line.startswith(b"Content-Length:"):
                size = int(line.split(b":")[1])
            elif not line.strip():
                return self.process.stdout.read(size)

    def initialize(self) -> None:
        publish = {"relatedInformation": True, "codeDescriptionSupport": True, "versionSupport": True}
        capabilities = {"textDocument": {"publishDiagnostics": publish}}
        params = {"processId": None, "rootUri": self.folder.as_uri(), "capabilities": capabilities}
        self.send("initialize", params, 1)
        self.receive()

    def open(self, path: Path, text: str) -> bytes:
        self.send("initialized", {})
        document = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})
        return self.receive()

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


def rollout_file() -> str:
    """A file of 1,000 lines: the modules of the v0.2 project, one below the other."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.py"))]
    lines = "\n\n".join(text for text in texts if "__future__" not in text).splitlines()
    while len(lines) < LINES:
        lines += lines
    text = "\n".join(lines[:LINES]) + "\n"
    while True:
        try:
            ast.parse(text)
        except SyntaxError:
            # Cut in the middle of a statement: leave its lines out.
            text = text.rstrip("\n").rpartition("\n")[0] + "\n"
        else:
            return text + "#\n" * (LINES - text.count("\n"))


def keystroke(folder: Path, rounds: int) -> Row:
    """One character more in a comment at the end of the first line."""
    path = folder / "rollouts.py"
    text = "#\n" + rollout_file()
    path.write_text(text, encoding="utf-8")
    talk = Talk([sys.executable, "-m", "osmosis_lint", "server"], folder)
    talk.initialize()
    found = talk.open(path, text).count(b'"range"')
    ours = parsing = float("inf")
    for version in range(2, rounds * 5 + 2):
        time.sleep(PAUSE)
        place = {"line": 0, "character": 1}
        change = {"range": {"start": place, "end": place}, "text": "x"}
        start = time.perf_counter()
        document = {"uri": path.as_uri(), "version": version}
        talk.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        answer = talk.receive()
        ours = min(ours, time.perf_counter() - start)
        assert b'"version": %d' % version in answer
        start = time.perf_counter()
        ast.parse(text)
        parsing = min(parsing, time.perf_counter() - start)
    talk.end()
    note = f"{ours * 1000:.1f} ms / {parsing * 1000:.1f} ms, {found} findings"
    return Row("keystroke: findings / ast.parse", ours / parsing, KEYSTROKE_LIMIT, note)


def start(folder: Path, rounds: int) -> Row:
    """The first file of a session."""
    path = SOURCES / "quiz.py"
    text = path.read_text(encoding="utf-8")
    ours = empty = float("inf")
    for _ in range(rounds + 2):
        begin = time.perf_counter()
        talk = Talk([sys.executable, "-m", "osmosis_lint", "server"], folder)
        talk.initialize()
        assert b"OSM101" in talk.open(path, text)
        ours = min(ours, time.perf_counter() - begin)
        talk.end()
        begin = time.perf_counter()
        talk = Talk([sys.executable, "-c", EMPTY], folder)
        talk.initialize()
        empty = min(empty, time.perf_counter() - begin)
        talk.end()
    note = f"{ours * 1000:.0f} ms / {empty * 1000:.0f} ms"
    return Row("start: first findings / empty pygls", ours / empty, START_LIMIT, note)


def main() -> int:
    """Measure, print the table, and say with the status whether both limits hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        rows = [keystroke(Path(name), options.rounds), start(Path(name), options.rounds)]
    print(f"{'':38} {'ratio':>7} {'limit':>7}")
    for row in rows:
        print(f"{row.name:38} {row.ratio:>7.2f} {row.limit:>7.2f}  {'BROKEN ' if row.is_broken else ''}{row.note}")
    return 1 if any(row.is_broken for row in rows) else 0


if __name__ == "__main__":
    raise SystemExit(main())
