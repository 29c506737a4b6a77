"""The release that the code in a folder aims at: what is set, else what the project's own files say; and the release
that the project has today.

A lock file or a requirement on the SDK in the folder or above it decides; their parsers are only loaded when one of
them speaks of the SDK.
"""

from __future__ import annotations

import os

from osmosis_lint.files.discovery import names_in
from osmosis_lint.files.kinds import LOCK, MANIFEST, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.api.releases import Release

_NAME = b"osmosis"
_REQUIREMENTS = "requirements"
# How a requirements file takes in another one.
_INCLUDING = (b"-r", b"-c", b"--requirement", b"--constraint")


class Targets:
    """Answers for folders. `fixed` is a release that was set and holds everywhere."""

    def __init__(self, fixed: Release | None = None) -> None:
        self._fixed = fixed
        self._known: dict[str, Release | None] = {}
        self._resolved: dict[str, Release | None] = {}
        self._speaks: dict[str, bool] = {}
        # Folders whose own files say nothing: what holds above them holds in them.
        self._silent: set[str] = set()

    def of(self, folder: str) -> Release | None:
        """The release aimed at in an absolute folder; None stands for the newest known."""
        if self._fixed is not None:
            return self._fixed
        if folder not in self._known:
            self._known[folder] = self._look_up(folder)
        return self._known[folder]

    def resolved(self, folder: str) -> Release | None:
        """The release that the lock of an absolute folder resolves, or that is pinned there; None when nothing says."""
        if folder not in self._resolved:
            found = None
            if self._is_declared(folder):
                if folder in self._silent:
                    found = self.resolved(os.path.dirname(folder))
                else:
                    from osmosis_lint.files.projects import resolved_release

                    found = resolved_release(folder)
            self._resolved[folder] = found
        return self._resolved[folder]

    def _look_up(self, folder: str) -> Release | None:
        if not self._is_declared(folder):
            return None
        if folder in self._silent:
            return self.of(os.path.dirname(folder))
        from osmosis_lint.files.projects import target_from_project

        return target_from_project(folder)

    def _is_declared(self, folder: str) -> bool:
        """Whether a file that declares dependencies speaks of the SDK, in the folder or above, in its repository."""
        known = self._speaks.get(folder)
        if known is None:
            parent = os.path.dirname(folder)
            is_top = parent == folder or os.path.lexists(os.path.join(folder, ".git"))
            speaks, includes = _look_in(folder)
            known = speaks or (not is_top and self._is_declared(parent))
            self._speaks[folder] = known
            if not (speaks or includes or is_top):
                self._silent.add(folder)
        return known


def _look_in(folder: str) -> tuple[bool, bool]:
    """Whether a file of the folder that declares dependencies speaks of the SDK, and whether one includes another."""
    includes = False
    paths = [os.path.join(folder, name) for name in names_in(folder) if _declares(name, "")]
    inner = os.path.join(folder, _REQUIREMENTS)
    paths += [os.path.join(inner, name) for name in names_in(inner) if _declares(name, _REQUIREMENTS)]
    for path in paths:
        # A pipe would be waited for.
        if not os.path.isfile(path):
            continue
        try:
            with open(path, "rb") as file:
                text = file.read().lower()
        except OSError:
            continue
        if _NAME in text:
            return True, includes
        includes = includes or any(option in text for option in _INCLUDING)
    return False, includes


def _declares(name: str, folder: str) -> bool:
    return name == "setup.py" or kind_of(name, folder) in (MANIFEST, LOCK)
