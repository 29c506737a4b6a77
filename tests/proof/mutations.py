"""Grows sources with known truth from the seeds: each seed in every shape, with what must be reported in it.

A shape decides how the SDK's names are imported and what stands around the code. Some shapes turn old code into code
that must not be reported: it is shadowed, guarded by the release, or mere text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from osmosis_lint.api import records
from osmosis_lint.api.releases import NEWEST
from osmosis_lint.api.surface import load
from tests.proof.seeds import SEEDS, Seed

_NAME = re.compile(r"<(\w+)>")
_MARK = re.compile(r"\s*#([!?])([A-Z0-9 ]*)$")
_MODULE_GONE = "OSM502"


class Case(NamedTuple):
    """A generated source: the rule it is about, its shape, its bytes, and the reports by (line, code)."""

    code: str
    shape: str
    text: str
    expected: Counter[tuple[int, str]]


class Imported(NamedTuple):
    """How names are imported: the lines of the head, how each name is then written, and where a gone one is met."""

    head: list[str]
    written: dict[str, str]
    at_import: bool


Importing = Callable[[dict[str, str]], Imported]


def from_import(names: dict[str, str]) -> Imported:
    return Imported([f"from {module} import {name}" for name, module in names.items()], {}, True)


def aliased(names: dict[str, str]) -> Imported:
    lines = [f"from {module} import {name} as Other{name}" for name, module in names.items()]
    return Imported(lines, {name: f"Other{name}" for name in names}, True)


def module_alias(names: dict[str, str]) -> Imported:
    modules = {module: f"sdk{number}" for number, module in enumerate(dict.fromkeys(names.values()))}
    lines = [f"import {module} as {alias}" for module, alias in modules.items()]
    return Imported(lines, {name: f"{modules[module]}.{name}" for name, module in names.items()}, False)


def dotted(names: dict[str, str]) -> Imported:
    lines = [f"import {module}" for module in dict.fromkeys(names.values())]
    return Imported(lines, {name: f"{module}.{name}" for name, module in names.items()}, False)


def part_of_package(names: dict[str, str]) -> Imported:
    modules = {module: f"part{number}" for number, module in enumerate(dict.fromkeys(names.values()))}
    split = [(*module.rpartition(".")[::2], alias) for module, alias in modules.items()]
    lines = [f"from {package} import {last} as {alias}" for package, last, alias in split]
    return Imported(lines, {name: f"{modules[module]}.{name}" for name, module in names.items()}, False)


def star(names: dict[str, str]) -> Imported:
    return Imported([f"from {module} import *" for module in dict.fromkeys(names.values())], {}, False)


def elsewhere(names: dict[str, str]) -> Imported:
    lines = [f"from my_{module} import {name}" for name, module in names.items()]
    return Imported(["import osmosis_ai", *lines], {}, True)


def _star_gives(names: dict[str, str]) -> bool:
    """Whether a star import of the modules binds the names, or did in the last release that had them."""
    surface = load()
    for name, module in names.items():
        found = surface.lookup(f"{module}.{name}")
        if found is None or surface.module(module) is None:
            return False
        release = NEWEST if found.alive_in(NEWEST) else found.last_before(NEWEST)
        if release is None or name not in surface.star_exports(module, release):
            return False
    return True


class Shape(NamedTuple):
    """How a seed is written. `around` changes the lines of the code; `encode` the whole text; `silent` shapes hold
    nothing to report."""

    name: str
    importing: Importing = from_import
    around: Callable[[list[str]], list[str]] | None = None
    inside: bool = False
    encode: Callable[[str], str] | None = None
    silent: bool = False
    before: tuple[str, ...] = ()


def _indented(*head: str, tail: tuple[str, ...] = ()) -> Callable[[list[str]], list[str]]:
    depth = "    " * len(head)
    return lambda lines: [
        *("    " * number + line for number, line in enumerate(head)),
        *(depth + line if line else line for line in lines),
        *tail,
    ]


def _in_class(lines: list[str]) -> list[str]:
    """The code in a class body, its functions as methods."""
    methods = [re.sub(r"^((?:async )?def \w+\()", r"\1self, ", line) for line in lines]
    return _indented("class Outer:")(methods)


def _decorated(lines: list[str]) -> list[str]:
    out: list[str] = []
    for line in lines:
        if line.startswith(("def ", "class ", "async def ")):
            out.append("@own.registered(1)")
        out.append(line)
    return out


def _text_annotations(lines: list[str]) -> list[str]:
    return [re.sub(r": (<\w+>)(?=[,)])", r': "\1"', line) for line in lines]


def _optional_annotations(lines: list[str]) -> list[str]:
    return [re.sub(r": (<\w+>)(?=[,)])", r": \1 | None", line) for line in lines]


def _derived(lines: list[str]) -> list[str]:
    """The code through a class of its own, derived from the SDK's."""
    names = {name for line in lines for name in re.findall(r": <(\w+)>(?=[,)])", line)}
    head = [line for name in sorted(names) for line in (f"class My{name}(<{name}>):", "    pass", "")]
    return [*head, *(re.sub(r": <(\w+)>(?=[,)])", r": My\1", line) for line in lines)]


def _shadowed(lines: list[str]) -> list[str]:
    names = dict.fromkeys(name for line in lines for name in _NAME.findall(line))
    own = [line for name in names for line in (f"class {name}:", "    pass", "")]
    return [*own, *(_NAME.sub(r"\1", line) for line in lines)]


def _as_text(lines: list[str]) -> list[str]:
    plain = [_MARK.sub("", line) for line in lines]
    plain = [_NAME.sub(r"\1", line) for line in plain]
    return ["def note():", "    r'''", *(f"    {line}" for line in plain), "    '''", *(f"# {line}" for line in plain)]


def _crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


_OLD = 'if Version(version("osmosis-ai")) < Version("0.3"):'
_VERSION = ("from importlib.metadata import version", "", "from packaging.version import Version", "")
_OWN = ("import own",)
SHAPES: tuple[Shape, ...] = (
    Shape("from import"),
    Shape("aliased import", aliased),
    Shape("module alias", module_alias),
    Shape("dotted chain", dotted),
    Shape("module of a package", part_of_package),
    Shape("star import", star),
    Shape("imported in a function", inside=True, around=_indented("def outer():")),
    Shape("nested functions", around=_indented("def outer():", "async def inner():", tail=("    return inner",))),
    Shape("in a class", around=_in_class),
    Shape("in a condition", around=_indented("if True:")),
    Shape("in try and finally", around=_indented("try:", tail=("finally:", "    print(1)"))),
    Shape("in a with block", around=_indented("with open(__file__):")),
    Shape("in a match", around=_indented("match __name__:", "case _:")),
    Shape("decorated", around=_decorated, before=_OWN),
    Shape("text annotation", around=_text_annotations),
    Shape("text annotation, module alias", module_alias, around=_text_annotations),
    Shape("optional annotation", around=_optional_annotations),
    Shape("own base class", around=_derived),
    Shape("postponed annotations", before=("from __future__ import annotations", "")),
    Shape("non-ASCII text", before=('GRÜẞE = "äöü 漢字 🦀"; print(GRÜẞE)',)),
    Shape("CRLF", encode=_crlf),
    Shape("BOM", encode=lambda text: "\ufeff" + text),
    Shape("BOM and CRLF", aliased, encode=lambda text: "\ufeff" + _crlf(text)),
    Shape("tabs", around=_indented("if True:"), encode=lambda text: text.replace("    ", "\t")),
    Shape("shadowed by own classes", around=_shadowed, silent=True),
    Shape("from another library", elsewhere, silent=True),
    Shape("only for the old release", inside=True, around=_indented(_OLD), before=_VERSION, silent=True),
    Shape("only text", around=_as_text, silent=True),
)
# Texts that are reported in any file of the SDK, whoever's names stand around them.
_TEXT_RULES = frozenset(("OSM301", "OSM302", "OSM304", "OSM305"))


def cases() -> Iterator[Case]:
    """All sources: old code and its replacement in every shape that fits."""
    for seed in SEEDS:
        for shape in SHAPES:
            if not _fits(seed, shape):
                continue
            yield _case(seed, shape, seed.names, seed.bad, seed.gone)
            if not shape.silent:
                names = seed.good_names or seed.names
                if shape.importing is not star or _star_gives(names):
                    yield _case(seed, shape, names, seed.good, frozenset())


def _fits(seed: Seed, shape: Shape) -> bool:
    if not seed.in_scopes and shape.around is not None and shape.name not in ("only text", "in a condition"):
        return False
    if shape.silent and seed.code in _TEXT_RULES and shape.name in ("shadowed by own classes", "from another library"):
        return False
    if shape.importing is star:
        return _star_gives(seed.names)
    return True


def _case(seed: Seed, shape: Shape, names: dict[str, str], code: str, gone: frozenset[str]) -> Case:
    lines = code.splitlines()
    if shape.name in ("shadowed by own classes", "only text"):
        imported = Imported(["import osmosis_ai.rollout"], {}, True)
    else:
        imported = shape.importing(names)
    head = [_marked_import(seed, shape, names, line, gone, imported) for line in imported.head]
    body = shape.around([*head, *lines] if shape.inside else lines) if shape.around is not None else lines
    every = [*shape.before, *([] if shape.inside else head), "", *body]
    expected: Counter[tuple[int, str]] = Counter()
    out = []
    for number, line in enumerate(every, 1):
        match = _MARK.search(line)
        if match is not None:
            line = line[: match.start()]
            at_use = match.group(1) == "!" or not (imported.at_import or seed.code == _MODULE_GONE)
            if at_use and not shape.silent:
                for code_here in match.group(2).split() or [seed.code]:
                    expected[number, code_here] += 1
        out.append(_NAME.sub(lambda found: imported.written.get(found.group(1), found.group(1)), line))
    text = "\n".join(out) + "\n"
    return Case(seed.code, shape.name, shape.encode(text) if shape.encode is not None else text, expected)


def _marked_import(
    seed: Seed, shape: Shape, names: dict[str, str], line: str, gone: frozenset[str], imported: Imported
) -> str:
    """An import line, marked when it takes what is gone."""
    if shape.silent or not gone:
        return line
    code = "OSM409" if seed.code == "OSM410" else seed.code
    if seed.code == _MODULE_GONE or (imported.at_import and any(f"import {name}" in line for name in gone)):
        return f"{line}  #!{code}"
    return line


def rules() -> list[str]:
    """The codes that have seeds, in order."""
    known = {seed.code for seed in SEEDS}
    return [rule.code for rule in records.RULES if rule.code in known]
