"""The modifier keys that a person holds with a key."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent


def held_keys(event: QKeyEvent) -> Qt.KeyboardModifier:
    """Return the held modifier keys. Qt counts the keypad as one, and the arrow keys of a Mac as
    keys of the keypad."""
    return event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
