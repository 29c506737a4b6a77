from acme import Base, make_context


class DeepGrader(Base):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20


def helper(label):
    return make_context(label).samples  # expect: OSM101@32
