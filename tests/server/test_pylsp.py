"""python-lsp-server shows our codes through its flake8 and pylint plugins, with the settings that the README gives."""

from __future__ import annotations

import sys

from .pipe import Pipe
from .test_diagnostics import GRADER

SETTINGS = {
    # No tool but the two; the programs of this environment.
    **{name: {"enabled": False} for name in ("pycodestyle", "pyflakes", "mccabe", "autopep8", "yapf")},
    "flake8": {"enabled": True, "executable": sys.executable.rpartition("python")[0] + "flake8"},
    "pylint": {"enabled": True, "args": ["--load-plugins=osmosis_lint.pylint_plugin"]},
}


def test_both_plugins_show_our_findings(workspace):
    uri = workspace.write("a.py", GRADER).as_uri()
    with Pipe([sys.executable, "-m", "pylsp"]) as server:
        server.begin(workspace.root)
        server.send("workspace/didChangeConfiguration", {"settings": {"pylsp": {"plugins": SETTINGS}}})
        document = {"uri": uri, "languageId": "python", "version": 1, "text": GRADER}
        server.send("textDocument/didOpen", {"textDocument": document})
        server.send("textDocument/didSave", {"textDocument": {"uri": uri}})
        ours: list[dict] = []
        # pylint looks at saved files only, so it may come later than flake8.
        while {item["code"] for item in ours} != {"OSM101", "E7101"}:
            shown = server.receive("textDocument/publishDiagnostics")["diagnostics"]
            ours = [item for item in shown if item["code"] in ("OSM101", "E7101")]
    assert {(item["source"], item["range"]["start"]["line"]) for item in ours} == {("flake8", 4), ("pylint", 4)}
    assert all("`GraderContext.samples` is gone" in item["message"] for item in ours)
