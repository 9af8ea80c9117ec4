"""Tools and their servers as the window shows them."""

from dataclasses import dataclass
from enum import Enum


class ServerState(Enum):
    OFF = "off"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A tool that a chat can offer to its model. `group` is the server that brings it, or "" for
    those of the application; `name` is what the model calls."""

    tool_id: str
    name: str
    title: str
    description: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """A server of the settings as it is now; `tools` also has those that the settings switch off.
    `problem` is a sentence."""

    name: str
    state: ServerState
    tools: tuple[ToolEntry, ...] = ()
    problem: str = ""
