"""The fixes of what declares requirements. They come last: the extras depend on the imports of a whole project."""

from __future__ import annotations

import os

from osmosis_lint.files.declared import SDK
from osmosis_lint.files.kinds import PYTHON, SHELL, explicit_kind_of_path, has_script_header, kind_of_path
from osmosis_lint.fixes import writing
from osmosis_lint.fixes.manifests import fix_manifest
from osmosis_lint.frontends.command import scanning
from osmosis_lint.frontends.command.findings import EXTRA
from osmosis_lint.rules import extras, requirements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.diagnostics import Diagnostic
    from osmosis_lint.fixes.manifests import ManifestResult
    from osmosis_lint.frontends.command.fixing import Fixing
    from osmosis_lint.rules.extras import ExtraUse

_ORDER = ("pyproject.toml", "setup.cfg", "setup.py", "requirements.txt", "requirements.in")


def fixed_header(fixing: Fixing, path: str, text: str) -> ManifestResult:
    """What becomes of a Python text that declares its own requirements (PEP 723). Raises SourceError."""
    body = text.removeprefix("\ufeff")
    found = requirements.check_manifest(path, body, uses_sdk=True)
    found += extras.check_script_extras(path, body, extras.imported_extras(path, body, None, fixing.target_of(path)))

    def may(item: Diagnostic) -> bool:
        return fixing.may_in(item, body)

    return fix_manifest(path, text, found, unsafe=fixing.unsafe, only=may, choose=fixing.choose)


class Requirements:
    """The requirements of one run. `using` are the absolute paths of the Python files that use the SDK."""

    def __init__(self, fixing: Fixing, using: list[str]) -> None:
        self._fixing = fixing
        self._roots = {scanning.project_of(os.path.dirname(path)) for path in using}
        self._seen: set[str] = set()
        self._done: set[str] = set()
        self._reached: list[str] = []
        self._extras: dict[str, list[Diagnostic]] = {}
        if EXTRA in fixing.plan.selection.enabled:
            self._look_for_extras(using)

    def fix(self, path: str) -> None:
        """Fix one file that is not Python. Raises SourceError, OSError, ValueError and NotWrittenError."""
        self._done.add(path)
        data = writing.read_bytes(path)
        text = data.decode("utf-8")
        found = self.fixed(path, text)
        self._fixing.finish(path, data, text, found.text, found.applied, found.offered)

    def reached(self) -> Iterator[str]:
        """The files still to be fixed that no walk finds by their name: others include them, or they have to ask for an
        extra. What lies outside of the run's folders, or is left out in them, is none of them."""
        covered = self._fixing.covered
        while self._reached:
            path = self._reached.pop(0)
            if path not in self._done and covered is not None and covered.enters(path):
                yield path

    def fixed(self, path: str, text: str) -> ManifestResult:
        """What becomes of a text. Raises SourceError for TOML that is not valid."""
        fixing = self._fixing
        body = text.removeprefix("\ufeff")
        uses_sdk = scanning.project_of(os.path.dirname(path)) in self._roots
        found = requirements.check_manifest(path, body, uses_sdk=uses_sdk, seen=self._seen)
        self._reached += [item.path for item in found if item.path != path]
        own = [item for item in found if item.path == path]
        own += [item for item in self._extras.get(path, ()) if item not in own]

        def may(item: Diagnostic) -> bool:
            return item.path != path or fixing.may_in(item, body, python=explicit_kind_of_path(path) == PYTHON)

        return fix_manifest(path, text, own, unsafe=fixing.unsafe, only=may, choose=fixing.choose)

    def _look_for_extras(self, using: list[str]) -> None:
        """Find out which file has to ask for which extras: the one that says most for a project."""
        projects = extras.Projects()
        uses: dict[str, list[ExtraUse]] = {}
        texts: dict[str, str] = {}
        for path in using:
            try:
                text = writing.read_bytes(path).decode("utf-8-sig")
            except (OSError, ValueError):
                continue
            root = projects.root_of(path)
            if root is None or has_script_header(text):
                continue
            found = extras.imported_extras(path, text, None, self._fixing.target_of(path))
            if found:
                texts[path] = text
                uses.setdefault(root, []).extend(found)
        for root, items in uses.items():
            declaring = [path for path, manifest in projects.manifests(root) if manifest.on(SDK)]
            covered = self._fixing.covered
            unused = self._fixing.plan.selection.asks_for(EXTRA) and covered is not None and covered.holds(root)
            for item in extras.check_extras(root, items, projects=projects, unused=unused) if declaring else ():
                if item.path in declaring:
                    self._extras.setdefault(item.path, []).append(item)
                elif self._fixing.may_in(item, texts.get(item.path, ""), path=item.path):
                    self._extras.setdefault(min(declaring, key=_rank), []).append(item)
        self._reached += [path for path in self._extras if kind_of_path(path) is None]


def _rank(path: str) -> tuple[int, str]:
    """How much a file says for its project: a project file before a list, and commands last."""
    name = os.path.basename(path)
    if name in _ORDER:
        return _ORDER.index(name), path
    return len(_ORDER) + (kind_of_path(path) == SHELL), path
