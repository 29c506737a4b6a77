"""A folder for the tests of the server, and the way to run a test that waits."""

from __future__ import annotations

import asyncio
import functools
import textwrap
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest


class Workspace:
    """A folder that is a project of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / ".git").mkdir()

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(textwrap.dedent(text).encode())
        return path


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    root = tmp_path / "work space"
    root.mkdir()
    return Workspace(root)


def waiting(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test that is a coroutine, with a limit of time for all of it."""

    @functools.wraps(test)
    def run(*arguments: object, **named: object) -> None:
        asyncio.run(asyncio.wait_for(test(*arguments, **named), 120))

    return run
