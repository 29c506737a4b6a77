"""Finds the files to look at, as ruff finds them: ignore files, excluded folders, no symbolic links to folders.

A run may walk ten thousand files, so an entry costs a few dictionary look-ups and no system call of its own.
"""

from __future__ import annotations

import os

from osmosis_lint.files.ignoring import DEFAULT_EXCLUDE, Excludes, IgnoreFile, read_ignore_file
from osmosis_lint.files.kinds import PYTHON, explicit_kind, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_GIT = ".git"
_GITIGNORE = ".gitignore"
_IGNORE = ".ignore"
_SPECIAL = frozenset((_GIT, _GITIGNORE, _IGNORE))


class FoundFile:
    """A file to look at.

    path      as shown to the user: below the path that was given, without a leading `./`
    kind      one of `kinds`
    explicit  whether the user named the file itself
    """

    __slots__ = ("explicit", "kind", "path")

    def __init__(self, path: str, kind: str, explicit: bool = False) -> None:
        self.path = path
        self.kind = kind
        self.explicit = explicit

    def __repr__(self) -> str:
        return f"FoundFile({self.path!r}, {self.kind!r}, {self.explicit!r})"


def discover(
    paths: Iterable[str],
    *,
    exclude: Iterable[str] | None = None,
    extend_exclude: Iterable[str] = (),
    respect_gitignore: bool = True,
    root: str | None = None,
) -> Iterator[FoundFile]:
    """The files under `paths`, each once: those named first at their turn, then by folder and name.

    A path that is no folder is given back as it is, whether or not it exists. `exclude` takes the place of the usual
    exclusions; a pattern with a slash is relative to `root` (default: the working directory).
    Files and folders that vanish meanwhile are skipped. A folder that may not be read is given back as if it were a
    Python file, so that whoever reads it meets the reason. Raises SourceError when an ignore file needs a library
    that is not installed.
    """
    given = list(paths)
    folder = os.path.abspath(root) if root is not None else os.getcwd()
    patterns = [*(DEFAULT_EXCLUDE if exclude is None else exclude), *extend_exclude]
    excludes = Excludes(patterns, folder)
    # Only more than one path can name a file twice.
    seen: set[str] | None = set() if len(given) > 1 else None
    named = {os.path.abspath(path) for path in given if not os.path.isdir(path)} if seen is not None else set()
    for path in given:
        if os.path.isdir(path):
            walk = _Walk(excludes, respect_gitignore)
            for found in walk.files(path):
                if seen is not None:
                    absolute = os.path.abspath(found.path)
                    if absolute in seen or absolute in named:
                        continue
                    seen.add(absolute)
                yield found
            continue
        absolute = os.path.abspath(path)
        if seen is not None:
            if absolute in seen:
                continue
            seen.add(absolute)
        parent, name = os.path.split(absolute)
        yield FoundFile(path.removeprefix(f".{os.sep}"), explicit_kind(name, os.path.basename(parent)), explicit=True)


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


class _Walk:
    """Walks one folder."""

    __slots__ = ("excludes", "respect")

    def __init__(self, excludes: Excludes, respect: bool) -> None:
        self.excludes = excludes
        self.respect = respect

    def files(self, path: str) -> Iterator[FoundFile]:
        """All files of known kinds below a folder."""
        path = path.rstrip("/" + os.sep) or path
        while path.startswith(f".{os.sep}"):
            path = path[2:].lstrip(os.sep) or "."
        top = os.path.abspath(path)
        key = top.replace(os.sep, "/").rstrip("/") + "/"
        shown = "" if path == "." else path if path.endswith(os.sep) else path + os.sep
        ignores = _above(top) if self.respect else _Ignores()
        # Folders still to be entered, the next one last: (path to read, path shown, absolute path, ignores).
        todo = [(path, shown, key, ignores)]
        while todo:
            path, shown, key, ignores = todo.pop()
            try:
                with os.scandir(path) as entries:
                    found = list(entries)
            except PermissionError:
                yield FoundFile(path, PYTHON)
                continue
            except OSError:
                continue
            if self.respect:
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
                if isinstance(item, FoundFile):
                    yield item
                else:
                    folders.append(item)
            folders.reverse()
            todo += folders

    def _take(
        self, entry: os.DirEntry[str], shown: str, key: str, parent: str, ignores: _Ignores
    ) -> FoundFile | tuple[str, str, str, _Ignores] | None:
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
        if self.excludes.matches(name, key + name):
            return None
        if ignores.chain and ignores.ignores(name, key, is_folder):
            return None
        if kind is not None:
            return FoundFile(shown + name, kind)
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
        special = {name for name in _SPECIAL if os.path.lexists(os.path.join(folder, name))}
        if special:
            ignores = ignores.entering(folder, folder.replace(os.sep, "/").rstrip("/") + "/", special)
    return ignores


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
