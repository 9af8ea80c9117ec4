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

BINARY: dict[type[ast.operator], Callable] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}


def call(name: str, arguments: str) -> str:
    """Return the result of a tool call as text for the model; errors are text too."""
    if name != "calculator":
        return f"Error: there is no tool called {name}."
    try:
        expression = str(json.loads(arguments)["expression"])
        return _show(evaluate(expression))
    except ZeroDivisionError:
        return "Error: division by zero."
    except (ValueError, SyntaxError, LookupError, TypeError, OverflowError) as error:
        return f"Error: {error}"


def evaluate(expression: str) -> float:
    """Evaluate + - * / // % ** and parentheses over numbers. Raises ValueError for anything
    else."""
    if len(expression) > MAX_LENGTH:
        raise ValueError(f"the expression is longer than {MAX_LENGTH} characters")
    tree = ast.parse(expression.strip().replace("^", "**").replace("×", "*"), mode="eval")
    return _value(tree.body)


def _value(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
            return _combine(op, _value(left), _value(right))
    raise ValueError("only numbers, + - * / // % ** and parentheses can be calculated")


def _combine(op: ast.operator, left: float, right: float) -> float:
    if isinstance(op, ast.Pow) and abs(right) > MAX_EXPONENT:
        raise ValueError(f"the exponent is above {MAX_EXPONENT}")
    value = BINARY[type(op)](left, right)
    if isinstance(value, complex) or abs(value) >= 10**MAX_DIGITS:
        raise ValueError("the result is too large or not a real number")
    return value


def _show(value: float) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.12g}" if isinstance(value, float) else str(value)
