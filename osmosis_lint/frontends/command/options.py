"""The options of the command and their parser.

Not argparse: importing it and building its parsers takes as long as checking a small file does, and its
errors do not name the nearest right option.
"""

from __future__ import annotations

from osmosis_lint.frontends.command.errors import UsageError, did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Values: TypeAlias = "dict[str, str | list[str] | bool]"

FLAG = "flag"
VALUE = "value"
LIST = "list"
REPEATED = "repeated"

FORMATS = ("full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit", "markdown")


class Option:
    """One option: `--name`, perhaps a one-letter form, and what it takes.

    A `LIST` takes words separated by commas and may be repeated, a `REPEATED` takes one value each time; `choices`
    are the only values allowed.
    """

    __slots__ = ("choices", "help", "kind", "metavar", "name", "short")

    def __init__(
        self, name: str, help: str, metavar: str = "", *, kind: str = "", short: str = "", choices: tuple[str, ...] = ()
    ) -> None:
        self.name = name
        self.help = help
        self.metavar = metavar
        self.kind = kind or (VALUE if metavar else FLAG)
        self.short = short
        self.choices = choices


class Command:
    """A subcommand: its name, one line on it, what it takes beside options, and its options."""

    __slots__ = ("about", "arguments", "name", "options")

    def __init__(self, name: str, arguments: str, about: str, *options: Option) -> None:
        self.name = name
        self.arguments = arguments
        self.about = about
        self.options = options


_CODES = "CODE,…"
_SELECT = Option("select", "report only these codes (OSM101, OSM1, OSM, all)", _CODES, kind=LIST)
_TARGET = Option(
    "target-version",
    "the osmosis-ai release to check for, such as 0.3.2 (default: what the project asks for)",
    "VERSION",
)
_CONFIG = (
    Option("config", "read the configuration from this file", "FILE"),
    Option("isolated", "ignore all configuration files"),
)
_CHECKING = (
    _SELECT,
    Option("extend-select", "report these codes too, such as the advice OSM111", _CODES, kind=LIST),
    Option("ignore", "do not report these codes or qualified names", _CODES, kind=LIST),
    Option("per-file-ignores", "codes not to report in files that match a pattern", "PATTERN:CODE,…", kind=LIST),
    Option("exclude", "leave out these files and folders, in place of the usual ones", "PATTERN,…", kind=LIST),
    Option("extend-exclude", "leave out these files and folders too", "PATTERN,…", kind=LIST),
    Option("force-exclude", "leave out what no walk would find even when it is named (for hooks)"),
    Option("respect-gitignore", "leave out what Git ignores (the default)"),
    Option("no-respect-gitignore", "look at files that Git ignores, too"),
    _TARGET,
    Option("baseline", "do not report the findings listed in this file", "FILE"),
    Option("jobs", "number of processes (default: one for each processor when there is enough to do)", "N", short="j"),
    Option("output-format", "how findings are shown", "FORMAT", choices=FORMATS),
    *_CONFIG,
)

CHECK = Command(
    "check",
    "[PATH…]",
    "Report what breaks on osmosis-ai 0.3. PATH is a file, a folder, or - for standard input.",
    *_CHECKING,
    Option("output-file", "write the findings to this file", "FILE", short="o"),
    Option("report", "write them to this file too, in this format; may be repeated", "FORMAT=FILE", kind=REPEATED),
    Option("statistics", "count the findings of each code instead of listing them"),
    Option("exit-zero", "exit with status 0 even when there are findings"),
    Option("quiet", "show findings and errors only", short="q"),
    Option("stdin-filename", "what standard input is called, and where its imports are looked up from", "PATH"),
    Option("fix", "rewrite the files where that is proved safe, then report what is left"),
    Option("unsafe-fixes", "with --fix, --diff and their like: also fixes that may change what the code does"),
    Option("diff", "show what --fix would do as a patch that `git apply` takes, and change nothing"),
    Option("fix-only", "like --fix, but report nothing"),
    Option("interactive", "ask before each fix"),
    Option("add-todo", "leave a TODO comment with code and hint where no fix exists"),
    Option("add-noqa", "write `# noqa` comments that suppress the findings into the files"),
    Option("update-baseline", "take what is no longer found out of the baseline (writes it if there is none)"),
)
RULES = Command(
    "rules",
    "[WORD…]",
    "List the rules; WORD is a code, the beginning of one, or a word of what the rule says.",
    _SELECT,
    Option("level", "only rules of this level", "LEVEL", choices=("error", "warning", "advice")),
    Option("output-format", "how rules are shown", "FORMAT", choices=("text", "json", "markdown")),
)
EXPLAIN = Command(
    "explain",
    "CODE… | FILE:LINE[:COLUMN]",
    "Explain a rule, or what was made of one line of a file: what each name stands for, and why it is silent.",
    _TARGET,
    *_CONFIG,
)
CONFIG = Command("config", "[PATH…]", "Show the settings in force and where each comes from.", *_CHECKING)
SERVER = Command(
    "server",
    "",
    "Serve an editor: the language server, on standard input and output.",
    # Editors add it for servers that know several ways.
    Option("stdio", "talk on standard input and output (the default, and the only way)"),
)
COMMANDS = (CHECK, RULES, EXPLAIN, CONFIG, SERVER)


def parse(command: Command, arguments: list[str]) -> tuple[Values, list[str]]:
    """The options given, by name, and the other arguments, in order.

    A flag is True, a value is text, a list is the words (or values) of all its occurrences; what was not given
    is absent. Raises UsageError for an unknown option, a missing or wrong value.
    """
    values: Values = {}
    others: list[str] = []
    todo = list(reversed(arguments))
    while todo:
        word = todo.pop()
        if word == "--":
            others += reversed(todo)
            break
        if word == "-" or not word.startswith("-"):
            others.append(word)
            continue
        option, value = _option(command, word)
        if option.kind == FLAG:
            if value is not None:
                if word.startswith("--") or "=" in word:
                    raise UsageError(f"--{option.name} takes no value")
                # Letters may share a dash: `-qj2`.
                todo.append(f"-{value}")
            values[option.name] = True
            continue
        if value is None:
            value = todo.pop() if todo else ""
        if not value:
            raise UsageError(f"--{option.name} needs a value: {option.metavar or '|'.join(option.choices)}")
        _store(values, option, value)
    return values, others


def _option(command: Command, word: str) -> tuple[Option, str | None]:
    """The option that a word names, and the value written in the same word."""
    if word.startswith("--"):
        name, separator, value = word[2:].partition("=")
        for option in command.options:
            if option.name == name:
                return option, value if separator else None
    else:
        for option in command.options:
            if option.short and option.short == word[1]:
                return option, word[2:].removeprefix("=") or None
    known = [f"--{option.name}" for option in command.options]
    raise UsageError(f"unknown option {word.partition('=')[0]} of `{command.name}`{did_you_mean(word, known)}")


def _store(values: Values, option: Option, value: str) -> None:
    if option.kind == LIST:
        words = [item.strip() for item in value.split(",") if item.strip()]
        if not words:
            raise UsageError(f"--{option.name} needs a value: {option.metavar}")
        _extend(values, option, words)
        return
    if option.kind == REPEATED:
        _extend(values, option, [value])
        return
    if option.choices and value not in option.choices:
        listed = ", ".join(option.choices)
        raise UsageError(f"--{option.name}: {value!r} is none of {listed}{did_you_mean(value, option.choices)}")
    values[option.name] = value


def _extend(values: Values, option: Option, words: list[str]) -> None:
    known = values.get(option.name)
    values[option.name] = [*known, *words] if isinstance(known, list) else words


def overview() -> str:
    """The text of `osmosis-lint --help`."""
    lines = ["osmosis-lint: finds the code that breaks when the Osmosis SDK moves from v0.2 to v0.3.", ""]
    lines += ["Usage: osmosis-lint COMMAND [OPTIONS] …", ""]
    lines += [f"  {command.name:9}{command.about}" for command in COMMANDS]
    lines += ["", "  --version, -V   show the version", "  --help, -h      show this help, or that of a command", ""]
    lines.append("Exit status of `check`: 0 clean, 1 findings, 2 something could not be checked or the call was wrong.")
    return "\n".join(lines)


def usage(command: Command) -> str:
    """The text of `osmosis-lint COMMAND --help`."""
    shown: list[tuple[str, str]] = []
    for option in command.options:
        left = f"--{option.name}" + (f" {option.metavar}" if option.metavar else "")
        left = f"-{option.short}, {left}" if option.short else f"    {left}"
        right = option.help + (f": {', '.join(option.choices)}" if option.choices else "")
        shown.append((left, right))
    width = max(len(left) for left, _ in shown) + 2
    lines = [f"Usage: osmosis-lint {command.name} [OPTIONS] {command.arguments}", "", command.about, ""]
    lines += [f"  {left:{width}}{right}" for left, right in shown]
    return "\n".join(lines)
