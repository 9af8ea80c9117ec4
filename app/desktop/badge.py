"""The number on the application's icon, where the system shows one."""

from PySide6.QtGui import QGuiApplication


def show_badge(number: int) -> None:
    """0 shows none."""
    application = QGuiApplication.instance()
    if isinstance(application, QGuiApplication):
        application.setBadgeNumber(number)
