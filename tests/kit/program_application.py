"""The application of a script that measures the window."""

import sys

from PySide6.QtWidgets import QApplication

from app.__main__ import SWITCH_INTERVAL
from ui.look import theme


def program_application() -> QApplication:
    """Return an application with the look of the program, whose threads take turns as they do
    there. The caller must keep it."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    application = QApplication(sys.argv[:1])
    theme.install_theme(application)
    return application
