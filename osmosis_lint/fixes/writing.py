"""Replaces a file's content so that it is at every moment wholly old or wholly new."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


class NotWrittenError(Exception):
    """A file was not written; the text is one line for the user. The file has its old content."""


def read_bytes(path: str) -> bytes:
    """The content of a file. Raises OSError."""
    with open(path, "rb") as file:
        return file.read()


def replace(path: str, old: bytes, new: bytes) -> None:
    """Write `new` where `old` was read from.

    The content goes to a temporary file in the same folder, is flushed to the disk and takes the place of
    the file in one step. Mode bits are kept; of a symbolic link the target is written. Raises NotWrittenError
    when the file holds something else than `old` by now, or cannot be written.
    """
    target = os.path.realpath(path)
    temporary = ""
    try:
        status = os.stat(target)
        if not stat.S_ISREG(status.st_mode):
            raise NotWrittenError(f"{path}: not written: it is not a regular file")
        # A superuser may write anything, but a file that nobody may write is meant to stay as it is.
        if not os.access(target, os.W_OK) or not status.st_mode & _WRITABLE:
            raise NotWrittenError(f"{path}: not written: it is read-only")
        if read_bytes(target) != old:
            raise NotWrittenError(f"{path}: not written: it changed meanwhile")
        temporary = _store(target, new, status)
        # Again, as late as can be: someone may have saved it meanwhile.
        if read_bytes(target) != old:
            raise NotWrittenError(f"{path}: not written: it changed meanwhile")
        os.replace(temporary, target)
        temporary = ""
        _flush_folder(os.path.dirname(target))
    except OSError as error:
        raise NotWrittenError(f"{path}: not written: {error.strerror or error}") from error
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _store(target: str, new: bytes, status: os.stat_result) -> str:
    """Put the content into a temporary file beside the target, with its mode and owner."""
    folder, name = os.path.split(target)
    handle, temporary = tempfile.mkstemp(prefix=f".{name[:100]}.", suffix=".tmp", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        if hasattr(os, "chown"):
            # Only an administrator may keep the file of someone else theirs.
            with contextlib.suppress(OSError):
                os.chown(temporary, status.st_uid, status.st_gid)
        os.chmod(temporary, stat.S_IMODE(status.st_mode))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    return temporary


def _flush_folder(folder: str) -> None:
    """Make the new name last; not every system lets a folder be flushed."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
