"""The common part of chats and comparisons: a title, a draft and transcripts."""

from PySide6.QtCore import QObject, Signal

from ui.state.draft import Draft
from ui.state.one_line_text import title_from
from ui.state.requests import AttachmentRequests, QuestionRequests
from ui.state.tool_entry import ToolChoices
from ui.state.transcript import Transcript


class Conversation(QObject):
    """A conversation as it is open now; no widget is needed for it.

    `title` is "" until there is one. `named` is True if a person chose it. `tools` are those that
    its models can be offered.
    """

    title_changed = Signal()

    def __init__(
        self, chat_id: int, tools: ToolChoices | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.chat_id = chat_id
        self.tools = tools or ToolChoices(self)
        self.title = ""
        self.named = False
        self.draft = Draft(self)
        self.requests = QuestionRequests(self)
        self.attachment_requests = AttachmentRequests(self)
        self._end_problems_at(self.attachment_requests)

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        return any(transcript.busy for transcript in self.transcripts)

    @property
    def empty(self) -> bool:
        return not any(transcript.turns for transcript in self.transcripts)

    def set_title(self, title: str, named: bool = False) -> None:
        self.title, self.named = title, named
        self.title_changed.emit()

    def _end_problems_at(self, requests: AttachmentRequests) -> None:
        """End the problems of the last action when the next one begins, before app takes it."""
        for begun in (requests.files_offered, requests.image_pasted, requests.text_pasted):
            begun.connect(self.draft.end_problems)

    def _title_after(self, question: str) -> None:
        """Use the first question as the title until there is a better one."""
        if question and not self.title:
            self.set_title(title_from(question))
