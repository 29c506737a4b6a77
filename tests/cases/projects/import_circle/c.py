from osmosis_ai.rollout import Grader


class Base(Grader):
    pass
