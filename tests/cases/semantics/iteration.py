# Objects of the project's own classes that are iterated over or subscripted.
from collections.abc import Iterator

from osmosis_ai.rollout import GraderContext, RolloutSample


class Bag(list[GraderContext]):
    pass


class ByName(dict[str, GraderContext]):
    pass


class Batch:
    def __init__(self, contexts: list[GraderContext]):
        self.contexts = contexts

    def __iter__(self):
        for ctx in self.contexts:
            yield ctx

    def __getitem__(self, index):
        return self.contexts[index]


class Names:
    def __init__(self, contexts: list[GraderContext]):
        self.contexts = contexts

    def __iter__(self) -> Iterator[str]:
        return iter(["a"])

    def __getitem__(self, index) -> str:
        return "a"


class Counted:
    """Old style: iterated through `__getitem__`."""

    def __getitem__(self, index: int) -> RolloutSample: ...


def iterate(bag: Bag, batch: Batch, counted: Counted, names: Names):
    for ctx in bag:
        ctx.samples  # expect: OSM101
    for ctx in batch:
        ctx.samples  # expect: OSM101
    for number, ctx in enumerate(batch):
        ctx.samples  # expect: OSM101
    next(iter(batch)).samples  # expect: OSM101
    batch[0].samples  # expect: OSM101
    [sample.id for sample in counted]  # expect: OSM107
    ByName()["a"].samples  # expect: OSM101
    bag[0].samples  # expect: OSM101
    for name in ByName():
        name.samples
    for name in names:
        name.samples
    names[0].samples
    sorted(names)[0].samples


class Itself:
    def __iter__(self):
        return self

    def __next__(self) -> GraderContext: ...


def circular(itself: Itself):
    for item in itself:
        item.samples  # expect: OSM101
