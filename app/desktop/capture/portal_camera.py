"""Captures the screen by the portal of a Wayland desktop, which shows its own picker."""

import logging
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

from app.base.chores import Chores
from app.desktop.capture import portal
from app.desktop.capture.camera import NOT_READ, Camera, Capture, Done, take_file
from engine.sentences import say
from ui.state.screen_part import ScreenPart

log = logging.getLogger(__name__)

_CANCELLED = 1
NO_PORTAL = say(
    "This desktop does not let Duologue capture the screen: it has no screenshot portal. Install "
    "xdg-desktop-portal and its backend for this desktop, or paste a screenshot."
)
NOT_CAPTURED = say("The desktop did not capture the screen. Try again.")


class PortalCamera(Camera):
    """The picker of the desktop offers areas, windows and screens, whichever was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._chores = Chores("captures", self)

    def take(self, part: ScreenPart, done: Done) -> None:
        self._chores.do(_capture, done)


def _capture() -> Capture:
    since = time.time()
    try:
        with portal.portal("Screenshot") as screenshot:
            wanted = {"interactive": ("b", True), "modal": ("b", False)}
            code, results = screenshot.ask("Screenshot", "s", ("",), **wanted)
            address = urlsplit(str(results.get("uri", "")))
    except Exception:
        # another program may answer anything
        log.warning("there is no portal for captures", exc_info=True)
        return Capture(problem=NO_PORTAL)
    if code:
        return Capture() if code == _CANCELLED else Capture(problem=NOT_CAPTURED)
    if address.scheme != "file" or not address.path:
        return Capture(problem=NOT_READ)
    return take_file(Path(unquote(address.path)), since)
