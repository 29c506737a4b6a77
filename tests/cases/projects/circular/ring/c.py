from . import B
from .a import make


class C(B):
    async def grade(self, ctx):
        return ctx.get_samples()  # expect: OSM102@20


def later(label):
    return make(label)
