"""One line about what was just taken away, with the way back."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.look.language import tr
from ui.widgets.buttons import IconButton, LinkButton
from ui.widgets.labels import ElidedLabel


class UndoStrip(QFrame):
    """`ended` says that there is no way back any more. Nothing is in the strip before the first
    sentence."""

    undone = Signal()
    ended = Signal()

    def __init__(self, about: str, parent: QWidget | None = None) -> None:
        """`about` says what the way back does."""
        super().__init__(parent)
        self.setObjectName("undo")
        self._about = about
        self._text: ElidedLabel | None = None
        self.hide()

    def _build(self) -> ElidedLabel:
        text = ElidedLabel("undo_text")
        self._undo = LinkButton(tr("Undo"), self._about)
        self._close = IconButton("x", tr("Dismiss"), 13)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 3, 6, 3)
        for part, stretch in ((text, 1), (self._undo, 0), (self._close, 0)):
            row.addWidget(part, stretch)
        self._undo.clicked.connect(self.go_back)
        self._close.clicked.connect(self.end)
        return text

    def tell(self, sentence: str) -> None:
        self.end()
        if self._text is None:
            self._text = self._build()
        self._text.setText(sentence)
        self.setAccessibleName(sentence)
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def end(self) -> None:
        if not self.isHidden():
            self.hide()
            self.ended.emit()

    def go_back(self) -> None:
        self.hide()
        self.undone.emit()
