from osmosis_ai.rollout import GraderContext
from osmosis_ai.rollout.backend.harbor import HarborBackend

from . import options
from .options import HARBOR, NOTES, Options


def build(queue):
    print(NOTES, dict(**NOTES))
    return [
        HarborBackend(orchestrator=queue, agent="shop.flow:Flow", **HARBOR),  # expect: OSM402@69
        HarborBackend(orchestrator=queue, agent="shop.flow:Flow", **{**options.HARBOR, "grader": None}),  # expect: OSM402
        GraderContext(**Options.CONTEXT),  # expect: OSM101
    ]
