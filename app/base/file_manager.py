"""Shows a file in the system's file manager, such as the Finder of a Mac."""

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices

from ui.look.system_words import show_in_folder_text
from ui.state.notice import Notice


def show_in_file_manager(path: Path) -> None:
    """Show a file or folder, selected in the folder around it where the system can do that."""
    if sys.platform == "darwin":
        # a folder may be named like an application, which opening would start
        QProcess.startDetached("open", ["-R", str(path)])
    else:
        open_by_system(path.parent)


def open_by_system(path: Path) -> bool:
    """Open a folder in the file manager, or a file in its default application. Return True if
    there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def with_file(notice: Notice, path: Path) -> Notice:
    """Return a notice about a file with a button that shows the file."""
    show = partial(show_in_file_manager, path)
    return replace(notice, action=show_in_folder_text(), do=show)
