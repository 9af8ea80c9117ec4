"""A reply: status line, reasoning, answer, tool calls, error and footer, each when there is one."""

from PySide6.QtWidgets import QWidget

from ui.message_body import MessageBody
from ui.message_captions import status_caption
from ui.message_cards import ErrorCard, ToolCallCard
from ui.message_fold import ReasoningFold
from ui.message_footer import MessageFooter
from ui.message_widget import MessageWidget
from ui.plain_label import plain_label
from ui.transcript import Turn, TurnState


class ReplyMessage(MessageWidget):
    def __init__(self, turn: Turn, parent: QWidget | None = None) -> None:
        super().__init__(turn, "Answer", parent)
        self.status = plain_label("message_status")
        self.fold = ReasoningFold()
        self.body = MessageBody()
        self.footer = MessageFooter(turn)
        self.error: ErrorCard | None = None
        self._written = 0
        self._calls = 0
        self._finished = False
        for part in (self.status, self.fold, self.body, self.footer):
            self.column.addWidget(part)
        self.body.link_activated.connect(self.link_activated)
        self.fold.header.clicked.connect(self.folded)
        self.refresh()

    def refresh(self) -> None:
        self._show_status()
        self.fold.refresh(self.turn)
        self._show_answer()
        self._show_calls()
        self._show_error()
        self.footer.refresh()

    def _show_status(self) -> None:
        text = status_caption(self.turn)
        self.status.setText(text)
        self.status.setVisible(bool(text))

    def _show_answer(self) -> None:
        turn = self.turn
        if added := turn.content[self._written :]:
            self.body.append_markdown(added)
            self._written = len(turn.content)
        if not turn.growing and not self._finished:
            self.body.finish()
            self._finished = True
        self.body.set_caret(turn.state is TurnState.STREAMING)
        self.body.setVisible(bool(turn.content))

    def _show_calls(self) -> None:
        for call in self.turn.tool_calls[self._calls :]:
            self._insert(ToolCallCard(call))
            self._calls += 1

    def _show_error(self) -> None:
        if self.turn.state is TurnState.FAILED and self.error is None:
            self.error = ErrorCard(self.turn.error)
            self._insert(self.error)

    def _insert(self, card: QWidget) -> None:
        self.column.insertWidget(self.column.count() - 1, card)
        card.show()
