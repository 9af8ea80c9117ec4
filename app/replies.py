"""The requests of all conversations: what a person asks becomes commands, and the engine's events
become text."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.asked import MAX_TOOL_ROUNDS, Asked
from app.endings import unsent, without_calls
from app.models import Models
from app.preferences import Preferences
from app.tool_calls import ToolCalls
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Command,
    Continue,
    Failed,
    Finished,
    Generate,
    RequestEvent,
)
from engine.sentences import say
from ui.state.attachment import Attachment
from ui.state.called_tool import Decision
from ui.state.chat_options import ChatOptions
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.turn import TurnState

ROUNDS_ENDED = say(
    "The model called tools {count} times for one question. Now it has to answer without them.",
    count=MAX_TOOL_ROUNDS,
)


class Replies(QObject):
    """Knows which transcript each request belongs to; holds no text.

    A request is held here until its model is known: only then is it known whether it takes tools.
    All signals have a Transcript: `busy_changed` when a reply began or ended, `ended` when one has
    ended and no tool goes on with it, `refused` when the last question failed before a word of an
    answer came.
    """

    busy_changed = Signal(object)
    ended = Signal(object)
    refused = Signal(object)
    # of a sentence, which as a str would lose what translates it
    noticed = Signal(object)

    def __init__(
        self,
        submit: Callable[[Command], None],
        ids: Iterator[int],
        models: Models,
        preferences: Preferences,
        calls: ToolCalls,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._submit = submit
        self._ids = ids
        self._models = models
        self._preferences = preferences
        self._calls = calls
        self._owners: dict[int, Transcript] = {}
        self._asked: dict[Transcript, Asked] = {}
        self._held: dict[int, Asked] = {}
        self._never_sent: dict[int, Asked] = {}
        self._stopped: set[int] = set()
        calls.answered.connect(self._go_on)
        calls.changed.connect(self.busy_changed)

    def follow(self, transcript: Transcript, options: Callable[[], ChatOptions]) -> None:
        """Before anything is asked in it; `options` are those of the moment."""
        self._calls.follow(transcript, options)

    def forget(self, transcript: Transcript) -> None:
        """It is closed: whatever goes on in it ends, and is told to nobody."""
        self._calls.stop(transcript)
        for request_id in self._requests(transcript):
            if request_id not in self._held:
                self._submit(Abort(request_id))
            self._forget(request_id)
        self._asked.pop(transcript, None)
        for request_id in [it for it in self._never_sent if transcript.has(it)]:
            del self._never_sent[request_id]
        self._calls.forget(transcript)

    def ask(
        self,
        transcript: Transcript,
        asked: Asked,
        text: str,
        attached: tuple[Attachment, ...] = (),
        places: tuple[int, ...] = (),
    ) -> None:
        """`places` are the offsets in `text` at which those that are attached stand."""
        self._calls.stop(transcript)
        transcript.add_message("user", text, attached, places)
        self._asked[transcript] = asked
        self._generate(transcript)

    def would_ask(
        self, transcript: Transcript, asked: Asked, question: Question, *, instead: bool = False
    ) -> list[Generate]:
        """What asking this would send, `instead` of the last question or after it; nothing where
        the model is not known."""
        if asked.model_id not in self._models.known:
            return []
        media = tuple(attachment.media for attachment in question.attachments)
        last = ChatMessage("user", question.text, media, places=question.places)
        history = transcript.history(without_last=instead)
        return [self._request(0, asked, (*history, last))]

    def take_back(self, transcript: Transcript) -> None:
        """The last question and what came of it, so that another can be asked in its place."""
        self.stop(transcript)
        for request_id in self._requests(transcript):
            self._forget(request_id)
        transcript.drop_last_exchange()
        self.busy_changed.emit(transcript)

    def continue_reply(self, transcript: Transcript) -> None:
        """The reply that was cut short; without effect where there is none."""
        reply = transcript.resumable
        if reply is None:
            return
        request_id = next(self._ids)
        former = reply.request_id
        self._owners[request_id] = transcript
        transcript.resume_reply(request_id)
        self.busy_changed.emit(transcript)
        if asked := self._never_sent.pop(former, None):
            self._send_or_hold(request_id, transcript, asked)
        else:
            self._submit(Continue(request_id, former))

    def stop(self, transcript: Transcript) -> None:
        self._calls.stop(transcript)
        for request_id in self._requests(transcript):
            if request_id in self._held:
                self._never_sent[request_id] = self._held[request_id]
                self._deliver(unsent(request_id))
            else:
                self._stopped.add(request_id)
                self._submit(Abort(request_id))

    def decide(
        self, transcript: Transcript, call_id: str, decision: Decision, arguments: str
    ) -> None:
        options = self._asked[transcript].options
        self._calls.decide(transcript, call_id, decision, arguments, options)

    def take(self, event: RequestEvent) -> None:
        """One of a reply; without effect where that belongs to no transcript."""
        if event.request_id in self._owners:
            self._deliver(event)

    def models_changed(self, event: RequestEvent) -> None:
        """`event` ended a load. Send what was held for a model that is now known; end it where the
        load has ended."""
        for request_id, asked in tuple(self._held.items()):
            if asked.model_id in self._models.known:
                del self._held[request_id]
                self._send(request_id, self._owners[request_id], asked)
            elif not self._models.loading(asked.model_id):
                failed = isinstance(event, Failed)
                end = replace(event, request_id=request_id) if failed else unsent(request_id)
                self._deliver(end)
        self._tell_awaited()

    def _requests(self, transcript: Transcript) -> list[int]:
        return [request_id for request_id, it in self._owners.items() if it is transcript]

    def _generate(self, transcript: Transcript) -> None:
        request_id = next(self._ids)
        asked = self._asked[transcript]
        self._owners[request_id] = transcript
        transcript.begin_reply(request_id, asked.model_id)
        self.busy_changed.emit(transcript)
        self._send_or_hold(request_id, transcript, asked)

    def _send_or_hold(self, request_id: int, transcript: Transcript, asked: Asked) -> None:
        if asked.model_id in self._models.known:
            self._send(request_id, transcript, asked)
        else:
            self._held[request_id] = asked
            self._tell_awaited()
            self._models.make_known(asked.model_id)

    def _send(self, request_id: int, transcript: Transcript, asked: Asked) -> None:
        self._submit(self._request(request_id, asked, transcript.history()))

    def _request(self, request_id: int, asked: Asked, history: tuple[ChatMessage, ...]) -> Generate:
        """Of a model that is known."""
        model = self._models.known[asked.model_id]
        offered = self._calls.offered(asked.options)
        channel_format = dict(self._preferences.value.formats).get(asked.model_id, "")
        return asked.request(request_id, model, history, offered, channel_format)

    def _tell_awaited(self) -> None:
        self._models.awaited = {asked.model_id for asked in self._held.values()}

    def _deliver(self, event: RequestEvent) -> None:
        transcript = self._owners[event.request_id]
        if event.request_id in self._stopped:
            event = without_calls(event)
        ended = isinstance(event, Finished | Failed | Aborted)
        if ended:
            self._forget(event.request_id)
        transcript.apply(event)
        if ended:
            self._end(transcript, event)

    def _end(self, transcript: Transcript, event: RequestEvent) -> None:
        self.busy_changed.emit(transcript)
        reply = transcript.turns[-1]
        if isinstance(event, Finished) and reply.tool_calls:
            self._calls.begin(transcript, self._asked[transcript].options)
        # Where some of the answer came, question and text stay in the conversation, as after Stop.
        if isinstance(event, Failed) and reply.state is TurnState.FAILED and reply.unanswered:
            self.refused.emit(transcript)
        if not transcript.busy:
            self.ended.emit(transcript)

    def _go_on(self, transcript: Transcript) -> None:
        """The calls of the last reply have results: let the model go on from them."""
        asked = self._asked[transcript]
        self._asked[transcript] = asked = replace(asked, rounds=asked.rounds + 1)
        if not asked.may_call:
            self.noticed.emit(ROUNDS_ENDED)
        self._generate(transcript)

    def _forget(self, request_id: int) -> None:
        del self._owners[request_id]
        self._stopped.discard(request_id)
        if self._held.pop(request_id, None):
            self._tell_awaited()
