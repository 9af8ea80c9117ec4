"""An activity of macOS: while one goes on, the computer does not sleep by itself and App Nap does
not slow this program down behind other windows; the display may go dark."""

import ctypes
import sys
from ctypes import c_char_p, c_uint64, c_void_p
from typing import Any

# NSActivityUserInitiated; the bit for the display is not in it.
_USER_INITIATED = 0x00FFFFFF
_FOUNDATION = "/System/Library/Frameworks/Foundation.framework/Foundation"
_OBJC = "/usr/lib/libobjc.dylib"


class MacActivity:
    """Raises OSError or AttributeError where it cannot be made: this is no Mac."""

    def __init__(self, reason: str) -> None:
        ctypes.CDLL(_FOUNDATION)
        self._objc = ctypes.CDLL(_OBJC)
        self._objc.objc_getClass.restype = c_void_p
        self._objc.sel_registerName.restype = c_void_p
        self._info = self._send(self._class("NSProcessInfo"), "processInfo")
        text = (c_char_p, reason.encode())
        made = self._send(self._class("NSString"), "stringWithUTF8String:", text)
        self._reason = self._send(made, "retain")
        self._token: int | None = None

    def begin(self) -> None:
        options, reason = (c_uint64, _USER_INITIATED), (c_void_p, self._reason)
        token = self._send(self._info, "beginActivityWithOptions:reason:", options, reason)
        # it would go with the turn of the event loop
        self._token = self._send(token, "retain")

    def end(self) -> None:
        token, self._token = self._token, None
        self._send(self._info, "endActivity:", (c_void_p, token))
        self._send(token, "release")

    def _class(self, name: str) -> int | None:
        return self._objc.objc_getClass(name.encode())

    def _send(self, target: int | None, name: str, *arguments: tuple[Any, object]) -> int | None:
        """A message to an object. Each is called as a function of just its types: on Apple silicon
        those of a call with any number of arguments are handed over elsewhere."""
        kinds = (kind for kind, _ in arguments)
        called = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_void_p, *kinds)(
            ("objc_msgSend", self._objc)
        )
        selector = self._objc.sel_registerName(name.encode())
        return called(target, selector, *(value for _, value in arguments))


def mac_activity(reason: str) -> MacActivity | None:
    if sys.platform != "darwin":
        return None
    try:
        return MacActivity(reason)
    except (OSError, AttributeError):
        return None
