"""All known tools: built in and from servers."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from app.tools import read_file
from app.tools.builtin import BUILT_IN
from app.tools.events import ServersChanged
from app.tools.tool import Tool, ToolContext
from ui.state.settings import NEVER

if TYPE_CHECKING:
    from ui.state.tool_entry import ServerStatus


class Registry:
    """Looks up tools. `statuses` is the latest state of the servers."""

    def __init__(self) -> None:
        self.statuses: tuple[ServerStatus, ...] = ()
        self._tools = BUILT_IN

    def update(self, event: ServersChanged) -> None:
        self.statuses = event.statuses
        self._tools = (*BUILT_IN, *event.tools)

    @property
    def tools(self) -> tuple[Tool, ...]:
        return self._tools

    def offered(
        self,
        tool_ids: Iterable[str],
        permissions: Iterable[tuple[str, str]],
        context: ToolContext | None = None,
    ) -> tuple[str, ...]:
        """Return tools for a request in the OpenAI function format. `permissions` are those of the
        settings; a tool that may never run is omitted, and so is one that needs files if there are
        none."""
        refused = {tool_id for tool_id, permission in permissions if permission == NEVER}
        wanted = set(tool_ids) - refused
        files = read_file.files_note(context.files) if context else ""
        return tuple(
            tool.function(files if tool.needs_files else "")
            for tool in self._tools
            if tool.entry.tool_id in wanted and (files or not tool.needs_files)
        )

    def find(self, name: str) -> Tool | None:
        """Return the tool a model calls `name`, even if it was not offered."""
        return next((tool for tool in self._tools if tool.entry.name == name), None)

    def with_id(self, tool_id: str) -> Tool | None:
        return next((tool for tool in self._tools if tool.entry.tool_id == tool_id), None)
