from exact import ExactGrader
from osmosis_ai.rollout import LocalBackend
from strict import StrictGrader

from workflow import Workflow, latest

backend = LocalBackend(workflow=Workflow, grader=ExactGrader)
strict = LocalBackend(workflow=Workflow, grader=StrictGrader)


def show():
    latest().sample_sources  # expect: OSM106@14
    return latest().rollout_id
