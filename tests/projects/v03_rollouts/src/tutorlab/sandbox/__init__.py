"""Repairs in a container: an agent with a shell, under Harbor."""

from .grader import SandboxGrader
from .workflow import SandboxWorkflow, sandbox_config

__all__ = ["SandboxGrader", "SandboxWorkflow", "sandbox_config"]
