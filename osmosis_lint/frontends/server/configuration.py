"""The settings for each open document: those of its project, then those of the editor.

What is wrong with them is told once; until it is mended, the last good settings hold, or those without the wrong part.
"""

from __future__ import annotations

import os

from osmosis_lint.frontends.command import settings as settings_module
from osmosis_lint.frontends.command.checking import Checker, Plan
from osmosis_lint.frontends.command.covered import walk
from osmosis_lint.frontends.command.errors import UsageError
from osmosis_lint.frontends.command.settings import OWN_FILE, PROJECT_FILE, TOOL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from osmosis_lint.files.walking import Walk
    from osmosis_lint.frontends.command.baseline import Baseline
    from osmosis_lint.frontends.command.options import Values
    from osmosis_lint.frontends.command.settings import Settings
    from osmosis_lint.rules.extras import Projects

_CONFIG = "config"
_ISOLATED = "isolated"
# Files that say how, or for which release, a project is checked.
DECIDING = (OWN_FILE, PROJECT_FILE, "setup.cfg", "setup.py", "uv.lock", "poetry.lock", "pdm.lock", "pylock.toml")


class Bench:
    """What documents with the same settings are checked with."""

    def __init__(self, settings: Settings, unsaved: Mapping[str, str]) -> None:
        self.settings = settings
        plan = Plan(settings.selection, settings_module.fixed_target(settings), related=True)
        self.checker = Checker(plan, unsaved)
        self._baseline: Baseline | None = None
        self._projects: Projects | None = None
        self._walk: Walk | None = None
        self._left_out: dict[str, bool] = {}
        path = settings.text("baseline")
        if path:
            from osmosis_lint.frontends.command.baseline import Baseline

            self._baseline = Baseline(path)

    @property
    def baseline(self) -> Baseline | None:
        """The baseline, ready to be asked about the findings of one document."""
        if self._baseline is not None:
            self._baseline.restart()
        return self._baseline

    @property
    def projects(self) -> Projects:
        """What the projects of the documents require."""
        if self._projects is None:
            from osmosis_lint.rules.extras import Projects

            self._projects = Projects()
        return self._projects

    def leaves_out(self, path: str, folder: str) -> bool:
        """Whether a check of the folder would not look at a file in it."""
        known = self._left_out.get(path)
        if known is not None:
            return known
        if self._walk is None:
            self._walk = walk(self.settings)
        known = self._left_out[path] = self._walk.leaves_out(path, folder)
        return known


class Configuration:
    """Gives the bench for each file. `tell` gets one line for everything that is wrong, once.

    Benches are used and made by one thread only.
    """

    def __init__(self, unsaved: Mapping[str, str], tell: Callable[[str], None]) -> None:
        self._unsaved = unsaved
        self._tell = tell
        self._told: set[str] = set()
        self._editor: dict[str, object] = {}
        self._benches: dict[str, Bench] = {}
        self._before: dict[str, Bench] = {}

    def take(self, given: object) -> None:
        """Take the settings of the editor: a table like that of the project, by itself or under our name."""
        table = given.get(TOOL, given) if isinstance(given, dict) else given
        if table is None:
            table = {}
        if not isinstance(table, dict):
            self._say(f"the editor's settings must be a table, not {table!r}")
            table = {}
        self._editor = {str(key): value for key, value in table.items()}
        self._before.clear()
        self._benches.clear()
        self._told.clear()

    def reset(self) -> None:
        """Read the settings of the projects again when they are asked for next."""
        self._before.update(self._benches)
        self._benches.clear()

    def forget_sources(self) -> None:
        """Drop what the engines know of project files."""
        for bench in self._benches.values():
            bench.checker.forget()

    def bench(self, path: str, root: str) -> Bench:
        """What to check a file with; `root` is its workspace folder, or empty."""
        folder = os.path.dirname(path)
        known = self._benches.get(folder)
        if known is None:
            known = self._benches[folder] = self._load(path, root)
            self._before.pop(folder, None)
        return known

    def _load(self, path: str, root: str) -> Bench:
        given: Values = {}
        editor = dict(self._editor)
        config, isolated = editor.pop(_CONFIG, None), editor.pop(_ISOLATED, None)
        if isinstance(config, str) and config:
            given[_CONFIG] = os.path.join(root, config)
        if isolated:
            given[_ISOLATED] = True
        problem = ""
        attempts: tuple[tuple[Values, dict[str, object]], ...] = ((given, editor), ({}, {}), ({_ISOLATED: True}, {}))
        for values, table in attempts:
            try:
                settings = settings_module.load(values, [path], table, root)
                bench = self._shared(settings)
            except UsageError as error:
                problem = problem or str(error)
                previous = self._before.get(os.path.dirname(path))
                if previous is not None:
                    bench = previous
                    break
            else:
                break
        else:
            raise AssertionError("settings without any file cannot be wrong")
        if problem:
            self._say(problem)
        return bench

    def _shared(self, settings: Settings) -> Bench:
        """A bench for the settings: the folders below one configuration file share theirs."""
        for known in self._benches.values():
            same_file = known.settings.config_file == settings.config_file
            if same_file and known.settings.root == settings.root and known.settings.values == settings.values:
                return known
        return Bench(settings, self._unsaved)

    def _say(self, problem: str) -> None:
        if problem not in self._told:
            self._told.add(problem)
            self._tell(problem)
