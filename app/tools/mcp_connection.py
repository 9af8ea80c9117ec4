"""Runs one configured server: starts, watches and restarts it."""

import asyncio
import importlib
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from app.tools.found_tool import FoundTool, terms_of
from app.tools.loop_thread import in_thread
from app.tools.mcp_problems import ended, flooded, not_started
from app.tools.tool import START_SECONDS, Tool, ToolError
from engine.sentences import say
from ui.state.settings import McpServer
from ui.state.tool_entry import ServerState

if TYPE_CHECKING:
    from app.tools.mcp_session import McpSession

log = logging.getLogger(__name__)

MAX_RESTARTS = 3


class McpConnection:
    """Runs a server on the loop. `changed` is called there after every change of `state`, `tools`
    or `problem`. A server that ended keeps its tools: the next call restarts it, at most
    MAX_RESTARTS times without a result in between."""

    def __init__(
        self,
        server: McpServer,
        changed: Callable[[], None],
        after: asyncio.Task[None] | None = None,
        start_seconds: float = START_SECONDS,
    ) -> None:
        """`after` is the end of a previous run, which may hold resources this one needs."""
        self.server = server
        self.state = ServerState.STARTING
        self.tools: tuple[FoundTool, ...] = ()
        self.problem = ""
        self._changed = changed
        self._after = after
        self._start_seconds = start_seconds
        self._session: McpSession | None = None
        self._settled = asyncio.Event()
        self._stopped = False
        self._restarts = 0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._settled.clear()
        self._task = asyncio.get_running_loop().create_task(self._run_to_end())
        self._set_state(ServerState.STARTING)

    def stop(self) -> asyncio.Task[None] | None:
        """Stop the server. Its processes have ended when the returned task has."""
        self._stopped = True
        if self._session is not None:
            self._session.stop()
        return self._task

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> str:
        """Return the result as text. Raises ToolError, also if the tool has changed since the user
        allowed the call."""
        session = await self._ready()
        # Starting the server may have changed the tool, so check afterwards.
        if not self._has_same(tool):
            raise ToolError(
                say(
                    "The tool {tool} has changed since it was offered. Ask the question again.",
                    tool=tool.entry.title,
                )
            )
        try:
            result = await session.call(tool.server_tool, arguments)
        except Exception as error:
            if session.alive or isinstance(error, ToolError):
                raise
            await self._end()  # sets `problem`
            raise ToolError(
                self.problem or say("The server {server} was closed.", server=self.server.name)
            ) from error
        self._restarts = 0
        return result

    def _has_same(self, tool: Tool) -> bool:
        """Return True if the server currently has exactly this tool."""
        found = next((it for it in self.tools if it.name == tool.server_tool), None)
        return found is not None and terms_of(self.server, found) == tool.terms

    async def _ready(self) -> "McpSession":
        if self._settled.is_set() and not (self._session and self._session.alive):
            await self._end()
        if self._task is not None and self._task.done() and not self._stopped:
            if self._restarts >= MAX_RESTARTS:
                raise ToolError(
                    say(
                        "The server {server} ended {count} times and is no longer restarted "
                        "automatically. Start it in the settings.",
                        server=self.server.name,
                        count=MAX_RESTARTS,
                    )
                )
            self._restarts += 1
            self.start()
        await self._settled.wait()
        session = self._session
        if session is None or not session.alive:
            raise ToolError(
                self.problem or say("The server {server} was closed.", server=self.server.name)
            )
        return session

    async def _end(self) -> None:
        """Wait for this run to end; cancelling the wait does not affect the run."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _run_to_end(self) -> None:
        problem = ""
        try:
            problem = await self._serve()
        except Exception as error:
            log.exception("the server %s", self.server.name)
            problem = say(
                "The server {server} failed: {reason}", server=self.server.name, reason=str(error)
            )
        finally:
            self._session = None
            if self._stopped:
                self._set_state(ServerState.OFF)
            else:
                self._set_state(ServerState.FAILED, problem)
            self._settled.set()

    async def _serve(self) -> str:
        """Start the program and serve until it ends. Return a sentence with the reason it ended."""
        if self._after is not None:
            await asyncio.wait([self._after])
        # The import takes seconds, so it runs on a thread while other calls continue.
        sessions = await in_thread(partial(importlib.import_module, "app.tools.mcp_session"))
        problem, again = await self._run(sessions.McpSession, "auto")
        if again:
            # Some servers exit if the first message is unknown to their version of the protocol.
            problem, _ = await self._run(sessions.McpSession, "legacy")
        return problem

    async def _run(self, session_class: "type[McpSession]", mode: str) -> tuple[str, bool]:
        """Return the problem, and True if the server ended before it was ready."""
        if self._stopped:
            return "", False
        session = session_class(self.server, self._on_tools, self._start_seconds)
        self._session = session
        error = None
        try:
            await session.run(mode)
        except Exception as raised:  # noqa: BLE001  whatever it was, it is this server's problem
            error = raised
            log.info("the server %s: %r", self.server.name, error)
        early = session.ended and not session.was_ready and not isinstance(error, OSError)
        if session.flooded:
            return flooded(self.server), False
        if session.was_ready or early:
            problem = ended(self.server, session.was_ready, session.last_output)
        else:
            problem = not_started(self.server, error, self._start_seconds, session.last_output)
        return problem, early and not self._stopped

    def _on_tools(self, tools: tuple[FoundTool, ...]) -> None:
        """Store the tools; called once the server is ready and when its tools change."""
        self.tools = tools
        self._set_state(ServerState.READY)
        self._settled.set()

    def _set_state(self, state: ServerState, problem: str = "") -> None:
        self.state, self.problem = state, problem
        self._changed()
