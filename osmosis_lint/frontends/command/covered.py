"""What a run looks at as a whole: the folders it was given, less what is left out in them."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.files.walking import Walk
    from osmosis_lint.frontends.command.settings import Settings


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
        return bool(folders) and not self._walking().leaves_out(path, max(folders, key=len))

    def _around(self, path: str) -> list[str]:
        return [folder for folder in self._folders if f"{path}{os.sep}".startswith(folder.rstrip(os.sep) + os.sep)]

    def _walking(self) -> Walk:
        if self._walk is None:
            from osmosis_lint.files.walking import Walk

            settings = self._settings
            extend_exclude = settings.texts("extend-exclude")
            self._walk = Walk(settings.exclude, extend_exclude, settings.root, settings.respect_gitignore)
        return self._walk
