"""The projects that files lie in: what the manifests around a folder declare, and which release of the SDK they mean.

Nothing is raised here for a file that cannot be read or understood: it declares nothing.
"""

from __future__ import annotations

import os

from osmosis_lint.api import releases
from osmosis_lint.files.declared import SDK
from osmosis_lint.files.discovery import names_in
from osmosis_lint.files.kinds import LOCK, MANIFEST, SHELL, kind_of, kind_of_path
from osmosis_lint.files.manifests import read_manifest, read_requirements
from osmosis_lint.files.requirement import admits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.api.releases import Release
    from osmosis_lint.files.declared import Declared, Manifest

# Files that requirements files include, one after the other.
_MAX_INCLUDES = 200


def folders_up(folder: str) -> Iterator[str]:
    """A folder and those above it, up to the root of the repository."""
    current = os.path.abspath(folder)
    while True:
        yield current
        parent = os.path.dirname(current)
        if parent == current or os.path.lexists(os.path.join(current, ".git")):
            return
        current = parent


def declared_in(folder: str, *, with_commands: bool = False) -> list[tuple[str, Manifest]]:
    """The manifests of a folder (its `requirements/` included), with what they include, as (path, content).

    `with_commands` adds shell scripts and Dockerfiles. Nothing is raised: what cannot be read declares nothing.
    """
    paths = [os.path.join(folder, name) for name in sorted(names_in(folder)) if _is_manifest(name, with_commands)]
    inner = os.path.join(folder, "requirements")
    paths += [
        os.path.join(inner, name) for name in sorted(names_in(inner)) if kind_of(name, "requirements") == MANIFEST
    ]
    out: list[tuple[str, Manifest]] = []
    seen = {os.path.abspath(path) for path in paths}
    for path in paths:
        text = _read(path)
        if text is None:
            continue
        manifest = read_manifest(path, text, validate=False)
        out.append((path, manifest))
        out += [(included.path, included) for included in included_by(manifest, seen)]
    return out


def _is_manifest(name: str, with_commands: bool) -> bool:
    kind = kind_of(name)
    return kind == MANIFEST or name == "setup.py" or (with_commands and kind == SHELL)


def included_by(manifest: Manifest, seen: set[str]) -> Iterator[Manifest]:
    """The files that requirements files include and that no walk finds; each once."""
    todo = [(manifest.path, name) for name in manifest.includes]
    while todo and len(seen) < _MAX_INCLUDES:
        where, name = todo.pop(0)
        path = os.path.join(os.path.dirname(where), name)
        absolute = os.path.abspath(path)
        if absolute in seen:
            continue
        seen.add(absolute)
        text = _read(path)
        if text is None:
            continue
        included = read_requirements(os.path.normpath(path), text)
        todo += [(included.path, inner) for inner in included.includes]
        if kind_of_path(absolute) != MANIFEST:
            yield included


def _read(path: str) -> str | None:
    """The text of a file; None when it cannot be had."""
    # A pipe would be waited for.
    if not os.path.isfile(path):
        return None
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return None


# The release that a project means


def release_of(text: str) -> Release:
    """A version as a release; empty when it is none, such as a branch or a commit."""
    try:
        return releases.parse(text) if text[:1].isdigit() else ()
    except ValueError:
        return ()


def target_from_project(root: str) -> Release | None:
    """The 0.3 release that a project aims at: the one its lock resolves, else the newest that it admits, else None.

    `root` is a folder of the project; what is declared in the nearest folder above counts too. A lock that still
    resolves 0.2 says nothing, since the aim is to leave it. A release newer than all known ones counts as the newest.
    """
    locked = locked_release(root)
    if locked is not None and locked >= releases.OLDEST_TARGET:
        return min(locked, releases.NEWEST)
    for folder in folders_up(root):
        declared = [item for _, found in declared_in(folder) for item in found.on(SDK)]
        if declared:
            return _newest_admitted(declared)
    return None


def _newest_admitted(declared: list[Declared]) -> Release | None:
    from osmosis_lint.api import surface

    candidates = [release for release in surface.load().releases if release[:2] == (0, 3)]
    is_bound = False
    for item in declared:
        if item.pinned:
            kept = [release for release in candidates if release == release_of(item.pinned)]
        elif item.specifiers is not None:
            kept = [release for release in candidates if admits(item.specifiers, release)]
        else:
            continue
        # A requirement that shuts all of them out will have to change, so it says nothing.
        if kept:
            candidates, is_bound = kept, True
    return max(candidates) if is_bound else None


def locked_release(root: str) -> Release | None:
    """The newest release of the SDK that the nearest lock file in a folder or above it resolves; None without one."""
    for folder in folders_up(root):
        found: list[Release] = []
        for name in sorted(names_in(folder)):
            if kind_of(name) == LOCK:
                text = _read(os.path.join(folder, name))
                if text is not None:
                    locked = read_manifest(os.path.join(folder, name), text, validate=False).locked
                    found += [release_of(version) for version, _ in locked]
        if any(found):
            return max(found)
    return None


def resolved_release(root: str) -> Release | None:
    """The release that a project has today: the one its lock resolves, else the one release that the nearest
    requirements pin exactly (`==`); None when neither says."""
    locked = locked_release(root)
    if locked is not None:
        return locked
    for folder in folders_up(root):
        declared = [item for _, found in declared_in(folder) for item in found.on(SDK)]
        if declared:
            pinned = {release for item in declared if (release := _pinned(item))}
            return pinned.pop() if len(pinned) == 1 else None
    return None


def _pinned(declared: Declared) -> Release:
    """The one release that a requirement admits; empty when it admits more."""
    if declared.pinned:
        return release_of(declared.pinned)
    if declared.specifiers is None or len(declared.specifiers) != 1:
        return ()
    text = declared.specifiers[0].strip().lstrip("=").strip()
    is_exact = declared.specifiers[0].strip().startswith("==") and all(part.isdecimal() for part in text.split("."))
    return release_of(text) if is_exact else ()
