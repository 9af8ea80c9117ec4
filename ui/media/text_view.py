"""A read-only view of a text file."""

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit

from ui.look import theme


class TextView(QPlainTextEdit):
    """A text that scrolls; Escape and Space are left to its parent."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() in (" ", "\x1b"):
            event.ignore()
        else:
            super().keyPressEvent(event)


def text_view() -> TextView:
    view = TextView()
    view.setReadOnly(True)
    view.setUndoRedoEnabled(False)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setProperty("kind", "text_view")
    theme.set_font(view, 12, monospaced=True)
    view.hide()
    return view
