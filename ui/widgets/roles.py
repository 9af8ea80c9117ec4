"""Roles for screen readers of widgets that are painted by hand."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAccessibleWidget, QWidget

_ROLE = "accessible_role"
_installed = False


def set_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Set the role; call this before accessibility asks for it."""
    global _installed
    if not _installed:
        _installed = True
        QAccessible.installFactory(_interface)
    widget.setProperty(_ROLE, role.value)


def _interface(_: str, about: QObject) -> QAccessibleWidget | None:
    role = about.property(_ROLE) if isinstance(about, QWidget) else None
    if role is None or not isinstance(about, QWidget):
        return None
    return QAccessibleWidget(about, QAccessible.Role(role), "")
