"""What a star import of the SDK gave in any release, and does not give any more."""

from osmosis_ai import *
from osmosis_ai.rollout.server.app import *


@osmosis_reward  # expect: OSM504
def exact(solution_str: str, ground_truth: str, extra_info: dict | None = None) -> float:
    return float(solution_str == ground_truth)


def judged(solution: str) -> float:
    # still there, but not in __all__
    return evaluate_rubric(rubric="be short", solution_str=solution, model="openai/x").score  # expect: OSM501


def served(backend: ExecutionBackend) -> None:  # expect: OSM501
    print(create_rollout_server(backend=backend), own_helper())


def own_helper() -> str:
    return __version__
