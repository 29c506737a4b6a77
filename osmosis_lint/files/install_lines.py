"""Commands in shell scripts, Dockerfiles, notebooks and documents, and the requirements that their `pip install` lines
name."""

from __future__ import annotations

import re

from osmosis_lint.files.declared import add_requirement, add_url, is_sdk_url
from osmosis_lint.files.positions import Positions
from osmosis_lint.files.requirement import poetry_alternatives, read_requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.files.declared import Manifest

_PIP = re.compile(r"pip(?:3(?:\.\d+)?)?(?:\.exe)?$")
_HEREDOC = re.compile(r"<<(-?)[ \t]*(['\"]?)([A-Za-z_][\w.-]*)\2")
_REDIRECT = re.compile(r"(?:\d*|&)(>>|>\||>|<)(?:&\d|&-)?")
_VARIABLE = re.compile(r"\$(?:\{(\w+)(?::?-([^}]*))?\}|(\w+))")
_LISTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
# Commands whose words are only text, whatever they say.
_PRINTING = frozenset(("echo", "printf"))
# Instructions of a Dockerfile that take a command, or a list of its words.
_INSTRUCTIONS = frozenset(("run", "cmd", "entrypoint", "shell"))

# Options of `uv run`, `uvx` and `pipx run` whose value is a requirement, and the others that have a value.
_WITH = frozenset(("--with", "-w", "--from", "--spec", "--preinstall"))
_OPTIONS_WITH_VALUE = frozenset(
    (
        *("--python", "-p", "--extra", "--no-extra", "--group", "--no-group", "--only-group", "--package", "--project"),
        *("--directory", "--env-file", "--with-editable", "--with-requirements", "--index", "--default-index", "-i"),
        *("--index-url", "--extra-index-url", "--find-links", "-f", "--upgrade-package", "-P", "--reinstall-package"),
        *("--refresh-package", "--resolution", "--prerelease", "--exclude-newer", "--link-mode", "--config-setting"),
        *("-C", "--config-file", "--cache-dir", "--color", "--index-strategy", "--keyring-provider", "--pip-args"),
    )
)


class Word:
    """A word of a command: its value without quotes, and its offsets with them.

    `inside` is the offset of its value when that stands there letter by letter, else -1. `target` is `>` or `<` for
    a file that output goes to or input comes from; a here-document is a word with the target `<<`.
    """

    __slots__ = ("end", "inside", "start", "target", "value")

    def __init__(self, value: str, start: int, end: int, inside: int, target: str = "") -> None:
        self.value = value
        self.start = start
        self.end = end
        self.inside = inside
        self.target = target

    def __repr__(self) -> str:
        return f"Word({self.value!r}, {self.start}, target={self.target!r})"


class _Splitter:
    """Splits a script into commands; pipes, `&&`, `;` and line ends part them."""

    def __init__(self, text: str, *, is_docker: bool) -> None:
        self.text = text
        self.is_docker = is_docker
        self.at = 0
        self.words: list[Word] = []
        self.target = ""
        # Here-documents announced on this line: (their delimiter, whether tabs before it are dropped, the command).
        self.documents: list[tuple[str, bool, list[Word]]] = []

    def commands(self) -> Iterator[tuple[list[Word], str]]:
        """The commands, each with the operator that ends it."""
        text, length = self.text, len(self.text)
        while self.at < length:
            character = text[self.at]
            if character == "\\" and text[self.at + 1 : self.at + 3].startswith(("\n", "\r\n")):
                self.at = text.index("\n", self.at) + 1
                self._skip_comments()
            elif character == "\n":
                self.at += 1
                self._read_documents()
                yield from self._end("\n")
            elif character in " \t\r":
                self.at += 1
            elif character == "#":
                self._skip_line()
            elif character == "[" and self.is_docker and len(self.words) == 1:
                self._list()
            elif text.startswith("<<", self.at) and not text.startswith("<<<", self.at):
                self._announce_document()
            elif character in ";|&()" and not text.startswith(("&>", "&1"), self.at):
                operator = text[self.at : self.at + 2] if text[self.at : self.at + 2] in ("&&", "||") else character
                self.at += len(operator)
                yield from self._end(operator)
            else:
                redirect = _REDIRECT.match(text, self.at)
                if redirect is not None:
                    self.at = redirect.end()
                    self.target = "" if redirect.group().endswith(("1", "2", "-")) else redirect.group(1)[0]
                else:
                    self._word()
        self._read_documents()
        yield from self._end("\n")

    def _end(self, operator: str) -> Iterator[tuple[list[Word], str]]:
        words, self.words, self.target = self.words, [], ""
        if words:
            yield words, operator

    def _skip_line(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def _skip_comments(self) -> None:
        """In a Dockerfile, comment lines may stand between the lines of one command."""
        while self.is_docker:
            end = self.text.find("\n", self.at)
            line = self.text[self.at : end if end >= 0 else len(self.text)]
            if not line.lstrip().startswith("#") or end < 0:
                return
            self.at = end + 1

    def _announce_document(self) -> None:
        match = _HEREDOC.match(self.text, self.at)
        if match is None:
            self.at += 2
            return
        self.documents.append((match.group(3), bool(match.group(1)), self.words))
        self.at = match.end()

    def _read_documents(self) -> None:
        """Take in the here-documents that start at this line. Those of a Dockerfile's RUN are commands themselves."""
        for delimiter, drops_tabs, words in self.documents:
            end = stop = len(self.text)
            at = self.at
            while at < len(self.text):
                line_end = self.text.find("\n", at)
                line_end = len(self.text) if line_end < 0 else line_end
                line = self.text[at:line_end].rstrip("\r")
                if (line.lstrip("\t") if drops_tabs else line) == delimiter:
                    end, stop = at, min(line_end + 1, len(self.text))
                    break
                at = line_end + 1
            if self.is_docker and len(words) == 1 and words[0].value.lower() == "run":
                # Its lines are read as commands; the delimiter at the end is a command of no interest.
                continue
            words.append(Word(self.text[self.at : end], self.at, end, self.at, "<<"))
            self.at = stop
        self.documents = []

    def _word(self) -> None:
        text, length, start = self.text, len(self.text), self.at
        parts: list[str] = []
        inside = -1
        is_plain = True
        while self.at < length and text[self.at] not in " \t\r\n;|&()<>":
            character = text[self.at]
            if character in "'\"":
                end = self._closing(character)
                content = text[self.at + 1 : end]
                if character == '"' and "\\" in content:
                    content = re.sub(r"\\([\\\"$`\n])", r"\1", content)
                    is_plain = False
                if parts:
                    is_plain = is_plain and not content
                elif inside < 0:
                    inside = self.at + 1
                parts.append(content)
                self.at = min(end + 1, length)
            elif character == "\\":
                if text[self.at + 1 : self.at + 3].startswith(("\n", "\r\n")):
                    break
                parts.append(text[self.at + 1 : self.at + 2])
                is_plain = False
                self.at += 2
            else:
                is_plain = is_plain and (not parts or inside == start)
                inside = start if not parts else inside
                parts.append(character)
                self.at += 1
        self.at = min(self.at, length)
        if self.at == start:
            # Nothing that a word can start with.
            self.at += 1
            return
        self.words.append(Word("".join(parts), start, self.at, inside if is_plain else -1, self.target))
        self.target = ""

    def _list(self) -> None:
        """The words of an instruction in its list form: `RUN ["pip", "install", "x"]`."""
        end = self.text.find("\n", self.at)
        end = len(self.text) if end < 0 else end
        found = list(_LISTED.finditer(self.text, self.at, end))
        if not found or self.words[0].value.lower() not in _INSTRUCTIONS:
            self._word()
            return
        for match in found:
            inside = match.start(1) if "\\" not in match.group(1) else -1
            self.words.append(Word(match.group(1), match.start(), match.end(), inside))
        self.at = end

    def _closing(self, quote: str) -> int:
        """The offset of the quote that ends the quotation that starts here; the end of the text if none does."""
        at = self.at + 1
        while at < len(self.text):
            if self.text[at] == quote:
                return at
            at += 2 if quote == '"' and self.text[at] == "\\" else 1
        return len(self.text)


def commands(text: str, *, is_docker: bool = False) -> Iterator[tuple[list[Word], str]]:
    """The commands of a script or Dockerfile, as words, each with the operator that follows it."""
    return _Splitter(text, is_docker=is_docker).commands()


def read_install_lines(text: str, manifest: Manifest, *, is_docker: bool) -> None:
    """Add the watched requirements that commands install."""
    positions = Positions(text)
    known: dict[str, str] = {}
    for words, _ in commands(text, is_docker=is_docker):
        _learn(words, known)
        for word in _installed(words):
            value, inside = word.value, word.inside
            if "$" in value:
                value, inside = _VARIABLE.sub(lambda match: _looked_up(match, known), value), -1
            span = positions.span(word.start, word.end)
            if "/" in value and " @" not in value and is_sdk_url(value):
                add_url(manifest, value, span)
                continue
            if "@" in value and " @" not in value:
                # `osmosis-ai@0.2.31` of uv, `osmosis-ai@^0.2` of Poetry
                value, inside = _at_version(value), -1
            requirement = read_requirement(value)
            if requirement is not None:
                add_requirement(manifest, requirement, value, positions, inside, span if inside < 0 else None)


def _installed(words: list[Word]) -> list[Word]:
    """The words of a command that may be requirements; none when it installs nothing."""
    plain = [word for word in words if not word.target]
    values = [word.value.rpartition("/")[2] for word in plain]
    if values[:1] and values[0].lstrip("@") in _PRINTING:
        return []
    for index, value in enumerate(values):
        after = [item for item in values[index + 1 :] if not item.startswith("-")]
        verb = after[0] if after else ""
        if (_PIP.match(value) and verb == "install") or (value in ("pipx", "pipenv") and verb in ("install", "inject")):
            return plain[values.index(verb, index) + 1 :]
        if value in ("uv", "poetry", "pdm", "rye") and verb == "add":
            return plain[values.index(verb, index) + 1 :]
        if value == "uvx" or (value == "pipx" and verb == "run"):
            return _run_with(plain[index + 1 if value == "uvx" else values.index(verb, index) + 1 :], is_tool=True)
        if value == "uv" and (verb == "run" or after[:2] in (["tool", "install"], ["tool", "run"])):
            last = after[0] if verb == "run" else after[1]
            return _run_with(plain[values.index(last, index) + 1 :], is_tool=verb != "run")
    return []


def _run_with(words: list[Word], *, is_tool: bool) -> list[Word]:
    """What a command is run with: `--with x`, and the tool itself. What follows the command are its own arguments."""
    out: list[Word] = []
    option = ""
    is_named = any(word.value.partition("=")[0] in ("--from", "--spec") for word in words)
    for word in words:
        if option:
            if option in _WITH:
                out.append(word)
            option = ""
        elif word.value.partition("=")[0] in _WITH and "=" in word.value:
            out.append(_after_equals(word))
        elif word.value in _WITH or word.value in _OPTIONS_WITH_VALUE:
            option = word.value
        elif not word.value.startswith("-"):
            # With the package named apart, this is one of its commands.
            return [*out, word] if is_tool and not is_named else out
        elif word.value in ("-m", "--module", "--"):
            return out
    return out


def _after_equals(word: Word) -> Word:
    """`--with=osmosis-ai` without its option."""
    option, _, value = word.value.partition("=")
    inside = word.inside + len(option) + 1 if word.inside >= 0 else -1
    return Word(value, word.start, word.end, inside)


def _learn(words: list[Word], known: dict[str, str]) -> None:
    """Remember what variables are set to: `ARG X=1`, `ENV X=1`, `ENV X 1`, `export X=1`, `X=1`."""
    first = words[0].value.lower()
    if first == "env" and len(words) == 3 and "=" not in words[1].value:
        known[words[1].value] = words[2].value
    for word in words if first not in ("arg", "env", "export") else words[1:]:
        name, separator, value = word.value.partition("=")
        if not separator or not name.isidentifier():
            break
        known[name] = value.strip("\"'")


def _looked_up(match: re.Match[str], known: dict[str, str]) -> str:
    name = match.group(1) or match.group(3)
    return known.get(name, match.group(2) or match.group())


def _at_version(value: str) -> str:
    name, _, version = value.partition("@")
    alternatives = poetry_alternatives(version) if version != "latest" else []
    return f"{name}{alternatives[0]}" if len(alternatives) == 1 else name
