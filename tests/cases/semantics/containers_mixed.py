"""Containers that hold different things: a key or an index means one of them."""

from elsewhere import load
from osmosis_ai.rollout import GraderContext, RolloutSample

NAMES = {"context": "ctx"}
KEY = "ctx"


class Row:
    samples = ()
    id = "row"


def written_out(ctx: GraderContext, row: Row, name: str):
    state = {"ctx": ctx, "row": row}
    state["ctx"].samples, state.get("ctx").samples, state[KEY].samples  # expect: OSM101, OSM101, OSM101
    state["row"].samples
    state.get("row").samples
    state[name].samples
    state["unknown"].samples
    {"ctx": ctx, "row": row}["row"].samples
    {"ctx": ctx, "row": row}["ctx"].samples  # expect: OSM101
    for value in state.values():
        # one of them is
        value.samples  # expect: OSM101


def called(ctx: GraderContext, row: Row):
    state = dict(ctx=ctx, row=row)
    state["ctx"].samples  # expect: OSM101
    state["row"].samples
    state.pop("row").samples


def filled(ctx: GraderContext, row: Row):
    state = {}
    state["ctx"] = ctx
    state["row"] = row
    state["other"] = load()
    state["ctx"].samples  # expect: OSM101
    state["row"].samples
    state["other"].samples


def partly_unknown(sample: RolloutSample):
    payload = {"sample": sample, "user": load(), "meta": {"id": 1}}
    payload["sample"].id  # expect: OSM107
    payload["user"].id
    payload["meta"].id


def returned(ctx: GraderContext):
    return {"ctx": ctx, "row": Row()}


def of_a_call(ctx: GraderContext):
    returned(ctx)["row"].samples
    returned(ctx)["ctx"].samples  # expect: OSM101


def one_kind(first: RolloutSample, second: RolloutSample, name: str):
    both = {"first": first, "second": second, "none": None}
    both[name].id, both["first"].id, both.get(name).id  # expect: OSM107, OSM107, OSM107


def listed(ctx: GraderContext, row: Row, index: int):
    state = [ctx, row]
    state[0].samples, state[-2].samples, [row, ctx][1].samples  # expect: OSM101, OSM101, OSM101
    state[1].samples
    state[index].samples
    state[7].samples
    state.pop().samples
    found = []
    found.append(ctx)
    found.append(row)
    found[0].samples
    several = [ctx, ctx]
    several[index].samples  # expect: OSM101


class Kept:
    def __init__(self, ctx: GraderContext):
        self.state = {"ctx": ctx, "row": Row()}

    def use(self):
        self.state["row"].samples
        self.state["ctx"].samples  # expect: OSM101


def matched(ctx: GraderContext, row: Row):
    match {"ctx": ctx, "row": row}:
        case {"row": found}:
            found.samples


def of_lists(samples: list[RolloutSample], rows: list[Row], name: str):
    both = {"samples": samples, "rows": rows, "none": []}
    both["samples"][0].id  # expect: OSM107
    both["rows"][0].id
    both[name][0].id


def under_another_key(ctx: GraderContext, more, sample: RolloutSample):
    state = {"ctx": ctx}
    more(state)
    state["row"].samples
    state["ctx"].samples  # expect: OSM101
    {**{"ctx": ctx}, **more}["row"].samples
    named = {}
    named[sample.label] = sample
    named["a"].id  # expect: OSM107


def beside_what_came_with_it(ctx: GraderContext, given: dict[str, RolloutSample], sample: RolloutSample):
    samples = dict(ctx.samples)  # expect: OSM101
    samples["best"] = sample
    samples["a"].id  # expect: OSM107
    given["best"] = sample
    given["a"].id  # expect: OSM107
    merged = {}
    merged |= ctx.get_samples()  # expect: OSM102
    merged["a"].id  # expect: OSM107
    state = {}
    state["sample"] = sample
    state["row"].id


def grown(ctx: GraderContext, sample: RolloutSample, rows: list[Row]):
    samples = []
    samples += ctx.samples.values()  # expect: OSM101
    samples += [sample]
    samples[0].id  # expect: OSM107
    mixed = [sample]
    mixed += rows
    mixed[0].id
    total = 0
    total += len(samples)
    total.id
