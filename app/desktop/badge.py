"""The number on the application's icon, on systems that show one."""

from PySide6.QtGui import QGuiApplication


def show_badge(number: int) -> None:
    """Show `number` on the icon; 0 removes it."""
    application = QGuiApplication.instance()
    if isinstance(application, QGuiApplication):
        application.setBadgeNumber(number)
