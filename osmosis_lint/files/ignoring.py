"""Which paths are left out: the patterns of ignore files (as Git reads them) and those of the user (as ruff does).

Nearly all patterns in use are plain names, `*.ext`, `name/` and `/path`; those are grouped into sets and tuples, so
that one test answers for all of them. Only the rest needs regular expressions.
"""

from __future__ import annotations

import os
import posixpath

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable

# What ruff leaves out by default, and the folder of compiled modules.
DEFAULT_EXCLUDE = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".git-rewrite",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".pyenv",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pycache__",
    "__pypackages__",
    "_build",
    "buck-out",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)

_GLOB = frozenset("*?[\\")
_GLOB_AND_BRACES = frozenset("*?[{")


class Excludes:
    """Patterns of the user. One without a slash is matched against the last part of a path, one with a slash against
    the whole path, from `root` on; `*` also matches slashes. What is excluded is excluded with all that is below it.
    """

    __slots__ = ("_expressions", "_name_expressions", "_names", "_paths")

    def __init__(self, patterns: Iterable[str], root: str) -> None:
        names: set[str] = set()
        paths: set[str] = set()
        name_globs: list[str] = []
        globs: list[str] = []
        prefix = root.replace(os.sep, "/").rstrip("/")
        for pattern in patterns:
            # As Windows writes paths, whatever system this is: a project is checked on more than one.
            text = pattern.replace("\\", "/")
            is_name = "/" not in text
            text = text.removeprefix("./").rstrip("/")
            if not is_name and not text.startswith("/"):
                text = f"{_escaped(prefix)}/{text}"
                text = posixpath.normpath(text) if "/../" in text else text
            if _GLOB_AND_BRACES.isdisjoint(text):
                (names if is_name else paths).add(text)
            else:
                (name_globs if is_name else globs).extend(_alternatives(text))
        self._names = frozenset(names)
        self._paths = frozenset(paths)
        self._name_expressions = _compiled(name_globs)
        self._expressions = _compiled(globs)

    def matches(self, name: str, path: str) -> bool:
        """Whether a file or folder `name` is excluded; `path` is its absolute path, with slashes."""
        if name in self._names:
            return True
        if self._name_expressions is not None and self._name_expressions.match(name):
            return True
        if self._paths and path in self._paths:
            return True
        return self._expressions is not None and self._expressions.match(path) is not None


def _escaped(path: str) -> str:
    """A path as a pattern that matches itself."""
    return path if _GLOB.isdisjoint(path) else "".join(f"[{item}]" if item in "*?[" else item for item in path)


def _alternatives(pattern: str) -> list[str]:
    """The patterns that `{a,b}` and `/**/` (any number of folders, also none) stand for."""
    start = pattern.find("{")
    end = pattern.find("}", start)
    if 0 <= start < end:
        items = pattern[start + 1 : end].split(",")
        return [out for item in items for out in _alternatives(pattern[:start] + item + pattern[end + 1 :])]
    return [pattern, pattern.replace("/**/", "/")] if "/**/" in pattern else [pattern]


def _compiled(globs: list[str]) -> re.Pattern[str] | None:
    if not globs:
        return None
    import fnmatch
    import re

    return re.compile("|".join(fnmatch.translate(item) for item in globs))


class IgnoreFile:
    """The patterns of one ignore file. `base` is the folder they hold in: absolute, with slashes, ending in one."""

    __slots__ = ("_blocks", "base")

    def __init__(self, text: str, base: str) -> None:
        self.base = base
        # Neighbouring patterns of one sign: the last one that matches wins, but among these the order does not matter.
        self._blocks: list[_Block] = []
        for line in text.splitlines():
            self._add(line)
        self._blocks.reverse()

    def verdict(self, name: str, folder: str, is_folder: bool) -> bool | None:
        """Whether the file says to ignore `name` in `folder` (like `base`): True, False (keep), None (no word)."""
        for block in self._blocks:
            if block.matches(name, folder, is_folder, len(self.base)):
                return not block.negated
        return None

    @property
    def is_empty(self) -> bool:
        """Whether there are no patterns."""
        return not self._blocks

    def _add(self, line: str) -> None:
        pattern = line.rstrip(" ") if not line.endswith("\\ ") else line
        if not pattern or pattern.startswith("#"):
            return
        negated = pattern.startswith("!")
        if negated:
            pattern = pattern[1:]
        if not pattern.strip("/"):
            return
        if not self._blocks or self._blocks[-1].negated is not negated:
            self._blocks.append(_Block(negated))
        self._blocks[-1].add(pattern)


class _PlainPatterns:
    """The patterns of one block that need no regular expression, for any entry or for folders only.

    An affix is what stands on both sides of the one `*` of a pattern.
    """

    __slots__ = ("affixes", "names", "paths", "prefixes", "suffixes")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.paths: set[str] = set()
        self.prefixes: tuple[str, ...] = ()
        self.suffixes: tuple[str, ...] = ()
        self.affixes: list[tuple[str, str]] = []

    def matches(self, name: str, folder: str, base_length: int) -> bool:
        if name in self.names:
            return True
        if self.suffixes and name.endswith(self.suffixes):
            return True
        if self.prefixes and name.startswith(self.prefixes):
            return True
        for prefix, suffix in self.affixes:
            if len(name) >= len(prefix) + len(suffix) and name.startswith(prefix) and name.endswith(suffix):
                return True
        return bool(self.paths) and folder[base_length:] + name in self.paths


class _Block:
    """Patterns of one sign."""

    __slots__ = ("_any", "_complex", "_folders", "_spec", "negated")

    def __init__(self, negated: bool) -> None:
        self.negated = negated
        self._any = _PlainPatterns()
        self._folders = _PlainPatterns()
        self._complex: list[str] = []
        self._spec: Callable[[str], bool] | None = None

    def add(self, pattern: str) -> None:
        """Take a pattern in, without its `!`."""
        text = pattern.rstrip("/")
        plain = self._any if text == pattern else self._folders
        if "**" in text or "\\" in text or "?" in text or pattern.endswith("//"):
            self._complex.append(pattern)
            return
        is_path = "/" in text
        for item in _expanded(text):
            stars = item.count("*")
            if "[" in item or stars > 1 or (stars and is_path):
                self._complex.append(pattern)
                return
        for item in _expanded(text):
            if is_path:
                plain.paths.add(item.removeprefix("/"))
            elif "*" not in item:
                plain.names.add(item)
            else:
                self._add_star(plain, item)

    @staticmethod
    def _add_star(plain: _PlainPatterns, item: str) -> None:
        before, _, after = item.partition("*")
        if before and after:
            plain.affixes.append((before, after))
        elif before:
            plain.prefixes += (before,)
        else:
            plain.suffixes += (after,)

    def matches(self, name: str, folder: str, is_folder: bool, base_length: int) -> bool:
        """Whether one of the patterns matches an entry of a folder."""
        if self._any.matches(name, folder, base_length):
            return True
        if is_folder and self._folders.matches(name, folder, base_length):
            return True
        if not self._complex:
            return False
        if self._spec is None:
            self._spec = _spec(self._complex)
        relative = folder[base_length:] + name
        return self._spec(f"{relative}/" if is_folder else relative)


def _expanded(text: str) -> list[str]:
    """`*.py[cod]` as `*.pyc`, `*.pyo`, `*.pyd`; a text with other brackets as it is."""
    start = text.find("[")
    end = text.find("]", start)
    inside = text[start + 1 : end]
    if start < 0 or end < 0 or not inside.isalnum() or "[" in text[end:]:
        return [text]
    return [f"{text[:start]}{character}{text[end + 1 :]}" for character in inside]


# The POSIX classes that Git knows inside brackets, as regular expressions write them.
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "digit": "0-9",
    "lower": "a-z",
    "upper": "A-Z",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "blank": r" \t",
    "xdigit": "0-9A-Fa-f",
}
# What `?` stands for: Git counts bytes, of which other letters have several.
_ONE = r"[^/\x80-\ud7ff\ue000-\U0010ffff]"


def _spec(patterns: list[str]) -> Callable[[str], bool]:
    """A test of relative paths against patterns; those of folders end in a slash.

    As in Git, a pattern is asked about the entry itself and not about what lies below it. A pattern that is not
    well formed matches nothing.
    """
    import re

    both = [item for item in (_regex(pattern) for pattern in patterns if not pattern.endswith("/")) if item]
    folders = [item for item in (_regex(pattern) for pattern in patterns if pattern.endswith("/")) if item]
    any_entry = re.compile("|".join(both)).fullmatch if both else None
    any_folder = re.compile("|".join(folders)).fullmatch if folders else None

    def matches(path: str) -> bool:
        entry = path.rstrip("/")
        if any_entry is not None and any_entry(entry):
            return True
        return any_folder is not None and path.endswith("/") and any_folder(entry) is not None

    return matches


def _regex(pattern: str) -> str:
    """The regular expression of one Git pattern for a path relative to its ignore file; empty when it is not valid."""
    text = pattern.rstrip("/") if pattern.endswith("/") else pattern
    anchored = "/" in text
    text = text.removeprefix("/")
    out = "" if anchored else "(?:.*/)?"
    at = 0
    while at < len(text):
        if text.startswith("**", at) and (at == 0 or text[at - 1] == "/"):
            if text.startswith("**/", at):
                out += "(?:.*/)?"
                at += 3
                continue
            if at + 2 == len(text):
                out += ".+"
                at += 2
                continue
        character = text[at]
        at += 1
        if character == "*":
            out += "[^/]*"
        elif character == "?":
            out += _ONE
        elif character == "[":
            found = _brackets(text, at)
            if found is None:
                return ""
            piece, at = found
            out += piece
        elif character == "\\":
            if at == len(text):
                return ""
            out += _literal(text[at])
            at += 1
        else:
            out += _literal(character)
    return out


def _literal(character: str) -> str:
    return character if character.isalnum() or character in "_/-" else f"\\{character}"


def _brackets(text: str, at: int) -> tuple[str, int] | None:
    """The class that starts behind a `[`, and where it ends; None when it is not closed."""
    negated = text[at : at + 1] in ("!", "^") and at < len(text)
    at += negated
    inside = ""
    first = True
    while at < len(text) and (first or text[at] != "]"):
        first = False
        if text.startswith("[:", at) and ":]" in text[at:]:
            end = text.index(":]", at)
            name = _CLASSES.get(text[at + 2 : end])
            if name is None:
                return None
            inside += name
            at = end + 2
            continue
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
        is_range = text[at + 1 : at + 2] == "-" and text[at + 2 : at + 3] not in ("", "]")
        if is_range and text[at] > text[at + 2]:
            return None
        inside += f"\\{text[at]}" if text[at] in "\\]^[-&~|" else text[at]
        at += 1
        if is_range:
            inside += "-"
            at += 1
    if at >= len(text) or not inside:
        return None
    return (f"(?={_ONE})[^{inside}]" if negated else f"(?!/)[{inside}]"), at + 1


def read_ignore_file(path: str, base: str) -> IgnoreFile | None:
    """The patterns of an ignore file; None when there is none, it cannot be read, or has no patterns."""
    if not os.path.isfile(path):
        return None
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            found = IgnoreFile(file.read().removeprefix("\ufeff"), base)
    except OSError:
        return None
    return None if found.is_empty else found
