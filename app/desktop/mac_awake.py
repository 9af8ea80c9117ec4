"""An activity of macOS: it prevents idle sleep, and App Nap from slowing this program down behind
other windows. The display may turn off."""

import ctypes
import sys

from app.desktop.objective_c import ObjectiveC

# NSActivityUserInitiated, which does not keep the display on.
_USER_INITIATED = 0x00FFFFFF


class MacActivity:
    """A macOS activity. Raises OSError or AttributeError on other systems."""

    def __init__(self, reason: str) -> None:
        self._objc = objc = ObjectiveC("Foundation")
        self._info = objc.send(objc.class_named("NSProcessInfo"), "processInfo")
        self._reason = objc.send(objc.text(reason), "retain")
        self._token: int | None = None

    def begin(self) -> None:
        options, reason = (ctypes.c_uint64, _USER_INITIATED), (ctypes.c_void_p, self._reason)
        token = self._objc.send(self._info, "beginActivityWithOptions:reason:", options, reason)
        # Otherwise it would be released at the end of this turn of the event loop.
        self._token = self._objc.send(token, "retain")

    def end(self) -> None:
        token, self._token = self._token, None
        self._objc.send(self._info, "endActivity:", (ctypes.c_void_p, token))
        self._objc.send(token, "release")


def mac_activity(reason: str) -> MacActivity | None:
    if sys.platform != "darwin":
        return None
    try:
        return MacActivity(reason)
    except (OSError, AttributeError):
        return None
