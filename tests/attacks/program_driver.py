"""The whole application off screen, driven by a script: each line of stdin is a command as a JSON
object, and each line of stdout reports what the window does, with the time.

uv run python -m tests.attacks.program_driver [arguments of the application]
"""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSocketNotifier, QTimer

from app import __main__, assembly
from app.transfer.task import Outcome, TransferTask
from engine.messages import SamplingParams
from tests.kit.driver_output import tell
from tests.kit.tabs import new_chat
from ui.state.conversation_entry import HistoryFilter
from ui.state.question import Question
from ui.tabs.chat_tab import ChatTab

if TYPE_CHECKING:
    from collections.abc import Callable

BEAT_MS = 50
LOOK_MS = 100


class Pilot(QObject):
    """Does what a person would do, and reports what a person would see."""

    def __init__(self, parts: assembly.Assembly) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._requests = parts.requests
        self._said = b""
        self._shown: dict[str, Any] = {}
        self._watch()
        self._commands: dict[str, Callable[..., object]] = {
            "ask": self._ask,
            "new": lambda: new_chat(parts),
            "stop": self._stop,
            "look": self._look_around,
            "tell": self._tell_texts,
            "import": self._import,
            "export": self._export,
            "open": lambda path: parts.desktop.external_files.open([Path(path)]),
        }
        os.set_blocking(0, False)
        self._input = QSocketNotifier(0, QSocketNotifier.Type.Read, self)
        self._input.activated.connect(self._read)
        tell(opened=True, trouble=str(parts.store.problem))
        for notice in parts.store.notices:
            tell(notice=str(notice))

    def _watch(self) -> None:
        self._beat = QTimer(self, interval=BEAT_MS)
        self._beat.timeout.connect(lambda: tell(beat=True))
        self._beat.start()
        self._looks = QTimer(self, interval=LOOK_MS)
        self._looks.timeout.connect(self._tell_growth)
        self._looks.start()
        store = self._parts.store
        store.problem_changed.connect(lambda it: tell(problem=str(it)))
        store.noticed.connect(lambda it: tell(notice=str(it)))

    def _read(self) -> None:
        found = os.read(0, 1 << 16)
        if not found:
            self._input.setEnabled(False)
            return
        *lines, self._said = (self._said + found).split(b"\n")
        for line in lines:
            command: dict[str, Any] = json.loads(line)
            self._commands[command.pop("do")](**command)

    @property
    def _tab(self) -> ChatTab:
        return self._window.current_chat()

    def _ask(self, text: str, model: str = "", tokens: int = 30) -> None:
        tab = self._tab
        if model:
            self._requests.models.choose(tab.chat, model)
        tab.chat.options.change(sampling=SamplingParams(max_tokens=tokens))
        tab.conversation.requests.submitted.emit(Question(text))

    def _stop(self) -> None:
        self._tab.conversation.requests.stopped.emit()

    def _tell_growth(self) -> None:
        transcript = self._tab.transcript
        length = sum(len(it.content) + len(it.reasoning) for it in transcript.turns)
        state = {"shown": length, "busy": transcript.busy}
        if state != self._shown:
            self._shown = state
            tell(**state)

    def _look_around(self) -> None:
        """Read the database: the list, and the messages of every conversation."""
        store = self._parts.store
        ids = store.conversation_ids()
        tell(looked=len(store.entries(HistoryFilter())), read=[len(store.messages(i)) for i in ids])

    def _tell_texts(self) -> None:
        turns = self._tab.transcript.turns
        error = next((str(it.error) for it in reversed(turns) if it.error), "")
        tell(texts=[it.content for it in turns], error=error)

    def _import(self, path: str) -> None:
        self._follow(self._parts.exchange.imports.take(Path(path)))

    def _export(self, path: str) -> None:
        self._follow(self._parts.exchange.exports.write_everything(Path(path)))

    def _follow(self, work: TransferTask | None) -> None:
        def ended(it: Outcome) -> None:
            tell(ended=str(it.sentence), kind=it.kind)

        if work is None:
            tell(ended="", kind="none")
        else:
            work.ended.connect(ended)


class Piloted(assembly.Assembly):
    def show(self) -> None:
        super().show()
        self._pilot = Pilot(self)


if __name__ == "__main__":
    assembly.Assembly = Piloted
    sys.exit(__main__.main())
