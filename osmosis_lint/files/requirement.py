"""Requirements as they are written (PEP 508) and the versions they admit (PEP 440, and Poetry's own signs).

Nearly all are as plain as `osmosis-ai[server]>=0.3,<0.4`; those are judged here. Only the rest needs `packaging`.
"""

from __future__ import annotations

import re

from osmosis_lint.files.errors import missing_library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from osmosis_lint.api.releases import Release

_HEAD = re.compile(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)[ \t]*")
_EXTRA = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_EXTRAS = re.compile(r"\[([^\[\]]*)\][ \t]*")
_URL = re.compile(r"@[ \t]*(\S+)")
_SPECIFIER = re.compile(r"\(?[ \t]*((?:===?|[<>!~]=|[<>])[^;#()\\'\"]*?)[ \t]*\)?[ \t]*(?=$|;|[ \t]#|[ \t]--|\\|\r?\n)")
_END = re.compile(r"[ \t]*(?:$|;|#|--|\\|\r?\n)")
_CLAUSE = re.compile(r"(===?|[<>!~]=|[<>])[ \t]*(\d+(?:\.\d+)*)(\.\*)?$")
_SEPARATORS = re.compile(r"[-_.]+")
_POETRY_SIGN = re.compile(
    r"(\^|~(?!=)|===?|[<>!~]=|[<>])?[ \t]*v?(\d+(?:\.\d+)*(?:\.?(?:a|b|rc|dev|post)\d*)*)(\.\*)?$"
)
_VERSION_IN_URL = re.compile(r"(?:@|osmosis[-_.]ai-|/)v?(\d+\.\d+(?:\.\d+)*)(?=[-.#&/]|$)", re.IGNORECASE)


class Part:
    """A piece of a requirement: what it says, normalised, and its offsets in the text."""

    __slots__ = ("end", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.start = start
        self.end = end


class Requirement:
    """A requirement taken apart; offsets are those of the text it was read from.

    `specifier` is empty (and stands where it would) when there is none; `url` is for `name @ url`.
    """

    __slots__ = ("end", "extras", "name", "specifier", "start", "url")

    def __init__(self, name: Part, extras: list[Part], specifier: Part, url: str, end: int) -> None:
        self.name = name.text
        self.start = name.start
        self.extras = extras
        self.specifier = specifier
        self.url = url
        self.end = end


def normalized(name: str) -> str:
    """A package or extra name as the index compares it."""
    return _SEPARATORS.sub("-", name).lower()


def read_requirement(text: str, start: int = 0) -> Requirement | None:
    """The requirement that starts at an offset; None when there is none. What follows (marker, hashes) is not read."""
    match = _HEAD.match(text, start)
    if match is None:
        return None
    name = Part(normalized(match.group(1)), match.start(1), match.end(1))
    at, end = match.end(), match.end(1)
    extras: list[Part] = []
    bracket = _EXTRAS.match(text, at)
    if bracket is not None:
        for item in _EXTRA.finditer(text, bracket.start(1), bracket.end(1)):
            extras.append(Part(normalized(item.group()), item.start(), item.end()))
        at, end = bracket.end(), bracket.end(1) + 1
    url = _URL.match(text, at)
    if url is not None:
        return Requirement(name, extras, Part("", end, end), url.group(1), url.end())
    found = _SPECIFIER.match(text, at)
    if found is not None:
        return Requirement(name, extras, Part(found.group(1), found.start(1), found.end(1)), "", found.end(1))
    if _END.match(text, at) is None:
        return None
    return Requirement(name, extras, Part("", end, end), "", end)


def url_version(url: str) -> str:
    """The release that a URL plainly names, as a tag or in a file name; else the empty text."""
    found = _VERSION_IN_URL.findall(url)
    return found[-1] if found else ""


def poetry_alternatives(constraint: str) -> list[str]:
    """A constraint of Poetry as PEP 440 specifiers, one of which must hold: `^0.2 || ^0.3` gives two."""
    out = []
    for alternative in constraint.split("||"):
        clauses: list[str] = []
        for item in re.split(r"[,\s]+(?![\d.])|,", alternative.strip()):
            clauses += _poetry_clauses(item.strip())
        out.append(",".join(clauses))
    return out


def _poetry_clauses(item: str) -> list[str]:
    if item in ("", "*"):
        return []
    match = _POETRY_SIGN.match(item)
    if match is None:
        # Left as it is: packaging says whether it is anything.
        return [item]
    sign, version, star = match.group(1) or "", match.group(2), match.group(3) or ""
    if sign not in ("^", "~"):
        return [f"{sign or '=='}{version}{star}"]
    numbers = [int(number) for number in re.match(r"\d+(?:\.\d+)*", version).group().split(".")]  # type: ignore[union-attr]
    if sign == "~":
        place = min(1, len(numbers) - 1)
    else:
        # The first number that is not zero, or the last one given.
        place = next((index for index, number in enumerate(numbers) if number), len(numbers) - 1)
    upper = [*numbers[:place], numbers[place] + 1]
    return [f">={version}", f"<{'.'.join(map(str, upper))}"]


def admits(specifiers: Iterable[str], release: Release) -> bool | None:
    """Whether a release fits one of the specifiers; None when none of them can be understood.

    Raises SourceError when one needs `packaging` and that is not installed.
    """
    understood = False
    for specifier in specifiers:
        answer = _admits(specifier, release)
        if answer:
            return True
        understood = understood or answer is not None
    return False if understood else None


def _admits(specifier: str, release: Release) -> bool | None:
    for clause in specifier.split(","):
        clause = clause.strip()
        if not clause:
            continue
        match = _CLAUSE.match(clause)
        if match is None or match.group(1) == "===":
            return _packaging_admits(specifier, release)
        sign, numbers, star = match.group(1), tuple(int(part) for part in match.group(2).split(".")), match.group(3)
        if star and sign not in ("==", "!="):
            return None
        if sign == "~=" and len(numbers) < 2:
            return None
        if not _fits(sign, numbers, bool(star), release):
            return False
    return True


def _fits(sign: str, numbers: tuple[int, ...], star: bool, release: Release) -> bool:
    length = max(len(numbers), len(release))
    ours, theirs = _padded(release, length), _padded(numbers, length)
    if star:
        return (ours[: len(numbers)] == numbers) is (sign == "==")
    if sign == "~=":
        return ours >= theirs and ours[: len(numbers) - 1] == numbers[:-1]
    if sign == "==":
        return ours == theirs
    if sign == "!=":
        return ours != theirs
    if sign == ">=":
        return ours >= theirs
    if sign == "<=":
        return ours <= theirs
    return ours > theirs if sign == ">" else ours < theirs


def _padded(numbers: tuple[int, ...], length: int) -> tuple[int, ...]:
    return numbers + (0,) * (length - len(numbers))


_sets: dict[str, object] = {}


def _packaging_admits(specifier: str, release: Release) -> bool | None:
    try:
        from packaging.specifiers import InvalidSpecifier, SpecifierSet
    except ModuleNotFoundError:
        raise missing_library("packaging", f"read the requirement `{specifier}`") from None
    known = _sets.get(specifier)
    if known is None and specifier not in _sets:
        try:
            known = SpecifierSet(specifier)
        except InvalidSpecifier:
            known = None
        _sets[specifier] = known
    if not isinstance(known, SpecifierSet):
        return None
    return known.contains(".".join(str(number) for number in release), prereleases=True)
