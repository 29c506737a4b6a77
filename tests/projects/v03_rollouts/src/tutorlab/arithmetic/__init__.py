"""Arithmetic word problems, solved with a calculator tool."""

from .grader import ArithmeticGrader, arithmetic_grader_config
from .workflow import ArithmeticWorkflow, arithmetic_config

__all__ = [
    "ArithmeticGrader",
    "ArithmeticWorkflow",
    "arithmetic_config",
    "arithmetic_grader_config",
]
