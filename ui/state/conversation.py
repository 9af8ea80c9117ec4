"""The common part of chats and comparisons: a title, a draft and transcripts."""

from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from engine.messages import ModelInfo
from ui.state.draft import Draft
from ui.state.folder_settings import FolderSettings
from ui.state.next_messages import NextMessage, NextMessages
from ui.state.one_line_text import title_from
from ui.state.question import Question
from ui.state.requests import AttachmentRequests, QuestionRequests
from ui.state.tool_entry import ToolChoices
from ui.state.transcript import Transcript

if TYPE_CHECKING:
    from ui.state.stored_prompts import StoredPrompts


class Activity(Enum):
    """ASKING waits for a person's decision about a tool call, whatever else goes on."""

    IDLE = auto()
    ANSWERING = auto()
    ASKING = auto()


class Conversation(QObject):
    """A conversation as it is open now; no widget is needed for it.

    `title` is "" until there is one. `named` is True if a person chose it. A `temporary` one is
    never on the disk; to keep it, app opens it anew. `tools` are those that its models can be
    offered, `prompts` those that can be inserted. `folder_id` is the folder that it is in, or 0;
    `folder_settings` were those of the folder when it was opened or moved there. `begun` is the
    question that it began with, which nobody has written. `turn_sought` asks to scroll to a turn of
    a Transcript, by its index, `words_sought` to find words in a Turn, `text_sought` to show a
    span of the text of an Attachment, `prompt_sought` to insert a StoredPrompt into the question.
    `attachment_enlarged` answers AttachmentRequests.enlarged and `attachment_played`, with its
    frames, AttachmentRequests.played. `attachment_replaced` has an Attachment and the one that it
    has become.
    """

    title_changed = Signal()
    addresses_changed = Signal()
    folder_changed = Signal()
    busy_changed = Signal()
    activity_changed = Signal()
    # no answer waits for a decision about a tool any more
    tools_settled = Signal()
    turn_sought = Signal(object, int)
    words_sought = Signal(object, str)
    text_sought = Signal(object, object)
    prompt_sought = Signal(object)
    attachment_enlarged = Signal(object, QImage)
    attachment_played = Signal(object, object)
    attachment_replaced = Signal(object, object)

    def __init__(
        self, chat_id: int, tools: ToolChoices | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.chat_id = chat_id
        self.tools = tools or ToolChoices(self)
        self.title = ""
        self.named = False
        self.temporary = False
        self.folder_id = 0
        self.folder_settings = FolderSettings()
        self.begun = Question()
        self._first_words = ""
        self._was_busy = self._awaited_tools = False
        self._last_activity = Activity.IDLE
        self.prompts: StoredPrompts | None = None
        self.draft = Draft(self)
        self.next_messages = NextMessages(self)
        self.requests = QuestionRequests(self)
        self.attachment_requests = AttachmentRequests(self)
        self._end_problems_at(self.attachment_requests)
        self.draft.editing_changed.connect(self._follow_editing)
        self.draft.changed.connect(self._title_by_draft)

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        raise NotImplementedError

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of the servers that the next question goes to."""
        return ()

    @property
    def masked(self) -> bool:
        """Return True while the names of models must not be shown."""
        return False

    @property
    def busy(self) -> bool:
        return any(transcript.busy for transcript in self.transcripts)

    @property
    def activity(self) -> Activity:
        last = (it.turns[-1] for it in self.transcripts if it.turns)
        if any(turn.asks and not turn.growing for turn in last):
            return Activity.ASKING
        return Activity.ANSWERING if self.busy else Activity.IDLE

    @property
    def awaits_tools(self) -> bool:
        """Return True if an answer that is shown waits for a tool, or for a decision about one."""
        return any(it.turns[-1].awaits_tools for it in self.transcripts if it.turns)

    @property
    def unasked_prompts(self) -> int:
        """The prompts of a running list that have yet to be asked. They are gone once the
        conversation is closed."""
        return 0

    @property
    def empty(self) -> bool:
        return not any(transcript.turns for transcript in self.transcripts)

    @property
    def untouched(self) -> bool:
        """Return True if nothing was asked or written."""
        written = self.draft.question not in (Question(), self.begun)
        return self.empty and not written and not len(self.next_messages)

    def begin_with(self, question: Question) -> None:
        """Write a question for the person, which is nothing to lose."""
        self.begun = question
        self.draft.put(question)

    def set_title(self, title: str, named: bool = False) -> None:
        self.title, self.named = title, named
        self.title_changed.emit()

    def set_model(self, model: ModelInfo | None) -> None:
        """Set what is known of the model that will be asked; None if none can be. This is called
        repeatedly, for all conversations."""
        self.draft.set_model(model)

    def put_in_folder(self, folder_id: int, settings: FolderSettings) -> None:
        self.folder_id, self.folder_settings = folder_id, settings
        self.folder_changed.emit()

    # --- next messages ---------------------------------------------------------------------

    def as_next(self, question: Question) -> NextMessage:
        """Return a question with the options that it would be asked with now."""
        return NextMessage(question)

    def other_model(self, message: NextMessage) -> str:
        """Return the id of the model that a next message goes to, or "" if it is the one that is
        shown as the conversation's."""
        return ""

    def edit_next(self, message: NextMessage) -> bool:
        """Bring a next message into the draft; it keeps its place, and the draft comes back
        afterwards. Return False while an asked question is being edited."""
        self.write_next()
        if self.draft.editing or self.next_messages.place(message) is None:
            return False
        self.next_messages.set_edited(message)
        self.draft.edit(message.question)
        return True

    def write_next(self) -> None:
        """Put the next message that is being edited back as it is written now, unless it is
        empty."""
        edited, written = self.next_messages.edited, self.draft.question.stripped()
        if edited is None:
            return
        # first, so that it is not sent before it is written
        if not written.empty:
            self.next_messages.rewrite(edited, written)
        self.draft.cancel_edit()

    def _follow_editing(self) -> None:
        if not self.draft.editing:
            self.next_messages.set_edited(None)

    def _follow_busy(self, transcript: Transcript) -> None:
        transcript.turn_added.connect(self._note_busy)
        transcript.turn_changed.connect(self._note_busy)
        transcript.off_path_changed.connect(self._note_busy)
        transcript.path_changed.connect(self._note_busy)

    def _note_busy(self) -> None:
        was_busy, self._was_busy = self._was_busy, self.busy
        if was_busy != self._was_busy:
            self.busy_changed.emit()
        last_activity, self._last_activity = self._last_activity, self.activity
        if last_activity is not self._last_activity:
            self.activity_changed.emit()
        awaited, self._awaited_tools = self._awaited_tools, self.awaits_tools
        if awaited and not self._awaited_tools:
            self.tools_settled.emit()

    def _end_problems_at(self, requests: AttachmentRequests) -> None:
        """End the problems of the last action when the next one begins, before app takes it."""
        pasted = requests.files_pasted, requests.image_pasted, requests.text_pasted
        for begun in (requests.files_offered, requests.screen_captured, *pasted):
            begun.connect(self.draft.end_problems)

    def _title_after(self, question: Question) -> None:
        """Use the first question as the title until there is a better one."""
        if question.text and not self.title:
            self._set_first_words(title_from(question.named))

    def _title_by_draft(self) -> None:
        """Use what is written as the title while nothing was asked."""
        if self.empty and not (self.named or self.draft.editing):
            words = "" if self.untouched else title_from(self.draft.question.named)
            if not any(map(str.isalnum, words)):
                words = ""
            # a title that was made otherwise, of messages that are gone, stays
            if self.title == self._first_words and self.title != words:
                self._set_first_words(words)

    def _set_first_words(self, words: str) -> None:
        self._first_words = words
        self.set_title(words)
