"""Parser of tool calls written as calls in Python: in a list, alone, or one per line."""

import ast
from typing import Any

from engine.channels.tool_calls.tool_schema import Call, Parsed, Tools
from engine.channels.tool_calls.written import json_calls

_NAMES = {"true": True, "false": False, "null": None}


def python_calls(text: str, tools: Tools) -> Parsed:
    """Read calls; raises ValueError for invalid Python, for instance because the text was cut."""
    text = text.strip()
    if text.startswith(("{", "[{")):
        return json_calls(text, tools)
    try:
        body = ast.parse(text).body
    except (SyntaxError, MemoryError) as error:
        raise ValueError("no call") from error
    calls = [_call(each) for line in body for each in _written(line)]
    if not calls:
        raise ValueError("no call")
    return calls, ""


def _written(line: ast.stmt) -> list[ast.expr]:
    if not isinstance(line, ast.Expr):
        raise ValueError("no call")
    value = line.value
    return value.elts if isinstance(value, ast.List | ast.Tuple) else [value]


def _call(written: ast.expr) -> Call:
    if not isinstance(written, ast.Call) or written.args:
        raise ValueError("no call with named arguments")
    arguments: dict[str, Any] = {}
    for each in written.keywords:
        if each.arg is None:
            raise ValueError("no name of an argument")
        arguments[each.arg] = ast.literal_eval(_Json().visit(each.value))
    return Call(ast.unparse(written.func), arguments)


class _Json(ast.NodeTransformer):
    """Replaces JSON's names of constants, which models mix in."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(_NAMES[node.id]) if node.id in _NAMES else node
