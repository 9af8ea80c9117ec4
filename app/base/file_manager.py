"""Shows a file in the system's file manager, such as the Finder of a Mac."""

import sys
from pathlib import Path

from PySide6.QtCore import QProcess, QUrl
from PySide6.QtGui import QDesktopServices


def show_in_file_manager(path: Path) -> None:
    """Show a file or folder, selected in the folder around it where the system can do that."""
    if sys.platform == "darwin":
        # a folder may be named like an application, which opening would start
        QProcess.startDetached("open", ["-R", str(path)])
    else:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
