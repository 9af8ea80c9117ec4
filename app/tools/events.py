"""Events from the tools thread to the Qt thread."""

from app.tools.tool import Tool
from engine.frozen import frozen
from ui.state.tool_entry import ServerStatus


@frozen
class ToolFinished:
    """The end of a call. `text` is for the model; it starts with "Error: " if `error` is True."""

    run_id: str
    text: str
    error: bool
    seconds: float


@frozen
class ServersChanged:
    """The current state of all configured servers, and their tools that can be called."""

    statuses: tuple[ServerStatus, ...] = ()
    tools: tuple[Tool, ...] = ()


ToolEvent = ToolFinished | ServersChanged
