"""The decimal sign in number fields: a point and a comma are equally good."""

from PySide6.QtCore import QLocale
from PySide6.QtGui import QKeyEvent


def decimal_key(event: QKeyEvent, locale: QLocale) -> QKeyEvent:
    """Return the event of a key; a point or a comma becomes the decimal sign of `locale`. Qt takes
    the other one for a group separator, which turns 6.5 into 65."""
    if event.text() not in (".", ","):
        return event
    return QKeyEvent(event.type(), event.key(), event.modifiers(), locale.decimalPoint())
