"""Every place of the grammar that can hold an expression."""

import asyncio
import enum
from dataclasses import dataclass, field
from typing import Generic, NewType, TypeVar, Union, overload

import osmosis_ai.rollout as r
import osmosis_ai.rollout.types
import pytest
from elsewhere import mark, register
from osmosis_ai.rollout import GraderContext, RolloutContext

Mode = r.MultiTurnMode  # expect: OSM108@10
Modes = list[r.MultiTurnMode]  # expect: OSM108@16
Either = Union[str, r.MultiTurnMode]  # expect: OSM108@23
Bound = TypeVar("Bound", bound=r.MultiTurnMode)  # expect: OSM108@34
Named = NewType("Named", r.MultiTurnMode)  # expect: OSM108@28
TABLE = {r.MultiTurnMode.MULTI_SAMPLE: 1}  # expect: OSM108@12
first, second = r.MultiTurnMode  # expect: OSM108@19

__all__ = ["Mode", "Modes", "Table", "make"]


@mark(r.MultiTurnMode)  # expect: OSM108@9
def decorator_argument():
    return None


@r.MultiTurnMode  # expect: OSM108@4
def decorator():
    return None


@pytest.mark.parametrize("mode", list(r.MultiTurnMode))  # expect: OSM108@41
def test_parametrized(mode):
    assert mode


@mark.for_class(mode=r.MultiTurnMode)  # expect: OSM108@24
class Decorated:
    pass


class Base(r.MultiTurnMode):  # expect: OSM108@14
    pass


class WithKeyword(enum.Enum, metaclass=mark(r.MultiTurnMode)):  # expect: OSM108@47
    pass


class GenericBase(Generic[Bound], list[r.MultiTurnMode]):  # expect: OSM108@42
    pass


class Body:
    mode: r.MultiTurnMode  # expect: OSM108@13
    default = r.MultiTurnMode  # expect: OSM108@17


@dataclass
class Table:
    modes: list = field(default=r.MultiTurnMode)  # expect: OSM108@35


def make(mode=r.MultiTurnMode):  # expect: OSM108@17
    return mode


def make_by_name(*, mode=r.MultiTurnMode):  # expect: OSM108@28
    return mode


def returns() -> "list[r.MultiTurnMode]":  # expect: OSM108
    return []


@overload
def over(mode: r.MultiTurnMode) -> str: ...  # expect: OSM108@18
@overload
def over(mode: int) -> int: ...
def over(mode):
    return mode


def types_as_values(value):
    isinstance(value, r.MultiTurnMode)  # expect: OSM108@25
    issubclass(type(value), (str, r.MultiTurnMode))  # expect: OSM108@37
    return {"mode": r.MultiTurnMode, **{}}  # expect: OSM108@23


def except_clauses():
    try:
        register()
    except r.MultiTurnMode:  # expect: OSM108@14
        raise
    except (ValueError, r.MultiTurnMode) as error:  # expect: OSM108@27
        raise error from r.MultiTurnMode  # expect: OSM108@28


def strings(ctx: GraderContext):
    f"{ctx.samples}"  # expect: OSM101
    f"{ctx.label:>{len(ctx.samples)}}"  # expect: OSM101
    f"{ctx.samples!r} {ctx.label=} {ctx.get_samples()}"  # expect: OSM101, OSM102
    "%s" % ctx.samples  # expect: OSM101@16
    return "ctx.samples {ctx.samples}".format(ctx=ctx)


def statements(ctx: GraderContext, rows):
    assert ctx.samples, ctx.samples  # expect: OSM101@16, OSM101@29
    del ctx.samples  # expect: OSM101@13
    del ctx.samples["agent"]  # expect: OSM101@13
    ctx.samples = {}  # expect: OSM101@9
    ctx.samples["agent"] = None  # expect: OSM101@9
    ctx.samples |= {}  # expect: OSM101@9
    ctx.samples: dict = {}  # expect: OSM101@9
    ctx.label, ctx.samples = "x", {}  # expect: OSM101@20
    for ctx.samples in rows:  # expect: OSM101@13
        pass
    with register() as ctx.samples:  # expect: OSM101@28
        pass
    while ctx.samples:  # expect: OSM101@15
        break
    if ctx.label:
        pass
    elif ctx.samples:  # expect: OSM101@14
        raise ValueError(ctx.samples)  # expect: OSM101@30
    match ctx.samples:  # expect: OSM101@15
        case {}:
            return ctx.samples  # expect: OSM101@24


def expressions(ctx: GraderContext, rows):
    yield ctx.samples  # expect: OSM101@15
    yield from ctx.samples  # expect: OSM101@20
    print(*ctx.samples, **ctx.samples)  # expect: OSM101@16, OSM101@31
    print([*ctx.samples], {**ctx.samples})  # expect: OSM101@17, OSM101@34
    rows[ctx.samples : ctx.samples]  # expect: OSM101@14, OSM101@28
    rows[0][ctx.samples]  # expect: OSM101@17
    (found := ctx.samples)  # expect: OSM101@19
    not ctx.samples, -len(ctx.samples)  # expect: OSM101@13, OSM101@31
    1 < len(ctx.samples) < 3  # expect: OSM101@17
    ctx.samples if ctx.samples else ctx.samples  # expect: OSM101@9, OSM101@24, OSM101@41
    [row for row in rows if row in ctx.samples]  # expect: OSM101@40
    {row: ctx.samples for row in ctx.samples}  # expect: OSM101@15, OSM101@38
    (lambda: ctx.samples)()  # expect: OSM101@18
    (lambda *rest, found=ctx.samples: found)()  # expect: OSM101@30
    rows.sort(key=lambda row: ctx.samples[row])  # expect: OSM101@35
    return found, rows.index(ctx.samples)  # expect: OSM101@34


async def asynchronous(ctx: RolloutContext, rows):
    await ctx.get_samples()  # expect: OSM105@15
    await asyncio.gather(ctx.get_samples(), *rows)  # expect: OSM105@30
    async for _ in ctx.sample_sources:  # expect: OSM106@24
        pass
    async with ctx.sample_sources as found:  # expect: OSM106@20
        return found


class Nested:
    class Deep:
        def method(self):
            def inner(ctx: GraderContext):
                return lambda: [ctx.samples for _ in "ab"]  # expect: OSM101@37

            return inner


register(osmosis_ai.rollout.types.MultiTurnMode, name="modes")  # expect: OSM108@35
