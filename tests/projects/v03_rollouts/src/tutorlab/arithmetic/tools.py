"""The calculator."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

from strands import tool

_OPERATORS: dict[type[ast.AST], Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}


class CalculatorError(ValueError):
    """The expression is not arithmetic."""


def evaluate(expression: str) -> float:
    """Work out an arithmetic expression without handing it to eval()."""
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError as exc:
        raise CalculatorError(f"cannot read {expression!r}") from exc
    return _value(tree.body)


def _value(node: ast.AST) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left), _value(right))
        case ast.UnaryOp(op=op, operand=operand) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(operand))
    raise CalculatorError("only numbers and + - * / ** are allowed")


@tool
def calculator(expression: str) -> str:
    """Work out an arithmetic expression.

    Args:
        expression: What to work out, such as "17 * 3 + 9".
    """
    try:
        return f"{evaluate(expression):g}"
    except (CalculatorError, ArithmeticError) as exc:
        return f"error: {exc}"
