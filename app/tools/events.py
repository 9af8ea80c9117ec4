"""Events from the tools thread to the Qt thread."""

from dataclasses import dataclass

from app.tools.tool import Tool
from ui.state.tool_entry import ServerStatus


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """The end of a call. `text` is for the model; it starts with "Error: " if `error` is True."""

    run_id: str
    text: str
    error: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class ServersChanged:
    """The current state of all configured servers, and their tools that can be called."""

    statuses: tuple[ServerStatus, ...] = ()
    tools: tuple[Tool, ...] = ()


ToolEvent = ToolFinished | ServersChanged
