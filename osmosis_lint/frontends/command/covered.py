"""What a run looks at: the files that the settings let it find, and the folders that it looks at as a whole."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from osmosis_lint.files.discovery import FoundFile
    from osmosis_lint.files.walking import Walk
    from osmosis_lint.frontends.command.settings import Settings


def found(settings: Settings, paths: list[str], *, force: bool = False) -> Iterator[FoundFile]:
    """The files under paths that the settings do not leave out; see `discovery.discover`."""
    from osmosis_lint.files.discovery import discover

    return discover(
        paths,
        exclude=settings.exclude,
        extend_exclude=settings.texts("extend-exclude"),
        respect_gitignore=settings.respect_gitignore,
        root=settings.root,
        force=force,
    )


def walk(settings: Settings) -> Walk:
    """What says of a path whether the settings leave it out."""
    from osmosis_lint.files.walking import Walk

    return Walk(settings.exclude, settings.texts("extend-exclude"), settings.root, settings.respect_gitignore)


class Covered:
    """Answers for the paths of a run; those of files cover nothing but themselves."""

    def __init__(self, paths: Iterable[str], settings: Settings) -> None:
        self._folders = [os.path.abspath(path) for path in paths]
        self._settings = settings
        self._walk: Walk | None = None

    def holds(self, path: str) -> bool:
        """Whether an absolute path is one of the run's or lies below one."""
        return bool(self._around(path))

    def enters(self, path: str) -> bool:
        """Whether an absolute path lies below a folder of the run and nothing says that it be left out."""
        folders = [folder for folder in self._around(path) if folder != path]
        if not folders:
            return False
        if self._walk is None:
            self._walk = walk(self._settings)
        return not self._walk.leaves_out(path, max(folders, key=len))

    def _around(self, path: str) -> list[str]:
        return [folder for folder in self._folders if f"{path}{os.sep}".startswith(folder.rstrip(os.sep) + os.sep)]
