"""The record over all releases: takes up one release after the other."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field

from .shapes import Release, Shape

Span = tuple[Release, Release | None]
#: Names by module and place in it: module -> "" -> its names, and module -> class path -> members.
Known = dict[str, dict[str, set[str]]]

LAST_02 = (0, 3)  # every 0.2 release sorts before this


@dataclass
class ParameterLife:
    """One parameter over the releases: when it was there, how it was placed when, its newest annotation."""

    placements: list[tuple[str, Release, Release | None]] = field(default_factory=list)
    type: str | None = None

    @property
    def alive(self) -> bool:
        return self.placements[-1][2] is None


@dataclass
class NameLife:
    """One name over the releases. The plain fields are those of `Shape` in the newest release that had the name."""

    kind: str = ""
    type: str | None = None
    type_in_02: str | None = None
    target: str | None = None
    is_async: bool = False
    own: bool = True
    bases: tuple[str, ...] = ()
    variables: dict[str, str | None] = field(default_factory=dict)
    spans: list[Span] = field(default_factory=list)
    parameters: dict[str, ParameterLife] | None = None
    members: dict[str, NameLife] = field(default_factory=dict)
    has_exports: list[Span] = field(default_factory=list)
    exports: dict[str, list[Span]] = field(default_factory=dict)

    @property
    def alive(self) -> bool:
        return bool(self.spans) and self.spans[-1][1] is None


def covers(spans: list[Span], release: Release) -> bool:
    """Whether a release lies in one of the spans."""
    return any(first <= release and (last is None or release <= last) for first, last in spans)


def _open(spans: list[Span], release: Release) -> None:
    if not spans or spans[-1][1] is not None:
        spans.append((release, None))


def _close(spans: list[Span], previous: Release) -> None:
    if spans and spans[-1][1] is None:
        spans[-1] = (spans[-1][0], previous)


class History:
    """All recorded modules with the releases that are taken up so far, oldest first."""

    def __init__(self) -> None:
        self.releases: list[Release] = []
        self.modules: dict[str, NameLife] = {}

    def find(self, dotted: str) -> NameLife | None:
        """The life of a recorded name by its dotted path; aliases are not followed."""
        head, rest = dotted, ""
        while head and head not in self.modules:
            head, _, last = head.rpartition(".")
            rest = f"{last}.{rest}" if rest else last
        life = self.modules.get(head)
        for part in rest.split(".") if rest else []:
            life = life.members.get(part) if life else None
        return life

    def known(self, alive: bool = False) -> Known:
        """The names that some release had, or only those that the newest one has."""

        def names(life: NameLife) -> set[str]:
            return {name for name, member in life.members.items() if member.alive or not alive}

        found: Known = {}
        for name, module in self.modules.items():
            inner = found[name] = {"": names(module)}
            for path, life in _classes(module, ""):
                inner[path] = names(life)
        return found

    def take_up(self, release: Release, modules: dict[str, Shape]) -> None:
        """Adds the next release, from the shapes of its modules."""
        if self.releases and release <= self.releases[-1]:
            raise ValueError(f"{release} is not newer than {self.releases[-1]}")
        previous = self.releases[-1] if self.releases else ()
        before = self._origins()
        for name in [*self.modules, *(name for name in modules if name not in self.modules)]:
            _update(self.modules.setdefault(name, NameLife()), modules.get(name), release, previous)
        self.releases.append(release)
        self._carry_over(before, previous)

    def _origins(self) -> dict[str, str]:
        """Where each public path leads, or last led: to the class or function of this canonical name."""
        found = {}
        for module_name, module in self.modules.items():
            for name, life in module.members.items():
                path = f"{module_name}.{name}"
                if life.kind == "alias" and life.target is not None:
                    found[path] = life.target
                elif life.kind in {"class", "function"}:
                    found[path] = path
        return found

    def _carry_over(self, before: dict[str, str], previous: Release) -> None:
        """Where a public path now leads to another class or function, what the old one had becomes a gone part of it.

        So whoever resolves the path finds what it lost, although the new class never had it under its own name.
        """
        moved = {
            (before[path], now)
            for path, now in self._origins().items()
            if path in before and before[path] != now and self._alive(path)
        }
        for old, new in sorted(moved):
            old_life, new_life = self.find(old), self.find(new)
            if old_life is not None and new_life is not None and new_life.alive:
                _inherit_losses(old_life, new_life, previous)
        for module in self.modules.values():
            for life in module.members.values():
                if life.kind == "alias":
                    life.members, life.parameters = {}, None

    def _alive(self, path: str) -> bool:
        life = self.find(path)
        return life is not None and life.alive


def _classes(life: NameLife, path: str) -> Iterator[tuple[str, NameLife]]:
    for name, member in life.members.items():
        if member.kind == "class":
            inner = f"{path}.{name}" if path else name
            yield inner, member
            yield from _classes(member, inner)


def _update(life: NameLife, shape: Shape | None, release: Release, previous: Release) -> None:
    """Takes one release's shape of a name up into its life; None if the release lacks the name."""
    if shape is not None and shape.kind == "foreign" and shape.target is None:
        _open(life.spans, release)
        life.type, life.parameters = None, None
        return
    if shape is None:
        _close(life.spans, previous)
    else:
        _open(life.spans, release)
        life.kind = "alias" if shape.kind == "foreign" else shape.kind
        life.type, life.target, life.is_async = shape.type, shape.target, shape.is_async
        life.own, life.bases, life.variables = shape.own, shape.bases, shape.variables
        if release < LAST_02:
            life.type_in_02 = shape.type
    _update_parameters(life, shape, release, previous)
    _update_exports(life, shape, release, previous)
    members = shape.members if shape is not None else {}
    for name in [*life.members, *(name for name in members if name not in life.members)]:
        member = members.get(name)
        if name not in life.members:
            if member is not None and member.kind == "foreign":
                continue
            life.members[name] = NameLife()
        _update(life.members[name], member, release, previous)


def _update_parameters(life: NameLife, shape: Shape | None, release: Release, previous: Release) -> None:
    """Unknown parameters (None) change nothing: what was known stays as it was."""
    if shape is not None and shape.parameters is None and life.kind in {"class"}:
        return
    now = shape.parameters if shape is not None and shape.parameters is not None else {}
    if life.parameters is None:
        if shape is None or shape.parameters is None:
            return
        life.parameters = {}
    for name, lived in life.parameters.items():
        if name not in now and lived.alive:
            placement, first, _ = lived.placements[-1]
            lived.placements[-1] = (placement, first, previous)
    for name, parameter in now.items():
        lived = life.parameters.setdefault(name, ParameterLife())
        lived.type = parameter.type
        if lived.placements and lived.alive:
            placement, first, _ = lived.placements[-1]
            if placement == parameter.placement:
                continue
            lived.placements[-1] = (placement, first, previous)
        lived.placements.append((parameter.placement, release, None))


def _update_exports(life: NameLife, shape: Shape | None, release: Release, previous: Release) -> None:
    now = shape.exports if shape is not None else None
    if now is None:
        _close(life.has_exports, previous)
    else:
        _open(life.has_exports, release)
    for name, spans in life.exports.items():
        if name not in (now or []):
            _close(spans, previous)
    for name in now or []:
        _open(life.exports.setdefault(name, []), release)


def _inherit_losses(old: NameLife, new: NameLife, previous: Release) -> None:
    """Adds the members and parameters of `old` that `new` lacks now to `new`, as gone since `previous`."""
    _inherit_parameters(old, new, previous)
    for name, member in old.members.items():
        mine = new.members.get(name)
        if mine is not None and mine.alive:
            _inherit_losses(member, mine, previous)
            continue
        lost = copy.deepcopy(member)
        _close_all(lost, previous)
        if mine is None:
            lost.own = True
            new.members[name] = lost
        else:
            mine.spans = merged(mine.spans, lost.spans)


def _inherit_parameters(old: NameLife, new: NameLife, previous: Release) -> None:
    if old.parameters is None or new.parameters is None:
        return
    for name, lived in old.parameters.items():
        mine = new.parameters.get(name)
        if mine is None and lived.placements[-1][0] not in {"*", "**"}:
            lost = copy.deepcopy(lived)
            placement, first, last = lost.placements[-1]
            lost.placements[-1] = (placement, first, last or previous)
            new.parameters[name] = lost


def _close_all(life: NameLife, previous: Release) -> None:
    _close(life.spans, previous)
    for parameter in (life.parameters or {}).values():
        placement, first, last = parameter.placements[-1]
        parameter.placements[-1] = (placement, first, last or previous)
    for member in life.members.values():
        _close_all(member, previous)


def merged(one: list[Span], other: list[Span]) -> list[Span]:
    """Two lists of closed or open spans as one, overlapping ones joined."""
    found: list[Span] = []
    for first, last in sorted([*one, *other], key=lambda span: span[0]):
        if found and (found[-1][1] is None or first <= found[-1][1]):
            known = found[-1][1]
            found[-1] = (found[-1][0], None if known is None or last is None else max(known, last))
        else:
            found.append((first, last))
    return found
