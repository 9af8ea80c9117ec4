"""The tab of a chat: its conversation, or a welcome while it is empty, above the composer."""

from functools import cached_property

from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from ui.conversation.conversation_view import ConversationView
from ui.conversation.message_actions import MessageActions
from ui.conversation.reading_mark import ReadingMark
from ui.look.language import number, tr
from ui.state.chat import Chat
from ui.state.library_state import Place
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.state.workspace import Workspace
from ui.tabs.tab import Tab
from ui.tabs.welcome import Welcome
from ui.widgets.axis import ColumnLayout
from ui.widgets.layouts import vbox
from ui.widgets.undo_strip import UndoStrip


class ChatTab(Tab):
    """Shows a Chat."""

    def __init__(
        self, chat: Chat, workspace: Workspace | None = None, parent: QWidget | None = None
    ) -> None:
        untitled = tr("Temporary chat") if chat.temporary else tr("New chat")
        super().__init__(chat, workspace, untitled, chat.options, parent)
        self.chat = chat
        self.composer.describe_edited = self._describe
        self.composer.show_edited()
        self._pages = QStackedWidget(self)
        self.view = ConversationView(
            self.transcript, chat.message_requests, chat.attachment_requests, self._pages
        )
        ReadingMark(self.view, self.transcript, self.workspace.reading)
        self.message_actions = MessageActions(chat, self)
        self.message_actions.alike = lambda: not chat.options.usable.sampling.temperature
        self.view.offer_actions(self.message_actions)
        self.undo = UndoStrip(tr("Show those messages again"))
        self.message_actions.models = lambda: self.workspace.engine.available
        self._build()
        self._connect()
        self._show_path()

    @property
    def subtitle(self) -> str:
        count = len(self.transcript.turns)
        return tr("%n message(s)", "", count) if count else tr("No messages yet")

    @property
    def transcript(self) -> Transcript:
        return self.chat.transcript

    @property
    def views(self) -> tuple[ConversationView]:
        return (self.view,)

    @property
    def front_view(self) -> ConversationView:
        return self.view

    @property
    def front_transcript(self) -> Transcript:
        return self.transcript

    @cached_property
    def welcome(self) -> Welcome:
        """The page of a chat without messages. Most chats that are opened have some."""
        page = Welcome(self.workspace.built_in)
        self._pages.addWidget(page)
        page.sample_chosen.connect(self.composer.take_focus)
        page.sample_chosen.connect(self.chat.requests.sample_chosen)
        page.models_wanted.connect(self._get_models)
        page.set_model(self.chat.draft.model)
        page.offer_models(self._lacks_models())
        return page

    @property
    def _welcomed(self) -> bool:
        return "welcome" in self.__dict__

    def _show_model(self) -> None:
        """Show what the model can do."""
        if self._welcomed:
            self.welcome.set_model(self.chat.draft.model)

    def _offer_models(self) -> None:
        if self._welcomed:
            self.welcome.offer_models(self._lacks_models())

    def _lacks_models(self) -> bool:
        """Return True if there is no model but the built-in one."""
        models, entries = self.workspace.library.models, self.workspace.engine.entries
        others = any(it.place is not Place.BUILT_IN for it in models)
        others = others or any(not it.built_in for it in entries)
        return bool(entries) and not others

    def _get_models(self) -> None:
        self.workspace.library_requests.window_opened.emit("get")

    def _seek(self, transcript: Transcript, index: int) -> None:
        self.view.show_turn(index)

    def _seek_words(self, turn: Turn, words: str) -> None:
        self.view.find_in(turn, words)

    def _build(self) -> None:
        self._pages.addWidget(self.view)
        column = vbox(self, spacing=0)
        if self.temporary_bar is not None:
            column.addWidget(self.temporary_bar)
        column.addWidget(self._pages, 1)
        foot = ColumnLayout(above=6, below=14)
        foot.setSpacing(6)
        foot.addWidget(self.undo)
        foot.addLayout(self.next_place)
        foot.addWidget(self.composer)
        column.addLayout(foot)

    def _connect(self) -> None:
        self.chat.draft.model_changed.connect(self._show_model)
        self.transcript.turn_added.connect(self._turn_added)
        self.transcript.turn_changed.connect(self._follow_busy)
        self.transcript.off_path_changed.connect(self._follow_busy)
        self.transcript.path_changed.connect(self._show_path)
        # The button that had the focus may be gone.
        self.message_actions.acted.connect(self.composer.take_focus)
        self.message_actions.undo_offered.connect(self.undo.add)
        self.undo.undone.connect(lambda undo: undo())
        self.view.view_requests.focus_left.connect(self._move_focus)
        self.chat.message_requests.inspected.connect(self._inspect)
        self.workspace.library.changed.connect(self._offer_models)
        self.workspace.engine.entries_changed.connect(self._offer_models)

    def _move_focus(self, decided_id: str) -> None:
        """Focus the next waiting call after a decision by key, else the composer."""
        focused = QApplication.focusWidget()
        # A click puts the focus on the view.
        by_key = focused not in (None, self.view) and self.view.isAncestorOf(focused)
        if not (decided_id and by_key and self.view.focus_call(after=decided_id)):
            self.composer.take_focus()

    def _turn_added(self, index: int) -> None:
        if self.transcript.changing_path:
            return
        self.undo.end()
        self._show_path()

    def _show_path(self) -> None:
        """Update what depends on the number of messages."""
        self._pages.setCurrentWidget(self.view if self.transcript.turns else self.welcome)
        self._follow_busy()
        self.detailed.emit()

    def _describe(self, edited: Turn) -> str:
        # It may be in a version that is not shown.
        turn, count = edited, 0
        while turn is not None:
            turn, count = turn.parent, count + (turn.role == "user")
        words = tr("Editing question {number}. Sending makes a new version; Esc cancels.")
        return words.format(number=number(count))

    def _follow_busy(self) -> None:
        self.composer.set_busy(self.busy)
