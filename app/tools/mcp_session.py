"""One run of a server program, from start to end. It imports the `mcp` package, which takes
seconds, so import this module only when there is a server."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import inf
from typing import TYPE_CHECKING, Any

import anyio
from mcp import MCPError
from mcp.client import Client, IncomingMessage
from mcp_types import CONNECTION_CLOSED, Implementation, ToolListChangedNotification
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from app.tools.bounded_log import LibraryLog
from app.tools.found_tool import FoundTool, found_tool
from app.tools.mcp_results import result_text
from app.tools.mcp_stderr import StderrTail
from app.tools.mcp_stdio import Stdio
from app.tools.server_process import ServerProcess
from app.tools.tool import ToolError
from app.tools.watched_stream import WatchedStream
from ui.state.settings import McpServer

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams

log = logging.getLogger(__name__)
# The package logs under both names.
for name in ("mcp", "client"):
    LibraryLog(log, name)

MAX_TOOLS = 200
MAX_PAGES = 50


class ConnectionEnded(Exception):
    """The server ended or was closed before it answered."""


class McpSession:
    """One client session. `listed` is called with the tools once they are known and whenever they
    change."""

    def __init__(
        self,
        server: McpServer,
        listed: Callable[[tuple[FoundTool, ...]], None],
        start_seconds: float,
    ) -> None:
        self._server = server
        self._tail = StderrTail(server.name)
        self._listed = listed
        self._start_seconds = start_seconds
        self._scope = anyio.CancelScope()
        self._wake = anyio.Event()
        self._client: Client | None = None
        self._stdio: Stdio | None = None
        self._ended = False
        self._stopped = False

    @property
    def alive(self) -> bool:
        return self._client is not None and not self._ended and not self._stopped

    @property
    def was_ready(self) -> bool:
        return self._client is not None

    @property
    def ended(self) -> bool:
        """True if the program closed the connection."""
        return self._ended

    @property
    def flooded(self) -> bool:
        """True if the connection was closed because the program wrote too much."""
        return self._stdio is not None and self._stdio.flooded

    @property
    def last_output(self) -> str:
        return self._tail.text()

    def stop(self) -> None:
        self._stopped = True
        self._scope.cancel()

    async def run(self, mode: str) -> None:
        """Serve until the program ends or `stop` is called. `mode` is how the protocol version is
        negotiated.

        Raises TimeoutError if the server is not ready in time, and whatever a failed start raises:
        OSError, MCPError, RuntimeError, or a group of those.
        """
        self._scope.deadline = anyio.current_time() + self._start_seconds
        # The transport shields its shutdown from an anyio scope, so it still ends the process.
        with self._scope:
            client = Client(
                self._transport(),
                mode=mode,
                cache=None,
                client_info=Implementation(name="Duologue", version="0"),
                message_handler=self._on_message,
            )
            async with client:
                tools = await _tools(client)
                self._client = client
                self._scope.deadline = inf
                self._listed(tools)
                await self._follow(client)
        if not self._stopped and self._client is None:
            raise TimeoutError

    async def call(self, name: str, arguments: dict[str, Any]) -> str:
        """Return the result as text. Raises ConnectionEnded, or ToolError if the tool or server
        refused."""
        client = self._client
        if client is None or not self.alive:
            raise ConnectionEnded
        try:
            result = await client.call_tool(name, arguments)
        except MCPError as error:
            if error.code == CONNECTION_CLOSED or not self.alive:
                self._on_end()
                raise ConnectionEnded from error
            raise ToolError(f"The server {self._server.name} refused: {error.message}") from error
        except Exception as error:
            if not self.alive:
                raise ConnectionEnded from error
            raise
        if result.is_error:
            raise ToolError(result_text(result))
        return result_text(result)

    async def _follow(self, client: Client) -> None:
        """List the tools again whenever they change, until the connection ends."""
        async with anyio.create_task_group() as group:
            group.start_soon(self._listen, client)
            while not self._ended:
                await self._wake.wait()
                self._wake = anyio.Event()
                if not self._ended:
                    await self._list_again(client)
            group.cancel_scope.cancel()

    async def _list_again(self, client: Client) -> None:
        try:
            with anyio.fail_after(self._start_seconds):
                self._listed(await _tools(client))
        except (MCPError, TimeoutError, ValueError) as error:
            log.warning("the tools of %s could not be listed again: %s", self._server.name, error)

    async def _listen(self, client: Client) -> None:
        """Subscribe to changes of the tools, which newer versions of the protocol require."""
        offered = client.server_capabilities.tools
        if client.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            return
        if offered is None or not offered.list_changed:
            return
        try:
            async with client.listen(tools_list_changed=True) as changes:
                # Changes until now were not reported.
                self._wake.set()
                async for _ in changes:
                    self._wake.set()
        except (MCPError, RuntimeError, TimeoutError, ValueError) as error:
            log.info("%s no longer reports changes of its tools: %s", self._server.name, error)

    async def _on_message(self, message: IncomingMessage) -> None:
        # Only wake the other task: this runs inside the reader that would receive the list.
        if isinstance(message, ToolListChangedNotification):
            self._wake.set()

    def _on_end(self) -> None:
        self._ended = True
        self._wake.set()

    @asynccontextmanager
    async def _transport(self) -> AsyncIterator["TransportStreams"]:
        async with self._tail.open_pipe() as errors:
            self._stdio = Stdio(ServerProcess(self._server, errors))
            errors.close()
            async with self._stdio.streams() as (incoming, outgoing):
                yield WatchedStream(incoming, self._on_end), outgoing


async def _tools(client: Client) -> tuple[FoundTool, ...]:
    """Return the tools of all pages, up to MAX_PAGES and MAX_TOOLS. Raises MCPError."""
    found: dict[str, FoundTool] = {}
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await client.list_tools(cursor=cursor)
        for tool in page.tools:
            known = found_tool(tool)
            if known is not None:
                found.setdefault(known.name, known)
        cursor = page.next_cursor
        if not cursor or len(found) >= MAX_TOOLS:
            break
    return tuple(found.values())[:MAX_TOOLS]
