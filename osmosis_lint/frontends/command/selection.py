"""Which findings are wanted: codes, prefixes of codes, symbolic names and qualified names, selected or ignored.

Selections come in layers (defaults, configuration, command line). Within a layer the more exact word wins;
a later layer's `select` replaces all before it. An advice rule is on only when it is asked for by its own
code or name, or by `all`.
"""

from __future__ import annotations

import os

from osmosis_lint.frontends.command.errors import UsageError, did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.api.records import Rule

ALL = "all"
_FAMILY = "OSM"


def all_rules() -> tuple[Rule, ...]:
    """Every rule, those of the command itself last."""
    from osmosis_lint.api import records

    return records.RULES + records.TOOL_RULES


class Layer:
    """What one source (the configuration, the command line) selects. `select` is None when it says nothing."""

    __slots__ = ("extend_select", "ignore", "select")

    def __init__(
        self, select: list[str] | None = None, extend_select: Iterable[str] = (), ignore: Iterable[str] = ()
    ) -> None:
        self.select = select
        self.extend_select = tuple(extend_select)
        self.ignore = tuple(ignore)

    @property
    def is_empty(self) -> bool:
        """Whether the layer says nothing."""
        return self.select is None and not self.extend_select and not self.ignore


class Selection:
    """Answers whether a finding is wanted. The rules are only loaded when the first question comes."""

    def __init__(self, layers: Iterable[Layer], per_file: Iterable[FileIgnore] = ()) -> None:
        self._layers = [layer for layer in layers if not layer.is_empty]
        self._per_file = tuple(per_file)
        self._enabled: frozenset[str] | None = None
        self._names: tuple[str, ...] = ()

    @property
    def enabled(self) -> frozenset[str]:
        """The codes that are reported."""
        if self._enabled is None:
            self._work_out()
        assert self._enabled is not None
        return self._enabled

    @property
    def wants_advice(self) -> bool:
        """Whether one of the rules that are off by default is on."""
        if not self._layers:
            return False
        from osmosis_lint.api import records

        return not self.enabled.isdisjoint(records.ADVICE)

    def asks_for(self, code: str) -> bool:
        """Whether a code is selected by itself, by its rule's name or by `all`, and not as one of a family."""
        name = next(rule.name for rule in all_rules() if rule.code == code)
        wanted = (code.lower(), name, ALL)
        words = [word.lower() for layer in self._layers for word in (*(layer.select or ()), *layer.extend_select)]
        return code in self.enabled and any(word in wanted for word in words)

    def wants(self, code: str, symbol: str, path: str) -> bool:
        """Whether a finding about the SDK name `symbol` in the file `path` is reported."""
        if code not in self.enabled or _is_named(symbol, self._names):
            return False
        return not any(item.covers(code, symbol) for item in self._per_file if item.applies(path))

    def _work_out(self) -> None:
        on = {rule.code for rule in all_rules() if not rule.advice}
        names: list[str] = []
        for layer in self._layers:
            if layer.select is not None:
                on, names = set(), []
            wanted = (*(layer.select or ()), *layer.extend_select)
            names += [word for word in layer.ignore if "." in word]
            for exactness in range(3):
                for word in wanted:
                    if _exactness(word) == exactness:
                        on |= expand(word, advice=exactness != 1)
                for word in layer.ignore:
                    if "." not in word and _exactness(word) == exactness:
                        on -= expand(word, advice=True)
        self._enabled = frozenset(on)
        self._names = tuple(names)


class FileIgnore:
    """Codes and qualified names that are not reported in files matching a pattern.

    The pattern is matched against the path below `folder`, each folder on the way, and the bare file name;
    with `!` before it, it means all other files.
    """

    __slots__ = ("_codes", "_folder", "_glob", "_names", "_negated", "pattern", "words")

    def __init__(self, pattern: str, words: list[str], folder: str) -> None:
        self._negated = pattern.startswith("!")
        self._glob = pattern.removeprefix("!").replace("\\", "/").removeprefix("./").rstrip("/")
        self.pattern = pattern
        self._folder = folder
        self._names = tuple(word for word in words if "." in word)
        self._codes: frozenset[str] | None = None
        self.words = words

    def applies(self, path: str) -> bool:
        """Whether the file matches."""
        from fnmatch import fnmatchcase

        relative = os.path.relpath(path, self._folder).replace(os.sep, "/")
        found = fnmatchcase(os.path.basename(path), self._glob)
        while relative and not found:
            found = fnmatchcase(relative, self._glob)
            relative = relative.rpartition("/")[0]
        return found is not self._negated

    def covers(self, code: str, symbol: str) -> bool:
        """Whether a finding is among the ignored ones."""
        if self._codes is None:
            self._codes = frozenset().union(*(expand(word, advice=True) for word in self.words if "." not in word))
        return code in self._codes or _is_named(symbol, self._names)


def file_ignores(words: Iterable[str], folder: str, place: str) -> list[FileIgnore]:
    """Per-file ignores as the command line writes them: `pattern:CODE`, further codes as words of their own."""
    grouped: dict[str, list[str]] = {}
    pattern = ""
    for word in words:
        # A colon may also stand in a Windows path; codes have none.
        before, colon, code = word.rpartition(":")
        pattern = before if colon else pattern
        if not pattern or not code:
            raise UsageError(f"{place}: {word!r} is not PATTERN:CODE")
        grouped.setdefault(pattern, []).append(code)
    for codes in grouped.values():
        check_words(codes, place, names=True)
    return [FileIgnore(pattern, codes, folder) for pattern, codes in grouped.items()]


def expand(word: str, *, advice: bool) -> frozenset[str]:
    """The codes that a code, a prefix, a symbolic name or `all` stands for; advice rules only when asked for."""
    folded = word.lower()
    found = [
        rule
        for rule in all_rules()
        if folded == ALL or rule.name == folded or (_is_prefix(word) and rule.code.startswith(word.upper()))
    ]
    return frozenset(rule.code for rule in found if advice or not rule.advice)


def check_words(words: Iterable[str], place: str, *, names: bool) -> None:
    """Raise UsageError for a word that is no code, prefix or rule name (or qualified name, where `names` may stand)."""
    for word in words:
        if "." in word and names:
            _check_name(word, place)
        elif not expand(word, advice=True):
            known = [item for rule in all_rules() for item in (rule.code, rule.name)]
            raise UsageError(f"{place}: no rule has the code {word!r}{did_you_mean(word, known)}")


def _check_name(word: str, place: str) -> None:
    from osmosis_lint.api import records, surface

    recorded = [name for _, record in records.records() for name in record.names]
    if word not in recorded and surface.load().lookup(word) is None:
        raise UsageError(f"{place}: the SDK never had the name {word!r}{did_you_mean(word, recorded)}")


def _exactness(word: str) -> int:
    """0 for `all`, 1 for a prefix, 2 for a code or a name."""
    if word.lower() == ALL:
        return 0
    return 1 if _is_prefix(word) and len(word) < len("OSM101") else 2


def _is_prefix(word: str) -> bool:
    return word.upper().startswith(_FAMILY)


def _is_named(symbol: str, names: tuple[str, ...]) -> bool:
    """Whether a qualified name is one of `names` or lies under one."""
    return any(symbol == name or symbol.startswith((f"{name}.", f"{name}(")) for name in names)
