"""A list of known findings that a run does not report, so that a project can start with what is new.

A finding is known by its file and its fingerprint, so it survives when lines move. Equal fingerprints are counted. A
baseline only ever shrinks: `update` takes entries out and adds none.
"""

from __future__ import annotations

import os

from osmosis_lint.frontends.command.errors import UsageError
from osmosis_lint.frontends.command.fingerprints import fingerprint
from osmosis_lint.frontends.command.settings import shown
from osmosis_lint.frontends.command.writing import replace_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from osmosis_lint.frontends.command.findings import Finding

    #: How often each finding may occur: by file (relative to the baseline's folder), then by fingerprint.
    Entries: TypeAlias = "dict[str, dict[str, int]]"

_VERSION = 1


class Baseline:
    """The entries of a baseline file; empty when the file does not exist yet.

    Raises UsageError when it cannot be read or is not a baseline.
    """

    def __init__(self, path: str) -> None:
        self.path = os.path.abspath(path)
        self._folder = os.path.dirname(self.path)
        self.exists = os.path.exists(self.path)
        self._entries: Entries = _read(self.path) if self.exists else {}
        self._left: Entries = {}
        self._now: Entries = {}
        self.restart()

    def restart(self) -> None:
        """Count anew: what was asked before does not use up entries."""
        self._left = {file: dict(items) for file, items in self._entries.items()}
        self._now = {}

    def knows(self, finding: Finding) -> bool:
        """Whether the baseline lists a finding; each entry covers as many findings as it counts."""
        file, key = self._file(finding.path), self._key(finding)
        seen = self._now.setdefault(file, {})
        seen[key] = seen.get(key, 0) + 1
        left = self._left.get(file, {})
        if left.get(key, 0) > 0:
            left[key] -= 1
            return True
        return False

    def gone(self, was_checked: Callable[[str, str], bool]) -> int:
        """How many entries were not found again, of those that the run could have found."""
        return sum(
            count
            for file, items in self._left.items()
            for key, count in items.items()
            if count and was_checked(os.path.join(self._folder, file), key.partition(":")[0])
        )

    def update(self, was_checked: Callable[[str, str], bool]) -> int:
        """Write the file: without the entries not found again, or with all findings when there was no file.

        `was_checked` says for a path and a code whether the run could have found it. Returns how many
        entries the file now has. Raises UsageError when it cannot be written.
        """
        if self.exists:
            kept = {
                file: {
                    key: count - self._left[file][key]
                    if was_checked(os.path.join(self._folder, file), key.partition(":")[0])
                    else count
                    for key, count in items.items()
                }
                for file, items in self._entries.items()
            }
        else:
            kept = self._now
        kept = {file: {key: count for key, count in items.items() if count} for file, items in kept.items()}
        kept = {file: items for file, items in kept.items() if items}
        if not self.exists or kept != self._entries:
            _write(self.path, kept)
        return sum(sum(items.values()) for items in kept.values())

    def _file(self, path: str) -> str:
        try:
            return os.path.relpath(path, self._folder).replace(os.sep, "/")
        except ValueError:
            # Another drive of Windows.
            return path.replace(os.sep, "/")

    @staticmethod
    def _key(finding: Finding) -> str:
        return f"{finding.code}:{fingerprint(finding)}"


def _read(path: str) -> Entries:
    import json

    try:
        with open(path, "rb") as file:
            # As it is written: names of files need not be Unicode.
            data = json.loads(file.read().decode("utf-8", "surrogatepass"))
    except OSError as error:
        raise UsageError(f"{shown(path)}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{shown(path)}: not a baseline: {error}") from None
    if not isinstance(data, dict) or data.get("version") != _VERSION or not _is_entries(data.get("files")):
        raise UsageError(f"{shown(path)}: not a baseline of this version of osmosis-lint")
    entries: Entries = data["files"]
    return entries


def _is_entries(files: object) -> bool:
    return isinstance(files, dict) and all(
        isinstance(items, dict) and all(isinstance(count, int) and count > 0 for count in items.values())
        for items in files.values()
    )


def _write(path: str, entries: Entries) -> None:
    import json

    ordered = {file: dict(sorted(items.items())) for file, items in sorted(entries.items())}
    text = json.dumps({"version": _VERSION, "files": ordered}, indent=2, ensure_ascii=False) + "\n"
    replace_file(path, text.encode("utf-8", "surrogatepass"))
