"""What the rollouts share."""

from .config import RubricConfig, TutorConfig
from .grading import TutorGrader, require_sample, reward_outright
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
    "parse_number",
    "require_sample",
    "reward_outright",
]
