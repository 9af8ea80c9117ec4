"""What a tool is, and how it is put to a model."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ui.state.tool_entry import ToolEntry
from ui.state.tool_terms import ToolTerms


class ToolError(Exception):
    """A tool gave no result; the text is a sentence for the model and for the person."""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a chat gives to the tools it calls: the files that the person picked for it."""

    files: tuple[Path, ...] = ()


# Takes checked arguments; raises ToolError.
BuiltIn = Callable[[dict[str, Any], ToolContext], str]


@dataclass(frozen=True, slots=True)
class Tool:
    """`parameters` is the JSON schema of the arguments, as JSON text. A tool without `run` is
    called on the server `entry.group`, which knows it as `server_tool`, and may always run only
    under its `terms`. One that `needs_files` is offered where there are some. `told` is what a
    model reads in place of the description for people."""

    entry: ToolEntry
    parameters: str
    run: BuiltIn | None = None
    server_tool: str = ""
    needs_files: bool = False
    terms: ToolTerms | None = None
    told: str = ""

    def function(self, note: str = "") -> str:
        """What a model is told of the tool, in the OpenAI function form; `note` ends its
        description."""
        function = {
            "name": self.entry.name,
            "description": f"{self.told or self.entry.description} {note}".strip(),
            "parameters": json.loads(self.parameters),
        }
        return json.dumps({"type": "function", "function": function}, ensure_ascii=False)
