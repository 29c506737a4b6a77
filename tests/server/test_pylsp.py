"""python-lsp-server shows our codes through its flake8 and pylint plugins, with the settings that the README gives."""

from __future__ import annotations

import sys

from lsprotocol import types

from .client import Client
from .conftest import waiting
from .test_diagnostics import GRADER

SETTINGS = {
    # No tool but the two; the programs of this environment.
    **{name: {"enabled": False} for name in ("pycodestyle", "pyflakes", "mccabe", "autopep8", "yapf")},
    "flake8": {"enabled": True, "executable": sys.executable.rpartition("python")[0] + "flake8"},
    "pylint": {"enabled": True, "args": ["--load-plugins=osmosis_lint.pylint_plugin"]},
}


@waiting
async def test_both_plugins_show_our_findings(workspace):
    workspace.write("a.py", GRADER)
    async with Client(workspace.root, [sys.executable, "-m", "pylsp"]) as client:
        await client.begin()
        settings = {"pylsp": {"plugins": SETTINGS}}
        client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
        uri = client.open("a.py")
        client.save(uri)

        def both() -> list[types.Diagnostic]:
            shown = [item for params in client.published if params.uri == uri for item in params.diagnostics]
            ours = [item for item in shown if item.code in ("OSM101", "E7101")]
            return ours if {item.code for item in ours} == {"OSM101", "E7101"} else []

        found = await client.until(both)
    assert {(item.source, item.range.start.line) for item in found} == {("flake8", 4), ("pylint", 4)}
    assert all("`GraderContext.samples` is gone" in item.message for item in found)
