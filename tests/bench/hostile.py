"""Gaps of the window's event loop while it shows content made to block it.

The window of the application with its engine, whose answers are made by hand here: each comes in
thirty pieces, one in 16 ms, and then all that is left to do is waited for. A 2 ms precise timer
notes when it runs, as in window.py: `max_ms` is the longest time between two runs beyond 2 ms,
`cpu_max_ms` the most that the thread of the window worked between two. `ratio` is the longest gap
over the 200 ms that are allowed, `cpu_ratio` the same of work: other programs of the machine add to
the first, not to this.
uv run python tests/bench/hostile.py [--quick]
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QMimeData, QTimer

from app.assembly import Assembly
from engine.messages import (
    Channel,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from tests.bench.window import WorkGaps
from tests.kit.loop import run_for, run_until
from tests.kit.program_application import program_application
from tests.kit.quick import is_quick
from tests.kit.tabs import new_chat, new_comparison, show_tab
from ui.compare.compare_tab import CompareTab
from ui.compare.differences import DifferencesWindow
from ui.conversation.find_bar import FindBar
from ui.state.called_tool import CallState
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.tabs.chat_tab import ChatTab

ALLOWED_MS = 200
PIECES = 30
PIECE_MS = 16
LIMIT = 120
LINE = "word " * 200_000
WORD = "x" * 1_000_000
ANSWERS = {
    "20,000 items": "".join(f"- item {number}\n" for number in range(20_000)),
    "deep quotes": "".join("> " * number + "a\n" for number in range(2000)),
    "deep lists": "".join("  " * number + "- a\n" for number in range(500)),
    "a line of 1 MB": LINE,
    "a word of 1 MB": WORD,
    "HTML": '<img src="https://e.example/p.png"><script>x()</script><style>*{}</style>\n' * 3000,
    "links": "[a](file:///etc/passwd) [b](javascript:x) <https://e.example> " * 5000,
    "remote images": "![p](https://e.example/p.png) ![q](data:image/png;base64,AAAA)\n" * 4000,
    "a table of 20,000 rows": "|a|b|\n|-|-|\n" + "|x|y|\n" * 20_000,
    "a table of 1,000 columns": "|a" * 1000 + "|\n" + "|-" * 1000 + "|\n" + "|x" * 1000 + "|\n",
    "formulas": "$x_1^2 + \\frac{1}{2}$ and " * 4000,
    "open formulas": "\\(" * 20_000,
    "code of 1 MB": "```python\n" + "x = f(1) + 'a'  # words\n" * 40_000,
    "a line of code of 1 MB": "```c\n" + "/* " * 330_000,
    "combining signs": "a" + "\u0301" * 100_000,
    "right to left": "\u202e" + "\u05d0\u0627 " * 60_000,
}
QUICK = ("20,000 items", "deep quotes", "a word of 1 MB", "HTML")


class Hostile:
    """Each method does one thing to the window; `measure` times how long it blocks."""

    def __init__(self, parts: Assembly) -> None:
        self.parts = parts
        self.gaps = WorkGaps()
        self.gaps.hold(True)
        self.found: dict[str, dict[str, float]] = {}
        self._requests = 0

    def measure(self, name: str, act: Callable[[], None], ready: Callable[[], bool]) -> None:
        """Measure from the start of `act` until `ready` holds and no work is left."""
        self.gaps.hold(False)
        QTimer.singleShot(4, act)
        run_for(0.1)
        run_until(ready, LIMIT)
        run_for(0.1)
        self.gaps.hold(True)
        figures = self.gaps.take()
        self.found[name] = {key: figures[key] for key in ("max_ms", "cpu_max_ms")}
        print(f"{name}: {json.dumps(self.found[name])}", flush=True)

    def begin(self, question: str = "Tell me more.") -> tuple[ChatTab, int]:
        tab = new_chat(self.parts)
        self._requests -= 1
        tab.transcript.add_question(Question(question))
        tab.transcript.begin_reply(self._requests)
        run_for(0.1)
        return tab, self._requests

    def stream(self, tab: ChatTab, request: int, text: str, channel: Channel) -> "PieceFeed":
        return PieceFeed(tab.transcript, request, text, channel)

    def answer(self, name: str, text: str, channel: Channel = Channel.CONTENT) -> ChatTab:
        tab, request = self.begin()
        feeds: list[PieceFeed] = []
        self.measure(
            name,
            lambda: feeds.append(self.stream(tab, request, text, channel)),
            lambda: bool(feeds) and feeds[0].ended and not tab.view.message(-1).unfinished,
        )
        return tab

    def window_changes(self, tab: ChatTab, name: str) -> None:
        """Resize a long answer, leave and reopen it, search and copy it, and change its colors."""
        window, done = self.parts.window, lambda: not tab.view.message(-1).unfinished
        size = window.size()
        self.measure(f"{name}: resized", lambda: window.resize(900, 600), done)
        window.resize(size)
        other = new_chat(self.parts)
        run_until(lambda: window.current_tab() is other)
        self.measure(f"{name}: shown again", lambda: show_tab(window, tab.chat_id), done)
        tab.view.open_find()
        field = tab.view.findChildren(FindBar)[0].field
        self.measure(f"{name}: searched", lambda: field.setText("e"), done)
        field.clear()

    def question(self) -> None:
        """Ask one very long line, which also becomes the title of the chat."""
        tab = new_chat(self.parts)
        act = lambda: tab.conversation.requests.submitted.emit(Question(LINE[:200_000]))  # noqa: E731
        self.measure("a question of 200 kB", act, lambda: not tab.transcript.busy)

    def calls(self) -> None:
        tab, request = self.begin()
        call = ToolInvocation("f", json.dumps({"a": WORD}), "long")
        done = lambda: not tab.view.message(-1).unfinished  # noqa: E731
        act = lambda: tab.transcript.apply(ToolCall(request, call))  # noqa: E731
        self.measure("arguments of 1 MB", act, done)
        result = LINE + "\n" + WORD
        state = CallState.DONE
        self.measure(
            "a result of 2 MB",
            lambda: tab.transcript.change_call("long", state=state, result=result, title=WORD),
            done,
        )

    def failure(self) -> None:
        tab, request = self.begin()
        act = lambda: tab.transcript.apply(Failed(request, LINE))  # noqa: E731
        self.measure("an error of 1 MB", act, lambda: not tab.view.message(-1).unfinished)

    def paste(self, name: str, text: str) -> None:
        """Measure a paste until it is attached as a file or shown in the field."""
        tab = new_chat(self.parts)
        run_for(0.2)
        data = QMimeData()
        data.setText(text)
        composer = tab.composer
        self.measure(
            name,
            lambda: composer.editor.insertFromMimeData(data),
            lambda: bool(composer.draft.attachments or composer.editor.toPlainText()),
        )
        composer.editor.clear()

    def differences(self, name: str, left: str, right: str) -> None:
        tab = new_comparison(self.parts)
        tab.chat.begin_round(Question("Why?"))
        for pane, text in zip(tab.panes, (left, right), strict=True):
            self._requests -= 1
            pane.transcript.add_question(Question("Why?"))
            pane.transcript.begin_reply(self._requests)
            pane.transcript.apply(Delta(self._requests, Channel.CONTENT, text))
            pane.transcript.apply(_finished(self._requests))
        run_until(lambda: not _behind(tab), LIMIT)
        shown: list[DifferencesWindow] = []

        def show() -> None:
            shown.append(DifferencesWindow(tab.comparison, tab))
            shown[0].show()

        self.measure(name, show, lambda: bool(shown) and shown[0].view.complete)
        self.measure(f"{name}: next", lambda: shown[0].view.step(1), lambda: True)
        shown[0].close()

    def long_conversation(self, count: int = 4000) -> None:
        tab = new_chat(self.parts)
        for number in range(count // 2):
            tab.transcript.add_question(Question(f"Question {number}: tell me more."))
            tab.transcript.add(Turn("assistant", "Some words. " * 60))
        run_for(0.3)
        tab.view.open_find()
        field = tab.view.findChildren(FindBar)[0].field
        self.measure("4,000 messages: searched", lambda: field.setText("e"), lambda: True)
        field.clear()
        act = lambda: tab.conversation.requests.submitted.emit(Question("And now?"))  # noqa: E731
        self.measure("4,000 messages: asked on", act, lambda: not tab.transcript.busy)


class PieceFeed:
    def __init__(self, transcript: Transcript, request: int, text: str, channel: Channel) -> None:
        self._transcript, self._request, self._channel = transcript, request, channel
        size = max(1, -(-len(text) // PIECES))
        self._pieces = [text[at : at + size] for at in range(0, len(text), size)]
        self.ended = False
        self._timer = QTimer(interval=PIECE_MS)
        self._timer.timeout.connect(self._give)
        self._timer.start()

    def _give(self) -> None:
        if self._pieces:
            text = self._pieces.pop(0)
            self._transcript.apply(Delta(self._request, self._channel, text))
            return
        self._timer.stop()
        self._transcript.apply(_finished(self._request))
        self.ended = True


def _finished(request: int) -> Finished:
    return Finished(request, FinishReason.STOP, Usage(), Timings())


def _behind(tab: CompareTab) -> bool:
    return any(pane.view.message(-1).unfinished for pane in tab.panes)


def run_cases(hostile: Hostile, *, quick: bool) -> None:
    for name in QUICK if quick else ANSWERS:
        tab = hostile.answer(name, ANSWERS[name])
        if name == "20,000 items" or not quick:
            hostile.window_changes(tab, name)
        hostile.parts.window.workspace.requests.closed.emit(tab.chat_id)
    hostile.question()
    hostile.paste("a paste of 10 MB", "word " * 2_000_000)
    hostile.paste("a paste that stays text", "word " * 39_000)
    if quick:
        return
    hostile.answer("reasoning of 1 MB", LINE, Channel.REASONING)
    hostile.calls()
    hostile.failure()
    hostile.paste("a paste of 10 MB without lines", "x" * 10_000_000)
    hostile.paste("a paste of 20,000 lines", "\n" * 20_000)
    hostile.paste("a paste of 190,000 lines", "\n" * 190_000)
    hostile.differences("differences", "one two three " * 8000, "one three two " * 8000)
    hostile.differences("differences of words", WORD, WORD[:-1] + "y")
    hostile.long_conversation()


def main() -> None:
    quick = is_quick(__doc__)
    _application = program_application()
    with tempfile.TemporaryDirectory() as home:
        parts = Assembly(Path(home))
        parts.show()
        run_until(lambda: parts.requests.models.current is not None)
        run_for(1)
        hostile = Hostile(parts)
        run_cases(hostile, quick=quick)
        parts.close(30)
    longest = max(figures["max_ms"] for figures in hostile.found.values())
    work = max(figures["cpu_max_ms"] for figures in hostile.found.values())
    figure = {
        "ratio": round(longest / ALLOWED_MS, 3),
        "cpu_ratio": round(work / ALLOWED_MS, 3),
        "longest_ms": longest,
        "most_cpu_ms": work,
        "cases": hostile.found,
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
