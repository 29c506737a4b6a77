"""What the rollouts share."""

from .config import RubricConfig, TutorConfig
from .grading import TutorGrader, only_sample, reward_everything
from .scoring import keyword_coverage, length_penalty, parse_number
from .text import assistant_turns, last_text, last_user_text

__all__ = [
    "RubricConfig",
    "TutorConfig",
    "TutorGrader",
    "assistant_turns",
    "keyword_coverage",
    "last_text",
    "last_user_text",
    "length_penalty",
    "only_sample",
    "parse_number",
    "reward_everything",
]
