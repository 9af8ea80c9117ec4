"""The window's interface to the tools: lists them, runs them, manages the servers."""

from collections.abc import Callable
from functools import cached_property, partial

from app.tools import loop_thread, mcp_servers, runner, server_process
from app.tools.events import ServersChanged, ToolEvent, ToolFinished
from app.tools.registry import Registry
from app.tools.tool import CALL_SECONDS, START_SECONDS, Tool, ToolContext
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
        self._call_seconds = call_seconds
        self._start_seconds = start_seconds
        self._started = False
        self._running: set[str] = set()
        self._known: tuple[McpServer, ...] = ()
        self._closed = False

    @cached_property
    def _thread(self) -> "loop_thread.LoopThread":
        self._started = True
        return loop_thread.LoopThread()

    @cached_property
    def _servers(self) -> "mcp_servers.McpServers":
        return mcp_servers.McpServers(self._post, self._start_seconds)

    @cached_property
    def _runner(self) -> "runner.Runner":
        return runner.Runner(self._finished, self._servers.call, self._call_seconds)

    @property
    def statuses(self) -> tuple[ServerStatus, ...]:
        return self.registry.statuses

    def use(self, servers: tuple[McpServer, ...]) -> None:
        """Start the enabled servers; later, stop or start only those that changed."""
        if servers == self._known or self._closed:
            return
        self._known = servers
        self._thread.post(self._servers.use, servers)

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
        if not self._started:
            return True
        ended = self._thread.close(partial(_wind_down, self._runner, self._servers), timeout)
        if not ended:
            server_process.kill_all(self._thread.loop)
        return ended

    def _finished(self, event: ToolFinished) -> None:
        self._running.discard(event.run_id)
        self._post(event)


async def _wind_down(calls: "runner.Runner", servers: "mcp_servers.McpServers") -> None:
    await calls.close()
    await servers.close()
