"""Gaps of the window's event loop while Dot streams, against those while it is idle.

A 2 ms timer notes when it runs; a gap is the time between two runs beyond those 2 ms.
uv run python tests/bench/event_loop.py [--quick]
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer

from app.assembly import Assembly
from tests.kit.loop import run_for, run_until
from tests.kit.program_application import program_application
from tests.kit.quick import is_quick
from tests.kit.tabs import new_chat
from ui.state.question import Question

TICK_MS = 2


class Gaps:
    def __init__(self) -> None:
        self.milliseconds: list[float] = []
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(TICK_MS)

    def take(self) -> dict[str, float]:
        found, self.milliseconds = sorted(self.milliseconds), []
        at = min(len(found) - 1, int(len(found) * 0.99))
        return {"p99_ms": round(found[at], 1), "max_ms": round(found[-1], 1), "ticks": len(found)}

    def _tick(self) -> None:
        now = time.perf_counter()
        self.milliseconds.append(max(0.0, (now - self._last) * 1000 - TICK_MS))
        self._last = now


def main() -> None:
    seconds = 6 if is_quick(__doc__) else 30
    _application = program_application()
    with tempfile.TemporaryDirectory() as home:
        parts = Assembly(Path(home))
        parts.show()
        run_until(lambda: parts.requests.models.current is not None)
        tab = parts.window.current_chat()
        gaps = Gaps()
        run_for(seconds / 2)
        idle = gaps.take()
        end, answers = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            if answers % 8 == 0:
                tab = new_chat(parts)
            tab.conversation.requests.submitted.emit(Question("Count from 1 to 29."))
            run_until(lambda tab=tab: not tab.transcript.busy)
            answers += 1
        streaming = gaps.take()
        tokens = sum(turn.usage.generated for turn in tab.transcript.turns)
        parts.close(30)
    figure = {
        "ratio": round(streaming["p99_ms"] / max(idle["p99_ms"], 0.1), 2),
        "streaming": streaming,
        "idle": idle,
        "answers": answers,
        "tokens_in_last_chat": tokens,
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
