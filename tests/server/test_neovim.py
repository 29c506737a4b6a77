"""A session in real Neovim, set up as the README says: open, see the diagnostics, apply the fix, save."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.promised import program

from .client import ROOT

SCRIPT = Path(__file__).with_name("neovim.lua")
TEXT = """\
x = "漢字 😀"; from osmosis_ai.rollout import create_rollout_server

server = create_rollout_server
"""


def configurations() -> list[str]:
    """The blocks of Lua in the README, in order."""
    return re.findall(
        r"^```lua\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


def version(nvim: str) -> tuple[int, ...]:
    done = subprocess.run([nvim, "--version"], capture_output=True, text=True, check=True, timeout=60)
    return tuple(int(number) for number in re.findall(r"\d+", done.stdout.partition("\n")[0]))


def test_neovim_shows_a_finding_and_applies_its_fix(workspace, tmp_path):
    nvim = program("nvim")
    new, old = configurations()
    configuration = tmp_path / "init.lua"
    configuration.write_text(new if version(nvim) >= (0, 11) else old, encoding="utf-8")
    file, result = workspace.write("a.py", TEXT), tmp_path / "result.json"
    # The command is found where this Python is.
    programs = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    environment = {
        **os.environ,
        "PATH": programs,
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_STATE_HOME": str(tmp_path),
        "OSMOSIS_TEST_FILE": str(file),
        "OSMOSIS_TEST_RESULT": str(result),
        "LC_ALL": "C.UTF-8",
    }
    command = [nvim, "--headless", "-n", "-i", "NONE", "-u", str(configuration), "-c", f"luafile {SCRIPT}"]
    done = subprocess.run(
        command, cwd=workspace.root, env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(result.read_text(encoding="utf-8"))
    assert seen["problem"] == "", seen["messages"]
    # Neovim counts in bytes.
    column = len(TEXT[: TEXT.index("create_")].encode())
    assert seen["found"] == [[0, column, column + len("create_rollout_server"), "OSM501", "osmosis-lint"]]
    assert any("Disable OSM501 for this line" in title for title in seen["offered"])
    assert file.read_text(encoding="utf-8") == TEXT.replace("osmosis_ai.rollout ", "osmosis_ai.rollout.server ")
