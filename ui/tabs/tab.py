"""The common part of the tabs of the window, which show a chat or a comparison."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QImage, QKeyEvent
from PySide6.QtWidgets import QWidget

from ui.composer.composer import Composer
from ui.conversation.conversation_view import ConversationView
from ui.state.chat_options import ChosenOptions
from ui.state.conversation import Conversation
from ui.state.tool_entry import ToolEntry
from ui.state.transcript import Transcript
from ui.state.turn import Turn
from ui.widgets.undo_strip import UndoStrip


class Tab(QWidget):
    """Shows a conversation above a composer for its draft.

    `untitled` is shown while the conversation has no title. `detailed` comes when the subtitle has
    changed. The signals about attachments are those of Composer.
    """

    title_changed = Signal(str)
    detailed = Signal()
    submitted = Signal(object)
    stop_pressed = Signal()
    files_offered = Signal(list)
    image_pasted = Signal(QImage)
    attachments_changed = Signal()
    media_changed = Signal(object, object)
    open_requested = Signal(object)
    shown_outside = Signal(object)
    permission_reset = Signal(str)
    servers_requested = Signal()
    undo: UndoStrip

    def __init__(
        self,
        conversation: Conversation,
        untitled: str,
        options: ChosenOptions | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        # it lives as long as the tab does
        conversation.setParent(self)
        self.conversation = conversation
        self._untitled = untitled
        self.composer = Composer(conversation.draft, options)
        conversation.title_changed.connect(lambda: self.title_changed.emit(self.title))
        self._forward(self.composer)

    @property
    def chat_id(self) -> int:
        return self.conversation.chat_id

    @property
    def title(self) -> str:
        return self.conversation.title or self._untitled

    @property
    def named(self) -> bool:
        return self.conversation.named

    @property
    def undo_visible(self) -> bool:
        """Return True if the last action in the tab can be undone."""
        return not self.undo.isHidden()

    def undo_last(self) -> None:
        self.undo.go_back()

    @property
    def subtitle(self) -> str:
        raise NotImplementedError

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        return self.conversation.transcripts

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
        """Return True while the names of models must not be shown."""
        return False

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
        raise NotImplementedError

    def open_models(self) -> bool:
        """Open the model menu; return False if the tab has none of its own."""
        return False

    def open_tools(self) -> bool:
        """Open the list of tools; return False if the model supports none."""
        return self.composer.open_tools()

    def offer_files(self, paths: list[Path]) -> None:
        self.composer.offer_files(paths)

    def set_tools(self, entries: list[ToolEntry], permissions: dict[str, str]) -> None:
        """Set the tools to choose from; `permissions` are ALWAYS or NEVER by tool id."""
        self.composer.set_tools(entries, permissions)

    def set_title(self, title: str, named: bool = False) -> None:
        """Set `named` if a person chose the title."""
        self.conversation.set_title(title, named)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Stop all answers on Escape, whichever part of the tab has the focus."""
        if event.key() == Qt.Key.Key_Escape and self.busy:
            self.stop_pressed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Give the focus to the composer: see there why this is no focus proxy."""
        super().focusInEvent(event)
        self.composer.take_focus()

    def _forward(self, composer: Composer) -> None:
        composer.permission_reset.connect(self.permission_reset)
        composer.servers_requested.connect(self.servers_requested)
        composer.submitted.connect(self.submitted)
        composer.stop_pressed.connect(self.stop_pressed)
        composer.files_offered.connect(self.files_offered)
        composer.image_pasted.connect(self.image_pasted)
        composer.attachments_changed.connect(self.attachments_changed)
        composer.media_changed.connect(self.media_changed)
        composer.open_requested.connect(self.open_requested)
        composer.shown_outside.connect(self.shown_outside)
