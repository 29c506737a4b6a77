"""Files are wholly old or wholly new, whatever happens; what cannot be written says so in one line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from osmosis_lint.fixes import writing

OLD, NEW = b"old\n" * 50_000, b"new\n" * 80_000
ROOT = Path(__file__).resolve().parents[2]


def test_replaces(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(OLD)
    path.chmod(0o751)
    writing.replace(str(path), OLD, NEW)
    assert path.read_bytes() == NEW
    assert path.stat().st_mode & 0o777 == 0o751
    assert os.listdir(tmp_path) == ["a.py"]


def test_follows_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.py", tmp_path / "sub" / "link.py"
    link.parent.mkdir()
    target.write_bytes(OLD)
    link.symlink_to(target)
    writing.replace(str(link), OLD, NEW)
    assert link.is_symlink()
    assert target.read_bytes() == NEW
    assert os.listdir(link.parent) == ["link.py"]


def test_leaves_a_file_that_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"saved by an editor")
    with pytest.raises(writing.NotWrittenError, match="it changed"):
        writing.replace(str(path), OLD, NEW)
    assert path.read_bytes() == b"saved by an editor"


def test_leaves_a_read_only_file(tmp_path: Path) -> None:
    """Also for an administrator, who may write everything."""
    path = tmp_path / "a.py"
    path.write_bytes(OLD)
    path.chmod(0o444)
    with pytest.raises(writing.NotWrittenError, match="read-only"):
        writing.replace(str(path), OLD, NEW)
    assert path.read_bytes() == OLD


def test_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(OLD)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(writing.NotWrittenError, match="not written: No space left on device"):
        writing.replace(str(path), OLD, NEW)
    assert path.read_bytes() == OLD
    assert os.listdir(tmp_path) == ["a.py"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is always full")
def test_full_device() -> None:
    with pytest.raises(writing.NotWrittenError, match="not a regular file"):
        writing.replace("/dev/full", b"", NEW)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process outright")
def test_the_command_killed_at_any_moment(tmp_path: Path) -> None:
    """Python files, a notebook and a manifest: each is wholly old or wholly new."""
    source = "from osmosis_ai.rollout import create_rollout_server\n"
    cell = {"cell_type": "code", "metadata": {}, "source": [source], "outputs": []}
    old = {f"m{number}.py": source.encode() for number in range(12)}
    old["n.ipynb"] = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4}).encode()
    old["requirements.txt"] = b"osmosis-ai==0.2.31\n"

    def run(attempt: int) -> dict[str, bytes]:
        folder = tmp_path / str(attempt)
        folder.mkdir()
        for name, data in old.items():
            (folder / name).write_bytes(data)
        command = [sys.executable, "-m", "osmosis_lint", "check", "--fix-only", str(folder)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        if attempt:
            # Some moment after the first file was written.
            while process.poll() is None and all((folder / name).read_bytes() == data for name, data in old.items()):
                time.sleep(0.001)
            time.sleep(0.003 * attempt)
            process.kill()
        process.wait()
        return {name: (folder / name).read_bytes() for name in old}

    new = run(0)
    assert all(new[name] != data for name, data in old.items())
    stopped = [run(attempt) for attempt in range(1, 9)]
    for found in stopped:
        assert all(data in (old[name], new[name]) for name, data in found.items())
    assert any(found != new for found in stopped)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process outright")
def test_killed_at_any_moment(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    code = (
        "import sys; from osmosis_lint.fixes.writing import replace\n"
        f"old, new = {OLD[:4]!r} * 50_000, {NEW[:4]!r} * 80_000\n"
        "print('ready', flush=True)\n"
        "while True:\n"
        f"    replace({str(path)!r}, old, new); old, new = new, old\n"
    )
    outcomes = set()
    for attempt in range(30):
        path.write_bytes(OLD)
        process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.002 * (attempt % 10) + 0.0007 * attempt)
        process.kill()
        process.wait()
        process.stdout.close()
        content = path.read_bytes()
        assert content in (OLD, NEW)
        outcomes.add(content == OLD)
    assert outcomes == {True, False}
