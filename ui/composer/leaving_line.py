"""The line of the composer that says that a conversation leaves this computer."""

from PySide6.QtWidgets import QWidget

from ui.look.language import tr
from ui.state.conversation import Conversation
from ui.state.remote_words import leaves_words
from ui.widgets.labels import ElidedLabel, tooltip
from ui.widgets.layouts import hbox
from ui.widgets.tinted_icon import TintedIcon

_ICON = 14


class LeavingLine(QWidget):
    """Hidden while the conversation stays on this computer."""

    def __init__(self, conversation: Conversation) -> None:
        super().__init__()
        self._conversation = conversation
        self.words = ElidedLabel("leaving_words")
        row = hbox(self, spacing=6, margins=(2, 0, 2, 2))
        row.addWidget(TintedIcon("globe", _ICON, "orange"))
        row.addWidget(self.words, 1)
        conversation.addresses_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        words = leaves_words(self._conversation.addresses)
        self.words.setText(words)
        self.words.setToolTip(tooltip(words))
        self.setAccessibleName(tr("Where this goes: {words}").format(words=words))
        self.setVisible(bool(words))
