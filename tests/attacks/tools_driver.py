"""The tools meet a hostile server while another thread checks that the process is not blocked.

Run as a program by tests/attacks/servers.py with the name of an attack and an empty folder.
"""

import json
import os
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

from app.tools.events import ToolFinished
from engine.messages import Finished, FinishReason, Timings, ToolCall, ToolInvocation, Usage
from tests.attacks.attack import QUIT_SECONDS, SECONDS, Judge, patience
from tests.attacks.watched import BEGUN
from tests.kit.tool_desk import ToolDesk
from ui.state.called_tool import CallState, Decision
from ui.state.settings import McpServer
from ui.state.tool_entry import ServerState

SERVER = Path(__file__).with_name("hostile_server.py")
STANDSTILL = 2.0
NUMBERS = Usage(10, 0, 3), Timings(0.1)


def server(*mode: str) -> McpServer:
    return McpServer("hostile", sys.executable, (str(SERVER), *mode))


class Pulse:
    """Records the longest time for which no other thread could run."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._ends = Event()
        self._thread = Thread(target=self._beat)
        self._thread.start()

    def _beat(self) -> None:
        last = time.monotonic()
        while not self._ends.wait(0.02):
            now = time.monotonic()
            self.longest, last = max(self.longest, now - last), now

    def end(self) -> float:
        self._ends.set()
        self._thread.join()
        return self.longest


class Tools:
    """A toolbox whose waits have a limit."""

    def __init__(self, judge: Judge, *mode: str) -> None:
        self.judge = judge
        self.desk = ToolDesk()
        os.write(1, BEGUN.encode() + b"\n")
        self.pulse = Pulse()
        self.desk.box.use((server(*mode),))

    def state(self, seconds: float = SECONDS) -> ServerState:
        """The state of the server once it is no longer starting."""
        begun = time.monotonic()
        while time.monotonic() - begun < patience(seconds):
            with suppress(Empty):
                self.desk._take(self.desk.events.get(timeout=0.05))
            if self.desk.status("hostile").state in (ServerState.READY, ServerState.FAILED):
                break
        return self.desk.status("hostile").state

    def ready(self) -> bool:
        state = self.state()
        return self.judge.expect(state is ServerState.READY, f"the server is {state}")

    def call(self, arguments: dict[str, Any]) -> ToolFinished | None:
        tool = self.desk.tool("hostile/add")
        self.desk.box.run("c1", tool, json.dumps(arguments))
        limit = time.monotonic() + patience(SECONDS)
        while not self.desk.finished and time.monotonic() < limit:
            with suppress(Empty):
                self.desk._take(self.desk.events.get(timeout=0.05))
        self.judge.expect(bool(self.desk.finished), f"the call did not end within {SECONDS:g} s")
        return self.desk.finished[0] if self.desk.finished else None

    def close(self) -> None:
        closed = self.desk.box.close(patience(QUIT_SECONDS))
        self.judge.expect(closed, f"the tools did not end within {QUIT_SECONDS:g} s")
        gap = self.judge.seconds = round(self.pulse.end(), 2)
        self.judge.expect(gap < patience(STANDSTILL), f"all threads stood still for {gap:.1f} s")


def pattern(judge: Judge, letters: int) -> None:
    tools = Tools(judge, "pattern")
    if tools.ready():
        tools.call({"a": "a" * letters + "!"})
    tools.close()


def check_children(judge: Judge, folder: Path, name: str) -> None:
    tools = Tools(judge, "children", str(folder))
    tools.ready()
    tools.close()
    limit = time.monotonic() + 2
    pid = int((folder / name).read_text())
    while _lives(pid) and time.monotonic() < limit:
        time.sleep(0.05)
    judge.expect(not _lives(pid), f"the child in the server's {name} lives on")


def _lives(pid: int) -> bool:
    """Return True if the process runs; False also for a zombie."""
    with suppress(OSError):
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False


def misbehaving(judge: Judge, mode: str) -> None:
    """The server fails with a sentence, or is ready; the others go on."""
    tools = Tools(judge, mode)
    state = tools.state(40 if mode != "junk" else SECONDS)
    problem = tools.desk.status("hostile").problem
    judge.said = str(problem)
    fine = state is ServerState.READY or (mode != "junk" and len(str(problem)) > 20)
    judge.expect(fine, f"the server is {state}: {problem!r:.200}")
    tools.close()


def check_answers(judge: Judge, mode: str) -> None:
    tools = Tools(judge, mode)
    if tools.ready():
        tools.call({"a": "b"})
    tools.close()


def check_changes(judge: Judge, folder: Path) -> None:
    """A tool that may always run comes with another description and other arguments."""
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415  one attack needs a window

    from tests.kit.desk import Desk as Window  # noqa: PLC0415
    from tests.kit.loop import run_until  # noqa: PLC0415
    from ui.look import theme  # noqa: PLC0415

    application = QApplication(sys.argv[:1])
    theme.install_theme(application)
    os.write(1, BEGUN.encode() + b"\n")
    desk: Any = Window(SimpleNamespace(addWidget=lambda _: None), folder)  # pyright: ignore[reportArgumentType]
    desk.ready()
    desk.preferences.value = replace(desk.preferences.value, servers=(server("changes"),))
    desk.calls.start()
    registry = desk.toolbox.registry
    run_until(lambda: registry.with_id("hostile/add") is not None, patience(30))
    desk.tab.chat.options.change(tools=("hostile/add",))

    def proposed(number: int) -> Any:
        desk.ask(desk.tab, "Add.")
        name = registry.with_id("hostile/add").entry.name
        call_id = f"{number:09d}"
        request_id = desk.last().request_id
        call = ToolCall(request_id, ToolInvocation(name, '{"a": "b"}', call_id))
        desk.say(call, Finished(request_id, FinishReason.TOOL_CALLS, *NUMBERS))
        return desk.tab.transcript.called(call_id)

    called = proposed(1)
    desk.tab.chat.message_requests.call_decided.emit(
        called.call.call_id, Decision.ALWAYS, called.call.arguments
    )
    told = lambda: registry.with_id("hostile/add").entry.description  # noqa: E731
    run_until(lambda: "IGNORE" in told() and not desk.toolbox._running, patience(30))
    _end_reply(desk)
    called = proposed(2)
    asks = called.state is CallState.PROPOSED
    judge.expect(asks, f"the changed tool ran unasked: {called.state}")
    desk.calls.stop(desk.tab.transcript)
    desk.close()


def _end_reply(desk: Any) -> None:
    desk.say(Finished(desk.last().request_id, FinishReason.STOP, *NUMBERS))


def main() -> None:
    name, folder = sys.argv[1], Path(sys.argv[2])
    judge = Judge()
    if name.startswith("pattern"):
        pattern(judge, int(name.split()[1]))
    elif name.startswith("child in the "):
        check_children(judge, folder, name.removeprefix("child in the "))
    elif name == "changes":
        check_changes(judge, folder)
    elif name == "long":
        check_answers(judge, name)
    else:
        misbehaving(judge, name)
    found = {"problems": judge.problems, "seconds": judge.seconds, "said": judge.said}
    os.write(1, json.dumps(found).encode() + b"\n")


if __name__ == "__main__":
    main()
