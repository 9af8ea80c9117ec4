"""A reply: its status, reasoning, answer, tool calls, error and footer, as far as it has them."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QWidget

from ui.conversation.call_cards import CallList
from ui.conversation.message_actions import MessageActions
from ui.conversation.message_body import MessageBody
from ui.conversation.message_captions import status_caption, trimmed_caption
from ui.conversation.message_folds import ProbabilityFold, ReasoningFold, SummaryFold
from ui.conversation.message_footer import MessageFooter
from ui.conversation.message_widget import MessageWidget, ViewRequests
from ui.look import theme
from ui.look.language import tr, translated
from ui.markdown.named_images import FindImage, no_image
from ui.state.requests import MessageRequests
from ui.state.turn import Turn, TurnState
from ui.widgets.labels import plain_label
from ui.widgets.text_body import TextBody

# Characters of an error that are shown.
_LONGEST_ERROR = 10_000


class ErrorCard(QFrame):
    """A sentence that can be selected, beside an icon."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.setProperty("kind", "error")
        self.setAccessibleName(tr("Error"))
        self._icon = QLabel()
        self.text = TextBody("error_text", tr("Error"), 13)
        self.text.plain.longest = _LONGEST_ERROR
        self.text.add_text(translated(sentence))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 9, 12, 9)
        row.setSpacing(9)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.text, 1)
        self._tint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._tint()

    def _tint(self) -> None:
        self._icon.setPixmap(theme.pixmap("triangle-alert", theme.colors().red, theme.px(15)))


class ReplyMessage(MessageWidget):
    def __init__(
        self,
        turn: Turn,
        requests: MessageRequests,
        view_requests: ViewRequests,
        parent: QWidget | None = None,
        images: FindImage = no_image,
    ) -> None:
        super().__init__(turn, tr("Answer"), parent)
        self._view_requests = view_requests
        self.note = plain_label("message_note")
        self.status = plain_label("message_status")
        self.fold = ReasoningFold(turn)
        self.body = MessageBody()
        self.body.set_images(images)
        self.calls = CallList(turn, requests, view_requests)
        self.probabilities: ProbabilityFold | None = None
        self._last = True
        self._requests = requests
        self.footer = MessageFooter(turn, requests, view_requests, self._at_it)
        self.error: ErrorCard | None = None
        self.summary: SummaryFold | None = None
        self._written = 0
        self._finished = False
        parts = (self.note, self.status, self.fold, self.body, self.calls, self.footer)
        for part in parts:
            self.column.addWidget(part)
        self.body.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.body.link_activated.connect(requests.link_opened)
        self.body.revealed.connect(
            lambda rect: view_requests.revealed.emit(self.body, rect.toRect())
        )
        self.fold.header.clicked.connect(view_requests.folded)
        self.footer.set_last(self._last)
        self.refresh()

    def refresh(self) -> None:
        _set_text(self.note, trimmed_caption(self.turn))
        _set_text(self.status, status_caption(self.turn))
        self.fold.refresh()
        self._show_answer()
        self.calls.refresh()
        self._show_probabilities()
        self._show_error()
        self._show_summary()
        self.footer.refresh()

    @property
    def unfinished(self) -> bool:
        return self.body.pending

    @property
    def answer(self) -> TextBody:
        return self.body

    def texts(self) -> list[TextBody]:
        if not self.turn.reasoning:
            return [self.body]
        self.fold.write()
        return [self.fold.text, self.body]

    def reveal(self, text: TextBody) -> None:
        if text is not self.body and not self.fold.header.isChecked():
            self.fold.header.click()

    def holds_state(self) -> bool:
        return super().holds_state() or any(card.editing for card in self.calls.cards)

    def inspect(self) -> None:
        self._requests.inspected.emit(self.turn)

    def read_aloud(self) -> None:
        self._requests.read_aloud.emit(self.turn)

    def set_last(self, last: bool) -> None:
        if last != self._last:
            self._last = last
            self.footer.set_last(last)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.footer.show_seen()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.footer.show_seen()

    def _show_ring(self) -> None:
        super()._show_ring()
        self.footer.show_seen()

    def _at_it(self) -> bool:
        """Return True if the footer shows: under the last answer, and where the pointer or the
        keyboard is."""
        focused = QApplication.focusWidget()
        inside = focused is not None and (focused is self or self.isAncestorOf(focused))
        return self._last or inside or self.underMouse()

    def offer_continue(self, resumable: bool) -> None:
        self.footer.offer_continue(resumable)

    def offer_actions(self, actions: MessageActions) -> None:
        self.footer.offer_actions(actions)

    def refresh_versions(self) -> None:
        self.footer.refresh()

    def _show_answer(self) -> None:
        turn = self.turn
        if turn.growing and self._finished:
            self.body.resume()
            self._finished = False
        if added := turn.content[self._written :]:
            self.body.append_markdown(added)
            self._written = len(turn.content)
        if not turn.growing and not self._finished:
            self.body.finish()
            self._finished = True
        self.body.set_caret(turn.state is TurnState.STREAMING)
        self.body.setVisible(bool(turn.content))

    def _show_probabilities(self) -> None:
        if self.turn.logprobs and self.probabilities is None:
            self.probabilities = ProbabilityFold()
            self.probabilities.header.clicked.connect(self._view_requests.folded)
            self._insert(self.probabilities)
        if self.probabilities:
            self.probabilities.refresh(self.turn)

    def _show_error(self) -> None:
        if self.turn.error and self.error is None:
            self.error = ErrorCard(self.turn.error)
            self._insert(self.error)

    def _show_summary(self) -> None:
        if self.turn.summary and self.summary is None:
            self.summary = SummaryFold(self.turn)
            self.summary.header.clicked.connect(self._view_requests.folded)
            self.column.addWidget(self.summary)
        if self.summary:
            self.summary.refresh()

    def _insert(self, part: QWidget) -> None:
        self.column.insertWidget(self.column.indexOf(self.footer), part)
        part.show()


def _set_text(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
