"""Workflows whose sessions are made by helpers of another file, which never names the SDK."""

from shop.sessions import ShopWorkflow, new_session


class Once(ShopWorkflow):
    async def run(self, ctx):
        print(self.session())


class Twice(ShopWorkflow):
    async def run(self, ctx):
        print(new_session())
        print(new_session())  # expect: OSM203


class InTwoWays(ShopWorkflow):
    async def run(self, ctx):
        print(self.session())
        print(new_session())  # expect: OSM203
