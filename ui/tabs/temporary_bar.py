"""The bar above a temporary chat: what temporary means, and the button that keeps the chat."""

from PySide6.QtWidgets import QFrame, QWidget

from ui.look.language import tr
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.requests import ConversationRequests
from ui.widgets.axis import ColumnLayout
from ui.widgets.buttons import LinkButton
from ui.widgets.labels import plain_label
from ui.widgets.layouts import hbox
from ui.widgets.tinted_icon import TintedIcon


class TemporaryBar(QWidget):
    def __init__(
        self,
        conversation: Conversation,
        requests: ConversationRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._chat_id = conversation.chat_id
        self._requests = requests
        compared = isinstance(conversation, ComparedChat)
        about = tr("Not saved, and gone once you close this tab")
        self._words = plain_label("temporary_words", about)
        text = tr("Keep this comparison") if compared else tr("Keep this chat")
        self.keep = LinkButton(text, tr("Save it and list it in the history"))
        self.keep.clicked.connect(self._keep)
        self._build(full=compared)

    def _build(self, *, full: bool) -> None:
        card = QFrame()
        card.setObjectName("temporary")
        card.setAccessibleName(tr("Temporary") + ": " + self._words.text())
        row = hbox(card, spacing=8, margins=(14, 4, 6, 4))
        row.addWidget(TintedIcon("message-square-dashed"))
        row.addWidget(self._words, 1)
        row.addWidget(self.keep)
        column = ColumnLayout(above=8, below=2, full=full)
        column.addWidget(card)
        self.setLayout(column)

    def _keep(self) -> None:
        self._requests.kept.emit(self._chat_id)
