"""What a file declares, whatever its format: requirements on the watched packages, Python versions, locked releases.

Everything has its place in the file, so that it can be reported and rewritten there.
"""

from __future__ import annotations

import re

from osmosis_lint.files.requirement import Requirement, normalized, poetry_alternatives, url_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.diagnostics import Span
    from osmosis_lint.files.positions import Positions

SDK = "osmosis-ai"
HARBOR = "harbor"
# The packages whose requirements are kept.
WATCHED = frozenset((SDK, HARBOR))

# How a version is written.
PEP508 = "PEP 508"
POETRY = "Poetry"

_SDK_PATH = re.compile(
    r"(?:^|/)(?:osmosis-sdk-python(?:\.git)?(?:[@/].*)?|osmosis[-_.]ai(?:\.git)?/?(?:@[^/]*)?|osmosis[-_.]ai-\d[^/]*)$",
    re.IGNORECASE,
)
_EGG = re.compile(r"#egg=([A-Za-z0-9._-]+)(?:\[([^\]]*)\])?")


class Declared:
    """A requirement on a watched package.

    name          normalised
    extras        (normalised name, place) each
    specifiers    PEP 440 specifiers one of which must hold; None when the requirement does not say
    version_span  where the versions stand; where they would stand when the requirement names none
    span          the requirement without marker and comment
    written       as written, for messages
    style         `PEP508` or `POETRY`, how a version is written there
    pinned        the release that a URL or tag names, or empty
    is_added      holds beside what the project itself always requires: of an extra, a group, a constraint
    """

    __slots__ = ("extras", "is_added", "name", "pinned", "span", "specifiers", "style", "version_span", "written")

    def __init__(self, name: str, written: str, span: Span, style: str = PEP508) -> None:
        self.name = name
        self.written = written
        self.span = span
        self.style = style
        self.extras: list[tuple[str, Span]] = []
        self.specifiers: list[str] | None = None
        self.version_span = span
        self.pinned = ""
        self.is_added = False


class PythonVersions:
    """The Python versions that a project says it runs on; `key` is what the file calls them."""

    __slots__ = ("key", "span", "specifiers", "style", "written")

    def __init__(self, key: str, written: str, span: Span, style: str = PEP508) -> None:
        self.key = key
        self.written = written
        self.span = span
        self.style = style
        self.specifiers = poetry_alternatives(written) if style == POETRY else [written]


class Manifest:
    """What one file declares. `includes` are the paths that its `-r` and `-c` lines name, as written."""

    __slots__ = ("includes", "locked", "path", "pythons", "requirements")

    def __init__(self, path: str) -> None:
        self.path = path
        self.requirements: list[Declared] = []
        self.pythons: list[PythonVersions] = []
        self.locked: list[tuple[str, Span]] = []
        self.includes: list[str] = []

    def on(self, name: str) -> list[Declared]:
        """The requirements on one package."""
        return [item for item in self.requirements if item.name == name]


def add_requirement(
    manifest: Manifest,
    requirement: Requirement,
    text: str,
    positions: Positions,
    shift: int = 0,
    whole: Span | None = None,
) -> None:
    """Keep a requirement that was read from `text`, if it is on a watched package.

    `shift` is the offset of the text in the file. `whole` is where all of it stands, when the text does not stand in
    the file letter by letter.
    """
    if requirement.name not in WATCHED:
        return

    def span(start: int, end: int) -> Span:
        return whole or positions.span(start + shift, end + shift)

    written = " ".join(text[requirement.start : requirement.end].split())
    declared = Declared(requirement.name, written, span(requirement.start, requirement.end))
    declared.extras = [(part.text, span(part.start, part.end)) for part in requirement.extras]
    if requirement.url:
        declared.pinned = url_version(requirement.url)
    else:
        part = requirement.specifier
        declared.specifiers = [part.text]
        if part.text:
            declared.version_span = span(part.start, part.end)
    manifest.requirements.append(declared)


def is_sdk_url(url: str) -> bool:
    """Whether a URL or path is that of the SDK: its repository or one of its files, by the last name in it.

    What else lies with the SDK's makers, or has "osmosis" in its name, is not.
    """
    egg = _EGG.search(url)
    if egg is not None:
        return normalized(egg.group(1)) == SDK
    name, separator, _ = url.partition("@")
    if separator and "/" not in name and ":" not in name:
        return normalized(name.partition("[")[0]) == SDK
    return _SDK_PATH.search(url.partition("#")[0].partition("?")[0]) is not None


def add_url(manifest: Manifest, url: str, span: Span) -> None:
    """Keep a URL or path that stands for the SDK; what it says is all at one place."""
    name, separator, bare = url.partition("@")
    if not separator or ":" in name or "/" in name:
        bare = url
    declared = Declared(SDK, url, span)
    declared.pinned = url_version(bare.partition("#")[0])
    egg = _EGG.search(url)
    if egg is not None and egg.group(2):
        declared.extras = [(normalized(item.strip()), span) for item in egg.group(2).split(",")]
    manifest.requirements.append(declared)
