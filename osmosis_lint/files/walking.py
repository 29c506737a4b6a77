"""Walks folders: ignore files, excluded folders, no symbolic links to folders.

A run may walk ten thousand files, so an entry costs a few dictionary look-ups and no system call of its own.
"""

from __future__ import annotations

import os

from osmosis_lint.files.ignoring import DEFAULT_EXCLUDE, Excludes, IgnoreFile, read_ignore_file
from osmosis_lint.files.kinds import PYTHON, kind_of, kind_of_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_GIT = ".git"
_GITIGNORE = ".gitignore"
_IGNORE = ".ignore"
_SPECIAL = frozenset((_GIT, _GITIGNORE, _IGNORE))


class _Ignores:
    """The ignore files in force in a folder: `.ignore` files before Git's, deeper ones before shallower ones."""

    __slots__ = ("chain", "git", "is_repository", "own", "shared")

    def __init__(
        self,
        own: tuple[IgnoreFile, ...] = (),
        git: tuple[IgnoreFile, ...] = (),
        shared: tuple[IgnoreFile, ...] = (),
        is_repository: bool = False,
    ) -> None:
        self.own = own
        self.git = git
        # The repository's `.git/info/exclude` and the user's own file.
        self.shared = shared
        self.is_repository = is_repository
        self.chain = own + git + shared

    def entering(self, path: str, key: str, special: set[str]) -> _Ignores:
        """What is in force in a folder, given the ones of its ignore files and `.git` that it holds.

        As in ruff, `.gitignore` counts inside of a repository only, and not across the border of an inner one.
        """
        own, git, shared, is_repository = self.own, self.git, self.shared, self.is_repository
        if _GIT in special:
            git, is_repository = (), True
            found = [_exclude_file(os.path.join(path, _GIT), key), _users_file(key)]
            shared = tuple(item for item in found if item is not None)
        if _IGNORE in special:
            added = read_ignore_file(os.path.join(path, _IGNORE), key)
            own = (added, *own) if added is not None else own
        if _GITIGNORE in special and is_repository:
            added = read_ignore_file(os.path.join(path, _GITIGNORE), key)
            git = (added, *git) if added is not None else git
        return _Ignores(own, git, shared, is_repository)

    def ignores(self, name: str, key: str, is_folder: bool) -> bool:
        """Whether an entry of a folder is ignored."""
        for file in self.chain:
            verdict = file.verdict(name, key, is_folder)
            if verdict is not None:
                return verdict
        return False


class Walk:
    """Walks folders with one set of rules on what to leave out; see `discovery.discover` for the arguments."""

    __slots__ = ("_excludes", "_folders", "_respect", "_root")

    def __init__(self, exclude: Iterable[str] | None, extend_exclude: Iterable[str], root: str, respect: bool) -> None:
        patterns = [*(DEFAULT_EXCLUDE if exclude is None else exclude), *extend_exclude]
        self._root = os.path.abspath(root)
        self._excludes = Excludes(patterns, self._root)
        self._respect = respect
        # What `finds` knows of folders; None for those that a walk does not enter.
        self._folders: dict[str, _Ignores | None] = {}

    def finds(self, path: str) -> bool:
        """Whether a walk from the root would come upon a file, given by absolute path; any other file is found.

        Only names count, so that a file which is not there is found too, and whoever reads it meets the reason.
        """
        folder, name = os.path.split(path)
        if kind_of_path(path) is None:
            return False
        ignores = self._inside(folder)
        return ignores is not None and not self._is_left_out(name, folder, ignores, is_folder=False)

    def _inside(self, folder: str) -> _Ignores | None:
        """The ignore files in force in a folder; None when a walk from the root does not enter it."""
        if folder not in self._folders:
            parent, name = os.path.split(folder)
            ignores: _Ignores | None
            if folder.startswith(self._root.rstrip(os.sep) + os.sep):
                ignores = self._inside(parent)
                if ignores is not None and self._is_left_out(name, parent, ignores, is_folder=True):
                    ignores = None
            else:
                ignores = _above(folder) if self._respect else _Ignores()
            if ignores is not None and self._respect:
                ignores = _entering(ignores, folder)
            self._folders[folder] = ignores
        return self._folders[folder]

    def _is_left_out(self, name: str, folder: str, ignores: _Ignores, *, is_folder: bool) -> bool:
        key = _key_of(folder)
        return self._excludes.matches(name, key + name) or ignores.ignores(name, key, is_folder)

    def files(self, path: str) -> Iterator[tuple[str, str]]:
        """(path to show, kind) of all files of known kinds below a folder."""
        path = path.rstrip("/" + os.sep) or path
        while path.startswith(f".{os.sep}"):
            path = path[2:].lstrip(os.sep) or "."
        top = os.path.abspath(path)
        key = _key_of(top)
        shown = "" if path == "." else path if path.endswith(os.sep) else path + os.sep
        ignores = _above(top) if self._respect else _Ignores()
        # Folders still to be entered, the next one last: (path to read, path shown, absolute path, ignores).
        todo = [(path, shown, key, ignores)]
        while todo:
            path, shown, key, ignores = todo.pop()
            try:
                with os.scandir(path) as entries:
                    found = list(entries)
            except PermissionError:
                yield shown[:-1] or path, PYTHON
                continue
            except OSError:
                continue
            if self._respect:
                special = {entry.name for entry in found if entry.name in _SPECIAL}
                if special:
                    ignores = ignores.entering(path, key, special)
            found.sort(key=_name_of)
            folders = []
            parent = key[:-1].rpartition("/")[2]
            for entry in found:
                item = self._take(entry, shown, key, parent, ignores)
                if item is None:
                    continue
                if len(item) == 2:
                    yield item
                else:
                    folders.append(item)
            folders.reverse()
            todo += folders

    def leaves_out(self, path: str, top: str) -> bool:
        """Whether walking the folder `top` would not come to the file `path` below it; both are absolute."""
        ignores = _above(top) if self._respect else _Ignores()
        folder = top
        names = os.path.relpath(path, top).split(os.sep)
        for number, name in enumerate(names, 1):
            if self._respect:
                ignores = _entering(ignores, folder)
            if self._is_left_out(name, folder, ignores, is_folder=number < len(names)):
                return True
            folder = os.path.join(folder, name)
        return False

    def _take(
        self, entry: os.DirEntry[str], shown: str, key: str, parent: str, ignores: _Ignores
    ) -> tuple[str, str] | tuple[str, str, str, _Ignores] | None:
        """What an entry of a folder is: a file, a folder to enter, or nothing of interest."""
        name = entry.name
        try:
            is_folder = entry.is_dir(follow_symlinks=False)
            kind = None
            if not is_folder:
                kind = PYTHON if name.endswith(".py") else kind_of(name, parent)
                # A link to a folder is not followed, which also keeps loops harmless; a broken one is no file.
                if kind is None or not entry.is_file():
                    return None
        except OSError:
            return None
        if self._excludes.matches(name, key + name):
            return None
        if ignores.chain and ignores.ignores(name, key, is_folder):
            return None
        if kind is not None:
            return shown + name, kind
        return entry.path, f"{shown}{name}{os.sep}", f"{key}{name}/", ignores


def _name_of(entry: os.DirEntry[str]) -> str:
    return entry.name


def _above(top: str) -> _Ignores:
    """The ignore files in force in a folder that come from above it."""
    folders = []
    folder = os.path.dirname(top)
    while True:
        folders.append(folder)
        parent = os.path.dirname(folder)
        if parent == folder:
            break
        folder = parent
    ignores = _Ignores()
    for folder in reversed(folders):
        ignores = _entering(ignores, folder)
    return ignores


def _entering(ignores: _Ignores, folder: str) -> _Ignores:
    """What is in force in a folder, given what is in force around it; the folder is not listed for this."""
    special = {name for name in _SPECIAL if os.path.lexists(os.path.join(folder, name))}
    return ignores.entering(folder, _key_of(folder), special) if special else ignores


def _key_of(folder: str) -> str:
    """An absolute folder as ignore files and exclusions compare it: with slashes, and one at its end."""
    return folder.replace(os.sep, "/").rstrip("/") + "/"


def _exclude_file(git: str, key: str) -> IgnoreFile | None:
    """The `info/exclude` of a repository; its `.git` is a file in worktrees and submodules."""
    try:
        with open(git, encoding="utf-8") as file:
            target = file.read(4096).removeprefix("gitdir:").strip()
    except (OSError, UnicodeDecodeError):
        # A folder, as it mostly is.
        target = git
    git = os.path.join(os.path.dirname(git), target)
    try:
        with open(os.path.join(git, "commondir"), encoding="utf-8") as file:
            git = os.path.join(git, file.read(4096).strip())
    except (OSError, UnicodeDecodeError):
        pass
    return read_ignore_file(os.path.join(git, "info", "exclude"), key)


def _users_file(key: str) -> IgnoreFile | None:
    """The user's own ignore file for all repositories: `core.excludesFile`, or Git's default place for it."""
    home = os.path.expanduser("~")
    config = os.environ.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    for path in (os.path.join(home, ".gitconfig"), os.path.join(config, "git", "config")):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                lines = file.read().splitlines()
        except OSError:
            continue
        for line in lines:
            name, _, value = line.partition("=")
            if name.strip().lower() == "excludesfile":
                return read_ignore_file(os.path.expanduser(value.strip().strip('"')), key)
    return read_ignore_file(os.path.join(config, "git", "ignore"), key)
