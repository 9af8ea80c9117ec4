"""Connects the window to the desktop: opened files, notifications, sleep, quitting."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from app.database.store import Store
from app.desktop.attention import Attention
from app.desktop.awake import Awake
from app.desktop.capture.screen_capture import Add, ScreenCapture
from app.desktop.download_notes import DownloadNotes
from app.desktop.external_files import ExternalFiles
from app.desktop.links import Links
from app.desktop.mac_services import mac_services
from app.desktop.quit import Quitter
from app.desktop.speech.read_aloud import ReadAloud
from app.requests.replies import Replies
from app.settings.preferences import Preferences
from ui.widgets.layouts import raise_window
from ui.window.main_window import MainWindow


class Desktop(QObject):
    def __init__(
        self,
        window: MainWindow,
        replies: Replies,
        preferences: Preferences,
        store: Store,
        settle: Callable[[], None],
        add_image: Add,
    ) -> None:
        """`settle` hands all that is open to the store. `add_image` attaches a capture of the
        screen."""
        super().__init__(window)
        self._window = window
        self._preferences = preferences
        self.external_files = ExternalFiles(window)
        self.services = mac_services(self.external_files.take_selection)
        self.screen = ScreenCapture(window, preferences, add_image)
        self.read_aloud = ReadAloud(window.workspace)
        self.attention = Attention(window, replies, preferences)
        self.download_notes = DownloadNotes(window, preferences)
        self.awake = Awake(self)
        self.links = Links(window.workspace, window)
        self.quitter = Quitter(window, preferences, store, settle)
        # Between two prompts of a list, nothing runs for a moment.
        self._update_soon = QTimer(self, singleShot=True, interval=0)
        self._update_soon.timeout.connect(self._update)
        replies.busy_changed.connect(lambda: self._update_soon.start())
        preferences.changed.connect(self._update)
        window.workspace.downloads.changed.connect(self._hold_awake)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._on_state_changed)

    def _update(self) -> None:
        self._hold_awake()
        self.quitter.update()

    def _hold_awake(self) -> None:
        workspace = self._window.workspace
        working = bool(workspace.conversations.busy) or workspace.downloads.moving
        self.awake.hold(working and self._preferences.value.keep_awake)

    def _on_state_changed(self, state: Qt.ApplicationState) -> None:
        """Show the window again on macOS, where closing hides it and a click in the Dock only
        activates the application."""
        active = state == Qt.ApplicationState.ApplicationActive
        if active and self._window.isHidden() and not self.screen.busy:
            raise_window(self._window)
