"""A reply: its status, reasoning, answer, tool calls, error and footer, as far as it has them."""

from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QWidget

from ui.conversation.call_cards import CallList, ToolCallCard
from ui.conversation.message_actions import MessageActions
from ui.conversation.message_body import MessageBody
from ui.conversation.message_captions import status_caption, trimmed_caption
from ui.conversation.message_folds import ProbabilityFold, ReasoningFold, SummaryFold
from ui.conversation.message_footer import MessageFooter
from ui.conversation.message_widget import MessageWidget, ViewRequests
from ui.conversation.shown_text import LONGEST_ERROR
from ui.look.language import tr, translated
from ui.markdown.named_images import FindImage, no_image
from ui.state.answer_words import skim_text
from ui.state.requests import MessageRequests
from ui.state.turn import Turn, TurnState
from ui.widgets.labels import plain_label, show_text
from ui.widgets.layouts import hbox
from ui.widgets.text_body import TextBody
from ui.widgets.tinted_icon import TintedIcon

Part = TypeVar("Part", bound=QWidget)
# The parts of a reply from top to bottom.
_ORDER = (
    "note",
    "fold",
    "status",
    "body",
    "calls",
    "probabilities",
    "error",
    "skimmed",
    "footer",
    "summary",
)


class ErrorCard(QFrame):
    """A sentence that can be selected, beside an icon."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.setProperty("kind", "error")
        self.setAccessibleName(tr("Error"))
        self.text = TextBody("error_text", tr("Error"), 13)
        self.text.plain.longest = LONGEST_ERROR
        self.sentence = sentence
        self.text.add_text(translated(sentence))
        row = hbox(self, spacing=9, margins=(12, 9, 12, 9))
        row.addWidget(TintedIcon("triangle-alert", color="red"), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.text, 1)


class ReplyMessage(MessageWidget):
    """Most replies have only some of the parts. The others are created when they are needed, since
    widgets make up most of the time in which a chat opens or changes its look."""

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
        self._parts: set[str] = set()
        self.probabilities: ProbabilityFold | None = None
        self._last = True
        self._requests = requests
        self.body = self._add("body", MessageBody(self))
        self.body.set_images(images)
        self.footer = self._add(
            "footer", MessageFooter(turn, requests, view_requests, self._at_it, self)
        )
        self.error: ErrorCard | None = None
        self.summary: SummaryFold | None = None
        self._written = 0
        self._finished = False
        self.body.link_activated.connect(requests.link_opened)
        self.body.revealed.connect(
            lambda rect: view_requests.revealed.emit(self.body, rect.toRect())
        )
        self.refresh()

    @cached_property
    def note(self) -> QLabel:
        return self._add("note", plain_label("message_note"))

    @cached_property
    def status(self) -> QLabel:
        return self._add("status", plain_label("message_status"))

    @cached_property
    def skimmed(self) -> QLabel:
        return self._add("skimmed", plain_label("message_note"))

    @cached_property
    def fold(self) -> ReasoningFold:
        result = self._add("fold", ReasoningFold(self.turn))
        result.header.clicked.connect(self._view_requests.folded)
        return result

    @cached_property
    def calls(self) -> CallList:
        return self._add("calls", CallList(self.turn, self._requests, self._view_requests))

    @property
    def asking(self) -> list[ToolCallCard]:
        """The calls that wait for a decision."""
        return self.calls.asking if "calls" in self._parts else []

    @property
    def unfolded(self) -> bool:
        """True if the reasoning is shown."""
        return "fold" in self._parts and self.fold.header.isChecked()

    def refresh(self) -> None:
        self._show_line("note", trimmed_caption(self.turn))
        self._show_line("status", status_caption(self.turn))
        self._show_line("skimmed", "" if self.turn.growing else skim_text(self.turn.skim))
        if self.turn.reasoning:
            self.fold.refresh()
        self._show_answer()
        if self.turn.tool_calls:
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

    def searched(self) -> list[TextBody]:
        result = self.texts()
        if "calls" in self._parts:
            result += self.calls.texts()
        if self.error:
            result.append(self.error.text)
        if self.turn.summary and self.summary:
            self.summary.write()
            result.append(self.summary.text)
        return result

    def reveal(self, text: TextBody) -> None:
        for fold in (self.fold if "fold" in self._parts else None, self.summary):
            if fold and text is fold.text and not fold.header.isChecked():
                fold.header.click()
        if "calls" in self._parts:
            self.calls.reveal(text)

    def holds_state(self) -> bool:
        cards = self.calls.cards if "calls" in self._parts else []
        return super().holds_state() or any(card.editing for card in cards)

    def inspect(self) -> None:
        self._requests.inspected.emit(self.turn)

    def read_aloud(self) -> None:
        self._requests.read_aloud.emit(self.turn)

    def set_last(self, last: bool) -> None:
        if last != self._last:
            self._last = last
            self.footer.show_seen()

    def set_continued(self, continued: bool) -> None:
        self.footer.set_continued(continued)

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
            self.probabilities = self._add("probabilities", ProbabilityFold())
            self.probabilities.header.clicked.connect(self._view_requests.folded)
            self.probabilities.show()
        if self.probabilities:
            self.probabilities.refresh(self.turn)

    def _show_error(self) -> None:
        """Show an error, until another attempt to continue the reply."""
        sentence = self.turn.error
        if self.error is not None and self.error.sentence != sentence:
            self._parts.discard("error")
            self.column.removeWidget(self.error)
            self.error.hide()
            self.error.deleteLater()
            self.error = None
        if sentence and self.error is None:
            self.error = self._add("error", ErrorCard(sentence))
            self.error.show()

    def _show_summary(self) -> None:
        if self.turn.summary and self.summary is None:
            self.summary = self._add("summary", SummaryFold(self.turn))
            self.summary.header.clicked.connect(self._view_requests.folded)
        if self.summary:
            self.summary.refresh()

    def _show_line(self, name: str, text: str) -> None:
        if text or name in self._parts:
            label = getattr(self, name)
            show_text(label, text)

    def _add(self, name: str, part: Part) -> Part:
        """Put a part in its place among those that the reply has."""
        above = sum(it in self._parts for it in _ORDER[: _ORDER.index(name)])
        self._parts.add(name)
        self.column.insertWidget(above, part)
        return part
