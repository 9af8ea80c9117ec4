"""The last line of a reply: its numbers, and a button that copies its text."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.icon_button import IconButton
from ui.message_captions import footer_caption
from ui.plain_label import plain_label
from ui.transcript import Turn

_COPIED_MS = 1500


class MessageFooter(QWidget):
    def __init__(self, turn: Turn, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn = turn
        self.numbers = plain_label("message_footer")
        self.numbers.setWordWrap(False)
        self.numbers.setMinimumWidth(1)
        self.copy_button = IconButton("copy", "Copy answer", 13)
        self.copy_button.setProperty("kind", "message_copy")
        self.copy_button.clicked.connect(self._copy)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.numbers)
        row.addWidget(self.copy_button)
        row.addStretch(1)

    def refresh(self) -> None:
        turn = self._turn
        self.numbers.setText(footer_caption(turn))
        self.numbers.setVisible(bool(self.numbers.text()))
        self.copy_button.setVisible(bool(turn.content))
        self.setVisible(not turn.growing and bool(turn.content or self.numbers.text()))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._turn.content)
        self.copy_button.set_icon("check")
        QTimer.singleShot(_COPIED_MS, self, lambda: self.copy_button.set_icon("copy"))
