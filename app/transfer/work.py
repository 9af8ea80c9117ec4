"""Work on files that takes a while: on a thread, counted in a dialog, cancelled by a person."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.base.mailbox import Mailbox
from app.transfer.whole_file import Cancelled, not_written
from engine.errors import Refused
from engine.sentences import say
from ui.exchange.progress_dialog import ProgressDialog

log = logging.getLogger(__name__)

# The cause of the notices of all exports.
EXPORT = "export"


@dataclass(frozen=True)
class Ended:
    """`kind` is as in NoticeBar."""

    sentence: str
    kind: str = "info"


class Work(QObject):
    """`run` is called on the thread with this; what it returns is said at its end. `told` carries
    what it posts to the Qt thread."""

    told = Signal(object)
    ended = Signal(object)

    def __init__(self, title: str, cancelling: str, window: QWidget) -> None:
        """`cancelling` says what it is to cancel it."""
        super().__init__(window)
        self._cancelled = Event()
        # the application ends
        self.left = Event()
        self._mail = Mailbox(self)
        self._mail.arrived.connect(self._take)
        self._dialog = ProgressDialog(title, cancelling, window)
        self._dialog.cancelled.connect(self._cancelled.set)
        self._thread: Thread | None = None

    def start(
        self,
        run: Callable[["Work"], str],
        path: Path,
        failed: Callable[[str, Exception], str] = not_written,
    ) -> None:
        """`path` is what an error is about, of which `failed` makes a sentence."""
        self._failed = failed
        self._dialog.show_soon()
        self._thread = Thread(target=self._run, args=(run, path), name="exchange", daemon=True)
        self._thread.start()

    def cancel(self, timeout: float) -> bool:
        """Whether it has ended within `timeout` seconds."""
        self._cancelled.set()
        self.left.set()
        if self._thread:
            self._thread.join(timeout)
        self._mail.close()
        return self._thread is None or not self._thread.is_alive()

    # --- on the thread -------------------------------------------------------------------

    def check(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled

    def tell(self, done: int, total: int) -> None:
        self._mail.post((done, total))

    def post(self, value: Any) -> None:
        self._mail.post(value)

    def _run(self, run: Callable[["Work"], str], path: Path) -> None:
        try:
            ended = Ended(run(self))
        except Cancelled:
            ended = Ended(say("Cancelled; nothing of it is left."))
        except Refused as error:
            ended = Ended(str(error), "error")
        except Exception as error:
            # whatever it is, the person has to hear that it did not work
            log.warning("%s: no export or import", path, exc_info=True)
            ended = Ended(self._failed(path.name, error), "error")
        self._mail.post(ended)

    # --- on the Qt thread ----------------------------------------------------------------

    def _take(self, items: list[Any]) -> None:
        for item in items:
            if isinstance(item, Ended):
                self._mail.close()
                self._dialog.end()
                self.ended.emit(item)
            elif isinstance(item, tuple):
                self._dialog.show_progress(*item)
            else:
                self.told.emit(item)
