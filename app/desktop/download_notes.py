"""Notifies the user of a finished download while the window is in the background."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.desktop import notifications
from app.settings.preferences import Preferences
from ui.look.language import tr
from ui.state.downloads import Download
from ui.widgets.layouts import raise_window
from ui.window.main_window import MainWindow


class DownloadNotes(QObject):
    """A click on a notification opens the page of the model."""

    def __init__(
        self,
        window: MainWindow,
        preferences: Preferences,
        *,
        in_front: Callable[[], bool] = lambda: QApplication.activeWindow() is not None,
        show: Callable[[str, str, int], None] | None = None,
    ) -> None:
        """`show` receives a title, what happened and a number for `open_page`."""
        super().__init__(window)
        self._window = window
        self._preferences = preferences
        self._in_front = in_front
        self._folders: list[str] = []
        # None before the first notification
        self._notifications: notifications.Notifications | None = None
        self._show = show or self._notify
        window.workspace.downloads.finished.connect(self._on_finished)

    def open_page(self, number: int) -> None:
        if self._notifications is not None:
            self._notifications.clear()
        raise_window(self._window)
        self._window.workspace.library_requests.page_opened.emit(self._folders[number])

    def _on_finished(self, item: Download) -> None:
        if self._in_front() or not self._preferences.value.notifications:
            return
        self._folders.append(item.folder)
        name = item.repository.rpartition("/")[2]
        self._show(name, tr("The model is downloaded."), len(self._folders) - 1)

    def _notify(self, title: str, text: str, key: int) -> None:
        if self._notifications is None:
            self._notifications = notifications.Notifications(self)
            self._notifications.clicked.connect(self.open_page)
        self._notifications.show(title, text, key)
