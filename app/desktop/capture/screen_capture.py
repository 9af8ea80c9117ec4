"""Captures of the screen that a person asks for: the window steps back, and comes with them."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from app.desktop.capture.camera import Camera, Capture
from app.desktop.external_files import raise_window
from ui.look.language import tr
from ui.state.conversation import Conversation
from ui.state.screen_part import ScreenPart
from ui.window.main_window import MainWindow

# Identifies the notices of captures.
CAPTURE = "capture"
# Until the programs behind a hidden window have painted what it covered.
HIDE_MS = 300

Add = Callable[[Conversation, QImage | bytes, str], object]


class ScreenCapture(QObject):
    """Follows the requests of open conversations, one at a time. `add` attaches an image under a
    name. Nothing is captured without such a request."""

    def __init__(self, window: MainWindow, camera: Camera, add: Add) -> None:
        super().__init__(window)
        self._window = window
        self._camera = camera
        self._add = add
        self._stepped_back = False
        self.busy = False
        self._conversations = window.workspace.conversations
        self._conversations.opened.connect(self._follow)
        for conversation in self._conversations:
            self._follow(conversation)

    def take_for_front(self) -> None:
        """Capture an area for the conversation in front."""
        if front := self._conversations.front:
            self._begin(front, ScreenPart.AREA)

    def _follow(self, conversation: Conversation) -> None:
        requests = conversation.attachment_requests
        requests.screen_captured.connect(partial(self._begin, conversation))

    def _begin(self, conversation: Conversation, part: ScreenPart) -> None:
        if self.busy:
            return
        self.busy = True
        self._window.workspace.notices.end(CAPTURE)
        done = partial(self._end, conversation)
        self._camera.ask(self._window, partial(self._step_back, part, done), done)

    def _step_back(self, part: ScreenPart, done: Callable[[Capture], None]) -> None:
        self._stepped_back = self._window.isActiveWindow()
        if self._stepped_back:
            self._window.hide()
        wait = HIDE_MS if self._stepped_back else 0
        QTimer.singleShot(wait, self, lambda: self._camera.take(part, done))

    def _end(self, conversation: Conversation, capture: Capture) -> None:
        self.busy = False
        if capture.problem:
            self._window.workspace.notices.show(capture.problem, "error", CAPTURE)
        if capture.image is not None:
            self._attach(conversation, capture.image)
        if self._stepped_back or capture.image is not None:
            raise_window(self._window)
        self._stepped_back = False

    def _attach(self, conversation: Conversation, image: QImage | bytes) -> None:
        """Attach an image, to the conversation in front if its own was closed meanwhile."""
        if self._conversations.find(conversation.chat_id) is not conversation:
            found = self._conversations.front
            if found is None:
                return
            conversation = found
        self._add(conversation, image, capture_name(datetime.now()))
        self._conversations.show(conversation)


def capture_name(at: datetime) -> str:
    """Return a file name that tells when it was captured, and sorts by that."""
    return tr("Screen {time}").format(time=f"{at:%Y-%m-%d %H.%M.%S}") + ".png"
