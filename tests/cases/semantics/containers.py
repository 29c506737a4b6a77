"""Elements of containers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Optional

from elsewhere import load_rows, pick
from osmosis_ai.rollout import Grader, GraderContext, RolloutContext, RolloutSample


class CommonGrader(Grader):
    async def grade(self, ctx):
        for name, sample in ctx.samples.items():  # expect: OSM101
            sample.id, name.id  # expect: OSM107
        for sample in ctx.samples.values():  # expect: OSM101
            sample.id  # expect: OSM107
        for name in ctx.samples:  # expect: OSM101
            name.id
        for name in ctx.samples.keys():  # expect: OSM101
            name.id


class FoundGrader(Grader):
    async def grade(self, ctx):
        found = ctx.get_samples()  # expect: OSM102
        if "agent" not in found:
            return
        found["agent"].id  # expect: OSM107
        found.get("agent").id  # expect: OSM107
        found["agent"].messages[-1].id
        found.id
        first = next(iter(found.values()))
        first.id  # expect: OSM107
        list(found.values())[0].id  # expect: OSM107
        best = max(found.values(), key=lambda s: s.id)  # expect: OSM107
        best.id  # expect: OSM107


def chains(ctx: GraderContext):
    ctx.samples["agent"].id  # expect: OSM101@9, OSM107@26
    ctx.get_samples().get("agent").id  # expect: OSM102@9, OSM107@36
    next(iter(ctx.samples.values())).id  # expect: OSM101@19, OSM107@38
    return [s.id for s in ctx.samples.values()]  # expect: OSM107@15, OSM101@31


def lists(several: list[GraderContext], nothing: list):
    several[0].samples  # expect: OSM101
    several[-1].samples  # expect: OSM101
    several[1:][0].samples  # expect: OSM101
    for ctx in several:
        ctx.samples  # expect: OSM101
    for other in nothing:
        other.samples
    nothing[0].samples
    return several.samples


def mappings(named: dict[str, GraderContext], sources: Mapping[str, RolloutContext]):
    named["a"].samples  # expect: OSM101
    named.get("a").samples  # expect: OSM101
    for ctx in named.values():
        ctx.samples  # expect: OSM101
    for name, ctx in named.items():
        ctx.samples, name.samples  # expect: OSM101@13
    for name in named:
        name.samples
    for _, rollout_ctx in sorted(sources.items()):
        rollout_ctx.sample_sources  # expect: OSM106
    return [c.sample_sources for c in sources.values()]  # expect: OSM106


def keys_are_elements_too(weights: dict[GraderContext, float]):
    for ctx in weights:
        ctx.samples  # expect: OSM101
    for ctx, weight in weights.items():
        ctx.samples, weight.samples  # expect: OSM101@13
    return [weight.samples for weight in weights.values()]


def iterables(several: Iterable[GraderContext], one_by_one: Iterator[GraderContext]):
    for ctx in several:
        ctx.samples  # expect: OSM101
    next(one_by_one).samples  # expect: OSM101
    next(iter(several)).samples  # expect: OSM101
    next(iter(several), None).samples  # expect: OSM101
    next(pick(several)).samples


def builtins(several: Sequence[GraderContext], names: list[str]):
    max(several, key=lambda c: len(c.samples)).samples  # expect: OSM101@38, OSM101@48
    min(several, key=lambda c: c.label).samples  # expect: OSM101
    for ctx in sorted(several, key=lambda c: c.get_samples()):  # expect: OSM102
        ctx.samples  # expect: OSM101
    for index, ctx in enumerate(several):
        ctx.samples, index.samples  # expect: OSM101@13
    for index, (name, ctx) in enumerate(zip(names, several)):
        ctx.samples, name.samples  # expect: OSM101@13
    for left, right in zip(several, load_rows()):
        left.samples, right.samples  # expect: OSM101@14
    for ctx in reversed(several):
        ctx.samples  # expect: OSM101
    list(several)[0].samples  # expect: OSM101
    tuple(several)[0].samples  # expect: OSM101
    return max(names, key=lambda c: c.samples)


def literals(label: str):
    pair = [GraderContext(label="a"), GraderContext(label="b")]
    pair[0].samples  # expect: OSM101
    for ctx in (GraderContext(label="c"), GraderContext(label="d")):
        ctx.samples  # expect: OSM101
    named = {"a": GraderContext(label="a"), "b": GraderContext(label="b")}
    named[label].samples  # expect: OSM101
    made = [GraderContext(label=letter) for letter in label]
    made[0].samples  # expect: OSM101
    by_label = {c.label: c for c in made}
    by_label["a"].samples  # expect: OSM101
    return [RolloutSample(messages=[]) for _ in label][0].id  # expect: OSM107


def tuples(pair: tuple[str, GraderContext], several: tuple[GraderContext, ...]):
    pair[1].samples  # expect: OSM101
    pair[0].samples
    label, ctx = pair
    ctx.samples, label.samples  # expect: OSM101@9
    several[5].samples  # expect: OSM101
    for each in several:
        each.samples  # expect: OSM101
    both = GraderContext(label="a"), load_rows()
    return both[0].samples, both[1].samples  # expect: OSM101@20


def unpacking(several: list[GraderContext], rows):
    first, second = several
    first.samples, second.samples  # expect: OSM101, OSM101
    head, *rest = several
    head.samples, rest[0].samples  # expect: OSM101, OSM101
    *_, last = several
    last.samples  # expect: OSM101
    one, two = GraderContext(label="a"), rows
    one.samples, two.samples  # expect: OSM101@9
    (three, [four, *five]), six = (one, [one, one]), rows
    three.samples, four.samples, five[0].samples  # expect: OSM101@11, OSM101@25, OSM101@42
    return rest.samples, six.samples


def returns_pair() -> tuple[GraderContext, str]:
    return load_rows()


def unpacked_return():
    ctx, name = returns_pair()
    return ctx.samples, name.samples  # expect: OSM101@16


def deep(groups: dict[str, list[GraderContext]], maybe: list[Optional[GraderContext]]):
    groups["a"][0].samples  # expect: OSM101
    for name, group in groups.items():
        for ctx in group:
            ctx.samples, name.samples  # expect: OSM101@17
    groups["a"].samples
    maybe[0].samples  # expect: OSM101
    return [c.samples for group in groups.values() for c in group]  # expect: OSM101


def unknown_elements(rows, data: dict):
    for row in rows:
        row.samples
    data["ctx"].samples
    max(rows, key=lambda s: s.samples).samples
    ctx, *_ = rows
    return ctx.samples, [r.samples for r in rows], data.get("a").samples
