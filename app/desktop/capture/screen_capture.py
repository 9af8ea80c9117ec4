"""Captures of the screen that a person asks for: the window steps back, and comes with them."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from app.desktop.capture import system_camera
from app.settings.preferences import Preferences
from ui.look.language import tr
from ui.state.conversation import Conversation
from ui.state.screen_part import ScreenPart
from ui.widgets.layouts import raise_window
from ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desktop.capture import camera, global_key

# Identifies the notices of captures.
CAPTURE = "capture"
# Until the programs behind a hidden window have painted what it covered.
HIDE_MS = 300
# Until the key is held, after the start.
KEY_MS = 1000

Add = Callable[[Conversation, QImage | bytes, str], object]


class ScreenCapture(QObject):
    """Follows the requests of open conversations, one at a time, and the global key if a person
    turned it on. `add` attaches an image under a name. Nothing is captured without a request."""

    def __init__(
        self,
        window: MainWindow,
        preferences: Preferences,
        add: Add,
        new_camera: "Callable[[], camera.Camera] | None" = None,
    ) -> None:
        """`new_camera` makes the camera when it is needed first, by default that of the system."""
        super().__init__(window)
        self._window = window
        self._preferences = preferences
        self._new_camera = new_camera or _system_camera
        self._camera: camera.Camera | None = None
        self._key: global_key.GlobalKey | None = None
        self._held = ""
        self._add = add
        self._stepped_back = False
        self.busy = False
        self._conversations = window.workspace.conversations
        self._conversations.follow(self._follow)
        preferences.changed.connect(self._hold_key)
        # after the first paint
        QTimer.singleShot(KEY_MS, self, self._hold_key)

    def take_for_front(self) -> None:
        """Capture an area for the conversation in front."""
        if front := self._conversations.front:
            self._begin(front, ScreenPart.AREA)

    def _hold_key(self) -> None:
        value = self._preferences.value
        keys = value.screen_key if value.screen_key_on else ""
        if keys == self._held:
            return
        self._held = keys
        if self._key is None:
            self._key = system_camera.system_key()
            self._key.setParent(self)
            self._key.pressed.connect(self.take_for_front)
            self._key.told.connect(self._tell_of_key)
        self._key.hold(keys)

    def _tell_of_key(self) -> None:
        if self._key is not None:
            self._window.workspace.settings.set_screen_key_problem(self._key.problem)

    def _follow(self, conversation: Conversation) -> None:
        requests = conversation.attachment_requests
        requests.screen_captured.connect(partial(self._begin, conversation))

    def _begin(self, conversation: Conversation, part: ScreenPart) -> None:
        if self.busy:
            return
        self.busy = True
        self._window.workspace.notices.end(CAPTURE)
        if self._camera is None:
            self._camera = self._new_camera()
            self._camera.setParent(self)
        done = partial(self._end, conversation)
        take = partial(self._camera.take, part, done)
        self._camera.ask(self._window, partial(self._step_back, take), done)

    def _step_back(self, take: Callable[[], None]) -> None:
        self._stepped_back = self._window.isActiveWindow()
        if self._stepped_back:
            self._window.hide()
        QTimer.singleShot(HIDE_MS if self._stepped_back else 0, self, take)

    def _end(self, conversation: Conversation, capture: "camera.Capture") -> None:
        self.busy = False
        if capture.problem:
            self._window.workspace.notices.show(capture.problem, "error", CAPTURE)
        if self._stepped_back or capture.image is not None:
            raise_window(self._window)
        self._stepped_back = False
        if capture.image is not None:
            self._attach(conversation, capture.image)

    def _attach(self, conversation: Conversation, image: QImage | bytes) -> None:
        """Attach an image, to the conversation in front if its own was closed meanwhile. The image
        for a temporary one that was closed is dropped, since another would put it on the disk."""
        found = self._conversations.find(conversation.chat_id)
        if found is None and not conversation.temporary:
            found = self._conversations.front
        if found is not None:
            self._add(found, image, capture_name(datetime.now()))
            self._conversations.show(found)


def capture_name(at: datetime) -> str:
    """Return a file name that tells when it was captured, and sorts by that."""
    return tr("Screen {time}").format(time=f"{at:%Y-%m-%d %H.%M.%S}") + ".png"


def _system_camera() -> "camera.Camera":
    return system_camera.system_camera()
