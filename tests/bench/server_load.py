"""Many clients at once at the server beside the window, and clients that leave at random moments.

64 clients ask all APIs for 60 seconds, and each answer is checked to be whole. `own_p99_ms` is a
gap of the window's event loop as in window.py, without the time that its thread had no core. 1,000
clients then leave while they wait for the window's own answer, for a load, for the first token, or
inside a stream: the window asks Dot, and Dot is unloaded, again and again. What is `left` of them
(requests, reserved memory, descriptors, threads, tasks, files) should be nothing, as should
`faults` and `mixed`. `ratio` is the p99 gap over the 16 ms of a frame.

uv run python tests/bench/server_load.py [--quick]
"""

import json
import multiprocessing
import os
import sys
import tempfile
import time
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from socket import create_server
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

from PySide6.QtCore import QTimer

from app.assembly import Assembly
from app.base.paths import DOT
from engine.messages import UnloadModel
from tests.bench.window import WorkGaps
from tests.kit.loop import run_for, run_until
from tests.kit.program_application import program_application
from tests.kit.quick import is_quick
from tests.kit.server_clients import crowd, leave, traces
from tests.kit.tabs import new_chat
from ui.state.question import Question

FRAME_MS = 16
CLIENTS = 64


class Beside:
    """The application with its server on, and clients in a process of their own."""

    def __init__(self, home: Path) -> None:
        self._parts = parts = Assembly(home)
        parts.show()
        run_until(lambda: parts.requests.models.current is not None)
        with create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        parts.preferences.change(server_port=self._port, server_on=True)
        self._state = parts.workspace.server
        run_until(lambda: bool(self._state.address))
        self.gaps = WorkGaps()
        self._clients = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
        self.wait(self._clients.submit(crowd, self._state.address, self._state.token, 8, 0.0))

    def wait(self, work: Future[Any]) -> Any:
        run_until(work.done, limit=900)
        return work.result()

    def crowd(self, seconds: float) -> dict[str, Any]:
        """Let clients ask, and return what they got and the gaps meanwhile."""
        self.gaps.take()
        run_for(5)
        alone = self.gaps.take()
        address, token = self._state.address, self._state.token
        began = time.monotonic()
        asked = self._clients.submit(crowd, address, token, CLIENTS, seconds, 1)
        found = self.wait(asked)
        seconds = time.monotonic() - began
        return {
            "clients": CLIENTS,
            "seconds": round(seconds, 1),
            "requests": found.requests,
            "faults": len(found.faults),
            "first_faults": found.faults[:5],
            "mixed": len(found.mixed),
            "gaps": self.gaps.take(),
            "gaps_alone": alone,
        }

    def leave(self, times: int) -> dict[str, Any]:
        """Let clients leave, and return what is left of them."""
        parts = self._parts
        before = self._settled()
        left = self._clients.submit(leave, self._port, self._state.token, times, 2, 0.05)
        chats = [new_chat(parts)]
        acts = QTimer(interval=700)
        acts.timeout.connect(partial(self._disturb, chats))
        acts.start()
        met = self.wait(left)
        acts.stop()
        run_until(lambda: not parts.workspace.conversations.busy)
        after = self._settled()
        stats = parts.workspace.engine.stats
        return {
            "times": times,
            "met": met,
            "left": dict(after - before),
            "requests": len(stats.requests),
            "reserved": stats.reserved,
        }

    def _disturb(self, chats: list[Any]) -> None:
        """Ask something in the window, or unload the model of both."""
        if chats[-1].transcript.busy:
            return
        if len(chats) % 2:
            chats.append(new_chat(self._parts))
            chats[-1].conversation.requests.submitted.emit(Question("Count from 1 to 29."))
        else:
            chats.append(chats[-1])
            unload = partial(UnloadModel, model_id=str(DOT))
            self._parts.requests.client.send(unload, lambda event: None)

    def _settled(self) -> Any:
        """Return the traces once the engine has nothing to do."""
        engine = self._parts.workspace.engine
        run_until(lambda: not engine.stats.requests and not engine.stats.reserved)
        run_for(1)
        return traces()

    def close(self) -> bool:
        self._clients.shutdown()
        return self._parts.close(30)


def main() -> None:
    quick = is_quick(__doc__)
    _application = program_application()
    with tempfile.TemporaryDirectory() as home:
        beside = Beside(Path(home))
        asked = beside.crowd(6 if quick else 60)
        print(json.dumps(asked), flush=True)
        left = beside.leave(60 if quick else 1000)
        print(json.dumps(left), flush=True)
        closed = beside.close()
    figure = {
        "ratio": round(asked["gaps"]["own_p99_ms"] / FRAME_MS, 2),
        "p99_ms": asked["gaps"]["p99_ms"],
        "lost": asked["faults"] + asked["mixed"],
        "left": left["left"] | {"requests": left["requests"], "reserved": left["reserved"]},
        "closed": closed,
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
