import a
from c import Base


class Graded(Base):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101
