"""The start-up probe: asks a question, prints the times and quits. Builds of the bundle run it."""

import importlib
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Slot

from app.models.samples import samples
from engine.messages import Delta, Event, Failed, Finished, ModelReady
from ui.state.workspace import Workspace

ANSWERED, FAILED = 0, 1


class Probe(QObject):
    """Asks the first sample's question once the model is ready, then prints one JSON line.

    `with_models` imports all models too, after the times are taken: they must all be in a bundle.
    """

    def __init__(
        self,
        workspace: Workspace,
        close_window: Callable[[], object],
        started: float,
        with_models: bool,
    ) -> None:
        super().__init__(workspace)
        self._with_models = with_models
        self._conversations = workspace.conversations
        self._close_window = close_window
        self._started = started
        self._times: dict[str, float] = {}

    @Slot()
    def painted(self) -> None:
        self._mark("painted_s")
        self._times["painted_cpu_s"] = round(time.process_time(), 3)

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, ModelReady) and "ready_s" not in self._times:
                self._mark("ready_s")
                if chat := self._conversations.front_chat:
                    chat.requests.sample_chosen.emit(samples()[0])
            elif isinstance(event, Delta) and "token_s" not in self._times:
                self._mark("token_s")
            elif isinstance(event, Finished | Failed):
                self._mark("answered_s")
                self._report(event)

    def _mark(self, name: str) -> None:
        self._times[name] = round(time.time() - self._started, 3)

    def _report(self, event: Finished | Failed) -> None:
        chat = self._conversations.front_chat
        answer = chat.transcript.turns[-1].content if chat and chat.transcript.turns else ""
        error = event.message if isinstance(event, Failed) else ""
        report: dict[str, Any] = {**self._times, "answer": answer, "error": error}
        missing = False
        if self._with_models:
            imported = importlib.import_module("app.cli.model_modules").import_models()
            report |= {"models": imported.count, "missing": imported.missing}
            missing = bool(imported.missing)
        sys.stdout.write(json.dumps(report) + "\n")
        sys.stdout.flush()
        self._close_window()
        QCoreApplication.exit(FAILED if missing or not isinstance(event, Finished) else ANSWERED)
