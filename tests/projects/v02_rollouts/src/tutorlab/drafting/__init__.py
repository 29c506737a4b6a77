"""A writer, and a reviewer who is not trained."""

from .grader import DraftGrader
from .workflow import DraftWorkflow, draft_config

__all__ = ["DraftGrader", "DraftWorkflow", "draft_config"]
