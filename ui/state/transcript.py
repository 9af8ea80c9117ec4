"""The turns of one conversation. Holds text; knows nothing of widgets."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.messages import ChatMessage, RequestEvent, Traced
from ui.state.attachment import Attachment
from ui.state.called_tool import CalledTool
from ui.state.turn import Turn, TurnState

# Characters; the prompt of each reply has all of the conversation before it.
KEPT_PROMPTS = 20_000_000


class Transcript(QObject):
    """Text grows here and nowhere else; views read it when a signal names a turn by its index.

    `turns_dropped` names the first of those that are gone from the end.
    """

    turn_added = Signal(int)
    turn_changed = Signal(int)
    turns_dropped = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turns: list[Turn] = []
        self._places: dict[int, int] = {}
        self._at_work: dict[int, Turn] = {}
        self._told_from = 0
        self._told: dict[int, tuple[ChatMessage, ...]] = {}
        self.turn_changed.connect(self._forget_told)

    @property
    def busy(self) -> bool:
        """Whether a reply grows or a tool runs for one."""
        return any(turn.growing or turn.running for turn in self._at_work.values())

    def has(self, request_id: int) -> bool:
        """Whether a reply here grows, or grew, by events with this id."""
        return request_id in self._places

    @property
    def reply(self) -> Turn | None:
        """The newest reply, growing or ended."""
        return next((turn for turn in reversed(self.turns) if turn.request_id), None)

    @property
    def resumable(self) -> Turn | None:
        """The reply that can be continued: the last turn, when it was cut short."""
        return self.turns[-1] if self.turns and self.turns[-1].resumable else None

    def add_message(
        self,
        role: str,
        text: str,
        attachments: tuple[Attachment, ...] = (),
        places: tuple[int, ...] = (),
    ) -> None:
        """`places` are the offsets of the attachments in the text, as in ChatMessage."""
        self._add(Turn(role, text, attachments=attachments, places=places))

    def begin_reply(self, request_id: int, model_id: str = "") -> None:
        turn = Turn("assistant", request_id=request_id, model_id=model_id)
        turn.state = TurnState.WAITING
        self._expect(request_id, len(self.turns), turn)
        self._add(turn)

    def resume_reply(self, request_id: int) -> None:
        """The resumable reply grows on; its events have this request id from now on."""
        turn = self.resumable
        assert turn is not None
        self._places.pop(turn.request_id, None)
        turn.resume(request_id)
        self._expect(request_id, len(self.turns) - 1, turn)
        self.turn_changed.emit(len(self.turns) - 1)

    def begin_anew(self) -> None:
        """What stands here stays to be read; the model is told what comes from here on."""
        self._told_from = len(self.turns)

    def drop_last_exchange(self) -> None:
        """The last question and all after it are gone, as if it had never been asked."""
        start = self._last_question()
        if start is None:
            return
        del self.turns[start:]
        self._places = {key: at for key, at in self._places.items() if at < start}
        self._at_work = {at: turn for at, turn in self._at_work.items() if at < start}
        self._told = {at: told for at, told in self._told.items() if at < start}
        self._told_from = min(self._told_from, start)
        self.turns_dropped.emit(start)

    def _last_question(self) -> int | None:
        asked = (at for at in range(len(self.turns) - 1, -1, -1) if self.turns[at].role == "user")
        return next(asked, None)

    def take_over(self, other: "Transcript") -> None:
        """What was said in another so far, less an answer that still grows there."""
        exchanges = other._exchanges()
        if exchanges and other.busy:
            exchanges.pop()
        for index in (index for exchange in exchanges for index in exchange):
            self._add(other.turns[index].copied())
        self._told_from = min(other._told_from, len(self.turns))

    def history(self, *, without_last: bool = False) -> tuple[ChatMessage, ...]:
        """What the model is told: no growing reply, no question without an answer, no call without
        a result; without the last exchange, where another question shall take its place."""
        exchanges = self._exchanges(self._told_from)
        return tuple(
            message
            for exchange in (exchanges[:-1] if without_last else exchanges)
            if not self.turns[exchange[-1]].unanswered
            for index in exchange
            for message in self._messages(index)
        )

    def called(self, call_id: str) -> CalledTool | None:
        """The newest call with this id."""
        calls = (called for turn in reversed(self.turns) for called in turn.tool_calls)
        return next((called for called in calls if called.call.call_id == call_id), None)

    def change_call(self, call_id: str, **changes: Any) -> None:
        """Set fields of a call; without effect where there is none."""
        called = self.called(call_id)
        if called is None:
            return
        for name, value in changes.items():
            setattr(called, name, value)
        for index, turn in enumerate(self.turns):
            if called in turn.tool_calls:
                self._at_work[index] = turn
                self.turn_changed.emit(index)

    def drop_calls(self) -> None:
        """Those that nobody decided about have no result any more."""
        for index, turn in enumerate(self.turns):
            if any(called.open for called in turn.tool_calls):
                turn.drop_calls()
                self.turn_changed.emit(index)

    def apply(self, event: RequestEvent) -> None:
        """Take one event of a reply's request; others are ignored."""
        index = self._places.get(event.request_id)
        if index is not None:
            self.turns[index].update(event)
            self.turn_changed.emit(index)
        if isinstance(event, Traced):
            self._forget_prompts()

    def _expect(self, request_id: int, index: int, turn: Turn) -> None:
        """Events come for every token: no look at all turns may be needed for one."""
        self._places[request_id] = index
        ended = [at for at, it in self._at_work.items() if not (it.growing or it.running)]
        for at in ended:
            del self._at_work[at]
        self._at_work[index] = turn

    def _forget_prompts(self) -> None:
        """The oldest, beyond what is kept."""
        kept = 0
        for turn in reversed(self.turns):
            kept += sum(len(trace.prompt) for trace in turn.traces)
            if kept > KEPT_PROMPTS and turn is not self.reply:
                turn.traces = [replace(trace, prompt="") for trace in turn.traces]

    def _messages(self, index: int) -> tuple[ChatMessage, ...]:
        """Asked for at every pause in typing, so that those of a turn are kept until it changes."""
        if index not in self._told:
            turn = self.turns[index]
            if turn.growing:
                return ()
            self._told[index] = _told_messages(turn)
        return self._told[index]

    def _forget_told(self, index: int) -> None:
        self._told.pop(index, None)

    def _exchanges(self, start: int = 0) -> list[range]:
        """Where each question stands with what came of it."""
        count = len(self.turns)
        firsts = [at for at in range(start, count) if self.turns[at].role == "user" or at == start]
        return [range(*it) for it in pairwise([*firsts, count])]

    def _add(self, turn: Turn) -> None:
        self.turns.append(turn)
        self.turn_added.emit(len(self.turns) - 1)


def _told_messages(turn: Turn) -> tuple[ChatMessage, ...]:
    """A turn that says something, and the results of its calls."""
    answered = turn.answered_calls
    message = ChatMessage(
        turn.role,
        turn.told,
        tuple(attachment.media for attachment in turn.attachments),
        tuple(called.call for called in answered),
        reasoning=turn.reasoning,
        places=turn.places,
    )
    found = (message, *(called.message() for called in answered))
    return tuple(it for it in found if it.content or it.media or it.tool_calls or it.role == "user")
