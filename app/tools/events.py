"""What the tools tell the Qt thread: plain values."""

from dataclasses import dataclass

from app.tools.tool import Tool
from ui.state.tool_entry import ServerStatus


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """The end of a call. `text` is what the model is told; where there was an `error`, it begins
    with "Error: "."""

    run_id: str
    text: str
    error: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class ServersChanged:
    """All servers of the settings as they are now, and the tools of theirs that can be called."""

    statuses: tuple[ServerStatus, ...] = ()
    tools: tuple[Tool, ...] = ()


ToolEvent = ToolFinished | ServersChanged
