"""The turns of one conversation. Holds text; knows nothing of widgets."""

from PySide6.QtCore import QObject, Signal

from engine.messages import ChatMessage, RequestEvent
from ui.attachment import Attachment
from ui.turn import Turn, TurnState


class Transcript(QObject):
    """Text grows here and nowhere else; views read it when a signal names a turn by its index."""

    turn_added = Signal(int)
    turn_changed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turns: list[Turn] = []

    @property
    def busy(self) -> bool:
        return any(turn.growing for turn in self.turns)

    @property
    def reply(self) -> Turn | None:
        """The newest reply, growing or ended."""
        return next((turn for turn in reversed(self.turns) if turn.request_id), None)

    @property
    def resumable(self) -> Turn | None:
        """The reply that can be continued: the last turn, when it was cut short."""
        return self.turns[-1] if self.turns and self.turns[-1].resumable else None

    def add_message(self, role: str, text: str, attachments: tuple[Attachment, ...] = ()) -> None:
        self._add(Turn(role, text, attachments=attachments))

    def begin_reply(self, request_id: int, model_id: str = "") -> None:
        turn = Turn("assistant", request_id=request_id, model_id=model_id)
        turn.state = TurnState.WAITING
        self._add(turn)

    def resume_reply(self, request_id: int) -> None:
        """The resumable reply grows on; its events have this request id from now on."""
        turn = self.resumable
        assert turn is not None
        turn.resume(request_id)
        self.turn_changed.emit(len(self.turns) - 1)

    def history(self) -> tuple[ChatMessage, ...]:
        """What the model is told: no reasoning, no growing reply, no question without an answer."""
        return tuple(
            ChatMessage(
                turn.role,
                turn.content,
                tuple(attachment.media for attachment in turn.attachments),
                turn.calls,
            )
            for exchange in self._exchanges()
            if not exchange[-1].unanswered
            for turn in exchange
            if not turn.growing
        )

    def apply(self, event: RequestEvent) -> None:
        """Take one event of a reply's request; others are ignored."""
        for index, turn in enumerate(self.turns):
            if turn.request_id == event.request_id:
                turn.update(event)
                self.turn_changed.emit(index)

    def _exchanges(self) -> list[list[Turn]]:
        """Each question with what came of it."""
        found: list[list[Turn]] = []
        for turn in self.turns:
            if turn.role == "user" or not found:
                found.append([])
            found[-1].append(turn)
        return found

    def _add(self, turn: Turn) -> None:
        self.turns.append(turn)
        self.turn_added.emit(len(self.turns) - 1)
