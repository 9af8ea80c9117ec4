"""The window's interface to the tools: lists them, runs them, manages the servers."""

from collections.abc import Callable
from functools import partial

from app.tools.events import ServersChanged, ToolEvent, ToolFinished
from app.tools.loop_thread import LoopThread
from app.tools.mcp_connection import START_SECONDS
from app.tools.mcp_servers import McpServers
from app.tools.registry import Registry
from app.tools.runner import CALL_SECONDS, Runner
from app.tools.server_process import kill_all
from app.tools.tool import Tool, ToolContext
from ui.state.settings import McpServer
from ui.state.tool_entry import ServerStatus


class Toolbox:
    """Used on the Qt thread. `post` is called on the tools thread, which starts with the first call
    or the first enabled server."""

    def __init__(
        self,
        post: Callable[[ToolEvent], None],
        *,
        call_seconds: float = CALL_SECONDS,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self.registry = Registry()
        self._post = post
        self._thread = LoopThread()
        self._servers = McpServers(post, start_seconds)
        self._runner = Runner(self._finished, self._servers.call, call_seconds)
        self._running: set[str] = set()
        self._known: tuple[McpServer, ...] = ()
        self._closed = False

    @property
    def statuses(self) -> tuple[ServerStatus, ...]:
        return self.registry.statuses

    def use(self, servers: tuple[McpServer, ...]) -> None:
        """Start the enabled servers; later, stop or start only those that changed."""
        if servers == self._known or self._closed:
            return
        self._known = servers
        self._thread.post(self._servers.use, servers)

    def restart(self, server_name: str) -> None:
        if not self._closed:
            self._thread.post(self._servers.restart, server_name)

    def update(self, event: ServersChanged) -> None:
        self.registry.update(event)

    def run(
        self, run_id: str, tool: Tool, arguments: str, context: ToolContext | None = None
    ) -> None:
        """Start a call, which is answered by one ToolFinished. `arguments` is JSON text. Raises
        ValueError if a call with this id is still running."""
        if run_id in self._running:
            raise ValueError(f"the call {run_id} is running")
        if self._closed:
            self._post(ToolFinished(run_id, "Error: Duologue is quitting.", True, 0.0))
            return
        self._running.add(run_id)
        self._thread.post(self._runner.begin, run_id, tool, arguments, context or ToolContext())

    def cancel(self, run_id: str) -> None:
        """Cancel a call, whose ToolFinished follows soon. Has no effect after that."""
        if run_id in self._running and not self._closed:
            self._thread.post(self._runner.cancel, run_id)

    def close(self, timeout: float) -> bool:
        """End calls, servers and the thread. Return False if that takes longer than `timeout`
        seconds. A server that does not exit when its input is closed is killed after a few seconds,
        at the latest at the timeout."""
        self._closed = True
        ended = self._thread.close(partial(_wind_down, self._runner, self._servers), timeout)
        if not ended:
            kill_all(self._thread.loop)
        return ended

    def _finished(self, event: ToolFinished) -> None:
        self._running.discard(event.run_id)
        self._post(event)


async def _wind_down(runner: Runner, servers: McpServers) -> None:
    await runner.close()
    await servers.close()
