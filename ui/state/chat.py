"""One chat: its model, options, draft and transcript."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ui.state.chat_options import ChosenOptions
from ui.state.conversation import Conversation
from ui.state.requests import MessageRequests
from ui.state.transcript import Transcript
from ui.state.turn import Turn

if TYPE_CHECKING:
    from engine.messages import SamplingParams


class Chat(Conversation):
    """`model_id` is the folder of the chat's model, "" if none was chosen. `recommended` is what
    the model's makers recommend, which the options were based on; None if a preset replaced it."""

    model_changed = Signal()

    def __init__(self, chat_id: int, parent: QObject | None = None) -> None:
        super().__init__(chat_id, parent)
        self.model_id = ""
        self.recommended: SamplingParams | None = None
        self.options = ChosenOptions(self)
        self.transcript = Transcript(self)
        self.message_requests = MessageRequests(self)
        self.transcript.turn_added.connect(self._turn_added)
        self._follow_busy(self.transcript)

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        return (self.transcript,)

    def set_model_id(self, model_id: str) -> None:
        if model_id != self.model_id:
            self.model_id = model_id
            self.model_changed.emit()

    def edit(self, turn: Turn) -> None:
        """Write a new version of a question that is shown."""
        if self.transcript.place(turn) is not None:
            self.draft.edit(turn.question, turn)

    def show_edited(self) -> int | None:
        """Show the question that the draft replaces, which may be in a version that is not shown.
        Return its index, or None if there is none any more."""
        turn = self.draft.edited
        if turn is None or turn not in self.transcript.all_turns():
            return None
        self.transcript.show_turn(turn)
        return self.transcript.place(turn)

    def _turn_added(self, index: int) -> None:
        turn = self.transcript.turns[index]
        if turn.role == "user" and not self.transcript.changing_path:
            self._title_after(turn.content)
