"""Evaluates arithmetic without `eval`."""

import ast
import json
import operator
from collections.abc import Callable

DESCRIPTION = "Calculate an expression."
SCHEMA = json.dumps(
    {
        "type": "function",
        "function": {
            "name": "calculator",
            "description": DESCRIPTION,
            "parameters": {
                "type": "object",
                "properties": {"expression": {"type": "string"}},
                "required": ["expression"],
            },
        },
    }
)
MAX_LENGTH = 200
MAX_EXPONENT = 1000
MAX_DIGITS = 300
NOT_ARITHMETIC = "Only numbers, + - * / // % ** and parentheses can be calculated."
NO_RESULT = "The result is too large, or not a real number."

BINARY: dict[type[ast.operator], Callable] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


def calculate(expression: str) -> str:
    """Return the result of + - * / // % ** and parentheses over numbers. Raises ValueError with a
    sentence."""
    if len(expression) > MAX_LENGTH:
        raise ValueError(f"The expression is longer than {MAX_LENGTH} characters.")
    source = expression.strip().replace("^", "**").replace("×", "*")
    if "\0" in source:
        # In old releases of Python 3.11 such a source is no SyntaxError.
        raise ValueError(NOT_ARITHMETIC)
    try:
        return _show(_value(ast.parse(source, mode="eval").body))
    except SyntaxError as error:
        raise ValueError(NOT_ARITHMETIC) from error
    except ZeroDivisionError as error:
        raise ValueError("Division by zero.") from error
    except OverflowError as error:
        raise ValueError(NO_RESULT) from error


def _value(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _checked(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
            return _combine(op, _value(left), _value(right))
    raise ValueError(NOT_ARITHMETIC)


def _combine(op: ast.operator, left: float, right: float) -> float:
    if isinstance(op, ast.Pow) and abs(right) > MAX_EXPONENT:
        raise ValueError(f"The exponent is above {MAX_EXPONENT}.")
    return _checked(BINARY[type(op)](left, right))


def _checked(value: complex) -> float:
    if isinstance(value, complex) or abs(value) >= 10**MAX_DIGITS:
        raise ValueError(NO_RESULT)
    return value


def _show(value: float) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.12g}" if isinstance(value, float) else str(value)
