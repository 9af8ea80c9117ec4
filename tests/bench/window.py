"""Gaps of the window's event loop while four answers stream side by side, and what a token costs.

A 2 ms precise timer notes when it runs; a gap is the time between two runs beyond those 2 ms. Four
conversations get 300 tokens a second each, of 5 characters, markdown with code and tables, up to
32,000 characters an answer. The same text then goes through QTextBrowser.setMarkdown for every
update. `ratio` is the p99 gap of setMarkdown over ours. `cpu_p99_ms` and `cpu_max_ms` are what the
thread of the window worked between two runs: other programs of the machine add to the gaps, not to
these. `own_p99_ms` and `own_max_ms` are the gaps without the time that the thread was ready and had
no core, which Linux tells: what a machine with nothing else to do would show. `cpu_ms_per_token` is
CPU time at the length that stands beside it, painting included.
Off screen by default; QT_QPA_PLATFORM=xcb under Xvfb and QT_SCALE_FACTOR=2 are as on a real screen.
--live has Dot answer in four panes, each with a seed of its own, while a fifth chat reads a long
prompt.
uv run python tests/bench/window.py [--quick] [--live]
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QTextBrowser, QWidget

from engine.messages import Channel, Delta
from tests.kit.loop import run_for, run_until
from tests.kit.program_application import program_application
from tests.kit.tabs import new_chat
from ui.conversation.conversation_view import ConversationView
from ui.state.question import Question
from ui.state.requests import AttachmentRequests, MessageRequests
from ui.state.transcript import Transcript
from ui.state.turn import Turn

SCHEDULED = Path("/proc/thread-self/schedstat")
TICK_MS = 2
FRAME_MS = 33
TOKEN = 5
RATE = 300
PANES = 4
LONGEST = 32_000
LENGTHS = (2_000, 8_000, 32_000)
PIECE = """## Part of an answer

Some words with **bold**, *italic* and `code` in them, and a [link](https://example.org), so that a
paragraph has more than one line and more than one format, as answers of models do.

- one thing
- another, which says more than the first one does
  1. inside of it
  2. and once more

```python
def area(width: float, height: float) -> float:
    \"\"\"Of a rectangle.\"\"\"
    if width < 0 or height < 0:
        raise ValueError(f"no such rectangle: {width} x {height}")
    return width * height
```

| name | value | what it says |
|------|------:|--------------|
| a    | 1     | the first    |
| b    | 22    | the *second* |

> quoted words of someone else

"""
TEXT = (PIECE * (LONGEST // len(PIECE) + 1))[:LONGEST]


class WorkGaps:
    def __init__(self) -> None:
        self._found: list[float] = []
        self._work: list[float] = []
        self._own: list[float] = []
        self._start()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(TICK_MS)

    def take(self) -> dict[str, float]:
        found, self._found = sorted(self._found), []
        work, self._work = sorted(self._work), []
        own, self._own = sorted(self._own), []
        at = min(len(found) - 1, int(len(found) * 0.99))
        over = sum(gap > FRAME_MS for gap in found)
        return {
            "p50_ms": round(found[len(found) // 2], 1),
            "p99_ms": round(found[at], 1),
            "max_ms": round(found[-1], 1),
            "own_p99_ms": round(own[at], 1),
            "own_max_ms": round(own[-1], 1),
            "cpu_p99_ms": round(work[at], 1),
            "cpu_max_ms": round(work[-1], 1),
            "over_33_ms": over,
            "ticks": len(found),
        }

    def hold(self, on: bool) -> None:
        """Pause the recording of gaps, or resume it."""
        self._timer.stop() if on else self._timer.start(TICK_MS)
        self._start()

    def _start(self) -> None:
        self._last, self._worked, self._waited = time.perf_counter(), time.thread_time(), waited()

    def _tick(self) -> None:
        last, worked, waited_before = self._last, self._worked, self._waited
        self._start()
        gap = (self._last - last) * 1000 - TICK_MS
        self._found.append(max(0.0, gap))
        self._own.append(max(0.0, gap - (self._waited - waited_before)))
        self._work.append((self._worked - worked) * 1000)


def touch_mouse(window: QWidget) -> None:
    """Move the mouse, so that a person seems to be there: the collection of all garbage waits."""
    # A mouse that is moved to where it stands makes no event.
    for x in (10, 11):
        QTest.mouseMove(window, QPoint(x, 10))


def waited() -> float:
    """Return the milliseconds for which this thread was ready but had no core, or 0 if unknown."""
    if not SCHEDULED.exists():
        return 0.0
    return int(SCHEDULED.read_text().split()[1]) / 1e6


class Ours:
    """A conversation with one growing answer."""

    def __init__(self) -> None:
        self.transcript = Transcript()
        self.widget = ConversationView(self.transcript, MessageRequests(), AttachmentRequests())
        self._request = 0

    def begin(self) -> None:
        self._request += 1
        self.transcript.add_question(Question("Tell me more."))
        self.transcript.begin_reply(self._request)

    @property
    def behind(self) -> bool:
        return self.widget.message(-1).unfinished

    def add(self, text: str) -> None:
        self.transcript.apply(Delta(self._request, Channel.CONTENT, text))


class SetMarkdown:
    """The usual approach: set the whole text again at every update, 30 times a second."""

    def __init__(self) -> None:
        self.widget = QTextBrowser()
        self._text = ""
        self._frame = QTimer(self.widget, interval=FRAME_MS, singleShot=True)
        self._frame.timeout.connect(self._show)

    @property
    def behind(self) -> bool:
        return self._frame.isActive()

    def begin(self) -> None:
        self._text = ""

    def add(self, text: str) -> None:
        self._text += text
        if not self._frame.isActive():
            self._frame.start()

    def _show(self) -> None:
        self.widget.setMarkdown(self._text)
        self.widget.moveCursor(QTextCursor.MoveOperation.End)


class Feed:
    """Gives tokens to all panes at a steady rate; each pane starts at another place of the text."""

    def __init__(self, panes: Sequence[Ours | SetMarkdown], done: int) -> None:
        self._panes = panes
        self._at = [done + 400 * number for number in range(len(panes))]
        self._given = 0
        for pane, at in zip(panes, self._at, strict=True):
            pane.begin()
            pane.add(TEXT[:at])
        self._timer = QTimer(interval=16, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._give)

    def run(self, seconds: float) -> None:
        self._began = time.perf_counter()
        self._timer.start()
        run_for(seconds)
        self._timer.stop()

    def _give(self) -> None:
        wanted = int((time.perf_counter() - self._began) * RATE)
        for _ in range(wanted - self._given):
            for number, pane in enumerate(self._panes):
                at = self._at[number]
                if at >= LONGEST:
                    pane.begin()
                    at = 0
                pane.add(TEXT[at : at + TOKEN])
                self._at[number] = at + TOKEN
        self._given = wanted


def side_by_side(widgets: list[QWidget]) -> QWidget:
    result = QWidget()
    row = QHBoxLayout(result)
    row.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        row.addWidget(widget)
    result.resize(1440, 860)
    result.show()
    return result


def streaming(
    kind: type[Ours] | type[SetMarkdown], starts: tuple[int, ...], seconds: float
) -> dict:
    """Return the gaps with answers that have `starts` characters at first."""
    panes = [kind() for _ in range(PANES)]
    shown = side_by_side([pane.widget for pane in panes])
    gaps = WorkGaps()
    gaps.hold(True)
    busy = 0.0
    for start in starts:
        feed = Feed(panes, start)
        run_for(0.2)
        run_until(lambda: not any(pane.behind for pane in panes))
        cpu = time.process_time()
        gaps.hold(False)
        feed.run(seconds / len(starts))
        gaps.hold(True)
        busy += time.process_time() - cpu
    shown.close()
    return {**gaps.take(), "cpu_share": round(busy / seconds, 2)}


def cost_per_token(length: int) -> float:
    """Return the CPU milliseconds for a token of an answer of about `length` characters.

    At every length the same text arrives, two whole pieces, in a pane that is full, so that there
    is the same to write and to paint.
    """
    pane = Ours()
    shown = side_by_side([pane.widget])
    pane.begin()
    pane.add(PIECE * 3)
    end = length // len(PIECE) * len(PIECE)
    start = max(0, end - 2 * len(PIECE))
    pane.begin()
    pane.add(TEXT[:start])
    run_for(0.2)
    run_until(lambda: not pane.behind)
    began, tokens = time.process_time(), 0
    for at in range(start, end, 10 * TOKEN):
        for token in range(at, min(at + 10 * TOKEN, end), TOKEN):
            pane.add(TEXT[token : token + TOKEN])
            tokens += 1
        pane.widget.show_changes()
        shown.grab()
        QApplication.sendPostedEvents()
    spent = time.process_time() - began
    shown.close()
    return round(spent * 1000 / tokens, 3)


def opening(count: int = 5000) -> dict[str, float]:
    """Return the best of three times to paint a conversation, in milliseconds of CPU and clock."""
    transcript = Transcript()
    for number in range(count // 2):
        transcript.add(Turn("user", f"Question {number}: tell me more."))
        transcript.add(Turn("assistant", PIECE))
    found = []
    for _ in range(3):
        cpu, clock = time.process_time(), time.perf_counter()
        view = ConversationView(transcript, MessageRequests(), AttachmentRequests())
        view.resize(900, 860)
        view.show()
        view.grab()
        spent = (time.process_time() - cpu) * 1000, (time.perf_counter() - clock) * 1000
        found.append(spent)
        view.close()
        view.deleteLater()
        run_for(0.1)
    return {
        "messages": count,
        "cpu_ms": round(min(cpu for cpu, _ in found), 1),
        "ms": round(min(clock for _, clock in found), 1),
    }


def live(seconds: float) -> dict:
    """Measure Dot in four panes, each with its own seed, beside a chat with a long prompt."""
    from app.assembly import Assembly

    with tempfile.TemporaryDirectory() as home:
        parts = Assembly(Path(home))
        parts.show()
        run_until(lambda: parts.requests.models.current is not None)
        tabs = [new_chat(parts) for _ in range(PANES)]
        reader = new_chat(parts)
        for seed, tab in enumerate(tabs, 1):
            options = tab.chat.options.usable
            sampling = replace(options.sampling, seed=seed, temperature=0.8)
            tab.chat.options.set(replace(options, sampling=sampling))
        panes = [
            ConversationView(tab.transcript, MessageRequests(), AttachmentRequests())
            for tab in tabs
        ]
        shown = side_by_side(list[QWidget](panes))
        gaps = WorkGaps()
        end, prompts, answers = time.monotonic() + seconds, 0, 0
        while time.monotonic() < end:
            for tab in tabs:
                if not tab.transcript.busy:
                    tab.conversation.requests.submitted.emit(Question("Count from 1 to 29."))
                    answers += 1
            if not reader.transcript.busy:
                reader.conversation.requests.submitted.emit(Question("Many words to read. " * 100))
                prompts += 1
            run_for(0.05)
        found = gaps.take()
        shown.close()
        parts.close(30)
    return {**found, "answers": answers, "long_prompts": prompts}


def report(name: str, measure: Callable[[], dict]) -> dict:
    found = measure()
    print(f"{name}: {json.dumps(found)}", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--live", action="store_true")
    args = parser.parse_args()
    _application = program_application()
    if args.live:
        print(json.dumps(live(8 if args.quick else 30)))
        return
    seconds, starts = (6, (16_000,)) if args.quick else (30, (0, 12_000, 24_000))
    opened = report("opening", opening)
    tokens = report("cpu_ms_per_token", lambda: {str(it): cost_per_token(it) for it in LENGTHS})
    ours = report("ours", lambda: streaming(Ours, starts, seconds))
    other = report("setMarkdown", lambda: streaming(SetMarkdown, starts, seconds))
    figure = {
        "ratio": round(other["p99_ms"] / max(ours["p99_ms"], 0.1), 2),
        "ours": ours,
        "set_markdown": other,
        "cpu_ms_per_token": tokens,
        "opening": opened,
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
