"""The common part of the tabs of the window, which show a chat or a comparison."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.composer import next_list
from ui.composer.composer import Composer
from ui.conversation.conversation_view import ConversationView
from ui.look import theme
from ui.state.chosen_options import ChosenOptions
from ui.state.conversation import Conversation
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.state.workspace import Workspace
from ui.tabs import temporary_bar
from ui.widgets.undo_strip import UndoStrip

# In a lower tab, the header alone says that a chat is temporary.
_LOW = 400


class Tab(QWidget):
    """Shows a conversation above a composer for its draft.

    `untitled` is shown while the conversation has no title. `detailed` comes when the subtitle has
    changed. `inspect_requested` has a Turn.
    """

    detailed = Signal()
    inspect_requested = Signal(object)
    undo: UndoStrip

    def __init__(
        self,
        conversation: Conversation,
        workspace: Workspace | None,
        untitled: str,
        options: ChosenOptions | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.conversation = conversation
        self.workspace = workspace or Workspace(self)
        self._untitled = untitled
        self.composer = Composer(conversation, options)
        self.next_list: next_list.NextList | None = None
        self.next_place = QVBoxLayout()
        self.temporary_bar: temporary_bar.TemporaryBar | None = None
        if conversation.temporary:
            self.temporary_bar = temporary_bar.TemporaryBar(
                conversation, self.workspace.requests, self
            )
        conversation.next_messages.changed.connect(self._list_next)
        conversation.addresses_changed.connect(self.detailed)
        conversation.turn_sought.connect(self._seek)
        conversation.words_sought.connect(self._seek_words)
        requests = conversation.requests
        for asked in (requests.submitted, requests.next_wanted, requests.next_resumed):
            asked.connect(self._show_end)
        self._list_next()

    @property
    def chat_id(self) -> int:
        return self.conversation.chat_id

    @property
    def title(self) -> str:
        return self.conversation.title or self._untitled

    @property
    def temporary(self) -> bool:
        return self.conversation.temporary

    @property
    def named(self) -> bool:
        return self.conversation.named

    @property
    def undo_visible(self) -> bool:
        """Return True if the last action in the tab can be undone."""
        return self._undo_strip is not None

    def undo_last(self) -> None:
        if self._undo_strip is not None:
            self._undo_strip.go_back()

    @property
    def _undo_strip(self) -> UndoStrip | None:
        queue = self.next_list.undo if self.next_list else None
        strips = self.composer.undo, queue, self.undo
        return next((it for it in strips if it and not it.isHidden()), None)

    @property
    def subtitle(self) -> str:
        raise NotImplementedError

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        return self.conversation.transcripts

    @property
    def views(self) -> Sequence[ConversationView]:
        raise NotImplementedError

    @property
    def front_view(self) -> ConversationView:
        """The conversation view that has the focus, or had it last."""
        raise NotImplementedError

    @property
    def front_transcript(self) -> Transcript:
        """The transcript that `front_view` shows."""
        raise NotImplementedError

    @property
    def last_answer(self) -> str:
        turns = reversed(self.front_transcript.turns)
        return next((it.content for it in turns if it.role == "assistant"), "")

    @property
    def can_continue(self) -> bool:
        return any(transcript.resumable for transcript in self.transcripts)

    @property
    def masked(self) -> bool:
        return self.conversation.masked

    @property
    def busy(self) -> bool:
        return self.conversation.busy

    @property
    def empty(self) -> bool:
        return self.conversation.empty

    @property
    def replies(self) -> tuple[Turn, ...]:
        """The newest reply of each transcript that has one."""
        found = (transcript.reply for transcript in self.transcripts)
        return tuple(reply for reply in found if reply is not None)

    def go_on(self) -> None:
        """Continue all answers that were cut short."""
        self.conversation.requests.continued.emit()

    def open_models(self) -> bool:
        """Open the model menu; return False if the tab has none of its own."""
        return False

    def open_tools(self) -> bool:
        """Open the list of tools; return False if the model supports none."""
        return self.composer.open_tools()

    def _list_next(self) -> None:
        """Show the list of next messages above the composer, once there are some."""
        if self.next_list is None and len(self.conversation.next_messages):
            self.next_list = next_list.NextList(self.conversation, self)
            self.next_list.left.connect(self.composer.take_focus)
            self.next_list.set_room(self.height())
            self.next_place.addWidget(self.next_list)
            # Tab comes to it before the composer
            self.next_list.stackUnder(self.composer)

    def _show_end(self) -> None:
        """Show the question that a person asks now. One that comes by itself, from a queue or a
        list, leaves the person at the answer that is being read."""
        for view in self.views:
            view.scroll_to_end()

    def _seek(self, transcript: Transcript, index: int) -> None:
        """Scroll to a turn."""
        raise NotImplementedError

    def _seek_words(self, turn: Turn, words: str) -> None:
        """Find words in a turn."""
        raise NotImplementedError

    def _inspect(self, turn: object) -> None:
        """Ask to inspect a turn, unless this would reveal a hidden name."""
        if not self.masked:
            self.inspect_requested.emit(turn)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop all answers on Escape, whichever part of the tab has the focus, or else the reading
        of files."""
        escape = event.key() == Qt.Key.Key_Escape
        if escape and self.busy:
            self.conversation.requests.stopped.emit()
        elif escape and self.conversation.draft.pending:
            self.conversation.attachment_requests.adding_cancelled.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.next_list is not None:
            self.next_list.set_room(self.height())
        if self.temporary_bar is not None:
            self.temporary_bar.setVisible(self.height() >= theme.px(_LOW))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Give the focus to the composer: see there why this is no focus proxy."""
        super().focusInEvent(event)
        self.composer.take_focus()
