"""A key of the whole screen of an X server."""

from PySide6.QtCore import QSocketNotifier, Qt

from app.desktop.capture.global_key import NOT_HERE, GlobalKey, combination, flags, taken
from app.desktop.capture.xcb import XServer

_F1 = 0xFFBE
_MODIFIERS = (
    (Qt.KeyboardModifier.ShiftModifier, 1),
    (Qt.KeyboardModifier.ControlModifier, 4),
    (Qt.KeyboardModifier.AltModifier, 8),
    (Qt.KeyboardModifier.MetaModifier, 64),
)


class X11Key(GlobalKey):
    """Grabbed on a connection of its own, whose end gives the key back."""

    def __init__(self) -> None:
        super().__init__()
        self._server: XServer | None = None
        self._events: QSocketNotifier | None = None

    def _hold(self, keys: str) -> str:
        try:
            self._server = server = XServer()
        except OSError:
            return NOT_HERE
        wanted = combination(keys)
        if not server.grab_key(_keysym(wanted.key()), flags(wanted, _MODIFIERS)):
            self._release()
            return taken(keys)
        self._events = QSocketNotifier(server.descriptor, QSocketNotifier.Type.Read, self)
        self._events.activated.connect(self._read)
        return ""

    def _release(self) -> None:
        if self._events is not None:
            self._events.setEnabled(False)
            self._events.deleteLater()
            self._events = None
        if self._server is not None:
            self._server.close()
            self._server = None

    def _read(self) -> None:
        if self._server is not None and self._server.pressed():
            self.pressed.emit()


def _keysym(key: Qt.Key) -> int:
    """Return the number of a plain key: letters have those of their lower case."""
    if key >= Qt.Key.Key_F1:
        return _F1 + key - Qt.Key.Key_F1
    return ord(chr(key).lower())
