"""The longest work of the window's thread in a long session: open, compare, stream, search, close.

The real application runs off screen over a store of 2,000 chats. Chats and a comparison with four
panes get answers of our own at 300 tokens a second each, while a person types, switches tabs,
searches, changes the zoom and opens windows. `stalls` counts the pieces of work over 50 ms of CPU
time by what was going on, `worst_ms` is the longest; `ratio` is that over 50 ms.
uv run python tests/bench/stalls.py [--quick]
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.assembly import Assembly
from app.database.store import Store
from engine.messages import Channel, Delta, Finished, FinishReason, Timings, Usage
from tests.bench.filled_history import fill_store
from tests.bench.window import RATE, TEXT, TOKEN, WorkGaps, touch_mouse
from tests.kit.loop import run_for, run_until
from tests.kit.program_application import program_application
from tests.kit.quick import is_quick
from tests.kit.tabs import new_chat, new_comparison
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.window.commands.all_commands import commands

STALL_MS = 50
TICK = 0.016
PANES = 4
ACTS = (
    ("type", "type a letter"),
    ("command", "palette"),
    ("command", "settings"),
    ("command", "models"),
    ("command", "zoom_in"),
    ("command", "zoom_reset"),
    ("command", "stats"),
    ("search", "en"),
    ("open", "an old chat"),
    ("step", "to the next tab"),
)
_request_ids = count(2_000_000_000)


def answer(transcripts: list[Transcript], seconds: float) -> Iterator[None]:
    """Stream an answer into each transcript at RATE, in steps of TICK."""
    requests = [next(_request_ids) for _ in transcripts]
    for request, transcript in zip(requests, transcripts, strict=True):
        transcript.begin_reply(request)
    began, given, tokens = time.perf_counter(), 0, int(seconds * RATE)
    while given < tokens:
        wanted = min(tokens, int((time.perf_counter() - began) * RATE))
        for at in range(given, wanted):
            for request, transcript in zip(requests, transcripts, strict=True):
                piece = TEXT[at * TOKEN % len(TEXT) :][:TOKEN]
                transcript.apply(Delta(request, Channel.CONTENT, piece))
        given = wanted
        yield
    usage = Usage(prompt=20, generated=tokens, content=tokens)
    for request, transcript in zip(requests, transcripts, strict=True):
        ended = Finished(request, FinishReason.STOP, usage, Timings(0.1, decode=seconds))
        transcript.apply(ended)


class Session:
    """Does one thing after another, and notes the work of each."""

    def __init__(self, parts: Assembly) -> None:
        self._parts, self._window = parts, parts.window
        self._commands = {it.command_id: it.run for it in commands(parts.window)}
        self._gaps = WorkGaps()
        self.found: dict[str, list[float]] = {}

    def note(self, name: str) -> None:
        run_for(0.01)
        worked = self._gaps.take()["cpu_max_ms"]
        self.found.setdefault(name, []).append(worked)

    def do(self, name: str, act: Callable[[], object]) -> None:
        touch_mouse(self._window)
        act()
        run_for(0.15)
        self.note(name)

    def stream(self, name: str, transcripts: list[Transcript], seconds: float) -> None:
        """Stream answers; a third of the way a person begins to do other things."""
        acts = iter(ACTS)
        pause, due = seconds / (len(ACTS) + 4), seconds / 3
        began = time.perf_counter()
        for _ in answer(transcripts, seconds):
            run_for(TICK)
            if time.perf_counter() - began > due and (act := next(acts, None)):
                self.note(name)
                self.do(f"{name}, {act[1]}", partial(self._act, *act))
                self._close_others()
                due += pause
        self.note(name)

    def _act(self, kind: str, what: str) -> None:
        if kind == "command":
            self._commands[what]()
        elif kind == "type":
            self._window.current_tab().composer.editor.insertPlainText("word ")
        elif kind == "search":
            self._window.sidebar.search.field.setText(what)
        elif kind == "open":
            ids = self._parts.workspace.history.source.conversation_ids()
            self._parts.controller.conversations.open(ids[len(self.found) * 7 % len(ids)])
        else:
            self._window.step(1)

    def _close_others(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if widget.isVisible() and widget is not self._window:
                widget.close()
        self._window.sidebar.search.field.clear()
        run_for(0.05)

    def run(self, newest: int, rounds: int, seconds: float) -> None:
        parts, opened = self._parts, self._parts.controller.conversations
        self.do("open 200 messages", lambda: opened.open(newest))
        for _ in range(rounds):
            chat = new_chat(parts)
            self.note("new chat")
            chat.transcript.add_question(Question("Tell me more."))
            self.stream("one answer", [chat.transcript], seconds)
            tab = new_comparison(parts)
            while len(tab.chat.panes) < PANES:
                tab.add_pane(tab.chat.panes[-1].settings)
            self.note("new comparison")
            tab.chat.begin_round(Question("Tell me more."))
            for transcript in tab.chat.transcripts:
                transcript.add_question(Question("Tell me more."))
            self.stream("four answers", list(tab.chat.transcripts), seconds)
            self.do("close", self._commands["close_chat"])
            self.do("reopen", self._commands["reopen_chat"])


def measure(home: Path, rounds: int, seconds: float) -> dict[str, object]:
    store = Store(home)
    newest, _ = fill_store(store, 2000)
    store.close()
    parts = Assembly(home)
    parts.window.resize(1440, 900)
    parts.show()
    run_until(lambda: parts.requests.models.current is not None)
    run_for(2)
    session = Session(parts)
    session.run(newest, rounds, seconds)
    began = time.thread_time()
    parts.close(30)
    closing = round((time.thread_time() - began) * 1000, 1)
    worst = {name: max(found) for name, found in session.found.items()}
    worst = dict(sorted(worst.items(), key=lambda it: -it[1])[:12])
    stalls = {
        name: count
        for name, found in session.found.items()
        if (count := sum(it > STALL_MS for it in found))
    }
    longest = max(worst.values())
    ratio = round(longest / STALL_MS, 2)
    return {
        "ms": worst,
        "stalls": stalls,
        "closing_ms": closing,
        "worst_ms": longest,
        "ratio": ratio,
    }


def main() -> None:
    quick = is_quick(__doc__)
    _application = program_application()
    with tempfile.TemporaryDirectory() as home:
        print(json.dumps(measure(Path(home), 1 if quick else 4, 6 if quick else 20)))


if __name__ == "__main__":
    main()
