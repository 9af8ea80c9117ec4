"""Defines a tool, and describes it to a model."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.frozen import frozen
from ui.state.tool_entry import ToolEntry
from ui.state.tool_terms import ToolTerms

CALL_SECONDS = 60.0
# The first start with npx or uvx downloads the server.
START_SECONDS = 60.0


class ToolError(Exception):
    """A tool gave no result. The message is a sentence for the model and the user."""


@frozen
class ToolContext:
    """Data a chat passes to its tools: the files the user picked."""

    files: tuple[Path, ...] = ()


# Runs with checked arguments. Raises ToolError.
BuiltIn = Callable[[dict[str, Any], ToolContext], str]


@frozen
class Tool:
    """A tool a model may call. `parameters` is the JSON schema of the arguments, as JSON text. A
    tool without `run` is called on the server `entry.group`, which knows it as `server_tool`;
    permission to always run it holds only under its `terms`. A tool that `needs_files` is offered
    only if the chat has some. `model_description`, if given, replaces the description that users
    see."""

    entry: ToolEntry
    parameters: str
    run: BuiltIn | None = None
    server_tool: str = ""
    needs_files: bool = False
    terms: ToolTerms | None = None
    model_description: str = ""

    def function(self, note: str = "") -> str:
        """Return the tool in the OpenAI function format, with `note` at the end of its
        description."""
        description = f"{self.model_description or self.entry.description} {note}".strip()
        return function_form(self.entry.name, description, json.loads(self.parameters))


def function_form(name: str, description: str, parameters: dict[str, Any]) -> str:
    """Return a tool in the OpenAI function format, as JSON. The name of the dialect of its schema
    is left out: it tells a model nothing, and would be read with each of many tools."""
    schema = {key: value for key, value in parameters.items() if key != "$schema"}
    function = {"name": name, "description": description, "parameters": schema}
    return json.dumps({"type": "function", "function": function}, ensure_ascii=False)
