"""One chat: its model, options, draft and transcript."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine.messages import addresses_of
from ui.state.chosen_options import ChosenOptions
from ui.state.conversation import Conversation
from ui.state.next_messages import NextMessage
from ui.state.question import Question
from ui.state.requests import MessageRequests
from ui.state.tool_entry import ToolChoices
from ui.state.transcript import Transcript
from ui.state.turn import Turn

if TYPE_CHECKING:
    from engine.messages import ModelInfo, SamplingParams


class Chat(Conversation):
    """`model_id` is the folder of the chat's model, "" if none was chosen. `recommended` is what
    the model's makers recommend, which the options were based on; None if a preset replaced it."""

    model_changed = Signal()

    def __init__(
        self, chat_id: int, tools: ToolChoices | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(chat_id, tools, parent)
        self.model_id = ""
        self.recommended: SamplingParams | None = None
        self.options = ChosenOptions(self.tools, self)
        self.transcript = Transcript(self)
        self.message_requests = MessageRequests(self)
        self.transcript.turn_added.connect(self._turn_added)
        self._follow_busy(self.transcript)
        self.transcript.path_changed.connect(self._offer_last)
        self.transcript.nodes_removed.connect(self._end_edit)

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        return (self.transcript,)

    @property
    def addresses(self) -> tuple[str, ...]:
        return addresses_of((self.model_id,))

    def set_model_id(self, model_id: str) -> None:
        if model_id != self.model_id:
            self.model_id = model_id
            self.model_changed.emit()
            self.addresses_changed.emit()

    def set_model(self, model: "ModelInfo | None") -> None:
        super().set_model(model)
        self.options.set_model(model)

    def as_next(self, question: Question) -> NextMessage:
        return NextMessage(question, self.model_id, self.options.value, self.recommended)

    def other_model(self, message: NextMessage) -> str:
        return message.model_id if message.model_id != self.model_id else ""

    def edit(self, turn: Turn) -> bool:
        """Write a new version of a question that is shown. One that is being edited stays as it is
        written. Return False if another one has changes, which would be lost."""
        self.write_next()
        if self.draft.rewritten:
            return self.draft.edited is turn
        if self.transcript.place(turn) is not None:
            self.draft.edit(turn.question, turn)
        return True

    def _end_edit(self, deleted: list[Turn]) -> None:
        """End the edit of a question that is deleted, which cannot have a new version."""
        if self.draft.edited in deleted:
            self.draft.cancel_edit()

    def show_edited(self) -> int | None:
        """Show the question that is being edited, which may be in a version that is not shown.
        Return its place, or None if it is gone."""
        edited = self.draft.edited
        if edited is None or edited not in self.transcript.all_turns():
            return None
        self.transcript.show_turn(edited)
        return self.transcript.place(edited)

    def _turn_added(self, index: int) -> None:
        if self.transcript.changing_path:
            return
        turn = self.transcript.turns[index]
        if turn.role == "user":
            self._title_after(turn.question)
            self._offer_last()

    def _offer_last(self) -> None:
        """Let the last question that is shown be edited."""
        place = self.transcript.last_question
        asked = Turn("user") if place is None else self.transcript.turns[place]
        self.draft.set_last(asked.question, asked)
