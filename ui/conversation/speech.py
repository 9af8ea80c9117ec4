"""The clock of announcements to screen readers, so that several panes do not talk at once."""

from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from shiboken6 import isValid

PAUSE_MS = 1000


class Teller(Protocol):
    def words(self) -> str:
        """Return the text to announce now, once; "" if there is none."""
        ...

    def telling(self) -> QObject:
        """The widget that it is about."""
        ...


class Speech(QObject):
    """One announcement in each pause, in turn; what comes meanwhile is joined. Nothing runs while
    no teller waits."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[Teller, None] = {}
        self._timer = QTimer(self, interval=PAUSE_MS)
        self._timer.timeout.connect(self._tick)

    def want(self, teller: Teller) -> None:
        """`teller` may have something to say."""
        self._waiting.setdefault(teller)
        if not self._timer.isActive():
            self._timer.start()

    def _tick(self) -> None:
        while self._waiting:
            teller = next(iter(self._waiting))
            del self._waiting[teller]
            if isValid(teller) and (words := teller.words()):
                announce(teller.telling(), words)
                return
        self._timer.stop()


def announce(about: QObject, words: str) -> None:
    """Said when the screen reader has said what it is at."""
    event = QAccessibleAnnouncementEvent(about, words)
    event.setPoliteness(QAccessible.AnnouncementPoliteness.Polite)
    QAccessible.updateAccessibility(event)


_shared: Speech | None = None


def speech() -> Speech:
    """The one of this application."""
    global _shared
    if _shared is None or not isValid(_shared):
        _shared = Speech(QCoreApplication.instance())
    return _shared
