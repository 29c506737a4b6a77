"""What the differential test is about: every recorded name and parameter, and whether a release has it.

The truth is worked out here from the bare record of `surface.txt`, without the table the engine decides by.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from osmosis_lint.api import records
from osmosis_lint.api.surface import Parameter, Surface, Symbol

Release = tuple[int, ...]

ALIVE = "alive"
GONE = "gone"
LATER = "later"
_ROLLOUT_MODEL = "osmosis_ai.rollout.integrations.agents.strands.OsmosisRolloutModel"
# Methods that 0.2 defined with another meaning and that a base class of strands still serves: reported on purpose.
SERVED_BY_STRANDS = frozenset(
    f"{_ROLLOUT_MODEL}.{name}" for name in ("update_config", "get_config", "structured_output", "stream")
)
_RECORDED = frozenset(
    name for _, record in records.records() if record.happened != records.BEHAVIOUR_CHANGED for name in record.names
)


class Item(NamedTuple):
    """One thing to use: its bare name and its state on the target (`alive`, `gone`, or `later`).

    `own` is false for what is not reported by itself: a member or parameter of a class or function that is gone
    altogether goes with it, unless a hand-made record names it. `starred` is how many reports a use must give that got
    the name from a star import of its module.
    """

    name: str
    state: str
    own: bool = True
    starred: int = 0

    @property
    def count(self) -> int:
        """How many reports a use of it must give."""
        return int(self.state == GONE and self.own)


class Group(NamedTuple):
    """What is used in one generated module: names of a module, members of a class, or parameters of a callable.

    `path` is the class or function within the module (`Class`, `Class.method`), empty for the module itself;
    `module_state` and `path_state` say whether a user gets that far. A class that moved away from there lives on:
    then its import is one finding and what it lost is another. `is_alias`: the path is one more place to import from.
    """

    kind: str
    module: str
    path: str
    module_state: str
    path_state: str
    items: tuple[Item, ...]
    is_alias: bool = False

    @property
    def title(self) -> str:
        return f"{self.kind} of {self.module}{'.' + self.path if self.path else ''}"


MODULES, NAMES, MEMBERS, PARAMETERS, METHODS = "modules", "names", "members", "parameters", "method parameters"


def state_of(thing: Symbol | Parameter, target: Release) -> str:
    """Whether the target has something, lacks what an earlier release had, or is older than it."""
    if thing.alive_in(target):
        return ALIVE
    return GONE if thing.last_before(target) is not None else LATER


def module_state_of(surface: Surface, module: Symbol, target: Release) -> str:
    """The state of a module: what came later into a package that had left, and is back, is gone with the package."""
    state = state_of(module, target)
    package = surface.module(module.qualname.rpartition(".")[0])
    if state == LATER and package is not None and module_state_of(surface, package, target) == GONE:
        return GONE
    return state


def groups(surface: Surface, target: Release) -> Iterator[Group]:
    """Everything recorded, in the order of the record."""
    for name in surface.modules:
        module = surface.module(name)
        assert module is not None
        module_state = module_state_of(surface, module, target)
        yield Group(MODULES, name, "", module_state, module_state, (Item(name, module_state),))
        members = [item for item in module.members.values() if surface.module(item.qualname) is None]
        given = surface.star_exports(name, target)
        once = {
            text for release in surface.releases if release < target for text in surface.star_exports(name, release)
        }
        items = tuple(
            Item(_bare(item), state_of(item, target), starred=int(_bare(item) in once and _bare(item) not in given))
            for item in members
        )
        if items:
            yield Group(NAMES, name, "", module_state, module_state, items)
        for symbol in members:
            yield from _inside(surface, target, name, module_state, symbol)


def _inside(surface: Surface, target: Release, module: str, module_state: str, symbol: Symbol) -> Iterator[Group]:
    """The members and parameters of what a module's name stands for, perhaps through an alias."""
    found = surface.resolve(symbol.qualname)
    path, path_state, is_alias = _bare(symbol), state_of(symbol, target), symbol.kind == "alias"
    if found is None or found.kind not in ("class", "function"):
        return
    named = _named_parameters(found, found, target)
    if named:
        yield Group(PARAMETERS, module, path, module_state, path_state, named, is_alias)
    if found.kind != "class":
        return
    members = _members(surface, found, target)
    if members:
        yield Group(MEMBERS, module, path, module_state, path_state, members, is_alias)
    for method in () if is_alias else found.members.values():
        named = _named_parameters(method, found, target)
        # A method that is gone is itself the finding, and its arguments are not.
        if named and method.kind in ("method", "classmethod", "staticmethod") and method.alive_in(target):
            if not _bare(method).startswith("__"):
                yield Group(METHODS, module, f"{path}.{_bare(method)}", module_state, path_state, named, is_alias)


def _named_parameters(symbol: Symbol, owner: Symbol, target: Release) -> tuple[Item, ...]:
    """The parameters that can be given by keyword; `owner` is the class or function whose fate they share."""
    return tuple(
        Item(item.name, state_of(item, target), _own(owner, f"{symbol.qualname}({item.name})", target))
        for item in (symbol.parameters or {}).values()
        if item.kind in ("either", "keyword")
    )


def _own(owner: Symbol, recorded: str, target: Release) -> bool:
    return owner.alive_in(target) or recorded in _RECORDED


@cache
def _members(surface: Surface, cls: Symbol, target: Release) -> tuple[Item, ...]:
    """The recorded members of a class and those of its bases in the SDK, each once."""
    names: dict[str, None] = {}
    for item in lineage(surface, cls):
        names.update(dict.fromkeys(item.members))
    return tuple(
        Item(name, member_state(surface, cls, name, target), _own(cls, f"{cls.qualname}.{name}", target))
        for name in names
        if not name.startswith("__")
    )


@cache
def lineage(surface: Surface, cls: Symbol) -> list[Symbol]:
    """A class and its bases in the SDK."""
    found = [cls]
    for item in found:
        bases = [surface.resolve(base) for base in item.bases]
        found += [base for base in bases if base is not None and base not in found]
    return found


def member_state(surface: Surface, cls: Symbol, name: str, target: Release) -> str:
    """The state of a member: alive when the class or any base of it still has it."""
    if f"{cls.qualname}.{name}" in SERVED_BY_STRANDS:
        return GONE
    states = {state_of(item.members[name], target) for item in lineage(surface, cls) if name in item.members}
    return next(state for state in (ALIVE, GONE, LATER) if state in states)


def _bare(symbol: Symbol) -> str:
    return symbol.qualname.rpartition(".")[2]
