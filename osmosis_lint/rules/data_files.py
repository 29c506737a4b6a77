"""Old names outside of Python: exchange files and payloads in JSON and shell, import paths and commands anywhere.

OSM304 and OSM305 hold in JSON and in shell scripts, OSM301 and OSM302 in shell scripts; what an import path means, the
table of the SDK's names says.
"""

from __future__ import annotations

import os
import re

from osmosis_lint import SDK_PACKAGE
from osmosis_lint.api import records
from osmosis_lint.api.headers import HEADERS
from osmosis_lint.api.record import REWARD_FILE, SAMPLE_FILES
from osmosis_lint.api.records import BY_CODE
from osmosis_lint.diagnostics import Diagnostic
from osmosis_lint.files.kinds import SHELL, kind_of
from osmosis_lint.files.positions import Positions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.api.table import Table, Verdict
    from osmosis_lint.diagnostics import Span
    from osmosis_lint.files.install_lines import Word
    from osmosis_lint.files.json_text import JsonObject

# A file without one of these holds nothing that we look for, unless its name does.
WORDS = (SDK_PACKAGE, "osmosis-grader-runner", "osmosis-agent-runner", "samples.json", "reward.json")
# Who walks a project need not read larger data files: fixtures and configurations are small.
MAX_DATA_BYTES = 5_000_000

_COMMANDS = {
    "osmosis-grader-runner": f"{records.HARBOR}.grader_runner",
    "osmosis-agent-runner": f"{records.HARBOR}.agent_runner",
}
_IMPORT_PATH = re.compile(r"osmosis_ai(?:\.[A-Za-z_]\w*)+(?::[A-Za-z_][\w.]*)?")
_COMMAND = re.compile(r"(?<![\w.-])osmosis-(?:grader|agent)-runner(?![\w-])")
_HEADER_LINE = re.compile(r"[\w-]+(?=\s*[:;])")
_PREVIOUS_OPTION = re.compile(r"(?:^|\s)-m\s+$")
_REWARD_FILE = re.compile(r"(?:^|.*[/\\])reward\.json$")
# What v0.2 wrote next to `samples`, in exchange files and callbacks.
_PAYLOAD_KEYS = frozenset(("rollout_id", "completion_callback_url", "grader_callback_url"))
_NAMES = frozenset((*SAMPLE_FILES, REWARD_FILE))
_JQ_BARE_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w*)(\s*:)")
_EXPANSION = re.compile(r"\$\{[^}]*\}|\$\([^()]*\)|\$\w+|%[sdfg]|%\.\d+f")
_JQ_BY_ID = re.compile(r"^\s*\.(?:\[|[A-Za-z_\"])|to_entries|map_values|\bkeys\b|\badd\b")


def may_matter(text: str, path: str = "") -> bool:
    """A quick test: whether a data file or script is worth giving to `check_data_file`.

    Without its path, fixtures that only their name tells (`reward.json`) do not pass.
    """
    if any(word in text for word in WORDS) or os.path.basename(path).lower() in _NAMES:
        return True
    if '"samples"' in text and any(key in text for key in _PAYLOAD_KEYS):
        return True
    return kind_of(os.path.basename(path).lower()) == SHELL and any(name in text.lower() for name in HEADERS)


def check_data_file(path: str, text: str, table: Table) -> list[Diagnostic]:
    """The findings in a JSON, TOML or YAML file, a shell script or a Dockerfile, sorted by place.

    Only for files of a project that uses the SDK: `samples.json` means something else in others.
    Raises SourceError when a JSON or TOML file is not valid.
    """
    if not may_matter(text, path):
        return []
    name = os.path.basename(path).lower()
    check = _DataCheck(path, text, table)
    if name.endswith(".json"):
        _check_json(check, name)
    elif name.endswith((".toml", ".lock")):
        _check_toml(check)
    elif kind_of(name) == SHELL:
        _check_shell(check, is_docker="dockerfile" in name or "containerfile" in name)
    elif name.endswith((".yaml", ".yml")):
        _check_yaml(check)
    return sorted(check.found, key=Diagnostic.sort_key)


class _DataCheck:
    """The state of one check of one file."""

    def __init__(self, path: str, text: str, table: Table) -> None:
        self.path = path
        self.text = text
        self.table = table
        self.positions = Positions(text)
        self.found: list[Diagnostic] = []

    def report(self, code: str, start: int, end: int) -> None:
        """Report a rule that looks at more than a name, at offsets of the text."""
        rule = BY_CODE[code]
        span = self.positions.span(start, end)
        self._add(Diagnostic(code, rule.message, rule.hint, self.path, span, rule.records[0].names[0], rule.last))

    def judge(self, verdict: Verdict | None, span: Span, message: str = "") -> None:
        """Report a verdict of the table."""
        if verdict is not None:
            message = message or verdict.message
            self._add(
                Diagnostic(verdict.rule.code, message, verdict.hint, self.path, span, verdict.symbol, verdict.last)
            )

    def _add(self, diagnostic: Diagnostic) -> None:
        if not any(item.code == diagnostic.code and item.span == diagnostic.span for item in self.found):
            self.found.append(diagnostic)

    def check_names(self, value: str, start: int, end: int, inside: int, *, anywhere: bool = False) -> None:
        """Judge import paths and commands in one text.

        An import path counts when it is all of the text or follows `-m`, or `anywhere`. `inside` is the offset of
        the text's first character, -1 when its place in the file is known as a whole only: from `start` to `end`.
        """
        if SDK_PACKAGE in value:
            for match in _IMPORT_PATH.finditer(value):
                is_whole = match.group() == value.strip()
                if is_whole or anywhere or _PREVIOUS_OPTION.search(value[: match.start()]):
                    span = self._span(match.start(), match.end(), start, end, inside)
                    self.judge(self.table.path(match.group()), span)
        if "-runner" in value:
            for match in _COMMAND.finditer(value):
                span = self._span(match.start(), match.end(), start, end, inside)
                message = f"the command `{match.group()}` is gone"
                self.judge(self.table.module(_COMMANDS[match.group()]), span, message)

    def _span(self, first: int, last: int, start: int, end: int, inside: int) -> Span:
        if inside < 0:
            return self.positions.span(start, end)
        return self.positions.span(inside + first, inside + last)


# TOML and YAML


def _check_toml(check: _DataCheck) -> None:
    from osmosis_lint.files import toml_text

    if SDK_PACKAGE not in check.text and "-runner" not in check.text:
        return
    toml_text.validate(check.text)
    for item in toml_text.texts(check.text):
        check.check_names(item.value, item.start, item.end, item.inside)


def _check_yaml(check: _DataCheck) -> None:
    """Line by line: an import path is a scalar of its own, in quotes or not, or follows `-m`."""
    if SDK_PACKAGE not in check.text and "-runner" not in check.text:
        return
    offset = 0
    for line in check.text.splitlines(keepends=True):
        start, offset = offset, offset + len(line)
        body = _without_comment(line)
        if SDK_PACKAGE not in body and "-runner" not in body:
            continue
        for match in _COMMAND.finditer(body):
            check.check_names(match.group(), 0, 0, start + match.start())
        for match in _IMPORT_PATH.finditer(body):
            before, after = body[: match.start()], body[match.end() :]
            if _PREVIOUS_OPTION.search(before) or _is_scalar(before, after):
                check.check_names(match.group(), 0, 0, start + match.start())


def _is_scalar(before: str, after: str) -> bool:
    """Whether a piece of a YAML line is a whole value, given what stands on both sides of it."""
    before, after = before.rstrip(), after.strip()
    quote = before[-1:]
    if quote in ("'", '"') and quote and after.startswith(quote):
        before, after = before[:-1].rstrip(), after[1:].lstrip()
    return (not before or before.endswith((":", "-", ",", "[", "{"))) and (not after or after[0] in ",]}:#")


def _without_comment(line: str) -> str:
    """A YAML line up to its comment."""
    quote = ""
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"" and (index == 0 or line[index - 1] in " \t:[{,-"):
            quote = character
        elif character == "#" and (index == 0 or line[index - 1] in " \t"):
            return line[:index]
    return line


# JSON


def _check_json(check: _DataCheck, name: str) -> None:
    from osmosis_lint.files import json_text

    root = json_text.read(check.text)
    for item in root.texts:
        check.check_names(item.value, item.start, item.end, item.inside)
        if not item.is_key and _is_exchange_file(item.value):
            check.report("OSM304", item.start, item.end)
    if name == "samples.json" and root.top is not None and _is_by_sample(root.top.value):
        check.report("OSM304", root.top.start, root.top.start + 1)
    elif name == REWARD_FILE and root.top is not None and _is_by_id(root.top.value):
        check.report("OSM305", *_first_key(root.top))
    for holder in root.objects:
        is_exchange = holder is root.top and name in SAMPLE_FILES
        samples = holder.value.get("samples")
        is_payload = not _PAYLOAD_KEYS.isdisjoint(holder.value) and _is_by_sample(samples)
        if (is_exchange and isinstance(samples, (dict, list))) or is_payload:
            check.report("OSM305", *holder.keys["samples"])


def _is_exchange_file(text: str) -> bool:
    """Whether a text is the path of v0.2's `samples.json`, by the same measure as in Python."""
    if not text.endswith("samples.json"):
        return False
    # Loaded already where a Python file that uses the SDK was checked.
    from osmosis_lint.rules.routing import is_exchange_file

    return is_exchange_file(text)


def _first_key(holder: JsonObject) -> tuple[int, int]:
    return next(iter(holder.keys.values()))


def _is_by_sample(value: object) -> bool:
    """Whether a value is what v0.2 exchanged: samples with their messages or rewards, by their ids."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(item, dict) and ("messages" in item or "reward" in item) for item in value.values())
    )


def _is_by_id(value: object) -> bool:
    """Whether a value is a mapping of rewards by sample id."""
    return (
        isinstance(value, dict)
        and bool(value)
        and "reward" not in value
        and all(item is None or (isinstance(item, (int, float)) and item is not True) for item in value.values())
    )


# Shell scripts and Dockerfiles


def _check_shell(check: _DataCheck, *, is_docker: bool) -> None:
    from osmosis_lint.files.install_lines import commands

    piped: list[Word] = []
    for words, operator in commands(check.text, is_docker=is_docker):
        for word in words:
            if word.target != "<<":
                check.check_names(word.value, word.start, word.end, word.inside, anywhere=True)
                if _is_exchange_file(word.value.partition("=")[2] or word.value):
                    check.report("OSM304", word.start, word.end)
                # `curl -H "x-rollout-id: $ID"`
                header = _HEADER_LINE.match(word.value)
                code = HEADERS.get(header.group().lower()) if header is not None else None
                if code is not None:
                    check.report(code, word.start, word.end)
        _check_rewards(check, words, piped)
        piped = [*piped, *words] if operator == "|" else []


def _check_rewards(check: _DataCheck, words: list[Word], piped: list[Word]) -> None:
    """`echo '{"agent": 1.0}' > reward.json` and the like; `piped` is what the command reads from a pipe."""
    if not any(_REWARD_FILE.match(word.value) for word in words if word.target != "<<"):
        return
    is_written = any(word.target == ">" and _REWARD_FILE.match(word.value) for word in words)
    if is_written or any(word.value == "tee" for word in words):
        for word in (*piped, *words):
            if "{" in word.value and _is_mapping_by_id(word.value):
                check.report("OSM305", *_place_of_object(word))
                return
    elif any(os.path.basename(word.value) == "jq" for word in words[:2]):
        filters = [word for word in words[1:] if not word.target and not word.value.startswith("-")]
        if filters and _JQ_BY_ID.search(filters[0].value) and "reward" not in filters[0].value:
            check.report("OSM305", filters[0].start, filters[0].end)


def _place_of_object(word: Word) -> tuple[int, int]:
    """Where the object in a word stands: for a here-document its own lines."""
    if word.target != "<<":
        return word.start, word.end
    first, last = word.value.index("{"), word.value.rindex("}") + 1
    return word.inside + first, word.inside + last


def _is_mapping_by_id(text: str) -> bool:
    """Whether a text written by a script is an object of rewards by sample id; variables in it count as numbers."""
    import json

    last = text.rfind("}")
    body = text[text.index("{") : last + 1]
    if _is_named_reward(body):
        return False
    for candidate in _readings(body):
        try:
            value = json.loads(candidate)
        except (ValueError, RecursionError):
            continue
        return _is_by_id(value)
    return False


def _is_named_reward(body: str) -> bool:
    # A key that is a variable may well be `reward`, unless it is named as an id.
    key = re.match(r"\{\s*\\?[\"']?\$\{?(\w+)", body)
    return key is not None and not re.search(r"sample|agent|_id$|^id$", key.group(1), re.IGNORECASE)


def _readings(body: str) -> Iterator[str]:
    """A text as JSON, with numbers for what the shell or `printf` puts in, and as an object of jq."""
    plain = _EXPANSION.sub("0", body)
    for text in (plain, plain.replace('\\"', '"').replace("\\n", " ")):
        yield text
        yield _JQ_BARE_KEY.sub(r'\1"\2"\3', text)
