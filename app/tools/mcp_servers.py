"""All configured MCP servers and their current state."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from app.tools import names
from app.tools.builtin import BUILT_IN
from app.tools.events import ServersChanged
from app.tools.found_tool import FoundTool, terms_of
from app.tools.mcp_connection import McpConnection
from app.tools.tool import START_SECONDS, Tool, ToolError
from engine.sentences import say
from ui.state.settings import McpServer
from ui.state.tool_entry import ServerState, ServerStatus, ToolEntry


class McpServers:
    """Manages the servers on the loop. `post` receives the state of all of them when one
    changes."""

    def __init__(
        self, post: Callable[[ServersChanged], None], start_seconds: float = START_SECONDS
    ) -> None:
        self._post = post
        self._start_seconds = start_seconds
        self._servers: dict[str, McpServer] = {}
        self._connections: dict[str, McpConnection] = {}
        self._ending: dict[str, asyncio.Task[None]] = {}
        self._quiet = False

    def use(self, servers: tuple[McpServer, ...]) -> None:
        """Stop, start or restart the servers whose settings changed. If several servers have one
        name, the first counts."""
        wanted: dict[str, McpServer] = {}
        for server in servers:
            wanted.setdefault(server.name, server)
        self._servers = wanted
        self._quiet = True
        for name, connection in list(self._connections.items()):
            if name not in wanted or _started_as(wanted[name]) != _started_as(connection.server):
                self._stop(name)
            else:
                connection.server = wanted[name]
        for name, server in wanted.items():
            if server.enabled and name not in self._connections:
                self._start(server)
        self._quiet = False
        self._report()

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> str:
        """Return the result of a server's tool. Raises ToolError."""
        connection = self._connections.get(tool.entry.group)
        if connection is None:
            raise ToolError(say("The server {server} is switched off.", server=tool.entry.group))
        return await connection.call(tool, arguments)

    async def close(self) -> None:
        """Stop all servers and return once all their processes have ended."""
        self._quiet = True
        self._servers = {}
        for name in list(self._connections):
            self._stop(name)
        if self._ending:
            await asyncio.wait(list(self._ending.values()))

    def _start(self, server: McpServer) -> None:
        connection = McpConnection(
            server, self._report, self._ending.get(server.name), self._start_seconds
        )
        self._connections[server.name] = connection
        connection.start()

    def _stop(self, name: str) -> None:
        connection = self._connections.pop(name, None)
        task = connection.stop() if connection else None
        if task is not None:
            self._ending[name] = task
            task.add_done_callback(partial(self._forget, name))

    def _forget(self, name: str, task: asyncio.Task[None]) -> None:
        if self._ending.get(name) is task:
            del self._ending[name]

    def _report(self) -> None:
        if not self._quiet:
            self._post(self._snapshot())

    def _snapshot(self) -> ServersChanged:
        found = [
            (server, tool)
            for name, server in self._servers.items()
            if (connection := self._connections.get(name)) is not None
            for tool in connection.tools
        ]
        called = names.model_names(
            [(server.name, tool.name) for server, tool in found],
            [tool.entry.name for tool in BUILT_IN],
        )
        tools = [(server, _tool(server, tool, called)) for server, tool in found]
        statuses = tuple(
            self._status(server, tuple(tool.entry for owner, tool in tools if owner is server))
            for server in self._servers.values()
        )
        usable = tuple(tool for server, tool in tools if not _is_disabled(server, tool))
        return ServersChanged(statuses, usable)

    def _status(self, server: McpServer, entries: tuple[ToolEntry, ...]) -> ServerStatus:
        connection = self._connections.get(server.name)
        if connection is None:
            return ServerStatus(server.name, ServerState.OFF)
        return ServerStatus(server.name, connection.state, entries, connection.problem)


def _tool(server: McpServer, found: FoundTool, called: dict[str, str]) -> Tool:
    key = names.tool_id(server.name, found.name)
    entry = ToolEntry(key, called[key], found.title, found.description, server.name)
    terms = terms_of(server, found)
    return Tool(entry, found.parameters, server_tool=found.name, terms=terms)


def _is_disabled(server: McpServer, tool: Tool) -> bool:
    return bool({tool.entry.tool_id, tool.server_tool} & set(server.disabled_tools))


def _started_as(server: McpServer) -> tuple[Any, ...]:
    return server.enabled, server.command, server.arguments, server.environment
