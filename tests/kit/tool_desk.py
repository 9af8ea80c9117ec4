"""A toolbox with the events it posts, for tests."""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Queue

from app.tools.events import ServersChanged, ToolEvent, ToolFinished
from app.tools.tool import Tool, ToolContext
from app.tools.toolbox import Toolbox
from tests.kit.paths import ROOT
from ui.state.settings import McpServer
from ui.state.tool_entry import ServerState, ServerStatus

HERE = ROOT / "tests" / "app" / "tools"
PATIENCE = 60  # seconds; nothing takes nearly as long


def everyday(name: str = "everyday", **options) -> McpServer:
    return McpServer(name, sys.executable, (str(HERE / "everyday_server.py"),), **options)


def odd(*mode: str, name: str = "odd", **options) -> McpServer:
    return McpServer(name, sys.executable, (str(HERE / "odd_server.py"), *mode), **options)


class ToolDesk:
    """A toolbox whose events are taken on the test's thread, as on the Qt thread."""

    def __init__(self, *servers: McpServer, **options) -> None:
        self.events: Queue[ToolEvent] = Queue()
        self.finished: list[ToolFinished] = []
        self.box = Toolbox(self.events.put, **options)
        self.box.use(servers)

    def until(self, done: Callable[[], bool]) -> None:
        """Take events until `done` returns True. Raises queue.Empty if it never does."""
        while not done():
            self._take(self.events.get(timeout=PATIENCE))

    def take_rest(self) -> None:
        while not self.events.empty():
            self._take(self.events.get())

    def _take(self, event: ToolEvent) -> None:
        if isinstance(event, ServersChanged):
            self.box.update(event)
        else:
            self.finished.append(event)

    def status(self, name: str) -> ServerStatus:
        found = {status.name: status for status in self.box.statuses}
        return found.get(name, ServerStatus(name, ServerState.OFF))

    def until_state(self, name: str, state: ServerState) -> ServerStatus:
        self.until(lambda: self.status(name).state is state)
        return self.status(name)

    def tool(self, tool_id: str) -> Tool:
        tool = self.box.registry.with_id(tool_id)
        assert tool is not None, tool_id
        return tool

    def call(
        self, tool_id: str, arguments: str = "{}", context: ToolContext | None = None
    ) -> ToolFinished:
        """Run a tool to its end."""
        run_id = f"run-{len(self.finished)}"
        self.box.run(run_id, self.tool(tool_id), arguments, context)
        return self.end(run_id)

    def end(self, run_id: str) -> ToolFinished:
        self.until(lambda: any(event.run_id == run_id for event in self.finished))
        return next(event for event in self.finished if event.run_id == run_id)


def assert_running(pids: Sequence[int], running: Sequence[bool]) -> None:
    """Assert which processes run. One that was killed has a moment to end."""
    until = time.monotonic() + PATIENCE
    while (found := [is_running(pid) for pid in pids]) != list(running):
        assert time.monotonic() < until, found
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Return True if the process runs; False also for a zombie."""
    if sys.platform != "linux":
        ps = ["ps", "-o", "stat=", "-p", str(pid)]
        state = subprocess.run(ps, capture_output=True, check=False, text=True).stdout.strip()[:1]
    else:  # a small system has no ps
        try:
            # the name before the state is in parentheses
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
    return state not in ("", "Z")
