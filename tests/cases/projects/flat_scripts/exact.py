"""Subclasses a grader of this project; the name of the library is nowhere here."""

from base import BaseGrader


class ExactGrader(BaseGrader):
    async def grade(self, ctx):
        found = ctx.get_samples()  # expect: OSM102@21
        if "agent" not in found:
            return
        ctx.set_sample_reward("agent", self.threshold)  # expect: OSM103@13

    def helper(self, ctx):
        return ctx.samples


class Unrelated:
    async def grade(self, ctx):
        return ctx.samples
