"""Containers again: what their methods, copies and other builtins give."""

import copy
import itertools
from collections import ChainMap, OrderedDict, defaultdict, deque
from typing import TypedDict

from elsewhere import load_rows
from osmosis_ai.rollout import GraderContext, RolloutContext, RolloutSample


class Row(TypedDict):
    ctx: GraderContext
    name: str


def methods_of_mappings(named: dict[str, GraderContext], made: GraderContext):
    named.pop("a").samples  # expect: OSM101
    named.setdefault("b", made).samples  # expect: OSM101
    named.get("c", made).samples  # expect: OSM101
    name, ctx = named.popitem()
    ctx.samples, name.samples  # expect: OSM101@9
    named.copy()["a"].samples  # expect: OSM101
    dict(named)["a"].samples  # expect: OSM101
    {**named}["a"].samples  # expect: OSM101
    return named.keys().samples


def methods_of_lists(several: list[GraderContext], rows: list):
    several.pop().samples  # expect: OSM101
    several.copy()[0].samples  # expect: OSM101
    (several + several)[0].samples  # expect: OSM101
    [*several][0].samples  # expect: OSM101
    several[::-1][0].samples  # expect: OSM101
    rows.pop().samples
    [*rows][0].samples
    return rows.copy()[0].samples


def functions(several: list[GraderContext], rows: list):
    list(filter(None, several))[0].samples  # expect: OSM101
    list(map(lambda c: c.samples, several))  # expect: OSM101
    list(filter(lambda c: c.samples, several))  # expect: OSM101
    set(several).pop().samples  # expect: OSM101
    list(map(lambda c: c.samples, rows))
    any(c.samples for c in several)  # expect: OSM101
    for ctx in itertools.chain(several, several):
        ctx.samples  # expect: OSM101
    for ctx in itertools.islice(several, 2):
        ctx.samples  # expect: OSM101
    return sum(len(c.samples) for c in rows)


def copies(ctx: GraderContext, sample: RolloutSample):
    copy.copy(ctx).samples  # expect: OSM101
    copy.deepcopy(ctx).samples  # expect: OSM101
    sample.model_copy().id  # expect: OSM107
    return copy.copy(load_rows()).samples


def sorting_in_place(several: list[GraderContext], rows: list):
    several.sort(key=lambda c: c.samples)  # expect: OSM101
    rows.sort(key=lambda c: c.samples)


def kinds(
    a: deque[GraderContext],
    b: defaultdict[str, GraderContext],
    c: OrderedDict[str, GraderContext],
    d: ChainMap[str, GraderContext],
    e: set[GraderContext],
    f: frozenset[GraderContext],
):
    a[0].samples  # expect: OSM101
    a.popleft().samples  # expect: OSM101
    b["x"].samples  # expect: OSM101
    c["x"].samples  # expect: OSM101
    d["x"].samples  # expect: OSM101
    for ctx in e:
        ctx.samples  # expect: OSM101
    for ctx in f:
        ctx.samples  # expect: OSM101
    return a.samples, b.samples, e.samples


def typed_dicts(row: Row, rows: list[Row]):
    row["ctx"].samples  # expect: OSM101
    row["name"].samples
    return [r["ctx"].samples for r in rows]  # expect: OSM101


def filled_in_a_loop(labels):
    several = []
    for label in labels:
        several.append(GraderContext(label=label))
    return several[0].samples  # expect: OSM101


def filled_by_subscript(labels):
    named = {}
    for label in labels:
        named[label] = RolloutContext()
    return named["a"].sample_sources  # expect: OSM106


def filled_with_something_else(labels):
    several = []
    named = {}
    for label in labels:
        several.append(load_rows(label))
        named[label] = load_rows(label)
    return several[0].samples, named["a"].samples


def nothing_put_in():
    several = []
    return several[0].samples


def generator(labels):
    for label in labels:
        yield GraderContext(label=label)


def uses_the_generator(labels):
    for ctx in generator(labels):
        ctx.samples  # expect: OSM101
    return [c.samples for c in generator(labels)]  # expect: OSM101
