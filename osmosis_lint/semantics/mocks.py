"""Objects of `unittest.mock` that are made after an SDK class: they have the methods that the class has, no others."""

from __future__ import annotations

import ast

from osmosis_lint.semantics.scopes import Place
from osmosis_lint.semantics.values import External, Instance, SdkClass, Types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from osmosis_lint.semantics.resolver import Resolver

_PREFIX = "unittest.mock.spec:"
_SPECS = ("spec", "spec_set")
NAMES = tuple(f"unittest.mock.{name}" for name in ("Mock", "MagicMock", "AsyncMock", "NonCallableMock"))


def made(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    """What `MagicMock(spec=GraderContext)` and `create_autospec(GraderContext, instance=True)` give."""
    given = [keyword.value for keyword in node.keywords if keyword.arg in _SPECS] or node.args[:1]
    for value in resolver.infer(given[0], place) if given else ():
        cls = value.cls if isinstance(value, Instance) else value
        if isinstance(cls, SdkClass):
            return (Instance(External(f"{_PREFIX}{cls.qualname}")),)
    return (Instance(External(NAMES[0])),)


def autospecced(resolver: Resolver, node: ast.Call, place: Place) -> Types:
    """The same for `create_autospec`, which gives a class without `instance=True`."""
    is_object = any(k.arg == "instance" and getattr(k.value, "value", False) is True for k in node.keywords)
    return made(resolver, node, place) if is_object else ()


def spec_of(value: object) -> str:
    """The SDK class that an object is made after, or the empty string."""
    name = value.cls.name if isinstance(value, Instance) and isinstance(value.cls, External) else ""
    return name[len(_PREFIX) :] if name.startswith(_PREFIX) else ""
