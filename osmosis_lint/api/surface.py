"""The SDK's public names and parameters, release by release: what is known of them, and since and until when.

The facts stand in `surface.txt` beside this file, which `tests/sdk_history` writes; its README describes the format.
The file is read once, and a module's section is parsed when somebody first asks for a name in that module. This
module imports nothing beyond the interpreter's start-up set, because every run of a linter pays for it.

    surface = load()
    symbol = surface.resolve("osmosis_ai.rollout.GraderContext.samples")
    symbol.alive_in((0, 3, 8))       # False
    symbol.last_before((0, 3, 8))    # (0, 2, 31)
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from osmosis_lint.api.releases import Release

    #: First and last release that had something; the last is None while the newest recorded release has it.
    Range: TypeAlias = tuple[Release, Release | None]

_SDK = "osmosis_ai."
_MAX_STEPS = 32


def _release(text: str) -> Release:
    """A release as the file writes it; what users write is for `releases.parse`."""
    return tuple(map(int, text.split(".")))


def _covers(ranges: tuple[Range, ...], release: Release) -> bool:
    return any(first <= release and (last is None or release <= last) for first, last in ranges)


def _last_before(ranges: tuple[Range, ...], known: tuple[Release, ...], release: Release) -> Release | None:
    for candidate in reversed(known):
        if candidate < release and _covers(ranges, candidate):
            return candidate
    return None


class Parameter:
    """One parameter of a function, method or constructor, as a caller sees it (without self or cls).

    name      the parameter's name
    kind      "positional" (by position only), "either", "keyword" (by keyword only), "args" (`*args`) or
              "kwargs" (`**kwargs`)
    position  where it stands among the arguments by position, from 0; None for the other kinds
    required  whether a call must give it
    ranges    the releases that had it, as (first, last or None)
    type      its annotation as a normalised text with canonical names; None where there is none
    former    what it was before: (ranges, kind, position, required) for each earlier placement

    The first four describe the newest release that had the parameter; `in_release` gives another one's.
    Source: the `@` lines of surface.txt.
    """

    __slots__ = ("_releases", "former", "kind", "name", "position", "ranges", "required", "type")

    def __init__(self, name: str, placement: str, ranges: tuple[Range, ...], known: tuple[Release, ...]) -> None:
        self.name = name
        self.kind, self.position, self.required = _placement(placement)
        self.ranges = ranges
        self.type: str | None = None
        self.former: tuple[tuple[tuple[Range, ...], str, int | None, bool], ...] = ()
        self._releases = known

    def alive_in(self, release: Release) -> bool:
        """Whether a release has the parameter."""
        return _covers(self.ranges, release)

    def last_before(self, release: Release) -> Release | None:
        """The newest recorded release before the given one that had the parameter; None if none had it."""
        return _last_before(self.ranges, self._releases, release)

    def in_release(self, release: Release) -> tuple[str, int | None, bool] | None:
        """Kind, position and required as a release had them; None if it has no such parameter."""
        if not self.alive_in(release):
            return None
        for ranges, kind, position, required in self.former:
            if _covers(ranges, release):
                return kind, position, required
        return self.kind, self.position, self.required

    def __repr__(self) -> str:
        return f"Parameter({self.name!r}, {self.kind!r}, {self.ranges!r})"


def _placement(text: str) -> tuple[str, int | None, bool]:
    """The text of a placement (`0`, `0/`, `k`, `*`, `**`, each but the last two perhaps with `!`) taken apart."""
    required = text.endswith("!")
    if required:
        text = text[:-1]
    if text == "k":
        return "keyword", None, required
    if text == "*":
        return "args", None, False
    if text == "**":
        return "kwargs", None, False
    if text.endswith("/"):
        return "positional", int(text[:-1]), required
    return "either", int(text), required


class Symbol:
    """One public name: a module, or anything in one.

    qualname    the dotted name it is recorded under
    kind        "module", "class", "function", "method", "classmethod", "staticmethod", "property", "attribute",
                "type" (a name for a type expression, which `type` holds), "key" (of a TypedDict) or "alias"
    ranges      the releases that had it, as (first, last or None), oldest first
    target      for an alias: the canonical name of what it stands for; else None
    bases       for a class: the canonical names of its bases in the newest release that had it, also those from
                outside the SDK
    members     what lies in a module or class, by name. A class holds what it defines, and what it once had and lost;
                what it merely inherits is found by `Surface.lookup`. Submodules are not members of their package
    parameters  for a function, method or class (its constructor): by name, gone ones included; None where unknown.
                A gone one may still be swallowed by a live `**kwargs`
    type        what the name holds, or what calling it gives (for a coroutine: what awaiting it gives); None where
                unknown
    former_type the same in the last 0.2 release that had the name, where it was another; else None
    variables   for a generic class: its type variables, in order, each with its bound (None if it has none). They
                stand under their own bare names in the types of its members
    is_async    whether a call gives a coroutine
    exports     for a module that has, or had, an `__all__`: the ranges of each name in it, and under "" the ranges of
                `__all__` itself; else None

    Kind, target, bases and type are those of the newest release that had the name. A member that an earlier class had
    under the same public path counts as a (gone) member of the class that took its place.
    Source: surface.txt.
    """

    __slots__ = (
        "_releases",
        "bases",
        "exports",
        "former_type",
        "is_async",
        "kind",
        "members",
        "parameters",
        "qualname",
        "ranges",
        "target",
        "type",
        "variables",
    )

    def __init__(self, qualname: str, kind: str, ranges: tuple[Range, ...], known: tuple[Release, ...]) -> None:
        self.qualname = qualname
        self.kind = kind
        self.ranges = ranges
        self.target: str | None = None
        self.bases: tuple[str, ...] = ()
        self.members: dict[str, Symbol] = {}
        self.parameters: dict[str, Parameter] | None = None
        self.type: str | None = None
        self.former_type: str | None = None
        self.is_async = False
        self.variables: dict[str, str | None] = {}
        self.exports: dict[str, tuple[Range, ...]] | None = None
        self._releases = known

    def alive_in(self, release: Release) -> bool:
        """Whether a release has the name. One newer than all that are recorded counts like the newest recorded."""
        return _covers(self.ranges, release)

    def last_before(self, release: Release) -> Release | None:
        """The newest recorded release before the given one that had the name; None if none had it."""
        return _last_before(self.ranges, self._releases, release)

    def __repr__(self) -> str:
        return f"Symbol({self.qualname!r}, {self.kind!r}, {self.ranges!r})"


#: The words that begin a line of surface.txt: the kind in a module, the kind in a class, whether it is a coroutine.
_KINDS = {
    "class": ("class", "class", False),
    "def": ("function", "method", False),
    "async": ("function", "method", True),
    "cls": ("classmethod", "classmethod", False),
    "async-cls": ("classmethod", "classmethod", True),
    "static": ("staticmethod", "staticmethod", False),
    "async-static": ("staticmethod", "staticmethod", True),
    "prop": ("property", "property", False),
    "async-prop": ("property", "property", True),
    "attr": ("attribute", "attribute", False),
    "type": ("type", "type", False),
    "key": ("key", "key", False),
    "alias": ("alias", "alias", False),
}
_CALLABLE = frozenset(["class", "function", "method", "classmethod", "staticmethod"])


class Surface:
    """All that is recorded. `load` gives the one that comes with the package.

    releases  all recorded releases, oldest first
    newest    the last of them
    modules   the dotted names of all recorded modules, gone ones included
    """

    __slots__ = (
        "_data",
        "_gone",
        "_lost",
        "_lost_names",
        "_names",
        "_parsed",
        "_ranges",
        "_resolved",
        "_sections",
        "_starred",
        "modules",
        "newest",
        "releases",
    )

    def __init__(self, data: bytes) -> None:
        """`data` is the content of surface.txt."""
        self._data = data
        # Where each module's section lies; it is decoded and parsed when it is asked for.
        self._sections: dict[str, tuple[int, int]] = {}
        start = data.find(b"%")
        header = data[:start].decode("ascii")
        while start >= 0:
            end = data.find(b"%", start + 1)
            name = data[start + 1 : data.index(b" ", start)].decode("ascii")
            self._sections[name] = (start + 1, end if end >= 0 else len(data))
            start = end
        self.modules = tuple(self._sections)
        self.releases: tuple[Release, ...] = ()
        self._gone: list[str] = []
        self._lost: list[str] = []
        for line in header.splitlines():
            if line.startswith("gone "):
                self._gone.append(line)
            elif line.startswith("lost "):
                self._lost.append(line)
            elif line.startswith("releases "):
                self.releases = tuple([_release(word) for word in line.split(" ")[1:]])
        self.newest: Release = self.releases[-1] if self.releases else ()
        self._parsed: dict[str, Symbol] = {}
        self._resolved: dict[str, Symbol | None] = {}
        self._ranges: dict[str, tuple[Range, ...]] = {}
        self._starred: dict[str, frozenset[str]] = {}
        self._names: frozenset[str] | None = None
        self._lost_names: frozenset[str] | None = None

    def module(self, name: str) -> Symbol | None:
        """A recorded module by its dotted name; None if no release had it."""
        found = self._parsed.get(name)
        if found is None and name in self._sections:
            start, end = self._sections[name]
            found = self._parsed[name] = self._parse(name, self._data[start:end].decode("ascii"))
        return found

    def lookup(self, qualname: str) -> Symbol | None:
        """What is recorded under a dotted name, itself perhaps an alias; None if nothing is.

        Walks modules and classes, into the SDK bases of a class too; an alias on the way there ends the walk.
        """
        owner, rest = self._split(qualname)
        while owner is not None and rest:
            name, _, rest = rest.partition(".")
            owner = self._member(owner, name)
        return owner

    def resolve(self, qualname: str) -> Symbol | None:
        """Like `lookup`, but every alias is followed, the last one too; None also where one leads out of the record."""
        if qualname in self._resolved:
            return self._resolved[qualname]
        result: Symbol | None = None
        path = qualname
        for _ in range(_MAX_STEPS):
            found, rest = self._split(path)
            while found is not None and found.kind != "alias" and rest:
                name, _, rest = rest.partition(".")
                found = self._member(found, name)
            if found is None or found.target is None:
                result = found
                break
            path = f"{found.target}.{rest}" if rest else found.target
        self._resolved[qualname] = result
        return result

    def star_exports(self, module: str, release: Release) -> tuple[str, ...]:
        """The names that `from module import *` binds in a release, sorted: `__all__`, else all public names.

        Without `__all__`, what the module itself imports from outside the SDK is not in the record, nor in the answer.
        """
        found = self.module(module)
        if found is None or not found.alive_in(release):
            return ()
        exports = found.exports
        if exports is not None and _covers(exports[""], release):
            return tuple(sorted([name for name, ranges in exports.items() if name and _covers(ranges, release)]))
        public = [name for name, member in found.members.items() if name[0] != "_" and member.alive_in(release)]
        return tuple(sorted(public))

    def ever_starred(self, module: str) -> frozenset[str]:
        """The names that `from module import *` binds in some release."""
        found = self._starred.get(module)
        if found is None:
            found = frozenset().union(*[self.star_exports(module, release) for release in self.releases])
            self._starred[module] = found
        return found

    def names(self) -> frozenset[str]:
        """The bare names of all that some 0.3 release lacks and an earlier release had: modules (their last part),
        what lies in modules and classes, parameters. Source: the `gone` and `lost` lines, written with the file."""
        if self._names is None:
            self._names = self.lost_names().union(_words(self._gone))
        return self._names

    def lost_names(self) -> frozenset[str]:
        """The part of `names` that a class or function lost while it lived on in that 0.3 release itself: members and
        parameters. Source: the `lost` lines, written with the file."""
        if self._lost_names is None:
            self._lost_names = frozenset(_words(self._lost))
        return self._lost_names

    def _split(self, qualname: str) -> tuple[Symbol | None, str]:
        """The innermost recorded module of a dotted name, and the rest of the name."""
        head, rest = qualname, ""
        while head:
            if head in self._sections:
                return self.module(head), rest
            head, _, last = head.rpartition(".")
            rest = f"{last}.{rest}" if rest else last
        return None, qualname

    def _member(self, owner: Symbol, name: str) -> Symbol | None:
        """A member of a module or class, inherited ones included."""
        found = owner.members.get(name)
        if found is None and owner.kind == "class":
            for base in owner.bases:
                if base.startswith(_SDK):
                    inherited = self.resolve(base)
                    found = self._member(inherited, name) if inherited is not None else None
                    if found is not None:
                        return found
        return found

    def _parse(self, name: str, section: str) -> Symbol:
        """The module symbol of a section, with all that is in it."""
        lines = section.splitlines()
        module = Symbol(name, "module", self._read_ranges(lines[0].partition(" ")[2]), self.releases)
        owners = [module]
        latest: Symbol | Parameter = module
        for line in lines[1:]:
            text = line.lstrip(" ")
            if not text:
                continue
            depth = len(line) - len(text)
            left, _, right = text.partition(" : ")
            word, _, left = left.partition(" ")
            if word == "was":
                self._read_former(latest, left, right)
                continue
            del owners[depth + 1 :]
            owner = owners[depth]
            if word == "all":
                _read_exports(module, self._read_ranges(left), right)
                continue
            if word == "var":
                owner.variables[left] = right or None
                continue
            symbol_name, _, ranges_text = left.partition(" ")
            ranges = self._read_ranges(ranges_text) if ranges_text else owner.ranges
            if word[0] == "@":
                latest = Parameter(symbol_name, word[1:], ranges, self.releases)
                latest.type = right or None
                if owner.parameters is None:
                    owner.parameters = {}
                owner.parameters[symbol_name] = latest
                continue
            latest = self._symbol(owner, word, symbol_name, ranges, right)
            owners.append(latest)
        return module

    def _symbol(self, owner: Symbol, word: str, name: str, ranges: tuple[Range, ...], right: str) -> Symbol:
        """Makes the symbol of one line and puts it into its owner."""
        unknown = word.endswith("?")
        in_module, in_class, is_async = _KINDS[word[:-1] if unknown else word]
        kind = in_module if owner.kind == "module" else in_class
        symbol = Symbol(f"{owner.qualname}.{name}", kind, ranges, self.releases)
        symbol.is_async = is_async
        if kind == "class":
            symbol.bases = tuple(right.split(", ")) if right else ()
        elif kind == "alias":
            symbol.target = right
        else:
            symbol.type = right or None
        if kind in _CALLABLE and not unknown:
            symbol.parameters = {}
        owner.members[name] = symbol
        return symbol

    def _read_former(self, latest: Symbol | Parameter, left: str, right: str) -> None:
        """A `was` line: an earlier placement of a parameter, or the 0.2 type of a symbol."""
        if isinstance(latest, Symbol):
            latest.former_type = right
        else:
            placement, _, ranges = left.partition(" ")
            latest.former += ((self._read_ranges(ranges), *_placement(placement[1:])),)

    def _read_ranges(self, text: str) -> tuple[Range, ...]:
        """`0.2.7-0.2.17 0.3.1-` as ranges; equal texts share one tuple."""
        found = self._ranges.get(text)
        if found is None:
            ranges: list[Range] = []
            for word in text.split(" "):
                first, _, last = word.partition("-")
                ranges.append((_release(first), _release(last) if last else None))
            found = self._ranges[text] = tuple(ranges)
        return found


def _read_exports(module: Symbol, ranges: tuple[Range, ...], names: str) -> None:
    """An `all` line: the first one of a module tells when there was an `__all__`, each which names it held when."""
    if module.exports is None:
        module.exports = {"": ranges}
    if names:
        for name in names.split(" "):
            module.exports[name] = ranges


def _words(lines: list[str]) -> list[str]:
    """The words of `gone` or `lost` lines."""
    words: list[str] = []
    for line in lines:
        words += line.split(" ")[1:]
    return words


_loaded: Surface | None = None


def load() -> Surface:
    """The record that comes with the package, read from `surface.txt` beside this file on the first call."""
    global _loaded
    if _loaded is None:
        path = os.path.join(os.path.dirname(__file__), "surface.txt")
        with open(path, "rb") as file:
            _loaded = Surface(file.read())
    return _loaded
