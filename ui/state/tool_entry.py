"""Tools and tool servers, as the window shows them."""

from dataclasses import dataclass
from enum import Enum


class ServerState(Enum):
    OFF = "off"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A tool that a chat can offer to its model. `group` is the name of its server, "" for built-in
    tools; `name` is what the model calls."""

    tool_id: str
    name: str
    title: str
    description: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """The state of a configured server. `tools` includes those that the settings switch off;
    `problem` is a sentence."""

    name: str
    state: ServerState
    tools: tuple[ToolEntry, ...] = ()
    problem: str = ""
