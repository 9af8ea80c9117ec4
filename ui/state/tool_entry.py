"""Tools and tool servers, as the window shows them."""

from collections.abc import Iterable, Mapping
from enum import Enum

from PySide6.QtCore import QObject, Signal

from engine.frozen import frozen
from ui.state.requests import ToolRequests
from ui.state.settings import NEVER


class ServerState(Enum):
    OFF = "off"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"


@frozen
class ToolEntry:
    """A tool that a chat can offer to its model. `group` is the name of its server, "" for built-in
    tools; `name` is what the model calls."""

    tool_id: str
    name: str
    title: str
    description: str
    group: str = ""


@frozen
class ServerStatus:
    """The state of a configured server. `tools` includes those that the settings switch off;
    `problem` is a sentence."""

    name: str
    state: ServerState
    tools: tuple[ToolEntry, ...] = ()
    problem: str = ""


class ToolChoices(QObject):
    """The tools that chats can choose from; one object for all conversations. `permissions` are
    ALWAYS or NEVER by tool id; a tool without one asks before each call. `starting` are what the
    ids of tools begin with whose servers are still starting."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[ToolEntry, ...] = ()
        self.permissions: dict[str, str] = {}
        self.starting: tuple[str, ...] = ()
        self.requests = ToolRequests(self)

    def offer(
        self,
        entries: Iterable[ToolEntry],
        permissions: Mapping[str, str],
        starting: Iterable[str] = (),
    ) -> None:
        self.entries, self.permissions = tuple(entries), dict(permissions)
        self.starting = tuple(starting)
        self.changed.emit()

    def usable(self, chosen: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of the chosen tools that exist, or may once their servers have started,
        and may be offered to a model."""
        there = {entry.tool_id for entry in self.entries}
        return tuple(
            it
            for it in chosen
            if (it in there or it.startswith(self.starting)) and self.permissions.get(it) != NEVER
        )
