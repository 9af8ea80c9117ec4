"""Runs an export or import on a thread, and shows its progress, which can be cancelled."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.base.cancelling import Cancelled
from app.base.mailbox import Mailbox
from engine.errors import Refused
from engine.frozen import frozen
from engine.sentences import say
from ui.state.transfers import Progress
from ui.state.workspace import Workspace

log = logging.getLogger(__name__)

_PROGRESS_SECONDS = 0.05


@frozen
class Outcome:
    """The sentence that ends a task; `kind` is that of a NoticeBar. `done` is False if the task was
    cancelled or failed."""

    sentence: str
    kind: str = "info"
    done: bool = True


class TransferTask(QObject):
    """One run of an export or import. `posted` carries what its function posts to the Qt thread,
    `ended` the Outcome."""

    posted = Signal(object)
    ended = Signal(object)

    def __init__(
        self, title: str, cancel_tip: str, quit_question: str, workspace: Workspace
    ) -> None:
        """`cancel_tip` tells what cancelling leaves behind, `quit_question` what quitting does."""
        super().__init__(workspace)
        self._cancelled = Event()
        # set when the application quits
        self.quitting = Event()
        self._mail = Mailbox(self)
        self._mail.arrived.connect(self._on_mail)
        self._transfers = workspace.transfers
        self._progress = Progress(title, cancel_tip, quit_question, self)
        self._progress.cancelled.connect(self._cancelled.set)
        self._thread: Thread | None = None
        self._shown = 0.0

    def start(
        self,
        run: Callable[["TransferTask"], str],
        path: Path,
        failure: Callable[[str, Exception], str],
    ) -> None:
        """Call `run` with this task on a new thread; it returns the sentence for people. `failure`
        makes one of the name of `path` and an unexpected error."""
        self._failure = failure
        self._transfers.start(self._progress)
        self._thread = Thread(target=self._run, args=(run, path), name="exchange", daemon=True)
        self._thread.start()

    def close(self, timeout: float) -> bool:
        """Cancel because the application quits. Return True if the thread ended within `timeout`
        seconds."""
        self._cancelled.set()
        self.quitting.set()
        if self._thread:
            self._thread.join(timeout)
        self._mail.close()
        return self._thread is None or not self._thread.is_alive()

    # --- on the thread -------------------------------------------------------------------

    def check(self) -> None:
        """Raises Cancelled once a person has cancelled the task."""
        if self._cancelled.is_set():
            raise Cancelled

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the task is, at a bounded rate however short its pieces are."""
        now = time.monotonic()
        if now - self._shown >= _PROGRESS_SECONDS or done >= total:
            self._shown = now
            self._mail.post((done, total))

    def post(self, value: Any) -> None:
        self._mail.post(value)

    def sentence_about(self, error: Exception, path: Path) -> str:
        """Return the sentence for people about what failed, and log what is no refusal."""
        if isinstance(error, Refused):
            return str(error)
        log.warning("%s: export or import failed", path, exc_info=error)
        return self._failure(path.name, error)

    def _run(self, run: Callable[["TransferTask"], str], path: Path) -> None:
        try:
            outcome = Outcome(run(self))
        except Cancelled:
            outcome = Outcome(say("Canceled. Nothing was kept."), done=False)
        except Exception as error:  # noqa: BLE001 - the person must hear of any failure
            outcome = Outcome(self.sentence_about(error, path), "error", done=False)
        self._mail.post(outcome)

    # --- on the Qt thread ----------------------------------------------------------------

    def _on_mail(self, items: list[Any]) -> None:
        for item in items:
            if isinstance(item, Outcome):
                self._mail.close()
                self._progress.ended.emit()
                self.ended.emit(item)
            elif isinstance(item, tuple):
                self._progress.changed.emit(*item)
            else:
                self.posted.emit(item)
