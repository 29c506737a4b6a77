"""Configuration objects shared by the rollouts."""

from typing import Any

from osmosis_ai.rollout import AgentWorkflowConfig, GraderConfig


class TutorConfig(AgentWorkflowConfig):
    """Settings every tutoring workflow understands; the model is set per rollout."""

    model: Any = None
    max_turns: int = 6


class RubricConfig(GraderConfig):
    full_marks: float = 1.0
    partial_marks: float = 0.25
    length_limit: int = 4000

    def clamp(self, marks: float) -> float:
        return max(0.0, min(self.full_marks, marks))
