"""OSM506 to OSM510: what declares a project's dependencies, and the release that it aims at.

Requirements on `osmosis-ai` stand in many kinds of files; `files.manifests` reads them all into one form.
OSM505, which also needs the project's imports, is in `extras`.
"""

from __future__ import annotations

import os

from osmosis_lint.api import releases
from osmosis_lint.api.records import BY_CODE
from osmosis_lint.diagnostics import Diagnostic
from osmosis_lint.files.discovery import names_in
from osmosis_lint.files.kinds import LOCK, MANIFEST, kind_of, kind_of_path
from osmosis_lint.files.manifests import (
    HARBOR,
    POETRY,
    SDK,
    Manifest,
    read_manifest,
    read_requirements,
)
from osmosis_lint.files.requirement import admits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from osmosis_lint.api.releases import Release
    from osmosis_lint.diagnostics import Span
    from osmosis_lint.files.manifests import Declared, PythonVersions

WANTED = ">=0.3,<0.4"
# What an extra of v0.2 became.
GONE_EXTRAS = {"platform": "parquet", "dev": ""}
# The order in which extras are written; those that no release has come last.
_EXTRA_ORDER = ("server", "strands", "openai-agents", "harbor", "rubric", "parquet", "eval", "full")

_SKYPILOT = "skypilot"
_OLDEST_PYTHON: Release = (3, 12)
_OLD_PYTHONS: tuple[Release, ...] = ((2, 7, 18), *((3, minor, patch) for minor in range(12) for patch in (0, 99)))
# Releases that exist and any that may come: what a requirement admits does not depend on what is out today.
_V02: tuple[Release, ...] = ((0, 0, 1), (0, 1, 0), (0, 1, 99), *((0, 2, patch) for patch in range(100)))
_V03: tuple[Release, ...] = tuple((0, 3, patch) for patch in range(100))
_LOCK_COMMANDS = {
    "uv.lock": "uv lock",
    "poetry.lock": "poetry lock",
    "pdm.lock": "pdm lock",
    "Pipfile.lock": "pipenv lock",
}
_MAX_INCLUDES = 200


def check_manifest(path: str, text: str, *, uses_sdk: bool = False, seen: set[str] | None = None) -> list[Diagnostic]:
    """The findings of OSM506 to OSM510 in one file, sorted by place.

    The file is a manifest, a lock, a shell script, a Dockerfile, or a Python file with a script header (PEP 723).
    `uses_sdk` says that the project is known to use the SDK: then OSM508 and OSM509 also hold in a file that does not
    require it itself. Files that `-r` and `-c` name are checked too when discovery would not find them by their name;
    `seen` collects their absolute paths, so that two files that include a third report it once.
    Raises SourceError when the file cannot be understood.
    """
    manifest = read_manifest(path, text)
    out = _findings(manifest, uses_sdk=uses_sdk)
    if manifest.includes:
        seen = set() if seen is None else seen
        seen.add(os.path.abspath(path))
        for included in _included(manifest, seen):
            out += _findings(included, uses_sdk=uses_sdk)
    return sorted(out, key=Diagnostic.sort_key)


def read_commands(path: str, text: str, *, is_shown: bool) -> Manifest:
    """What shell commands declare that stand inside of another file.

    `is_shown` says that they are only shown to readers: where those name no version, the newest is meant.
    """
    from osmosis_lint.files.install_lines import read_install_lines

    manifest = Manifest(path)
    read_install_lines(text, manifest, is_docker=False)
    for declared in manifest.requirements if is_shown else ():
        if declared.specifiers == [""]:
            declared.specifiers = None
    return manifest


def check_commands(manifest: Manifest, *, uses_sdk: bool = False) -> list[Diagnostic]:
    """The findings of OSM506, OSM507 and OSM509 in what `read_commands` gave, sorted by place."""
    return sorted(_findings(manifest, uses_sdk=uses_sdk), key=Diagnostic.sort_key)


def _included(manifest: Manifest, seen: set[str]) -> Iterator[Manifest]:
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
    # A pipe would be waited for.
    if not os.path.isfile(path):
        return None
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return file.read()
    except (OSError, UnicodeDecodeError):
        return None


def _findings(manifest: Manifest, *, uses_sdk: bool) -> list[Diagnostic]:
    path = manifest.path
    out: list[Diagnostic] = []
    on_sdk = manifest.on(SDK)
    for declared in on_sdk:
        fault = version_fault(declared)
        if fault:
            name = f"`{declared.written}` {fault}"
            out.append(_diagnostic("OSM506", path, declared.version_span, name, _version_hint(declared)))
        for extra, span in declared.extras:
            if extra in GONE_EXTRAS:
                record = next(item for item in BY_CODE["OSM507"].records if item.names == (f"{SDK}[{extra}]",))
                out.append(_diagnostic("OSM507", path, span, extra, record.replacement, record.names[0]))
    for version, span in manifest.locked:
        if _release(version) < releases.OLDEST_TARGET:
            out.append(_diagnostic("OSM510", path, span, version, _lock_hint(path)))
    if on_sdk or uses_sdk:
        for versions in manifest.pythons:
            if any(admits(versions.specifiers, version) for version in _OLD_PYTHONS):
                name = f"`{_assignment(versions, versions.written)}`"
                hint = f"write `{_assignment(versions, python_wanted(versions))}`"
                out.append(_diagnostic("OSM508", path, versions.span, name, hint))
        for declared in manifest.on(HARBOR):
            for extra, span in declared.extras:
                if extra == _SKYPILOT:
                    out.append(_diagnostic("OSM509", path, span, extra))
    return out


def _diagnostic(code: str, path: str, span: Span, name: str, hint: str = "", symbol: str = "") -> Diagnostic:
    rule = BY_CODE[code]
    symbol = symbol or rule.records[0].names[0]
    return Diagnostic(code, rule.message.format(name=name), hint or rule.hint, path, span, symbol, rule.last)


def version_fault(declared: Declared) -> str:
    """What is wrong with the versions that a requirement on the SDK admits, as the end of a sentence; or nothing."""
    if declared.pinned:
        release = _release(declared.pinned)
        return "" if not release or release[:2] == (0, 3) else "shuts v0.3 out"
    if declared.specifiers is None:
        return ""
    answers = [admits(declared.specifiers, release) for release in _V03]
    if None in answers:
        return ""
    if not any(answers):
        return "shuts v0.3 out"
    return "lets v0.2 in" if any(admits(declared.specifiers, release) for release in _V02) else ""


def _release(text: str) -> Release:
    """A version as a release; empty when it is none, such as a branch or a commit."""
    try:
        return releases.parse(text) if text[:1].isdigit() else ()
    except ValueError:
        return ()


def _version_hint(declared: Declared) -> str:
    if declared.style == POETRY:
        return f'write `version = "{WANTED}"`'
    return f"write `{requirement_line(extra for extra, _ in declared.extras)}`"


def requirement_line(extras: Iterable[str], specifier: str = WANTED) -> str:
    """A whole requirement with the extras given, those of v0.2 replaced: `osmosis-ai[server,strands]>=0.3,<0.4`."""
    listed = ",".join(ordered_extras(extras))
    return f"{SDK}[{listed}]{specifier}" if listed else f"{SDK}{specifier}"


def ordered_extras(extras: Iterable[str]) -> list[str]:
    """Extras as v0.3 names them, each once, in the order they are usually written."""
    wanted = {GONE_EXTRAS.get(extra, extra) for extra in extras} - {""}
    return sorted(wanted, key=lambda extra: (_EXTRA_ORDER.index(extra) if extra in _EXTRA_ORDER else 99, extra))


def _assignment(versions: PythonVersions, value: str) -> str:
    bare = versions.key == "python_requires"
    return f"{versions.key} = {value}" if bare else f'{versions.key} = "{value}"'


def python_wanted(versions: PythonVersions) -> str:
    """The narrowest change that admits no Python before 3.12: what limits newer ones is kept."""
    kept = [">=3.12"]
    for clause in versions.specifiers[0].split(",") if len(versions.specifiers) == 1 else ():
        text = clause.strip()
        sign = text.rstrip("0123456789.* ")
        version = tuple(int(part) for part in text[len(sign) :].strip().split(".") if part.isdigit())
        if sign.strip() in ("<", "<=", "!=") and version > _OLDEST_PYTHON and version[:1] == (3,):
            kept.append(text)
    return ",".join(kept)


def _lock_hint(path: str) -> str:
    command = _LOCK_COMMANDS.get(os.path.basename(path))
    lock = f"lock again (`{command}`)" if command else "lock again"
    return f"require `{SDK}{WANTED}`, then {lock}"


# The release aimed at


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
            kept = [release for release in candidates if release == _release(item.pinned)]
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
                    found += [_release(version) for version, _ in locked]
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
        return _release(declared.pinned)
    if declared.specifiers is None or len(declared.specifiers) != 1:
        return ()
    text = declared.specifiers[0].strip().lstrip("=").strip()
    is_exact = declared.specifiers[0].strip().startswith("==") and all(part.isdecimal() for part in text.split("."))
    return _release(text) if is_exact else ()


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
        out += [(included.path, included) for included in _included(manifest, seen)]
    return out


def _is_manifest(name: str, with_commands: bool) -> bool:
    kind = kind_of(name)
    return kind == MANIFEST or name == "setup.py" or (with_commands and kind == "shell")
