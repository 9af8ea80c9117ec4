"""The start-up probe: asks one question, prints the times and quits. Installers run it."""

import json
import sys
import time

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication

from app.models.library import samples
from engine.messages import Event, Failed, Finished, ModelReady
from ui.window.main_window import MainWindow

ANSWERED, FAILED = 0, 1


class Probe(QObject):
    """Asks the first sample's question once the model is ready, then prints one JSON line."""

    def __init__(self, window: MainWindow, started: float) -> None:
        super().__init__(window)
        self._window = window
        self._started = started
        self._times: dict[str, float] = {}

    @Slot()
    def painted(self) -> None:
        self._mark("painted_s")

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, ModelReady) and "ready_s" not in self._times:
                self._mark("ready_s")
                self._window.current_chat().chat.requests.sample_chosen.emit(samples()[0])
            elif isinstance(event, Finished | Failed):
                self._mark("answered_s")
                self._report(event)

    def _mark(self, name: str) -> None:
        self._times[name] = round(time.time() - self._started, 3)

    def _report(self, event: Finished | Failed) -> None:
        turns = self._window.current_chat().transcript.turns
        answer = turns[-1].content if turns else ""
        error = event.message if isinstance(event, Failed) else ""
        report = {**self._times, "answer": answer, "error": error}
        sys.stdout.write(json.dumps(report) + "\n")
        sys.stdout.flush()
        self._window.close()
        QApplication.exit(ANSWERED if isinstance(event, Finished) else FAILED)
