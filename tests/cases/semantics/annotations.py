"""Annotations in every spelling that Python 3.10 can read."""

import typing
import typing as t
from collections.abc import Callable, Iterable, Mapping
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    Optional,
    TypeVar,
    Union,
)

import osmosis_ai.rollout as r
from elsewhere import Mystery
from osmosis_ai.rollout import GraderContext, RolloutContext, RolloutSample
from typing_extensions import Self, TypeAlias

if TYPE_CHECKING:
    from osmosis_ai.rollout.context import GraderContext as Checked

Alias = GraderContext
Explicit: TypeAlias = GraderContext
Quoted: TypeAlias = "GraderContext"
Maybe = Optional[GraderContext]
Several = list[GraderContext]
Bound = TypeVar("Bound", bound=GraderContext)
Free = TypeVar("Free")


def plain(ctx: GraderContext, rollout_ctx: RolloutContext, sample: RolloutSample):
    ctx.samples  # expect: OSM101
    rollout_ctx.sample_sources  # expect: OSM106
    sample.id  # expect: OSM107


def dotted(ctx: r.GraderContext, other: "r.GraderContext"):
    return ctx.samples, other.samples  # expect: OSM101, OSM101


def quoted(ctx: "GraderContext", other: "Checked"):
    return ctx.samples, other.samples  # expect: OSM101, OSM101


def optional(a: Optional[GraderContext], b: Optional["GraderContext"]):
    return a.samples, b.samples  # expect: OSM101, OSM101


def optional_dotted(a: typing.Optional[r.GraderContext], b: t.Optional[GraderContext]):
    return a.samples, b.samples  # expect: OSM101, OSM101


def unions(a: Union[GraderContext, None], b: Union[None, "GraderContext"]):
    return a.samples, b.samples  # expect: OSM101, OSM101


def bars(a: GraderContext | None, b: None | GraderContext, c: "GraderContext | None"):
    return a.samples, b.samples, c.samples  # expect: OSM101, OSM101, OSM101


def implied_optional(ctx: GraderContext = None):
    return ctx.samples  # expect: OSM101


def metadata(
    a: Annotated[GraderContext, "the grading context"],
    b: Annotated["GraderContext", Mystery()],
    c: Annotated[Optional[GraderContext], "GraderContext"],
):
    return a.samples, b.samples, c.samples  # expect: OSM101, OSM101, OSM101


def nested(
    a: "Optional[GraderContext]",
    b: "Optional['GraderContext']",
    c: Optional["r.GraderContext"],
):
    return a.samples, b.samples, c.samples  # expect: OSM101, OSM101, OSM101


def aliases(a: Alias, b: Explicit, c: Quoted, d: Maybe, e: Several):
    a.samples  # expect: OSM101
    b.samples  # expect: OSM101
    c.samples  # expect: OSM101
    d.samples  # expect: OSM101
    e[0].samples  # expect: OSM101


def bounded(a: Bound, b: list[Bound]) -> Bound:
    return a.samples, b[0].samples  # expect: OSM101, OSM101


def generics(
    a: list[GraderContext],
    b: dict[str, "GraderContext"],
    c: t.List[GraderContext],
    d: Mapping[str, Optional[GraderContext]],
    e: "Iterable[GraderContext]",
):
    a[0].samples  # expect: OSM101
    b["x"].samples  # expect: OSM101
    c[0].samples  # expect: OSM101
    d["x"].samples  # expect: OSM101
    for item in e:
        item.samples  # expect: OSM101


def classes(a: type[GraderContext], b: "t.Type[GraderContext]"):
    a(samples={})  # expect: OSM101@7
    b(samples={}).label  # expect: OSM101@7


def callables(make: Callable[[str], GraderContext], use: Callable[..., str]):
    make("x").samples  # expect: OSM101
    return use(None).samples


def rest(*contexts: GraderContext, **named: GraderContext):
    contexts[0].samples  # expect: OSM101
    named["x"].samples  # expect: OSM101
    return contexts.samples, named.samples


def only(a: GraderContext, /, b: str, *, c: GraderContext):
    return a.samples, b.samples, c.samples  # expect: OSM101, OSM101


def variables(first: Any, second: Any):
    ctx: GraderContext = first
    maybe: "GraderContext | None" = second
    last: Final[GraderContext] = first
    ctx.samples  # expect: OSM101
    maybe.samples  # expect: OSM101
    last.samples  # expect: OSM101


class Chain(GraderContext):
    def with_label(self, label: str) -> Self:
        self.label = label
        return self

    def same(self) -> "Chain":
        return self


def returned(chain: Chain):
    chain.with_label("x").samples  # expect: OSM101
    return chain.same().same().samples  # expect: OSM101


def not_a_forward_reference(
    a: Literal["GraderContext"],
    b: Annotated[str, "GraderContext"],
    c: Annotated[Any, GraderContext],
    d: Literal["GraderContext", None],
):
    # A string in Literal, and what follows the type in Annotated, names no type.
    return a.samples, b.samples, c.samples, d.samples


def other_types(a: Any, b: object, c: Mystery, d: "Mystery", e: dict, f: Free):
    return a.samples, b.samples, c.samples, d.samples, e.samples, f.samples


def the_class_not_an_instance_of_it(a: list[GraderContext], b: Callable[..., str]):
    # The list has no such member, whatever its elements are.
    return a.samples, b.samples


def no_expression(a: "a grading context", b: "", c: "GraderContext["):
    return a.samples, b.samples, c.samples


def gone_names(
    a: r.MultiTurnMode,  # expect: OSM108@10
    b: "r.MultiTurnMode",  # expect: OSM108
    c: list["r.MultiTurnMode"],  # expect: OSM108
) -> r.MultiTurnMode:  # expect: OSM108@8
    mode: Optional[r.MultiTurnMode] = a  # expect: OSM108@22
    return mode or b or c

FIXED: Final = RolloutSample(messages=[])
FIXED.id  # expect: OSM107
