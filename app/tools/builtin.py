"""The built-in tools."""

import json
from typing import Any

from app.tools import calculator, current_date, read_file
from app.tools.tool import Tool, ToolContext, ToolError
from engine.sentences import say
from ui.state.tool_entry import ToolEntry


def _calculate(arguments: dict[str, Any], _: ToolContext) -> str:
    try:
        return calculator.calculate(str(arguments.get("expression") or ""))
    except ValueError as error:
        raise ToolError(str(error)) from error


_CALCULATOR = json.loads(calculator.SCHEMA)["function"]

CALCULATOR = Tool(
    ToolEntry(
        "calculator",
        _CALCULATOR["name"],
        say("Calculator"),
        say("Calculates with + - * / % and powers."),
    ),
    json.dumps(_CALCULATOR["parameters"]),
    _calculate,
    model_description=calculator.DESCRIPTION,
)
CURRENT_DATE = Tool(
    ToolEntry(
        "current_date",
        "current_date",
        say("Date and time"),
        say("Gives the date, weekday and time, here or in another time zone."),
    ),
    json.dumps(current_date.PARAMETERS),
    current_date.run_current_date,
    model_description=current_date.DESCRIPTION,
)
READ_FILE = Tool(
    ToolEntry(
        "read_file",
        "read_file",
        say("Read files"),
        say("Reads the text files that you choose for this chat, and no others."),
    ),
    json.dumps(read_file.PARAMETERS),
    read_file.run_read_file,
    needs_files=True,
    model_description=read_file.DESCRIPTION,
)
BUILT_IN = (CALCULATOR, CURRENT_DATE, READ_FILE)
