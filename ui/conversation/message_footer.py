"""The last line of a reply: its numbers, and buttons that copy its text, show its
tokens and go on with it."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ui.conversation.message_captions import footer_caption
from ui.state.turn import Turn
from ui.widgets.chip_button import ChipButton
from ui.widgets.elided_label import ElidedLabel
from ui.widgets.icon_button import IconButton
from ui.widgets.plain_label import tooltip

_COPIED_MS = 1500
_CONTINUE = "Let the model go on from here, with the options that this answer began with"


class MessageFooter(QWidget):
    def __init__(self, turn: Turn, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turn = turn
        self.numbers = ElidedLabel("message_footer")
        self.numbers.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.numbers.setMinimumWidth(1)
        self.copy_button = IconButton("copy", "Copy answer", 13)
        self.copy_button.setProperty("kind", "message_copy")
        self.copy_button.clicked.connect(self._copy)
        self.inspect_button = IconButton("scan-search", "Inspect prompt and tokens", 13)
        self.inspect_button.setProperty("kind", "message_copy")
        self.continue_button = ChipButton("play", "Continue", _CONTINUE)
        self.continue_button.hide()
        self._resumable = False
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.numbers)
        row.addWidget(self.copy_button)
        row.addWidget(self.inspect_button)
        row.addWidget(self.continue_button)
        row.addStretch(1)

    def refresh(self) -> None:
        turn = self._turn
        self.numbers.setText(footer_caption(turn))
        self.numbers.setToolTip(tooltip(self.numbers.text()))
        self.numbers.setVisible(bool(self.numbers.text()))
        copied = bool(turn.content) and not turn.growing
        inspected = bool(turn.traces) and not turn.growing
        self.copy_button.setVisible(copied)
        self.inspect_button.setVisible(inspected)
        self.continue_button.setVisible(self._resumable)
        self.setVisible(bool(self.numbers.text()) or self._resumable or copied or inspected)

    def offer_continue(self, resumable: bool) -> None:
        """Whether the reply can be continued, which depends on what follows it."""
        if resumable != self._resumable:
            self._resumable = resumable
            self.refresh()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._turn.content)
        self.copy_button.set_icon("check")
        QTimer.singleShot(_COPIED_MS, self, lambda: self.copy_button.set_icon("copy"))
