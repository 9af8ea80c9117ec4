"""Chats and comparisons that a person has closed and may still want back."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from ui.language import tr
from ui.window.main_window import MainWindow

UNDO_MS = 10_000


class ClosedTabs(QObject):
    """They stay as they are until so long after the last of them was closed or brought back; then
    `drop` is called for each. The newest comes back first."""

    reopened = Signal()

    def __init__(self, window: MainWindow, drop: Callable[[int], None]) -> None:
        super().__init__(window)
        self._window = window
        self._drop = drop
        self._closed: list[int] = []
        self._told = ""
        self.timer = QTimer(self, singleShot=True, interval=UNDO_MS)
        self.timer.timeout.connect(self.drop_all)
        window.reopen_requested.connect(self.reopen)

    def add(self, chat_id: int) -> None:
        self._window.set_aside(chat_id)
        self._closed.append(chat_id)
        self._offer()

    def reopen(self) -> None:
        if self._closed:
            self._window.bring_back(self._closed.pop())
            self._offer()
            self.reopened.emit()

    def drop_all(self) -> None:
        self.timer.stop()
        self._window.end_notice(self._told)
        closed, self._closed = self._closed, []
        for chat_id in closed:
            self._drop(chat_id)

    def _offer(self) -> None:
        self._window.end_notice(self._told)
        if not self._closed:
            self.timer.stop()
            return
        title = self._window.tab(self._closed[-1]).title
        self._told = tr("Closed “{title}”.").format(title=title)
        self._window.notice.show_notice(self._told, action=tr("Undo"), do=self.reopen)
        self.timer.start()
