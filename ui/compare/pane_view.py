"""One pane of a comparison: a model's conversation below its header."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from ui.compare.newest_round import NewestRound
from ui.compare.pane_header import PaneHeader
from ui.conversation.conversation_view import ConversationView
from ui.look import theme
from ui.look.language import tr
from ui.state.answer_stats import NamedAnswer, answer_stats
from ui.state.compared_chat import ComparedChat
from ui.state.pane import PaneSettings, PaneState
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.widgets.labels import plain_label
from ui.widgets.layouts import vbox

NARROWEST = 220


class PaneView(QWidget):
    """Shows a PaneState. `shown` is the part of its transcript that may be seen. `view_changed` has
    the view that was replaced."""

    view_changed = Signal(object)

    def __init__(self, state: PaneState, chat: ComparedChat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self._chat = chat
        self._attachment_requests = chat.attachment_requests
        self.shown = state.transcript
        self.header = PaneHeader(chat.tools, self)
        self._empty = plain_label("pane_empty")
        self._pages = QStackedWidget(self)
        self.view = self._new_view(self.transcript)
        self._build()

    @property
    def pane_id(self) -> int:
        return self.state.pane_id

    @property
    def settings(self) -> PaneSettings:
        return self.state.settings

    @property
    def transcript(self) -> Transcript:
        return self.state.transcript

    @property
    def busy(self) -> bool:
        return self.state.busy

    def set_masked(self, masked: bool, start: int = 0, *, restored: bool = False) -> None:
        """Show only what comes from the turn `start` on, or the whole conversation: at its end, or
        where it stood if it was `restored`."""
        former = self.shown
        if masked or former is not self.transcript:
            scroll = self.transcript.scroll if restored else {}
            self.transcript.scroll = {}
            self.shown = NewestRound(self.transcript, start, self) if masked else self.transcript
            self.shown.scroll = scroll
            self._replace_view(self._new_view(self.shown))
        if former is not self.transcript:
            former.deleteLater()

    def set_above_another(self, above: bool) -> None:
        """Leave a line below a pane that stands above another one."""
        self._column.setContentsMargins(0, 0, 1, int(above))

    def take_focus(self) -> None:
        """Focus the answers, or the header as long as there are none."""
        for part in (self.view, self.header.model, self.header.menu):
            if part.isVisibleTo(self):
                part.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def _fit(self) -> None:
        self.setMinimumWidth(theme.px(NARROWEST))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines between this pane and the next ones."""
        painter = QPainter(self)
        line = QColor(theme.colors().line)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), line)
        painter.fillRect(0, self.height() - 1, self.width(), 1, line)
        painter.end()

    def _build(self) -> None:
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setText(tr("Answers will appear here."))
        self._empty.setContentsMargins(16, 16, 16, 16)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self.view)
        self._show_view()
        self._column = column = vbox(self, spacing=0, margins=(0, 0, 1, 0))
        column.addWidget(self.header)
        column.addWidget(self._pages, 1)
        self._fit()
        theme.look.changed.connect(self._fit)
        self.transcript.turn_added.connect(self._show_view)
        # First, because the pressed button is about to hide.
        self.header.stop.clicked.connect(self.take_focus)
        self.header.stop.clicked.connect(self.state.message_requests.stopped)

    def _new_view(self, transcript: Transcript) -> ConversationView:
        requests = self.state.message_requests
        attachments = self._attachment_requests
        view = ConversationView(transcript, requests, attachments, self._pages, among_others=True)
        view.view_requests.focus_left.connect(self._focus_next_call)
        view.beside = self._beside
        return view

    def _beside(self, turn: Turn) -> list[NamedAnswer]:
        """Return the numbers of all panes' answers to the question of a turn, from left to
        right."""
        rounds = self._chat.comparison.rounds
        found = (it for it in rounds if any(turn in answer.turns for answer in it.answers))
        compared = next(found, None)
        if compared is None or compared.hidden:
            return []
        return [
            NamedAnswer(it.pane.name, answer_stats(it.turns), turn in it.turns)
            for it in compared.shown()
            if it.turns and it.ended
        ]

    def _replace_view(self, view: ConversationView) -> None:
        former, self.view = self.view, view
        had_focus = former.hasFocus()
        self._pages.addWidget(view)
        self._pages.removeWidget(former)
        former.deleteLater()
        self._show_view()
        if had_focus:
            view.setFocus()
        self.view_changed.emit(former)

    def _show_view(self) -> None:
        self._pages.setCurrentWidget(self.view if self.shown.turns else self._empty)

    def _focus_next_call(self, decided_id: str) -> None:
        focused = QApplication.focusWidget()
        if decided_id and focused is not None and self.view.isAncestorOf(focused):
            self.view.focus_call(after=decided_id)
