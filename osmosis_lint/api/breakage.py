"""Whether what is reported fails already with the release that a project has, or only once it is upgraded."""

from __future__ import annotations

from osmosis_lint.api import records, releases, surface

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from osmosis_lint.api.releases import Release
    from osmosis_lint.api.surface import Symbol

ALREADY = "already"
ON_UPGRADE = "on-upgrade"

_PYTHON_CODES = frozenset(rule.code for rule in records.PYTHON_RULES) - records.ADVICE


def breakage(code: str, symbol: str, last: str, resolved: Release) -> str:
    """`ALREADY`, `ON_UPGRADE`, or nothing where neither can be said: advice, and rules about requirements.

    `symbol` is what the finding is about and `last` the last release that had it, as diagnostics carry them;
    `resolved` is the release that the project has. A name is judged by the record of that release, so one that came
    back, or came later, is right too; anything else by `last`.
    """
    if code not in _PYTHON_CODES:
        return ""
    if symbol in records.PREVIEW_NAMES:
        # No release had them.
        return ALREADY
    # A newer release has no more of what is gone than the newest known.
    had = _had(symbol, min(resolved, releases.NEWEST))
    if had is None or (had and _had(symbol, releases.NEWEST)):
        # Not a name, or one that lives on and means something else.
        if not last and resolved < releases.OLDEST_TARGET:
            return ""
        had = bool(last) and releases.parse(last) >= resolved
    return ON_UPGRADE if had else ALREADY


def _had(symbol: str, release: Release) -> bool | None:
    """Whether a release had a name, member or parameter (`function(name)`); None when none is recorded."""
    record = surface.load()
    if symbol.endswith(")"):
        function, _, parameter = symbol[:-1].partition("(")
        holders = [found for found in _holders(record.resolve(function)) if parameter in (found.parameters or {})]
        parameters = [holder.parameters[parameter] for holder in holders[:1] if holder.parameters]
        return any(item.alive_in(release) for item in parameters) if parameters else None
    module = record.module(symbol)
    if module is not None:
        return module.alive_in(release)
    found = record.lookup(symbol)
    if found is None:
        return None
    owner = record.resolve(symbol.rpartition(".")[0])
    if owner is None or owner.kind != "class":
        return found.alive_in(release)
    name = symbol.rpartition(".")[2]
    return any(item.members[name].alive_in(release) for item in _lineage(owner) if name in item.members)


def _holders(function: Symbol | None) -> Iterator[Symbol]:
    """Where the parameters of a function or constructor stand."""
    if function is not None:
        yield function
        if "__init__" in function.members:
            yield function.members["__init__"]


def _lineage(cls: Symbol) -> Iterator[Symbol]:
    """A class and its bases in the SDK."""
    todo = [cls]
    for item in todo:
        yield item
        bases = [surface.load().resolve(base) for base in item.bases]
        todo += [base for base in bases if base is not None and base not in todo]
