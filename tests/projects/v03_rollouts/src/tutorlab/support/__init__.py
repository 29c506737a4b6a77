"""Customer support: a triage agent that hands over to billing."""

from tutorlab.support.grader import SupportGrader
from tutorlab.support.workflow import SupportWorkflow, support_config

__all__ = ["SupportGrader", "SupportWorkflow", "support_config"]
