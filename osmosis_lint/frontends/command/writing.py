"""Writes what the command itself writes: reports and baselines. For sources there is `fixes.writing`."""

from __future__ import annotations

import os

from osmosis_lint.frontends.command.errors import UsageError
from osmosis_lint.frontends.command.settings import shown


def replace_file(path: str, data: bytes) -> None:
    """Write a file whole or not at all, keeping its permissions. Raises UsageError when that fails.

    What is no file, such as a device or a pipe, is written to as it is.
    """
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        _write_to(path, data)
        return
    temporary = f"{path}.osmosis-lint-{os.getpid()}"
    try:
        with open(temporary, "wb") as file:
            file.write(data)
        if os.path.exists(path):
            os.chmod(temporary, os.stat(path).st_mode & 0o7777)
        os.replace(temporary, path)
    except OSError as error:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise UsageError(f"cannot write {shown(path)}: {error.strerror or error}") from None


def _write_to(path: str, data: bytes) -> None:
    try:
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        raise UsageError(f"cannot write {shown(path)}: {error.strerror or error}") from None
