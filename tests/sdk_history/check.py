"""What went with a release, what of that is classified, and whether the record still agrees with a package."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .data_file import joined
from .history import History, NameLife, Span, covers
from .shapes import ROOT, Release, Shape, parse_release, release_text

CLASSIFIED = Path(__file__).with_name("classified.txt")


@dataclass
class Lost:
    """A name, or a parameter written as `function(name=)`, that the release before still had."""

    name: str
    kind: str
    found_at: str | None = None


class Classification:
    """What people have said about names that went: see classified.txt."""

    def __init__(self, text: str) -> None:
        self.baseline: Release = ()
        self.notes: dict[tuple[Release, str], str] = {}
        for line in text.splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            first, name, *note = line.split(maxsplit=2)
            if first == "baseline":
                self.baseline = parse_release(name)
            elif not note:
                raise ValueError(f"classified.txt: say what became of {name}")
            else:
                self.notes[parse_release(first), name] = note[0]

    def covers(self, release: Release, name: str) -> bool:
        """Whether a name that went with a release is spoken for: itself, or what it is part of."""
        if release <= self.baseline:
            return True
        return any((release, owner) in self.notes for owner in _owners(name))


def lost_in(history: History, release: Release) -> list[Lost]:
    """What went with a recorded release; what lies in a module or class that went is not listed with it."""
    position = history.releases.index(release)
    if position == 0:
        return []
    previous = history.releases[position - 1]

    def ends(spans: list[Span]) -> bool:
        return any(last == previous for _, last in spans)

    def visit(path: str, life: NameLife) -> Iterator[Lost]:
        if ends(life.spans):
            yield Lost(path, life.kind)
            return
        for name, parameter in (life.parameters or {}).items():
            if ends(joined(history, [(first, last) for _, first, last in parameter.placements])):
                yield Lost(f"{path}({name}=)", "parameter")
        for name, member in life.members.items():
            # What a class inherits is listed at its base.
            if member.own or ends(member.spans):
                yield from visit(f"{path}.{name}", member)

    gone_modules = [name for name, module in history.modules.items() if ends(module.spans)]
    found = []
    for name, module in history.modules.items():
        if not any(name.startswith(f"{gone}.") for gone in gone_modules):
            found += list(visit(name, module))
    for lost in found:
        lost.found_at = _found_at(history, lost)
    return sorted(found, key=lambda lost: lost.name)


def _found_at(history: History, lost: Lost) -> str | None:
    """The shortest live path of the same bare name, for what lay in a module."""
    module, _, name = lost.name.rpartition(".")
    if module not in history.modules or lost.kind not in {"class", "function", "alias", "attribute", "type"}:
        return None
    places = []
    for other, life in history.modules.items():
        member = life.members.get(name)
        if member is not None and member.alive and member.kind in {"class", "function", "alias"}:
            places.append(f"{other}.{name}")
    return min(places, key=lambda place: (place.count("."), place), default=None)


def differences(history: History, release: Release, modules: dict[str, Shape]) -> list[str]:
    """Where the record of a known release and a package disagree; empty if they agree."""
    recorded = {path for name, module in history.modules.items() for path in _recorded(history, release, name, module)}
    present: set[str] = set()
    doubtful: set[str] = set()
    for name, shape in modules.items():
        for path, inner in _present(name, shape):
            (doubtful if inner == "foreign" else present).add(path)

    def in_doubt(path: str) -> bool:
        return any(owner in doubtful for owner in _owners(path))

    def moved_since(path: str) -> bool:
        lives = [history.find(owner) for owner in _owners(path)[1:]]
        left_to_a_base = "(" in path and lives[0] is not None and lives[0].parameters is None
        return left_to_a_base or any(life is not None and life.kind == "alias" for life in lives)

    return [
        f"{path}: recorded, but not in the package" for path in sorted(recorded - present) if not in_doubt(path)
    ] + [f"{path}: in the package, but not recorded" for path in sorted(present - recorded) if not moved_since(path)]


def _owners(path: str) -> list[str]:
    """A dotted path or `function(name=)`, and all that it lies in, innermost first."""
    found = []
    while path:
        found.append(path)
        path = path.partition("(")[0] if "(" in path else path.rpartition(".")[0]
    return found


def _recorded(history: History, release: Release, path: str, life: NameLife) -> Iterator[str]:
    if not covers(life.spans, release):
        return
    yield path
    for name, parameter in (life.parameters or {}).items():
        if covers([(first, last) for _, first, last in parameter.placements], release):
            yield f"{path}({name}=)"
    for name, member in life.members.items():
        yield from _recorded(history, release, f"{path}.{name}", member)


def _present(path: str, shape: Shape) -> Iterator[tuple[str, str]]:
    yield path, shape.kind
    for name in shape.parameters or {}:
        yield f"{path}({name}=)", "parameter"
    for name, member in shape.members.items():
        yield from _present(f"{path}.{name}", member)


def report(history: History, release: Release, lost: list[Lost], disagreement: list[str]) -> bool:
    """Prints what went with a release and where record and package disagree; True if either needs somebody's hand."""
    classification = Classification(CLASSIFIED.read_text(encoding="utf-8"))
    unclassified = [item for item in lost if not classification.covers(release, item.name)]
    text = release_text(release)
    print(f"{text}: {len(lost)} names and parameters of {ROOT} went with it, {len(unclassified)} unclassified")
    for item in unclassified:
        hint = f" (the name lives on at {item.found_at})" if item.found_at else ""
        print(f"  {item.name}: {item.kind}{hint}")
    for line in disagreement:
        print(f"  {line}")
    return bool(unclassified or disagreement)
