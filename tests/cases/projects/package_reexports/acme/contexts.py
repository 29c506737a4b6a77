from osmosis_ai.rollout import GraderContext as Context
from osmosis_ai.rollout import get_rollout_context


def make_context(label):
    return Context(label=label)


def sources():
    return get_rollout_context().sample_sources  # expect: OSM106@34
