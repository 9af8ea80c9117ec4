"""One line about what was just taken away, with the way back."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ui.look.language import tr
from ui.widgets.buttons import IconButton, LinkButton
from ui.widgets.labels import ElidedLabel


class UndoStrip(QFrame):
    """`undone` has what was taken away, `ended` says that there is no way back any more. Nothing is
    in the strip before the first sentence."""

    undone = Signal(object)
    ended = Signal()

    def __init__(self, about: str, parent: QWidget | None = None) -> None:
        """`about` says what the way back does."""
        super().__init__(parent)
        self.setObjectName("undo")
        self._about = about
        # Sentences with what was taken away, the last one shown.
        self._offers: list[tuple[str, Any]] = []
        self._text: ElidedLabel | None = None
        self.hide()

    def _build(self) -> ElidedLabel:
        text = ElidedLabel()
        self._undo = LinkButton(tr("Undo"), self._about)
        self._close = IconButton("x", tr("Dismiss"), 13)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 3, 6, 3)
        for part, stretch in ((text, 1), (self._undo, 0), (self._close, 0)):
            row.addWidget(part, stretch)
        self._undo.clicked.connect(self.go_back)
        self._close.clicked.connect(self.end)
        return text

    @property
    def last(self) -> Any:
        """Return what was taken away last; None if nothing is offered."""
        return self._offers[-1][1] if self._offers else None

    def tell(self, sentence: str) -> None:
        """Offer only this way back."""
        self.end()
        self._offer([(sentence, None)])

    def add(self, sentence: str, what: object) -> None:
        """Offer the way back to `what`, and then to what was taken away before."""
        former = self._offers
        self.end()
        self._offer([*former, (sentence, what)])

    def end(self) -> None:
        self._offers = []
        if not self.isHidden():
            self.hide()
            self.ended.emit()

    def go_back(self) -> None:
        if not self._offers:
            return
        *others, (_, what) = self._offers
        self._offers = []
        self.hide()
        if others:
            # First, so that what comes back is fitted beside it.
            self._offer(others)
        self.undone.emit(what)

    def _offer(self, offers: list[tuple[str, Any]]) -> None:
        self._offers, sentence = offers, offers[-1][0]
        if self._text is None:
            self._text = self._build()
        self._text.setText(sentence)
        self.setAccessibleName(sentence)
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))
