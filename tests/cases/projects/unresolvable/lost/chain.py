"""The first link is there, the second is not."""

from lost.use import Base, FromGenerated, FromKnown


class One(FromGenerated):
    async def grade(self, ctx):
        return ctx.samples


class Two(Base):
    async def grade(self, ctx):
        return ctx.samples


class Three(FromKnown):
    async def grade(self, ctx):
        return ctx.samples  # expect: OSM101@20
