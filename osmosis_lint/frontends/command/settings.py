"""The settings of a run: defaults, then a configuration file, then the command line; each knows where it is from.

The configuration is the nearest `osmosis-lint.toml`, or `pyproject.toml` with a `[tool.osmosis-lint]` table, in the
folder that holds all the paths given or above it.
"""

from __future__ import annotations

import os
import sys

from osmosis_lint.frontends.command import options
from osmosis_lint.frontends.command.errors import UsageError, did_you_mean
from osmosis_lint.frontends.command.selection import FileIgnore, Layer, Selection, check_words, file_ignores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.api.releases import Release
    from osmosis_lint.frontends.command.options import Values

TOOL = "osmosis-lint"
OWN_FILE = "osmosis-lint.toml"
PROJECT_FILE = "pyproject.toml"
DEFAULT = "default"
COMMAND_LINE = "command line"
EDITOR = "editor settings"

_TEXT = "a text"
_TEXTS = "a list of texts"
_BOOL = "true or false"
_NUMBER = "a whole number, 1 or more"
_TABLE = "a table of lists of codes"
_KEYS = {
    "select": _TEXTS,
    "extend-select": _TEXTS,
    "ignore": _TEXTS,
    "per-file-ignores": _TABLE,
    "exclude": _TEXTS,
    "extend-exclude": _TEXTS,
    "respect-gitignore": _BOOL,
    "target-version": _TEXT,
    "baseline": _TEXT,
    "jobs": _NUMBER,
    "output-format": _TEXT,
}
_CODE_KEYS = ("select", "extend-select", "ignore")


class Settings:
    """What is in force. `values` holds a value for each key of the configuration, `origins` where it is from.

    `folder` holds all paths of the run, `root` is what patterns of the configuration are relative to.
    """

    __slots__ = ("config_file", "folder", "origins", "root", "selection", "values")

    def __init__(self, folder: str, config_file: str | None) -> None:
        self.folder = folder
        self.config_file = config_file
        self.root = os.path.dirname(config_file) if config_file else os.getcwd()
        self.values: dict[str, object] = {
            "select": ["OSM"],
            "extend-select": [],
            "ignore": [],
            "per-file-ignores": {},
            "exclude": None,
            "extend-exclude": [],
            "respect-gitignore": True,
            "target-version": "",
            "baseline": "",
            "jobs": 0,
            "output-format": "",
        }
        self.origins: dict[str, str] = dict.fromkeys(self.values, DEFAULT)
        self.selection = Selection(())

    def text(self, key: str) -> str:
        """A value that is a text; empty when not set."""
        value = self.values[key]
        return value if isinstance(value, str) else ""

    def texts(self, key: str) -> list[str]:
        """A value that is a list of texts; empty when not set."""
        value = self.values[key]
        return [str(item) for item in value] if isinstance(value, list) else []

    @property
    def exclude(self) -> list[str] | None:
        """Patterns in place of the usual exclusions, or None for the usual ones."""
        return self.texts("exclude") if self.values["exclude"] is not None else None

    @property
    def jobs(self) -> int:
        """The number of processes; 0 means as many as are worth it."""
        value = self.values["jobs"]
        return value if isinstance(value, int) else 0

    @property
    def respect_gitignore(self) -> bool:
        """Whether ignore files count."""
        return bool(self.values["respect-gitignore"])


def load(given: Values, paths: list[str], editor: dict[str, object] | None = None, root: str = "") -> Settings:
    """The settings for a run over `paths` with the options `given`. Raises UsageError when something is wrong.

    `editor` are settings that come after those of the file and are written like them. `root` is what patterns are
    relative to where there is no file (default: the working directory).
    """
    folder = common_folder(paths)
    config: dict[str, object] = {}
    file: str | None = None
    config_option = given.get("config")
    if isinstance(config_option, str):
        if given.get("isolated"):
            raise UsageError("--config and --isolated exclude each other")
        file = os.path.abspath(config_option)
        config = _read(file, required=True) or {}
    elif not given.get("isolated"):
        file, config = _find(folder)
    settings = Settings(folder, file)
    if root and file is None:
        settings.root = root
    layers: list[Layer] = []
    per_file: list[FileIgnore] = []
    if file is not None:
        _take_config(settings, config, file, layers, per_file)
    if editor:
        _take_config(settings, editor, EDITOR, layers, per_file)
    _take_options(settings, given, layers, per_file)
    settings.selection = Selection(layers, per_file)
    return settings


def fixed_target(settings: Settings) -> Release | None:
    """The release that was set for all files; None when each project says what it aims at."""
    text = settings.text("target-version")
    if not text:
        return None
    from osmosis_lint.api import releases

    return releases.target(text)


def target_of(settings: Settings, folder: str = "") -> tuple[Release | None, str]:
    """The release aimed at in a folder (default: that of the run; None: the newest known), and where that is from."""
    fixed = fixed_target(settings)
    if fixed is not None:
        return fixed, settings.origins["target-version"]
    from osmosis_lint.frontends.command.targets import Targets

    found = Targets().of(folder or settings.folder)
    return found, "the newest release known" if found is None else "what the project requires or locks"


def common_folder(paths: list[str]) -> str:
    """The absolute folder that holds all the paths; the working directory when there are none."""
    folders = []
    for path in paths:
        absolute = os.path.abspath(path)
        folders.append(absolute if os.path.isdir(absolute) else os.path.dirname(absolute))
    if not folders:
        return os.getcwd()
    try:
        return os.path.commonpath(folders)
    except ValueError:
        # Different drives of Windows.
        return folders[0]


def _find(folder: str) -> tuple[str | None, dict[str, object]]:
    """The nearest configuration in a folder or above it."""
    while True:
        for name in (OWN_FILE, PROJECT_FILE):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                found = _read(path, required=False)
                if found is not None:
                    return path, found
        parent = os.path.dirname(folder)
        if parent == folder:
            return None, {}
        folder = parent


def _read(path: str, *, required: bool) -> dict[str, object] | None:
    """Our table in a TOML file; None when it has none and none is required."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise UsageError(f"{shown(path)}: {error.strerror or error}") from None
    is_own = os.path.basename(path) != PROJECT_FILE
    # Spares the parser (and its import) for a project file that does not speak of us.
    if not is_own and TOOL.encode() not in data:
        if required:
            raise UsageError(f"{shown(path)}: has no [tool.{TOOL}] table")
        return None
    parsed = _parse(path, data)
    tool = parsed.get("tool")
    table = tool.get(TOOL) if isinstance(tool, dict) else None
    if table is None and is_own:
        table = parsed
    if table is None and not required:
        return None
    if not isinstance(table, dict):
        raise UsageError(f"{shown(path)}: has no [tool.{TOOL}] table")
    return table


def _parse(path: str, data: bytes) -> dict[str, object]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        loaded: dict[str, object] = tomllib.loads(data.decode("utf-8-sig"))
        return loaded
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"{shown(path)}: not valid TOML: {error}") from None


def _take_config(
    settings: Settings, config: dict[str, object], file: str, layers: list[Layer], per_file: list[FileIgnore]
) -> None:
    for key, value in config.items():
        place = f"{place_of(file, key)}: {key}"
        if key not in _KEYS:
            raise UsageError(f"{place_of(file, key)}: unknown key {key!r}{did_you_mean(key, _KEYS)}")
        if not _fits(value, _KEYS[key]):
            raise UsageError(f"{place}: must be {_KEYS[key]}")
        if key in _CODE_KEYS:
            assert isinstance(value, list)
            check_words(value, place, names=key == "ignore")
        elif key == "per-file-ignores":
            assert isinstance(value, dict)
            for pattern, codes in value.items():
                check_words(codes, f"{place}: {pattern!r}", names=True)
                per_file.append(FileIgnore(pattern, codes, settings.root))
        elif key == "baseline" and value:
            value = os.path.join(settings.root, str(value))
        else:
            _check_value(key, value, place)
        settings.values[key] = value
        settings.origins[key] = place_of(file, key)
    selected = [config.get(key) for key in _CODE_KEYS]
    select, extend, ignore = [value if isinstance(value, list) else None for value in selected]
    layers.append(Layer(select, extend or (), ignore or ()))


def _take_options(settings: Settings, given: Values, layers: list[Layer], per_file: list[FileIgnore]) -> None:
    lists: dict[str, list[str]] = {}
    for key in _KEYS:
        value: object = given.get(key)
        if value is None:
            continue
        place = f"--{key}"
        if isinstance(value, list):
            lists[key] = value
            if key in _CODE_KEYS:
                check_words(value, place, names=key == "ignore")
            elif key == "per-file-ignores":
                added = file_ignores(value, os.getcwd(), place)
                per_file += added
                known = settings.values[key]
                assert isinstance(known, dict)
                value = {**known, **{item.pattern: item.words for item in added}}
            if key.startswith("extend-") or (key == "ignore" and "select" not in given):
                value = [*settings.texts(key), *lists[key]]
        elif key == "jobs":
            value = _jobs(str(value))
        else:
            _check_value(key, value, place)
        settings.values[key] = value
        settings.origins[key] = COMMAND_LINE
    if given.get("no-respect-gitignore"):
        settings.values["respect-gitignore"] = False
        settings.origins["respect-gitignore"] = COMMAND_LINE
    layers.append(Layer(lists.get("select"), lists.get("extend-select", ()), lists.get("ignore", ())))


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise UsageError(f"--jobs: must be {_NUMBER}, not {text!r}")
    return int(text)


def _check_value(key: str, value: object, place: str) -> None:
    if key == "target-version":
        from osmosis_lint.api import releases

        try:
            releases.target(str(value))
        except ValueError as error:
            raise UsageError(f"{place}: {error}") from None
    elif key == "output-format":
        check_format(str(value), place)


def check_format(word: str, place: str) -> None:
    """Raise UsageError, naming the place, unless a word names an output format."""
    if word not in options.FORMATS:
        listed = ", ".join(options.FORMATS)
        raise UsageError(f"{place}: {word!r} is none of {listed}{did_you_mean(word, options.FORMATS)}")


def _fits(value: object, wanted: str) -> bool:
    if wanted == _BOOL:
        return isinstance(value, bool)
    if wanted == _NUMBER:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 1
    if wanted == _TEXTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if wanted == _TABLE:
        return isinstance(value, dict) and all(_fits(item, _TEXTS) for item in value.values())
    return isinstance(value, str)


def place_of(file: str, key: str) -> str:
    """Where a key stands in a configuration file, as `file:line`; the file alone when it is not found."""
    if file == EDITOR:
        return EDITOR
    wanted = (key, f'"{key}"', f"'{key}'")
    inside = os.path.basename(file) != PROJECT_FILE
    try:
        with open(file, encoding="utf-8-sig") as stream:
            for number, line in enumerate(stream, 1):
                text = line.strip()
                if text.startswith("["):
                    header = text.strip("[] ")
                    inside = header == f"tool.{TOOL}" or (os.path.basename(file) != PROJECT_FILE and "." not in header)
                    if header.rpartition(".")[2] in wanted and header.startswith((f"tool.{TOOL}.", *wanted)):
                        return f"{shown(file)}:{number}"
                elif inside and text.partition("=")[0].partition(".")[0].strip() in wanted:
                    return f"{shown(file)}:{number}"
    except (OSError, UnicodeDecodeError):
        pass
    return shown(file)


def shown(path: str) -> str:
    """A path as the user sees it: relative when it lies below the working directory."""
    here = os.getcwd()
    absolute = os.path.abspath(path)
    prefix = here if here.endswith(os.sep) else here + os.sep
    return absolute[len(prefix) :] if absolute.startswith(prefix) else absolute
