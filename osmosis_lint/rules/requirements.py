"""OSM506 to OSM510: what declares a project's dependencies.

Requirements on `osmosis-ai` stand in many kinds of files; `files.manifests` reads them all into one form.
OSM505, which also needs the project's imports, is in `extras`.
"""

from __future__ import annotations

import os

from osmosis_lint.api import releases
from osmosis_lint.api.records import BY_CODE
from osmosis_lint.diagnostics import Diagnostic
from osmosis_lint.files.declared import HARBOR, POETRY, SDK, Manifest
from osmosis_lint.files.kinds import MANIFEST, kind_of_path
from osmosis_lint.files.manifests import read_manifest
from osmosis_lint.files.projects import included_by, release_of
from osmosis_lint.files.requirement import admits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.api.releases import Release
    from osmosis_lint.diagnostics import Span
    from osmosis_lint.files.declared import Declared, PythonVersions

WANTED = ">=0.3,<0.4"
# What an extra of v0.2 became.
GONE_EXTRAS = {"platform": "parquet", "dev": ""}
# The order in which extras are written; those that no release has come last.
_EXTRA_ORDER = ("server", "strands", "openai-agents", "harbor", "rubric", "parquet", "eval", "full")

_LETS_IN = "lets v0.2 in"
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
        for included in included_by(manifest, seen):
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


def _findings(manifest: Manifest, *, uses_sdk: bool) -> list[Diagnostic]:
    path = manifest.path
    out: list[Diagnostic] = []
    on_sdk = manifest.on(SDK)
    is_settled = _is_settled(manifest)
    for declared in on_sdk:
        fault = version_fault(declared)
        # What is installed together has to satisfy all requirements.
        if fault and not (fault == _LETS_IN and is_settled and (declared.is_added or declared.specifiers == [""])):
            name = f"`{declared.written}` {fault}"
            out.append(_diagnostic("OSM506", path, declared.version_span, name, _version_hint(declared)))
        for extra, span in declared.extras:
            if extra in GONE_EXTRAS:
                record = next(item for item in BY_CODE["OSM507"].records if item.names == (f"{SDK}[{extra}]",))
                out.append(_diagnostic("OSM507", path, span, extra, record.replacement, record.names[0]))
    for version, span in manifest.locked:
        if release_of(version) < releases.OLDEST_TARGET:
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


def _is_settled(manifest: Manifest) -> bool:
    """Whether what the project itself always requires shuts v0.2 out."""
    if kind_of_path(manifest.path) != MANIFEST and os.path.basename(manifest.path) != "setup.py":
        return False
    own = [declared for declared in manifest.on(SDK) if not declared.is_added and declared.specifiers != [""]]
    return bool(own) and not any(version_fault(declared) for declared in own)


def _diagnostic(code: str, path: str, span: Span, name: str, hint: str = "", symbol: str = "") -> Diagnostic:
    rule = BY_CODE[code]
    symbol = symbol or rule.records[0].names[0]
    return Diagnostic(code, rule.message.format(name=name), hint or rule.hint, path, span, symbol, rule.last)


def version_fault(declared: Declared) -> str:
    """What is wrong with the versions that a requirement on the SDK admits, as the end of a sentence; or nothing."""
    if declared.pinned:
        release = release_of(declared.pinned)
        return "" if not release or release[:2] == (0, 3) else "shuts v0.3 out"
    if declared.specifiers is None:
        return ""
    answers = [admits(declared.specifiers, release) for release in _V03]
    if None in answers:
        return ""
    if not any(answers):
        return "shuts v0.3 out"
    return _LETS_IN if any(admits(declared.specifiers, release) for release in _V02) else ""


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
