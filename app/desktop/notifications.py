"""System notifications, on systems that have them."""

import shutil
import sys
from typing import Any

from PySide6.QtCore import SLOT, QObject, QProcess, Signal, Slot
from PySide6.QtDBus import QDBusConnection, QDBusMessage
from PySide6.QtWidgets import QSystemTrayIcon

from ui.look import theme
from ui.look.language import tr

_SERVICE = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_OPEN = "default"


class Notifications(QObject):
    """Shows notifications; `clicked` carries the key of a clicked one. On Linux, busctl sends them
    to the desktop's service, because PySide6 cannot pass the unsigned number of the first argument.
    On macOS they belong to a menu bar icon that exists as long as a notification does."""

    clicked = Signal(int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._keys: dict[int, int] = {}
        self._last = 0
        self._listens = False
        self._icon: QSystemTrayIcon | None = None
        self._busctl = "" if sys.platform == "darwin" else shutil.which("busctl") or ""

    def show(self, title: str, text: str, key: int) -> None:
        self._last = key
        if self._busctl:
            self._listen()
            self._send(title, text, key)
        elif QSystemTrayIcon.isSystemTrayAvailable():
            self._tray().showMessage(title, text)

    def clear(self) -> None:
        """Hide the icon, because the window is in front."""
        if self._icon is not None:
            self._icon.hide()

    def _send(self, title: str, text: str, key: int) -> None:
        process = QProcess(self)
        process.finished.connect(lambda: self._sent(process, key))
        process.errorOccurred.connect(process.deleteLater)
        # The service parses markup in the text but not in the title.
        from html import escape  # noqa: PLC0415  slow, and not needed before the first paint

        what = ["Duologue", "0", "", title, escape(text), "2", _OPEN, tr("Open"), "0", "-1"]
        where = ["--user", "call", "--", _SERVICE, _PATH, _SERVICE, "Notify", "susssasa{sv}i"]
        process.start(self._busctl, [*where, *what])

    def _sent(self, process: QProcess, key: int) -> None:
        """Remember the notification's number, by which clicks are reported; busctl prints "u
        12"."""
        said = bytes(process.readAllStandardOutput().data()).split()
        if said and said[-1].isdigit():
            self._keys[int(said[-1])] = key
        process.deleteLater()

    def _listen(self) -> None:
        """Connect once, since a slot that is connected twice is called twice."""
        if not self._listens:
            self._listens = True
            bus = QDBusConnection.sessionBus()
            # The argument is text, although its stub says otherwise.
            slot: Any = SLOT("_invoked(QDBusMessage)")
            bus.connect(_SERVICE, _PATH, _SERVICE, "ActionInvoked", self, slot)

    @Slot(QDBusMessage)
    def _invoked(self, message: QDBusMessage) -> None:
        number, action = message.arguments()
        key = self._keys.get(number)
        if key is not None and action == _OPEN:
            self.clicked.emit(key)

    def _tray(self) -> QSystemTrayIcon:
        if self._icon is None:
            self._icon = QSystemTrayIcon(theme.icon("message-square"), self)
            self._icon.setToolTip("Duologue")
            self._icon.messageClicked.connect(lambda: self.clicked.emit(self._last))
        self._icon.show()
        return self._icon
