"""An activity of macOS: it prevents idle sleep, and App Nap from slowing this program down behind
other windows. The display may turn off."""

import ctypes
import sys
from ctypes import c_char_p, c_uint64, c_void_p
from typing import Any

# NSActivityUserInitiated, which does not keep the display on.
_USER_INITIATED = 0x00FFFFFF
_FOUNDATION = "/System/Library/Frameworks/Foundation.framework/Foundation"
_OBJC = "/usr/lib/libobjc.dylib"


class MacActivity:
    """A macOS activity. Raises OSError or AttributeError on other systems."""

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
        # Otherwise it would be released at the end of this turn of the event loop.
        self._token = self._send(token, "retain")

    def end(self) -> None:
        token, self._token = self._token, None
        self._send(self._info, "endActivity:", (c_void_p, token))
        self._send(token, "release")

    def _class(self, name: str) -> int | None:
        return self._objc.objc_getClass(name.encode())

    def _send(self, target: int | None, name: str, *arguments: tuple[Any, object]) -> int | None:
        """Send a message to an Objective-C object. Each call is typed exactly, because Apple
        silicon passes variadic arguments differently."""
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
