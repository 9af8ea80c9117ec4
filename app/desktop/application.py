"""The QApplication, with the events that only it receives."""

import sys
from collections.abc import Callable

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFileOpenEvent, QIcon, QSessionManager
from PySide6.QtWidgets import QApplication

from app.desktop.file_events import OpenedFiles
from ui.look import theme

# The name of the desktop entry of Linux, by which Wayland finds the icon of a window.
DESKTOP_ENTRY = "org.duologue.Duologue"
_ICON_SIZES = (16, 32, 48, 64, 128, 256)


class Application(QApplication):
    def __init__(self) -> None:
        super().__init__(sys.argv[:1])
        self.opened_files = OpenedFiles(self)
        self._may_quit = _always
        # On macOS a program without windows keeps running, and its Dock icon reopens them.
        self.setQuitOnLastWindowClosed(sys.platform != "darwin")
        self.setDesktopFileName(DESKTOP_ENTRY)

    def show_icon(self) -> None:
        """Give the windows the icon of the program. Drawing it can wait for the first paint."""
        if not _in_mac_app():
            self.setWindowIcon(app_icon())

    def ask_before_quitting(self, may_quit: Callable[[], bool]) -> None:
        """Set the check before quitting. If it returns False, its owner quits later."""
        self._may_quit = may_quit

    def keep_at_session_end(self, keep: Callable[[], None]) -> None:
        """Set what to save at the end of the desktop session, which may kill this process without
        warning."""

        def commit(manager: QSessionManager) -> None:
            # Open tabs are restored anyway, and Qt would restart us with arguments that are not
            # ours.
            manager.setRestartHint(QSessionManager.RestartHint.RestartNever)
            keep()

        self.commitDataRequest.connect(commit)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.opened_files.add(event)
            return True
        if event.type() == QEvent.Type.Quit and not self._may_quit():
            event.ignore()
            return True
        return super().event(event)


def app_icon() -> QIcon:
    icon = QIcon()
    for size in _ICON_SIZES:
        # the drawing has colors of its own
        icon.addPixmap(theme.pixmap("app", "#000000", size, 1))
    return icon


def _in_mac_app() -> bool:
    """Return True inside Duologue.app, whose own icon follows the look of the Dock."""
    return sys.platform == "darwin" and ".app/Contents/MacOS/" in sys.executable


def _always() -> bool:
    return True
