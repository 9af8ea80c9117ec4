"""The tab of a chat: its conversation, or a welcome while it is empty, above the composer."""

from collections.abc import Callable

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ui.conversation.conversation_view import ConversationView
from ui.conversation.message_actions import Act, MessageActions, Wish
from ui.look import theme
from ui.look.language import number, tr
from ui.state.called_tool import Decision
from ui.state.chat import Chat
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.state.workspace import Workspace
from ui.tabs.tab import Tab
from ui.tabs.welcome import Welcome
from ui.widgets.undo_strip import UndoStrip

COMPOSER_WIDTH = 960


class ChatTab(Tab):
    """Shows a Chat."""

    def __init__(
        self, chat: Chat, workspace: Workspace | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(chat, workspace, tr("New chat"), chat.options, parent)
        self.chat = chat
        self.composer.last.describe = self._describe
        self.view = ConversationView(self.transcript)
        self.message_actions = MessageActions(self.transcript, self)
        self.message_actions.alike = lambda: not self.composer.options().sampling.temperature
        self.view.offer_actions(self.message_actions)
        self.undo = UndoStrip(tr("Brings back what is not shown any more"))
        self._undo: Callable[[], None] = lambda: None
        self.message_actions.models = lambda: self.workspace.engine.available
        self.welcome = Welcome(self.workspace.built_in)
        self._build()
        self._connect()
        self._show_tools()
        self._show_model()
        self._show_path()

    @property
    def subtitle(self) -> str:
        count = len(self.transcript.turns)
        return tr("%n message(s)", "", count) if count else tr("No messages yet")

    @property
    def transcript(self) -> Transcript:
        return self.chat.transcript

    @property
    def front_view(self) -> ConversationView:
        return self.view

    @property
    def front_transcript(self) -> Transcript:
        return self.transcript

    def _show_model(self) -> None:
        super()._show_model()
        self.welcome.set_model(self.chat.model)

    def _seek(self, transcript: Transcript, index: int) -> None:
        self.view.show_turn(index)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._limit_composer()

    def _build(self) -> None:
        self._pages = QStackedWidget()
        self._pages.addWidget(self.welcome)
        self._pages.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._pages, 1)
        around = QHBoxLayout()
        around.setContentsMargins(18, 0, 18, 0)
        around.addWidget(self.undo)
        column.addLayout(around)
        foot = QHBoxLayout()
        foot.setContentsMargins(18, 6, 18, 14)
        foot.setSpacing(0)
        foot.addStretch(0)
        foot.addWidget(self.composer, 1)
        foot.addStretch(0)
        column.addLayout(foot)
        self._limit_composer()

    def _limit_composer(self) -> None:
        """Keep the composer as wide as the text on a wide screen."""
        self.composer.setMaximumWidth(theme.px(COMPOSER_WIDTH))

    def _connect(self) -> None:
        self.transcript.turn_added.connect(self._turn_added)
        self.transcript.turn_changed.connect(self._follow_busy)
        self.transcript.off_path_changed.connect(self._follow_busy)
        self.transcript.path_changed.connect(self._show_path)
        self.message_actions.wished.connect(self._wished)
        self.undo.undone.connect(lambda: self._undo())
        messages, files = self.chat.message_requests, self.chat.attachment_requests
        self.view.link_activated.connect(messages.link_opened)
        # first, as the button that had the focus is about to hide
        self.view.continue_pressed.connect(self.composer.take_focus)
        self.view.continue_pressed.connect(messages.continued)
        self.view.call_decided.connect(self._decided)
        self.view.inspect_requested.connect(self.inspect_requested)
        self.view.open_requested.connect(files.opened)
        self.welcome.sample_chosen.connect(self.composer.take_focus)
        self.welcome.sample_chosen.connect(self.chat.requests.sample_chosen)

    def _decided(self, call_id: str, decision: Decision, arguments: str) -> None:
        # first, as the pressed button is about to hide; a click puts the focus on the view
        focused = QApplication.focusWidget()
        by_key = focused not in (None, self.view) and self.view.isAncestorOf(focused)
        if not (by_key and self.view.focus_call(after=call_id)):
            self.composer.take_focus()
        self.chat.message_requests.call_decided.emit(call_id, decision, arguments)

    @property
    def editing(self) -> Turn | None:
        """The question of which a new version is being written."""
        return self.chat.draft.edited

    def edit(self, turn: Turn) -> None:
        """Bring a question back to be edited; the draft comes back afterwards."""
        self.chat.edit(turn)
        self.composer.take_focus()

    def _wished(self, index: int, wish: Wish) -> None:
        turn, requests = self.transcript.turns[index], self.chat.message_requests
        match wish.act:
            case Act.EDIT:
                self.edit(turn)
                return
            case Act.AGAIN:
                requests.regenerated.emit(index, wish.count, wish.model_id)
            case Act.BRANCH:
                last = self.transcript.turns[-1]
                self.transcript.branch_after(index)
                sentence = tr("What followed is kept as another version.")
                self._offer_undo(sentence, lambda: self.transcript.show_turn(last))
            case Act.REJOIN:
                self.transcript.rejoin()
            case Act.FORK:
                requests.forked.emit(index)
            case Act.DELETE:
                deleted = self.transcript.delete(index)
                sentence = tr("%n message(s) deleted.", "", len(deleted))
                self._offer_undo(sentence, lambda: self.transcript.restore(deleted))
        # the button that had the focus may be gone
        self.composer.take_focus()

    def _offer_undo(self, sentence: str, undo: Callable[[], None]) -> None:
        self._undo = undo
        self.undo.tell(sentence)

    def _turn_added(self, index: int) -> None:
        if self.transcript.changing_path:
            return
        self.undo.end()
        self._show_path()

    def _show_path(self) -> None:
        """Update what depends on the number of messages and on the last question."""
        turns, place = self.transcript.turns, self.transcript.last_question
        self._pages.setCurrentWidget(self.view if turns else self.welcome)
        asked = Turn("user") if place is None else turns[place]
        self.composer.set_last_question(asked.question, asked)
        self._follow_busy()
        self.detailed.emit()

    def _describe(self, edited: Turn) -> str:
        place = self.transcript.place(edited) or 0
        count = sum(turn.role == "user" for turn in self.transcript.turns[: place + 1])
        words = tr("Editing question {number}: sent, it is a new version of it. Esc leaves it.")
        return words.format(number=number(count))

    def _follow_busy(self) -> None:
        self.composer.set_busy(self.busy)
