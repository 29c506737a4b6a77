"""Finds the files to look at, as ruff finds them. A run on a single file pays for nothing that walking needs."""

from __future__ import annotations

import os

from osmosis_lint.files.kinds import explicit_kind_of_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from osmosis_lint.files.walking import Walk


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
    force: bool = False,
) -> Iterator[FoundFile]:
    """The files under `paths`, each once: those named first at their turn, then by folder and name.

    A path that is no folder is given back as it is, whether or not it exists; with `force`, only when a walk from
    `root` would find a file of this name there. `exclude` takes the place of the usual
    exclusions; a pattern with a slash is relative to `root` (default: the working directory).
    Files and folders that vanish meanwhile are skipped. A folder that may not be read is given back as if it were a
    Python file, so that whoever reads it meets the reason. Raises SourceError when an ignore file needs a library
    that is not installed.
    """
    given = list(paths)
    # Only more than one path can name a file twice.
    seen: set[str] | None = set() if len(given) > 1 else None
    named = {os.path.abspath(path) for path in given if not os.path.isdir(path)} if seen is not None else set()
    walk: Walk | None = None
    for path in given:
        is_folder = os.path.isdir(path)
        if walk is None and (is_folder or force):
            from osmosis_lint.files.walking import Walk

            walk = Walk(exclude, extend_exclude, root or os.getcwd(), respect_gitignore)
        if is_folder:
            assert walk is not None
            for shown, kind in walk.files(path):
                if seen is not None:
                    absolute = os.path.abspath(shown)
                    if absolute in seen or absolute in named:
                        continue
                    seen.add(absolute)
                yield FoundFile(shown, kind)
            continue
        absolute = os.path.abspath(path)
        if seen is not None:
            if absolute in seen:
                continue
            seen.add(absolute)
        if force and walk is not None and not walk.finds(absolute):
            continue
        yield FoundFile(path.removeprefix(f".{os.sep}"), explicit_kind_of_path(absolute), explicit=True)


def names_in(folder: str) -> list[str]:
    """The names in a folder, in no order; none when it is gone or may not be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []
