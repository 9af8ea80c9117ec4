"""One chat: its conversation, or a welcome while there is none, above the composer."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engine.messages import SamplingParams
from ui import theme
from ui.conversation.conversation_view import ConversationView
from ui.language import tr
from ui.state.called_tool import Decision
from ui.state.transcript import Transcript
from ui.tabs.tab import Tab, elided
from ui.tabs.welcome import Welcome

COMPOSER_WIDTH = 960


class ChatTab(Tab):
    """`call_decided` has the id of a call, a Decision, and the arguments, which may be others than
    those of the model.

    `model_id` is the folder of the model that is asked here, "" where none was chosen yet;
    `recommended` is what its makers recommend, over which the options were chosen, None where these
    stand for themselves."""

    continue_pressed = Signal()
    sample_chosen = Signal(object)
    call_decided = Signal(str, object, str)
    model_changed = Signal()

    def __init__(self, chat_id: int, parent: QWidget | None = None) -> None:
        super().__init__(chat_id, tr("New chat"), parent)
        self.model_id = ""
        self.recommended: SamplingParams | None = None
        self.transcript = Transcript(self)
        self.view = ConversationView(self.transcript)
        self.welcome = Welcome()
        self._build()
        self._connect()

    @property
    def subtitle(self) -> str:
        count = len(self.transcript.turns)
        return tr("%n message(s)", "", count) if count else tr("No messages yet")

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        return (self.transcript,)

    @property
    def front_view(self) -> ConversationView:
        return self.view

    @property
    def front_transcript(self) -> Transcript:
        return self.transcript

    def set_model_id(self, model_id: str) -> None:
        if model_id != self.model_id:
            self.model_id = model_id
            self.model_changed.emit()

    def go_on(self) -> None:
        self.continue_pressed.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._limit_composer()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape stops the answer also while it is being read."""
        if event.key() == Qt.Key.Key_Escape and self.busy:
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
        foot = QHBoxLayout()
        foot.setContentsMargins(18, 6, 18, 14)
        foot.setSpacing(0)
        foot.addStretch(0)
        foot.addWidget(self.composer, 1)
        foot.addStretch(0)
        column.addLayout(foot)
        self._limit_composer()

    def _limit_composer(self) -> None:
        """On a wide screen it stays by the text."""
        self.composer.setMaximumWidth(theme.px(COMPOSER_WIDTH))

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
        if turn.role == "user":
            self.composer.set_last_question(turn.content, turn.attachments, turn.places)
            self._name_after(turn.content)
        self._follow_busy()
        self.detailed.emit()

    def _follow_busy(self) -> None:
        self.composer.set_busy(self.busy)

    def _name_after(self, question: str) -> None:
        if question and self.title == tr("New chat"):
            self.set_title(elided(question))
