"""Reads what declares a project's dependencies, however it is written, into a `declared.Manifest`.

Nothing here judges. Only requirements on the packages in `declared.WATCHED` are kept.
"""

from __future__ import annotations

import os
import re

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.files import toml_text
from osmosis_lint.files.declared import (
    POETRY,
    SDK,
    WATCHED,
    Declared,
    Manifest,
    PythonVersions,
    add_requirement,
    add_url,
    is_sdk_url,
)
from osmosis_lint.files.errors import SourceError
from osmosis_lint.files.kinds import INSTALL, SHELL, kind_of_path
from osmosis_lint.files.positions import Positions
from osmosis_lint.files.requirement import normalized, poetry_alternatives, read_requirement, url_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.files.toml_text import TomlText

# A file without one of these declares nothing of interest.
WORDS = ("osmosis", "harbor", "python")

_LOCKED = re.compile(r"^name\s*=\s*[\"']osmosis[-_.]ai[\"']", re.MULTILINE | re.IGNORECASE)
_LOCKED_VERSION = re.compile(r"^version\s*=\s*([\"'])([^\"'\n]+)\1", re.MULTILINE)
_EDITABLE = re.compile(r"^source\s*=\s*\{\s*(?:editable|virtual)\s*=\s*[\"']\.[\"']", re.MULTILINE)
_SCRIPT_START = re.compile(r"^# /// script[ \t]*$", re.MULTILINE)
_NOT_A_LINE_END = re.compile(r"[^\r\n]")
_INCLUDE = re.compile(r"[ \t]*(?:-r|--requirement|-c|--constraint)(?:[ \t]*=[ \t]*|[ \t]+|(?<=-[rc]))([^\s#]+)")
_EDITABLE_OPTION = re.compile(r"[ \t]*(?:-e|--editable)(?:[ \t]*=[ \t]*|[ \t]+)")
_URL_LINE = re.compile(r"\S*(?:osmosis[-_.]ai|osmosis-sdk-python)\S*", re.IGNORECASE)
_PIPFILE_TABLES = ("packages", "dev-packages")
_PIPFILE_LOCKED = re.compile(r'"osmosis[-_.]ai"\s*:\s*\{[^{}]*?"version"\s*:\s*"==([^"]+)"', re.IGNORECASE)
# A command of a recipe, of a step (`run:`) or of a list of commands, and what stands before it.
_RECIPE = re.compile(r"\t[-@+ \t]*")
_STEP = re.compile(r"[ \t]*(?:- +)?(?:(?:run|script|before_script|after_script): *)?(?:- +)?(['\"]?)")
_OTHER_STEP = re.compile(r"[\w-]+:(?:\s|$)|#")
_INSTALLERS = re.compile(r"\b(?:pip3?|pipx|pipenv|uv|uvx|poetry|pdm|rye)\b")
_LISTED = re.compile(r"[ \t]*- +([\"']?)(?=[A-Za-z])")
_INI_SECTION = re.compile(r"\[([^\]]+)\]")
_INI_KEY = re.compile(r"([A-Za-z0-9_.-]+)[ \t]*[=:][ \t]*")


def read_manifest(path: str, text: str, *, validate: bool = True) -> Manifest:
    """What a file declares; its name says how it is written, and a Python file's script header counts (PEP 723).

    With `validate`, raises SourceError for TOML that is not valid, and for a `setup.py` that does not parse.
    Other mistakes make a line mean nothing.
    """
    manifest = Manifest(path)
    name = os.path.basename(path).lower()
    kind = kind_of_path(path)
    lowered = text.lower()
    if name.endswith((".txt", ".in")):
        _read_requirements(text, manifest)
    elif not any(word in lowered for word in WORDS):
        pass
    elif _is_lock(name):
        _read_lock(text, manifest)
    elif name == "setup.cfg":
        _read_setup_cfg(text, manifest)
    elif name == "setup.py":
        _read_setup_py(text, manifest, validate=validate)
    elif name.endswith((".py", ".pyw")):
        _read_script(text, manifest, validate=validate)
    elif name.endswith(".toml") or name == "pipfile":
        _read_toml(text, manifest, validate=validate)
    elif name == "tox.ini":
        _read_tox_ini(text, manifest)
    elif kind in (INSTALL, SHELL):
        # Its expressions take a while to be compiled, and most projects have no such file.
        from osmosis_lint.files.install_lines import read_install_lines

        if kind == SHELL:
            read_install_lines(text, manifest, is_docker="dockerfile" in name or "containerfile" in name)
        else:
            if name.startswith("environment"):
                _read_environment(text, manifest)
            read_install_lines(as_script(name, text), manifest, is_docker=False)
    return manifest


def read_requirements(path: str, text: str) -> Manifest:
    """What a requirements file declares, whatever its name."""
    manifest = Manifest(path)
    _read_requirements(text, manifest)
    return manifest


def _is_lock(name: str) -> bool:
    return name.endswith(".lock") or (name.startswith("pylock.") and name.endswith(".toml"))


# TOML


def _read_script(text: str, manifest: Manifest, *, validate: bool) -> None:
    header = _script_header(text)
    if header is not None:
        _read_toml(header, manifest, validate=validate)


def _script_header(text: str) -> str | None:
    """The TOML of a script header, with spaces in place of everything else, so that all offsets stay the same."""
    match = _SCRIPT_START.search(text)
    if match is None:
        return None
    out = [_NOT_A_LINE_END.sub(" ", text[: match.end()])]
    for line in text[match.end() :].splitlines(keepends=True):
        body = line.rstrip("\r\n")
        if body == "# ///":
            return "".join(out)
        if not body:
            out.append(line)
        elif body == "#" or body.startswith("# "):
            out.append("  "[: len(body)] + line[2:] if len(body) > 1 else " " + line[1:])
        else:
            return None
    return None


def _read_toml(text: str, manifest: Manifest, *, validate: bool) -> None:
    if validate:
        toml_text.validate(text)
    positions = Positions(text)
    poetry: dict[tuple[str | int, ...], list[TomlText]] = {}
    is_sdk = False
    for item in toml_text.texts(text):
        path = item.path
        if path in (("project", "requires-python"), ("requires-python",)):
            span = positions.span(item.start, item.end)
            manifest.pythons.append(PythonVersions("requires-python", item.value, span))
        elif path in (("project", "name"), ("tool", "poetry", "name")):
            is_sdk = is_sdk or normalized(item.value) == SDK
        elif path[:2] == ("tool", "poetry"):
            key = _poetry_dependency(path)
            if key is not None:
                poetry.setdefault(key, []).append(item)
        elif path[0] in _PIPFILE_TABLES and len(path) > 1:
            index = path[2] if len(path) > 2 and isinstance(path[2], int) else -1
            poetry.setdefault((path[0], path[1], index), []).append(item)
        elif path[:3] == ("tool", "uv", "sources"):
            _read_source(item, manifest, positions)
        elif _is_requirement(path):
            before = len(manifest.requirements)
            _add_text(item, manifest, positions)
            for declared in manifest.requirements[before:]:
                declared.is_added = "dependencies" not in path[:2] and "override-dependencies" not in path
    has_own = bool(manifest.on(SDK))
    for key, items in poetry.items():
        _add_poetry(str(key[-2]), items, manifest, positions, is_enrichment=has_own)
    if is_sdk:
        # The SDK's own extras refer to each other.
        manifest.requirements = [item for item in manifest.requirements if item.name != SDK]


def _is_requirement(path: tuple[str | int, ...]) -> bool:
    """Whether a text at a path is a requirement of PEP 508."""
    if not isinstance(path[-1], int):
        return False
    if path[:2] == ("project", "dependencies") or path[0] == "dependencies":
        return True
    if path[:2] == ("project", "optional-dependencies") or path[0] == "dependency-groups":
        return True
    if path[:2] == ("tool", "uv"):
        return path[2] in ("dev-dependencies", "constraint-dependencies", "override-dependencies")
    if path[:2] == ("tool", "pdm"):
        return path[2] == "dev-dependencies"
    return path[:3] == ("tool", "hatch", "envs") and path[-2] in ("dependencies", "extra-dependencies")


def _add_text(item: TomlText, manifest: Manifest, positions: Positions) -> None:
    requirement = read_requirement(item.value)
    if requirement is None:
        return
    # In a text with escapes, everything is at the whole of it.
    whole = positions.span(item.start, item.end) if item.inside < 0 else None
    add_requirement(manifest, requirement, item.value, positions, item.inside, whole)


def _read_source(item: TomlText, manifest: Manifest, positions: Positions) -> None:
    """`osmosis-ai = { git = "…", tag = "v0.2.31" }` of uv says which release is taken."""
    if len(item.path) < 5 or normalized(str(item.path[3])) != SDK:
        return
    pinned = item.value.removeprefix("v") if item.path[-1] in ("tag", "rev") else url_version(item.value)
    if pinned and item.path[-1] in ("tag", "rev", "url", "path"):
        span = positions.span(item.start, item.end)
        declared = Declared(SDK, f"{item.path[-1]} = {item.value}", span)
        declared.pinned = pinned
        manifest.requirements.append(declared)


def _poetry_dependency(path: tuple[str | int, ...]) -> tuple[str | int, ...] | None:
    """What one dependency of Poetry is kept under: its table, its name, and its place among several, or None."""
    rest = path[2:]
    if rest[:1] == ("group",) and rest[2:3] == ("dependencies",):
        length = 4
    elif rest[:1] in (("dependencies",), ("dev-dependencies",)):
        length = 2
    else:
        return None
    if len(rest) < length:
        return None
    index = rest[length] if len(rest) > length and isinstance(rest[length], int) else -1
    return (*rest[:length], index)


def _add_poetry(
    name: str, items: list[TomlText], manifest: Manifest, positions: Positions, *, is_enrichment: bool
) -> None:
    """One dependency of Poetry. As enrichment of `project.dependencies` it need not name a version."""
    if name == "python":
        for item in items:
            if item.path[-1] in ("python", "version"):
                span = positions.span(item.start, item.end)
                manifest.pythons.append(PythonVersions("python", item.value, span, POETRY))
        return
    name = normalized(name)
    if name not in WATCHED:
        return
    first, last = items[0], items[-1]
    declared = Declared(name, f"{name} = {first.value}", positions.span(first.start, last.end), POETRY)
    has_source = False
    for item in items:
        key = item.path[-2] if isinstance(item.path[-1], int) and item.path[-2] == "extras" else item.path[-1]
        span = positions.span(item.start, item.end)
        if key == "extras":
            declared.extras.append((normalized(item.value), span))
        elif key == "version" or normalized(str(item.path[-1])) == name or isinstance(item.path[-1], int):
            declared.specifiers = poetry_alternatives(item.value)
            declared.version_span = span
            declared.written = f'{name} = "{item.value}"'
        elif key in ("git", "url", "path", "file"):
            has_source = True
            declared.pinned = declared.pinned or url_version(item.value)
        elif key in ("tag", "rev"):
            declared.pinned = item.value.removeprefix("v")
            declared.version_span = span
    if declared.specifiers is None and not has_source and not is_enrichment:
        declared.specifiers = [""]
    manifest.requirements.append(declared)


# Locks


def _read_lock(text: str, manifest: Manifest) -> None:
    """The locked releases. Locks are written by tools and may be long: this looks at the entries of the SDK alone."""
    positions = Positions(text)
    for match in _PIPFILE_LOCKED.finditer(text):
        manifest.locked.append((match.group(1), positions.span(*match.span(1))))
    for match in _LOCKED.finditer(text):
        start = max(text.rfind("\n[[", 0, match.start()), 0)
        end = text.find("\n[", match.end())
        entry = text[start : end if end >= 0 else len(text)]
        version = _LOCKED_VERSION.search(entry)
        if version is not None and _EDITABLE.search(entry) is None:
            at = start + version.start(2)
            manifest.locked.append((version.group(2), positions.span(at, at + len(version.group(2)))))


# Requirements files


def _read_requirements(text: str, manifest: Manifest) -> None:
    positions = Positions(text)
    for start, end in _logical_lines(text):
        line = text[start:end]
        include = _INCLUDE.match(line)
        if include is not None:
            manifest.includes.append(include.group(1).strip("\"'"))
            continue
        option = _EDITABLE_OPTION.match(line)
        at = start + (option.end() if option is not None else 0)
        requirement = read_requirement(text, at)
        if requirement is not None and requirement.end <= end and requirement.name in WATCHED:
            add_requirement(manifest, requirement, text, positions)
        elif "osmosis" in line.lower() and not line.lstrip().startswith("#"):
            _add_url_line(text, at, end, manifest, positions)


def _add_url_line(text: str, start: int, end: int, manifest: Manifest, positions: Positions) -> None:
    """A requirement that is nothing but a URL or a path: `git+https://…@v0.2.31#egg=osmosis-ai[server]`, a wheel."""
    match = _URL_LINE.search(text, start, end)
    if match is None or ("/" not in match.group() and not match.group().endswith((".whl", ".tar.gz"))):
        return
    if not text[start : match.start()].strip() and is_sdk_url(match.group()):
        add_url(manifest, match.group(), positions.span(match.start(), match.end()))


def _logical_lines(text: str) -> Iterator[tuple[int, int]]:
    """The lines of a requirements file, joined where one ends in a backslash, as offsets."""
    start = at = 0
    while start < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if end < len(text) and text[at:end].rstrip("\r").endswith("\\"):
            at = end + 1
            continue
        yield start, end
        start = at = end + 1


# Other tools


def as_script(name: str, text: str) -> str:
    """The commands in a Makefile or in a CI's YAML that install something, each where it stands in the text.

    Everything else is replaced by blanks: both have quotes and brackets of their own.
    """
    before = _STEP if name.endswith((".yml", ".yaml")) else _RECIPE
    out: list[str] = []
    continues = False
    for line in text.splitlines(keepends=True):
        body = line.rstrip("\r\n")
        match = before.match(body)
        start = match.end() if match is not None else len(body)
        if match is not None and _OTHER_STEP.match(body, start):
            match = None
        if continues:
            start = len(body) - len(body.lstrip())
        end = len(body)
        if continues or (match is not None and _INSTALLERS.search(body, start)):
            if match is not None and before is _STEP and match.group(1) and body.rstrip().endswith(match.group(1)):
                # A step in quotes.
                end = len(body.rstrip()) - 1
            continues = body.endswith("\\")
        else:
            start = end
        out.append(f"{' ' * start}{body[start:end]}{' ' * (len(body) - end)}{line[len(body) :]}")
    return "".join(out)


def _read_environment(text: str, manifest: Manifest) -> None:
    """The list below `- pip:` in an environment of conda. conda's own packages do not include the SDK."""
    positions = Positions(text)
    offset = 0
    inside = -1
    for line in text.splitlines(keepends=True):
        start, offset = offset, offset + len(line)
        body = line.rstrip()
        indent = len(body) - len(body.lstrip())
        if body.strip() == "- pip:":
            inside = indent
        elif body.strip() and indent <= inside:
            inside = -1
        elif inside >= 0:
            match = _LISTED.match(body)
            if match is not None:
                end = len(body) - (body[-1:] == match.group(1) != "")
                _add_listed(text, start + match.end(), start + end, manifest, positions)


def _read_tox_ini(text: str, manifest: Manifest) -> None:
    """The requirements that tox installs everywhere. Those of one factor (`old: osmosis-ai<0.3`) are meant so."""
    positions = Positions(text)
    for section, key, start, end in _ini_lines(text):
        if section.partition(":")[0] == "testenv" and key == "deps":
            include = _INCLUDE.match(text, start, end)
            if include is not None:
                manifest.includes.append(include.group(1))
            else:
                _add_listed(text, start, end, manifest, positions)


# setuptools


def _read_setup_cfg(text: str, manifest: Manifest) -> None:
    positions = Positions(text)
    for section, key, start, end in _ini_lines(text):
        if section == "options" and key == "python_requires" and start < end:
            manifest.pythons.append(PythonVersions("python_requires", text[start:end], positions.span(start, end)))
        elif section == "options.extras_require" or (section == "options" and key == "install_requires"):
            before = len(manifest.requirements)
            _add_listed(text, start, end, manifest, positions)
            for declared in manifest.requirements[before:]:
                declared.is_added = section != "options"


def _ini_lines(text: str) -> Iterator[tuple[str, str, int, int]]:
    """The lines of the values in an INI file: section, key (`-` as `_`), and where the line's part of it stands."""
    section = key = ""
    offset = 0
    for line in text.splitlines(keepends=True):
        start, offset = offset, offset + len(line)
        body = line.rstrip("\r\n")
        if not body.strip() or body.lstrip().startswith(("#", ";")):
            continue
        at = start
        if not body[0].isspace():
            header = _INI_SECTION.match(body)
            if header is not None:
                section, key = header.group(1).strip().lower(), ""
                continue
            found = _INI_KEY.match(body)
            if found is None:
                continue
            key = found.group(1).lower().replace("-", "_")
            at += found.end()
        end = start + len(body.rstrip())
        at += len(text[at:end]) - len(text[at:end].lstrip())
        yield section, key, at, end


def _add_listed(text: str, start: int, end: int, manifest: Manifest, positions: Positions) -> None:
    requirement = read_requirement(text[:end], start)
    if requirement is not None:
        add_requirement(manifest, requirement, text, positions)


def _read_setup_py(text: str, manifest: Manifest, *, validate: bool) -> None:
    """The texts in a `setup.py` that are requirements, and the value of `python_requires` if it is written out."""
    import ast

    from osmosis_lint.semantics.source import Lines

    try:
        tree = ast.parse(text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if validate and SDK_PACKAGE not in text:
            reason = f"it does not parse: {getattr(error, 'msg', '') or 'it nests too deeply'}"
            raise SourceError(reason, getattr(error, "lineno", 0) or 1, getattr(error, "offset", 0) or 1) from None
        # A file that names the package is checked, and so reported, as Python too.
        return
    lines, positions = Lines(text), Positions(text)
    starts = positions.line_starts
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "python_requires":
            value = node.value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                start = starts[value.lineno - 1] + lines.column(value.lineno, value.col_offset)
                end = starts[value.end_lineno - 1] + lines.column(value.end_lineno, value.end_col_offset)  # type: ignore[operator, arg-type]
                span = positions.span(start, end)
                manifest.pythons.append(PythonVersions("python_requires", value.value, span))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value:
            start = starts[node.lineno - 1] + lines.column(node.lineno, node.col_offset)
            requirement = read_requirement(node.value)
            if requirement is None or not (requirement.extras or requirement.specifier.text or requirement.url):
                # A bare word may be anything, such as the name of the project.
                continue
            at = text.find(node.value, start)
            if at >= 0:
                add_requirement(manifest, requirement, node.value, positions, at)
