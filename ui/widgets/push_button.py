"""Buttons with words, for use outside a dialog."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton

from ui.widgets.plain_label import tooltip


class PushButton(QPushButton):
    """A key that is held down presses it once: the next button may have the focus by then."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            super().keyPressEvent(event)


def push_button(text: str, about: str = "") -> QPushButton:
    """Return presses it, as Space does."""
    button = PushButton(text)
    button.setAutoDefault(True)
    # a click must not take the caret away from the question that is being typed
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if about:
        explain(button, about)
    return button


def explain(button: QPushButton, about: str) -> None:
    """`about` is its tooltip, and what a screen reader says."""
    button.setToolTip(tooltip(about))
    button.setAccessibleName(about)
