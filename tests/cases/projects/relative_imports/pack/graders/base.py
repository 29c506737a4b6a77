from osmosis_ai.rollout import Grader

from .. import shared
from ..shared import first


class Base(Grader):
    async def grade(self, ctx):
        first(ctx).id  # expect: OSM107@20
        shared.first(ctx).id  # expect: OSM107@27
        shared.active.sample_sources  # expect: OSM106@23
