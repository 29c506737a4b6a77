"""Finds out which of many files are worth checking, at little more than the cost of reading them once.

A file that does not name the SDK can still matter: it may import a project file that does. Those are found in a
second look, only where some file names the SDK and only at files whose imports mention such a file's module name.
No text is kept between the looks, and of the paths only their names, so memory stays flat.
"""

from __future__ import annotations

import os

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.files.discovery import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from osmosis_lint.semantics.modules import Project

_SDK = SDK_PACKAGE.encode()
# Suppressing comments of ours are looked for in all files of a project that uses the SDK.
_OWN = (b"OSM", b"osmosis-lint")


class Looked:
    """What a first look at Python files gave.

    `using` are the files that name the SDK, `unreadable` those that could not be read, with the error. All paths are
    absolute.
    """

    __slots__ = ("_others", "unreadable", "using")

    def __init__(self) -> None:
        self.using: list[str] = []
        self.unreadable: list[tuple[str, OSError]] = []
        # By folder, the names of all other files, joined to take little room.
        self._others: dict[str, str] = {}

    def look_at(self, path: str) -> None:
        """Read a file and put it where it belongs."""
        try:
            data = read(path)
        except OSError as error:
            self.unreadable.append((path, error))
            return
        if _SDK in data:
            self.using.append(path)
            return
        folder, _, name = path.rpartition(os.sep)
        known = self._others.get(folder)
        self._others[folder] = name if known is None else f"{known}\0{name}"

    def others(self, folder: str) -> list[str]:
        """The paths of the files in a folder that do not name the SDK."""
        names = self._others.get(folder)
        return [f"{folder}{os.sep}{name}" for name in names.split("\0")] if names else []

    def folders(self) -> list[str]:
        """The folders that hold files which do not name the SDK."""
        return list(self._others)


def read(path: str) -> bytes:
    """The bytes of a file. Cheaper than `open`, which matters for ten thousand files."""
    descriptor = os.open(path, _FLAGS)
    try:
        size = os.fstat(descriptor).st_size
        # One byte more than there is: a short read then says that this is the end.
        data = os.read(descriptor, size + 1)
        if len(data) > size or len(data) < size:
            parts = [data]
            while parts[-1]:
                parts.append(os.read(descriptor, 1 << 20))
            data = b"".join(parts)
        return data
    finally:
        os.close(descriptor)


_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def second_look(looked: Looked, outside: list[str], progress: Callable[[], None] | None = None) -> list[str]:
    """Of the files that do not name the SDK, those that must be checked all the same.

    They import (through any number of project files) a file that does, name one of its headers, or hold suppressing
    comments of ours. `outside` are files that name the SDK and were not looked at, but can be imported.
    """
    using = [*looked.using, *outside]
    if not using:
        return []
    from osmosis_lint.semantics.modules import Project, names_header

    project = Project()
    meeting = set(using)
    wanted = {_stem(path) for path in using}
    reached: dict[str, bool] = {}
    folders = [folder for folder in looked.folders() if _reaches(project, folder, using, reached)]
    found: list[str] = []
    others: list[str] = []
    is_first = True
    while wanted:
        added: list[str] = []
        for folder in folders:
            for path in looked.others(folder):
                data = _read_again(path) if path not in meeting else b""
                if is_first and (any(word in data for word in _OWN) or names_header(data.decode("latin-1"))):
                    others.append(path)
                if b"import" in data and _imports_one(project, path, data, wanted, meeting):
                    meeting.add(path)
                    added.append(path)
            if progress is not None:
                progress()
        found += added
        # A file found late may be imported by one that was looked at before it.
        wanted = {_stem(path) for path in added}
        is_first = False
    return [*found, *others]


def _read_again(path: str) -> bytes:
    """The bytes of a file that could be read a moment ago; none when it has gone."""
    try:
        return read(path)
    except OSError:
        return b""


def project_above(folder: str) -> str | None:
    """The folder strictly above one, in which its project starts; None when it starts in it or nowhere above."""
    start = _start_of(folder)
    return start if start != folder else None


def project_of(folder: str) -> str:
    """The folder at or above one in which its project starts; the folder itself when there is no sign of any."""
    return _start_of(folder) or folder


def forget_projects() -> None:
    """Forget where projects start: after this, the folders are looked at again."""
    _starts.clear()


def _start_of(folder: str) -> str | None:
    """The nearest folder at or above one that has a sign of a project. Each folder is asked for them once a run."""
    from osmosis_lint.semantics.modules import PROJECT_MARKERS

    passed: list[str] = []
    current = folder
    while current not in _starts:
        passed.append(current)
        if not PROJECT_MARKERS.isdisjoint(names_in(current)):
            _starts[current] = current
            break
        parent = os.path.dirname(current)
        if parent == current:
            _starts[current] = None
            break
        current = parent
    found = _starts[current]
    _starts.update(dict.fromkeys(passed, found))
    return found


_starts: dict[str, str | None] = {}


def _reaches(project: Project, folder: str, using: Iterable[str], known: dict[str, bool]) -> bool:
    """Whether an import in a file of the folder could find one of the files; `known` is by topmost folder."""
    top = min(project.roots(folder), key=len)
    if top not in known:
        prefix = top if top.endswith(os.sep) else top + os.sep
        known[top] = any(path.startswith(prefix) for path in using)
    return known[top]


def _stem(path: str) -> str:
    """The word an import of the file must mention: its module name, or for a package its folder's."""
    folder, _, name = path.rpartition(os.sep)
    stem = name.partition(".")[0]
    return folder.rpartition(os.sep)[2] if stem == "__init__" else stem


def _imports_one(project: Project, path: str, data: bytes, wanted: set[str], meeting: set[str]) -> bool:
    """Whether a file imports, directly, one of the files in `meeting`; `wanted` are the new ones' module names."""
    from osmosis_lint.semantics.modules import import_lines

    text = data.decode("utf-8", "replace")
    if not _mentions(path, import_lines(text), wanted):
        return False
    return any(target in meeting for target in project.project_imports(path, text))


def _mentions(path: str, lines: Iterable[tuple[str, int, list[str]]], wanted: set[str]) -> bool:
    for dotted, level, names in lines:
        if not wanted.isdisjoint(names) or not wanted.isdisjoint(dotted.split(".")):
            return True
        if level and not dotted:
            # `from .. import x` runs the package itself, which is not named.
            folder = path
            for _ in range(level):
                folder = folder.rpartition(os.sep)[0]
            if folder.rpartition(os.sep)[2] in wanted:
                return True
    return False
