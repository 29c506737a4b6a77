import ring.a
from ring.a import A, make


class B(A):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


def twice(label):
    made = make(label).samples  # expect: OSM101@24
    return made, ring.a.make(label).samples  # expect: OSM101@37
