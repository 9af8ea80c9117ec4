"""A key of the whole Mac, by Carbon: it needs no permission, unlike watching the keyboard.

Not run on a Mac yet. A letter is where it is on an American keyboard.
"""

import ctypes
import logging
from ctypes import POINTER, Structure, c_int32, c_uint32, c_void_p

from PySide6.QtCore import Qt

from app.desktop.capture.global_key import NOT_HERE, GlobalKey, combination, flags, taken

log = logging.getLogger(__name__)

_CARBON = "/System/Library/Frameworks/Carbon.framework/Carbon"
# Qt calls the Command key Control, and the Control key Meta.
_MODIFIERS = (
    (Qt.KeyboardModifier.ControlModifier, 0x100),
    (Qt.KeyboardModifier.ShiftModifier, 0x200),
    (Qt.KeyboardModifier.AltModifier, 0x800),
    (Qt.KeyboardModifier.MetaModifier, 0x1000),
)
# The numbers of the keys: 0 is A, 1 is S, and so on.
_LETTERS = "ASDFHGZXCV.BQWERYT123465.97.80.OU.IP.LJ.K....NM"
_FUNCTION_KEYS = (122, 120, 99, 118, 96, 97, 98, 100, 101, 109, 103, 111)
_OURS = int.from_bytes(b"Duol", "big")
_KEYBOARD, _PRESSED = int.from_bytes(b"keyb", "big"), 5


class _KeyId(Structure):
    _fields_ = (("signature", c_uint32), ("number", c_uint32))


class _EventType(Structure):
    _fields_ = (("event_class", c_uint32), ("kind", c_uint32))


class MacKey(GlobalKey):
    def __init__(self) -> None:
        super().__init__()
        self._carbon: ctypes.CDLL | None = None
        self._key = c_void_p()
        # Kept, since Carbon has only its address.
        handler = ctypes.CFUNCTYPE(c_int32, c_void_p, c_void_p, c_void_p)
        self._handler = handler(self._on_event)

    def _hold(self, keys: str) -> str:
        try:
            carbon = self._carbon or self._listen()
        except (OSError, AttributeError):
            log.warning("keys of the whole system cannot be used", exc_info=True)
            return NOT_HERE
        wanted = combination(keys)
        register = carbon.RegisterEventHotKey
        register.argtypes = [c_uint32, c_uint32, _KeyId, c_void_p, c_uint32, POINTER(c_void_p)]
        refused = register(
            key_code(wanted.key()),
            flags(wanted, _MODIFIERS),
            _KeyId(_OURS, 1),
            carbon.GetApplicationEventTarget(),
            0,
            ctypes.byref(self._key),
        )
        return taken(keys) if refused else ""

    def _release(self) -> None:
        if self._carbon and self._key:
            self._carbon.UnregisterEventHotKey.argtypes = [c_void_p]
            self._carbon.UnregisterEventHotKey(self._key)
            self._key = c_void_p()

    def _listen(self) -> ctypes.CDLL:
        """Load Carbon and listen to it, once. Raises OSError or AttributeError."""
        carbon = ctypes.CDLL(_CARBON)
        carbon.GetApplicationEventTarget.restype = c_void_p
        kind = _EventType(_KEYBOARD, _PRESSED)
        install = carbon.InstallEventHandler
        install.argtypes = [c_void_p, c_void_p, c_uint32, c_void_p, c_void_p, c_void_p]
        address = ctypes.cast(self._handler, c_void_p)
        target = carbon.GetApplicationEventTarget()
        install(target, address, 1, ctypes.byref(kind), None, None)
        self._carbon = carbon
        return carbon

    def _on_event(self, _call: int, _event: int, _data: int) -> int:
        self.pressed.emit()
        return 0


def key_code(key: Qt.Key) -> int:
    """Return the number of a plain key."""
    if key >= Qt.Key.Key_F1:
        return _FUNCTION_KEYS[key - Qt.Key.Key_F1]
    return _LETTERS.index(chr(key))
