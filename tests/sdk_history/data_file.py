"""Writes a history as surface.txt, and reads it back through the linter's own loader."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from osmosis_lint.api.surface import Parameter as ReadParameter
from osmosis_lint.api.surface import Surface, Symbol

from .history import History, NameLife, ParameterLife, Span, covers
from .shapes import Release, is_sdk, release_text

_HEADER = """\
# The public names and parameters of osmosis-ai, release by release. Written by tests/sdk_history; do not edit.
# The format is described in tests/sdk_history/README.md, the loader is surface.py.
"""

_WORDS = {
    "class": "class",
    "function": "def",
    "method": "def",
    "classmethod": "cls",
    "staticmethod": "static",
    "property": "prop",
    "attribute": "attr",
    "type": "type",
    "key": "key",
    "alias": "alias",
}
_CALLABLE = frozenset({"class", "function", "method", "classmethod", "staticmethod"})
_FIRST_TARGET = (0, 3)


# Writing


def write_text(history: History) -> str:
    """The text of surface.txt."""
    lines = ["releases " + " ".join(map(release_text, history.releases))]
    gone, lost = gone_words(history)
    lines += [*_word_lines("gone", gone - lost), *_word_lines("lost", lost)]
    for name, module in sorted(history.modules.items()):
        lines += ["", f"%{name} {spans_text(module.spans)}", *_exports(module)]
        for member_name, member in sorted(module.members.items()):
            lines += _name_lines(history, module, member_name, member, "")
    text = _HEADER + "\n".join(lines) + "\n"
    if text.count("%") != len(history.modules) or not text.isascii():
        raise ValueError("only section heads may hold a percent sign, and nothing a character outside ASCII")
    return text


def _word_lines(head: str, words: set[str]) -> list[str]:
    """The words, a line for each initial."""
    found: dict[str, list[str]] = {}
    for word in sorted(words, key=lambda word: (word.lower(), word)):
        found.setdefault(word[0].lower(), []).append(word)
    return [f"{head} " + " ".join(group) for group in found.values()]


def spans_text(spans: list[Span]) -> str:
    """Ranges as `0.2.7-0.2.17 0.3.1-`."""
    return " ".join(f"{release_text(first)}-{release_text(last) if last else ''}" for first, last in spans)


def _exports(module: NameLife) -> list[str]:
    if not module.has_exports:
        return []
    groups: dict[str, list[str]] = {spans_text(module.has_exports): []}
    for name, spans in sorted(module.exports.items()):
        groups.setdefault(spans_text(spans), []).append(name)
    first, *others = groups
    lines = []
    for when in [first, *sorted(others)]:
        lines.append(f"all {when} : " + " ".join(groups[when]) if groups[when] else f"all {when}")
    return lines


def _name_lines(history: History, owner: NameLife, name: str, life: NameLife, indent: str) -> Iterator[str]:
    word = ("async-" if life.is_async else "") + _WORDS[life.kind]
    word = {"async-def": "async"}.get(word, word)
    if life.kind in _CALLABLE and life.parameters is None:
        word += "?"
    right = {"class": ", ".join(life.bases), "alias": life.target}.get(life.kind, life.type)
    spans = "" if life.spans == owner.spans else " " + spans_text(life.spans)
    yield f"{indent}{word} {name}{spans}" + (f" : {right}" if right else "")
    if life.type_in_02 and life.type_in_02 != life.type and life.kind not in {"class", "alias"}:
        yield f"{indent} was : {life.type_in_02}"
    for variable, bound in life.variables.items():
        yield f"{indent} var {variable}" + (f" : {bound}" if bound else "")
    for parameter_name, parameter in _ordered(life.parameters or {}):
        yield from _parameter_lines(history, life, parameter_name, parameter, indent + " ")
    for member_name, member in sorted(life.members.items()):
        if not is_derived(history, life, member_name, member):
            yield from _name_lines(history, life, member_name, member, indent + " ")


def _ordered(parameters: dict[str, ParameterLife]) -> list[tuple[str, ParameterLife]]:
    """Live parameters first, as they stand in a call; then gone ones."""

    def key(item: tuple[str, ParameterLife]) -> tuple[bool, int, int, str]:
        name, life = item
        placement = life.placements[-1][0].rstrip("!/")
        group = {"*": 1, "k": 2, "**": 3}.get(placement, 0)
        return not life.alive, group, int(placement) if group == 0 else 0, name

    return sorted(parameters.items(), key=key)


def _parameter_lines(history: History, owner: NameLife, name: str, life: ParameterLife, indent: str) -> Iterator[str]:
    newest = life.placements[-1][0]
    spans = joined(history, [(first, last) for _, first, last in life.placements])
    text = "" if spans == owner.spans else " " + spans_text(spans)
    yield f"{indent}@{newest} {name}{text}" + (f" : {life.type}" if life.type else "")
    former: dict[str, list[Span]] = {}
    for placement, first, last in life.placements:
        if placement != newest:
            former.setdefault(placement, []).append((first, last))
    for placement, former_spans in former.items():
        yield f"{indent} was @{placement} {spans_text(former_spans)}"


def joined(history: History, spans: list[Span]) -> list[Span]:
    """Spans with those joined where one begins in the release after the other's end."""
    following = dict(zip(history.releases, history.releases[1:], strict=False))
    found: list[Span] = []
    for first, last in spans:
        if found and found[-1][1] is not None and following.get(found[-1][1]) == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


# What a reader finds through the bases of a class is not written


def is_derived(history: History, owner: NameLife, name: str, member: NameLife) -> bool:
    """Whether a member is inherited and the bases tell its releases right."""
    if member.own:
        return False
    base = inherited(history, owner, name)
    return base is not None and common(base.spans, owner.spans) == member.spans


def inherited(history: History, owner: NameLife, name: str) -> NameLife | None:
    """The member of that name that the loader finds in the SDK bases of a class."""
    for base in owner.bases:
        life = _class_named(history, base)
        if life is None:
            continue
        member = life.members.get(name)
        if member is not None and (member.own or not is_derived(history, life, name, member)):
            return member
        found = inherited(history, life, name)
        if found is not None:
            return found
    return None


def _class_named(history: History, dotted: str) -> NameLife | None:
    life = history.find(dotted) if is_sdk(dotted) else None
    while life is not None and life.kind == "alias":
        life = history.find(life.target or "")
    return life if life is not None and life.kind == "class" else None


def common(one: list[Span], other: list[Span]) -> list[Span]:
    """The releases that both lists cover."""
    found: list[Span] = []
    for first, last in one:
        for other_first, other_last in other:
            start = max(first, other_first)
            ends = [end for end in (last, other_last) if end is not None]
            end = min(ends) if ends else None
            if end is None or start <= end:
                found.append((start, end))
    return found


# The words of what is gone


def gone_words(history: History) -> tuple[set[str], set[str]]:
    """The bare names of all that some 0.3 release lacks and an earlier release had; and those of them that a class
    or function lost which that release still has."""
    gone: set[str] = set()
    lost: set[str] = set()
    targets = [release for release in history.releases if release >= _FIRST_TARGET]

    def note(name: str, spans: list[Span], owner: NameLife | None) -> None:
        lacking = [release for release in targets if spans[0][0] < release and not covers(spans, release)]
        if lacking:
            gone.add(name)
        if owner is not None and any(covers(owner.spans, release) for release in lacking):
            lost.add(name)

    def visit(name: str, life: NameLife, owner: NameLife | None) -> None:
        note(name, life.spans, owner)
        for parameter_name, parameter in (life.parameters or {}).items():
            note(parameter_name, [(first, last) for _, first, last in parameter.placements], life)
        for member_name, member in life.members.items():
            visit(member_name, member, None if life.kind == "module" else life)

    for dotted, module in history.modules.items():
        visit(dotted.rpartition(".")[2], module, None)
    return gone, lost


# Reading


def read_text(text: str) -> History:
    """The history that a surface.txt holds, so that a further release can be taken up."""
    surface = Surface(text.encode())
    history = History()
    history.releases = list(surface.releases)
    for name in surface.modules:
        symbol = surface.module(name)
        if symbol is not None:
            history.modules[name] = _life(symbol, surface.releases)
    for module in history.modules.values():
        for life in module.members.values():
            _expand(history, life)
    return history


def _life(symbol: Symbol, known: tuple[Release, ...]) -> NameLife:
    life = NameLife(
        kind=symbol.kind,
        type=symbol.type,
        type_in_02=symbol.former_type or (symbol.type if symbol.ranges[0][0] < _FIRST_TARGET else None),
        target=symbol.target,
        is_async=symbol.is_async,
        bases=symbol.bases,
        variables=dict(symbol.variables),
        spans=list(symbol.ranges),
    )
    if symbol.parameters is not None:
        life.parameters = {name: _parameter_life(item, known) for name, item in symbol.parameters.items()}
    for name, member in symbol.members.items():
        life.members[name] = _life(member, known)
    for name, ranges in (symbol.exports or {}).items():
        if name:
            life.exports[name] = list(ranges)
        else:
            life.has_exports = list(ranges)
    return life


def _parameter_life(parameter: ReadParameter, known: tuple[Release, ...]) -> ParameterLife:
    """The placements of a parameter in order, from what the loader says of each release."""
    placements: list[tuple[str, Release, Release | None]] = []
    running = ""
    for release in known:
        found = parameter.in_release(release)
        text = _placement_text(*found) if found is not None else ""
        if text and text == running:
            placements[-1] = (text, placements[-1][1], release)
        elif text:
            placements.append((text, release, release))
        running = text
    if parameter.ranges[-1][1] is None:
        placements[-1] = (placements[-1][0], placements[-1][1], None)
    return ParameterLife(placements, parameter.type)


def _placement_text(kind: str, position: int | None, required: bool) -> str:
    texts = {"keyword": "k", "args": "*", "kwargs": "**", "positional": f"{position}/", "either": f"{position}"}
    return texts[kind] + ("!" if required else "")


def _expand(history: History, life: NameLife) -> None:
    """Adds what a class inherits and the file leaves to its bases."""
    if life.kind != "class":
        return
    for member in list(life.members.values()):
        _expand(history, member)
    for name in _inheritable(history, life):
        if name not in life.members:
            base = inherited(history, life, name)
            spans = common(base.spans, life.spans) if base is not None else []
            if base is not None and spans:
                life.members[name] = copy.deepcopy(base)
                life.members[name].own, life.members[name].spans = False, spans


def _inheritable(history: History, life: NameLife) -> list[str]:
    names: list[str] = []
    for base in life.bases:
        inner = _class_named(history, base)
        if inner is not None:
            names += [*inner.members, *_inheritable(history, inner)]
    return names
