"""One chat: its conversation, or a welcome while there is none, above the composer."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QImage, QKeyEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from ui.composer.composer import Composer
from ui.conversation.conversation_view import ConversationView
from ui.state.called_tool import Decision
from ui.state.transcript import Transcript
from ui.tabs.welcome import Welcome

NEW_CHAT = "New chat"
TITLE_LENGTH = 40


class ChatTab(QWidget):
    """`call_decided` has the id of a call, a Decision, and the arguments, which may be others than
    those of the model; `inspect_requested` has a Turn. What is about attachments is as in Composer.
    """

    title_changed = Signal(str)
    submitted = Signal(str, tuple, tuple)
    stop_pressed = Signal()
    continue_pressed = Signal()
    files_offered = Signal(list)
    image_pasted = Signal(QImage)
    attachments_changed = Signal()
    media_changed = Signal(object, object)
    open_requested = Signal(object)
    shown_outside = Signal(object)
    sample_chosen = Signal(object)
    link_activated = Signal(str)
    call_decided = Signal(str, object, str)
    inspect_requested = Signal(object)
    permission_reset = Signal(str)
    servers_requested = Signal()

    def __init__(self, chat_id: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chat_id = chat_id
        self.transcript = Transcript(self)
        self.view = ConversationView(self.transcript)
        self.welcome = Welcome()
        self.composer = Composer()
        self.title = NEW_CHAT
        self._build()
        self._connect()

    def offer_files(self, paths: list[Path]) -> None:
        self.composer.offer_files(paths)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Not by a focus proxy, as in the composer."""
        super().focusInEvent(event)
        self.composer.take_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape stops the answer also while it is being read."""
        if event.key() == Qt.Key.Key_Escape and self.transcript.busy:
            self.stop_pressed.emit()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        self._pages = QStackedWidget()
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._pages, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(18, 6, 18, 14)
        foot.addWidget(self.composer)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.transcript.turn_added.connect(self._turn_added)
        self.transcript.turn_changed.connect(self._follow_busy)
        self.view.link_activated.connect(self.link_activated)
        # first: the button that had the focus is about to hide
        self.view.continue_pressed.connect(self.composer.take_focus)
        self.view.continue_pressed.connect(self.continue_pressed)
        self.view.call_decided.connect(self._decided)
        self.view.inspect_requested.connect(self.inspect_requested)
        self.view.open_requested.connect(self.open_requested)
        self.welcome.sample_chosen.connect(self.composer.take_focus)
        self.welcome.sample_chosen.connect(self.sample_chosen)
        self.composer.permission_reset.connect(self.permission_reset)
        self.composer.servers_requested.connect(self.servers_requested)
        self.composer.submitted.connect(self.submitted)
        self.composer.stop_pressed.connect(self.stop_pressed)
        self.composer.files_offered.connect(self.files_offered)
        self.composer.image_pasted.connect(self.image_pasted)
        self.composer.attachments_changed.connect(self.attachments_changed)
        self.composer.media_changed.connect(self.media_changed)
        self.composer.open_requested.connect(self.open_requested)
        self.composer.shown_outside.connect(self.shown_outside)

    def _decided(self, call_id: str, decision: Decision, arguments: str) -> None:
        # first: the button that was pressed is about to hide; a click puts the focus on the view
        focused = QApplication.focusWidget()
        by_key = focused not in (None, self.view) and self.view.isAncestorOf(focused)
        if not (by_key and self.view.focus_call(after=call_id)):
            self.composer.take_focus()
        self.call_decided.emit(call_id, decision, arguments)

    def _turn_added(self, index: int) -> None:
        turn = self.transcript.turns[index]
        self._pages.setCurrentWidget(self.view)
        if turn.role == "user" and turn.content:
            self.composer.set_last_question(turn.content)
            self._name_after(turn.content)
        self._follow_busy()

    def _follow_busy(self) -> None:
        self.composer.set_busy(self.transcript.busy)

    def _name_after(self, question: str) -> None:
        if self.title == NEW_CHAT:
            self.title = elided(question)
            self.title_changed.emit(self.title)


def elided(text: str) -> str:
    """`text` on one line, of at most `TITLE_LENGTH` characters."""
    line = " ".join(text.split())
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"
