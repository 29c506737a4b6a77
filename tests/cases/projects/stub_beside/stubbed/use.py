from stubbed.tools import ToolGrader, make, rows


class Stubbed(ToolGrader):
    async def grade(self, ctx):
        return ctx.get_samples()  # expect: OSM102@20


def use(label):
    rows(label)[0].samples
    return make(label).samples  # expect: OSM101@24
