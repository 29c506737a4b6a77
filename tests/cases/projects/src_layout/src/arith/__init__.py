from arith.grading import ArithGrader

__all__ = ["ArithGrader"]
