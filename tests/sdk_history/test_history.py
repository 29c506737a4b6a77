"""The tool on small made-up packages whose history is known."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path
from textwrap import dedent

import pytest

if sys.version_info < (3, 12):
    pytest.skip("the tool reads the SDK's own syntax, which needs Python 3.12", allow_module_level=True)

from osmosis_lint.api.surface import Surface

from . import check
from .__main__ import main

Files = dict[str, str]


class Workshop:
    """A folder of made-up releases, and the record that is built from them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "surface.txt"

    def tree(self, release: str, files: Files) -> str:
        """Writes a package; returns the argument that names it."""
        root = self.folder / release
        for path, text in {"__init__.py": "", **files}.items():
            file = root / "osmosis_ai" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dedent(text), encoding="utf-8")
        return f"{release}={root}"

    def build(self, *releases: Files, python: bool = False) -> Surface:
        """The record of made-up releases 0.2.0, 0.2.1, ..., the last of them 0.3.0.

        Each is taken up by a run of its own from the file that the run before wrote, and that must give the same file
        as one run over all.
        """
        names = [f"0.2.{index}" for index in range(len(releases) - 1)] + ["0.3.0"]
        packages = [self.tree(name, files) for name, files in zip(names, releases, strict=True)]
        extra = ["--python", sys.executable] if python else []
        whole = self.folder / "whole.txt"
        main(["--rebuild", "--data", str(whole), *packages, *extra])
        for index, package in enumerate(packages):
            main([*(["--rebuild"] if index == 0 else []), "--data", str(self.data), package, *extra])
        assert self.data.read_bytes() == whole.read_bytes()
        return Surface(self.data.read_bytes())


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def ranges(surface: Surface, name: str) -> str:
    """The ranges of a name, or of a parameter written `function(name)`, as the file writes them."""
    function, _, parameter = name.rstrip(")").partition("(")
    symbol = surface.lookup(function)
    assert symbol is not None, name
    item = (symbol.parameters or {})[parameter] if parameter else symbol
    return " ".join(
        f"{'.'.join(map(str, first))}-{'.'.join(map(str, last)) if last else ''}" for first, last in item.ranges
    )


def test_names_that_go_and_come_back(workshop: Workshop) -> None:
    surface = workshop.build(
        {"a.py": "def f(x, y=1): ...\nX = 1\n", "b.py": "Y = 2\n"},
        {"a.py": "def f(x, *, z): ...\n"},
        {"a.py": "def f(x, y=1): ...\nX = 1\n"},
    )
    assert ranges(surface, "osmosis_ai.a.X") == "0.2.0-0.2.0 0.3.0-"
    assert ranges(surface, "osmosis_ai.b") == "0.2.0-0.2.0"
    assert ranges(surface, "osmosis_ai.b.Y") == "0.2.0-0.2.0"
    assert ranges(surface, "osmosis_ai.a.f(y)") == "0.2.0-0.2.0 0.3.0-"
    assert ranges(surface, "osmosis_ai.a.f(z)") == "0.2.1-0.2.1"
    assert surface.names() == {"b", "Y", "z"}
    assert surface.lost_names() == {"z"}


def test_placements(workshop: Workshop) -> None:
    surface = workshop.build({"a.py": "def f(x, y): ...\n"}, {"a.py": "def f(y, /, *args, x=1, **kw): ...\n"})
    parameters = surface.lookup("osmosis_ai.a.f").parameters  # type: ignore[union-attr]
    assert parameters is not None
    assert parameters["x"].in_release((0, 2, 0)) == ("either", 0, True)
    assert parameters["x"].in_release((0, 3, 0)) == ("keyword", None, False)
    assert parameters["y"].in_release((0, 3, 0)) == ("positional", 0, True)
    assert parameters["args"].kind == "args"
    assert parameters["kw"].kind == "kwargs"
    assert parameters["kw"].ranges == (((0, 3, 0), None),)


def test_a_member_that_moved_to_a_base_is_not_gone(workshop: Workshop) -> None:
    surface = workshop.build(
        {"a.py": "class Base: ...\nclass C(Base):\n    def m(self): ...\n    def lost(self): ...\n"},
        {"a.py": "class Base:\n    def m(self): ...\nclass C(Base): ...\n"},
    )
    assert ranges(surface, "osmosis_ai.a.C.m") == "0.2.0-"
    assert ranges(surface, "osmosis_ai.a.C.lost") == "0.2.0-0.2.0"


def test_a_base_that_was_dropped_takes_its_members(workshop: Workshop) -> None:
    base = "class Base:\n    def m(self): ...\n"
    surface = workshop.build({"a.py": f"{base}class C(Base): ...\n"}, {"a.py": f"{base}class C: ...\n"})
    assert ranges(surface, "osmosis_ai.a.C.m") == "0.2.0-0.2.0"
    assert ranges(surface, "osmosis_ai.a.Base.m") == "0.2.0-"


def test_a_class_that_moved_keeps_what_it_lost_on_the_way(workshop: Workshop) -> None:
    surface = workshop.build(
        {
            "__init__.py": "from .old import C as C\n",
            "old.py": "class C:\n    def m(self): ...\n    def n(self, p): ...\n",
        },
        {"__init__.py": "from .new import C as C\n", "new.py": "class C:\n    def n(self): ...\n"},
    )
    found = surface.resolve("osmosis_ai.C.m")
    assert found is not None
    assert found.qualname == "osmosis_ai.new.C.m"
    assert found.last_before((0, 3, 0)) == (0, 2, 0)
    assert ranges(surface, "osmosis_ai.new.C.n(p)") == "0.2.0-0.2.0"
    assert ranges(surface, "osmosis_ai.C") == "0.2.0-"


def test_static_reading(workshop: Workshop) -> None:
    surface = workshop.build(
        {
            "a.py": """\
                from __future__ import annotations
                import dataclasses
                from enum import StrEnum
                from typing import TYPE_CHECKING, Any, ClassVar, Optional, TypeVar
                if TYPE_CHECKING:
                    from .b import Hidden
                try:
                    from .b import Served
                except ImportError:
                    Served = None
                T = TypeVar("T", bound="Served")
                Alias = dict[str, Any]

                class Color(StrEnum):
                    RED = "red"

                @dataclasses.dataclass
                class Data:
                    x: Optional[Hidden]
                    y: "list[Served]" = dataclasses.field(default_factory=list)
                    _: dataclasses.KW_ONLY
                    z: Alias = dataclasses.field(default_factory=dict)
                    w: ClassVar[int] = 1

                @dataclasses.dataclass
                class More(Data):
                    y: int = 0
                    v: int = dataclasses.field(default=1, init=False)

                class Plain:
                    def __init__(self, given: int, *rest: str):
                        self.given, self.other = given, 1
                        self.kept = given
                    @property
                    def prop(self) -> T: ...
                    @prop.setter
                    def prop(self, value): ...
                    @classmethod
                    async def make(cls, n: int) -> Plain: ...
                    async def stream(self) -> int:
                        yield 1
                    def later(self):
                        self.late = Data(None)
            """,
            "b.py": "class Hidden: ...\nclass Served: ...\n",
        }
    )
    names = surface.module("osmosis_ai.a").members  # type: ignore[union-attr]
    assert set(names) == {"Alias", "Color", "Data", "More", "Plain", "Served", "T"}
    assert (names["Alias"].kind, names["Alias"].type) == ("type", "dict[str, typing.Any]")
    assert (names["Served"].kind, names["Served"].target) == ("alias", "osmosis_ai.b.Served")
    assert names["Color"].members["RED"].type == "osmosis_ai.a.Color"
    assert names["Color"].parameters is None
    fields = names["Data"].parameters or {}
    data = {name: (item.kind, item.position, item.required, item.type) for name, item in fields.items()}
    assert data == {
        "x": ("either", 0, True, "osmosis_ai.b.Hidden | None"),
        "y": ("either", 1, False, "list[osmosis_ai.b.Served]"),
        "z": ("keyword", None, False, "dict[str, typing.Any]"),
    }
    assert list(names["More"].parameters or {}) == ["x", "y", "z"]
    assert names["More"].members["y"].type == "int"
    plain = names["Plain"].members
    assert set(plain) == {"given", "other", "kept", "prop", "make", "stream", "late", "later"}
    assert (plain["prop"].kind, plain["prop"].type) == ("property", "osmosis_ai.b.Served")
    assert (plain["make"].kind, plain["make"].is_async, list(plain["make"].parameters or {})) == (
        "classmethod",
        True,
        ["n"],
    )
    assert (plain["stream"].is_async, plain["kept"].type, plain["late"].type) == (False, "int", "osmosis_ai.a.Data")


def test_exports(workshop: Workshop) -> None:
    surface = workshop.build({"a.py": "__all__ = ['x']\nx = y = 1\n"}, {"a.py": "x = y = 1\n"})
    assert surface.star_exports("osmosis_ai.a", (0, 2, 0)) == ("x",)
    assert surface.star_exports("osmosis_ai.a", (0, 3, 0)) == ("x", "y")


def test_what_only_the_interpreter_knows(workshop: Workshop) -> None:
    """A name served by `__getattr__` under a computed name, and a member from a base outside the SDK, are not gone."""
    surface = workshop.build(
        {
            "__init__.py": "from .b import f as f, g as g\n",
            "b.py": "def f(): ...\ndef g(): ...\n",
            "c.py": """\
                import json
                class C(json.JSONEncoder):
                    def encode(self, o, extra): ...
                    def own(self): ...
            """,
        },
        {
            "__init__.py": """\
                def __getattr__(name):
                    if name == chr(102):
                        from . import b
                        return b.f
                    raise AttributeError(name)
            """,
            "b.py": "def f(): ...\ndef g(): ...\n",
            "c.py": "import json\nclass C(json.JSONEncoder): ...\n",
        },
        python=True,
    )
    assert ranges(surface, "osmosis_ai.f") == "0.2.0-"
    assert ranges(surface, "osmosis_ai.g") == "0.2.0-0.2.0"
    assert ranges(surface, "osmosis_ai.c.C.encode") == "0.2.0-"
    assert surface.lookup("osmosis_ai.c.C.encode").parameters is None  # type: ignore[union-attr]
    assert ranges(surface, "osmosis_ai.c.C.own") == "0.2.0-0.2.0"


def test_without_an_interpreter_a_doubtful_member_is_kept(
    workshop: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    surface = workshop.build(
        {"c.py": "import json\nclass C(json.JSONEncoder):\n    def own(self): ...\n"},
        {"c.py": "import json\nclass C(json.JSONEncoder): ...\n"},
    )
    assert ranges(surface, "osmosis_ai.c.C.own") == "0.2.0-"
    assert "osmosis_ai.c.C.own: kept" in capsys.readouterr().out


def test_check(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    workshop.build({"a.py": "def f(x, y): ...\nclass C:\n    def m(self): ...\n", "b.py": "Z = 1\n"})
    before = workshop.data.read_bytes()
    classified = workshop.folder / "classified.txt"
    classified.write_text("baseline 0.3.0\n", encoding="utf-8")
    monkeypatch.setattr(check, "CLASSIFIED", classified)
    new = workshop.tree("0.3.1", {"a.py": "def f(x): ...\n", "d.py": "class C: ...\n"})
    arguments = ["--check", "--data", str(workshop.data), new]

    assert main(arguments) == 1
    out = capsys.readouterr().out
    assert "3 names and parameters of osmosis_ai went with it, 3 unclassified" in out
    assert "osmosis_ai.a.f(y=): parameter" in out
    assert "osmosis_ai.a.C: class (the name lives on at osmosis_ai.d.C)" in out
    assert "osmosis_ai.b: module" in out
    assert workshop.data.read_bytes() == before

    lines = (
        "0.3.1 osmosis_ai.a.C moved to osmosis_ai.d.C\n0.3.1 osmosis_ai.b nothing\n0.3.1 osmosis_ai.a.f(y=) nothing\n"
    )
    classified.write_text(f"baseline 0.3.0\n{lines}", encoding="utf-8")
    assert main(arguments) == 0
    assert main(["--data", str(workshop.data), new]) == 0
    assert main(arguments) == 0
    classified.write_text("baseline 0.3.0\n", encoding="utf-8")
    assert main(arguments) == 1


def test_check_finds_a_record_that_does_not_fit(workshop: Workshop, capsys: pytest.CaptureFixture[str]) -> None:
    workshop.build({"a.py": "X = 1\n"})
    other = workshop.tree("0.3.0", {"a.py": "Y = 1\n"})
    assert main(["--check", "--data", str(workshop.data), other]) == 1
    out = capsys.readouterr().out
    assert "osmosis_ai.a.X: recorded, but not in the package" in out
    assert "osmosis_ai.a.Y: in the package, but not recorded" in out


def test_a_wheel_says_its_release(workshop: Workshop) -> None:
    wheel = workshop.folder / "osmosis_ai-0.3.4-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("osmosis_ai/__init__.py", "X = 1\n")
        file.writestr("osmosis_ai/templates/draft.py", "this does not parse\n")
    main(["--rebuild", "--data", str(workshop.data), str(wheel), "--python", f"0.3={sys.executable}"])
    surface = Surface(workshop.data.read_bytes())
    assert surface.newest == (0, 3, 4)
    assert ranges(surface, "osmosis_ai.X") == "0.3.4-"
