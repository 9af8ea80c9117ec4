"""The requests of all conversations: what a person asks becomes commands, and the engine's events
become text."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from app.requests.announcing import announce_trimmed
from app.requests.chat_models import Models
from app.requests.endings import unsent, without_calls
from app.requests.request_options import MAX_TOOL_ROUNDS, Asked
from app.requests.summaries import Summaries
from app.requests.tool_calls import ToolCalls
from app.settings.preferences import Preferences
from engine.errors import GONE
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
    Trimmed,
)
from engine.sentences import say
from ui.state.attachment import Attachment
from ui.state.called_tool import Decision
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.turn import Turn, TurnState

ROUNDS_ENDED = say(
    "The model called tools {count} times for one question. Now it has to answer without them.",
    count=MAX_TOOL_ROUNDS,
)


@dataclass(eq=False)
class Request:
    """It is held here until it is `saved` what it asks, and until its model is known: only then is
    it known whether that takes tools. `new` where its question was asked with it, `continues` while
    the engine may still have what it shall go on with."""

    request_id: int
    transcript: Transcript
    turn: Turn
    asked: Asked
    new: bool = False
    continues: bool = False
    saved: bool = False
    sent: bool = False
    stopped: bool = False


class Replies(QObject):
    """Knows which turn each request belongs to; holds no text. `when_saved` calls back once all
    that was added to transcripts before is on disk.

    Most signals have a Transcript: `busy_changed` when a reply began or ended, `ended` when one has
    ended and no tool goes on with it, `refused` when the last question failed before a word of an
    answer came. `named` says what a request is for that is of no turn, "" once it has ended.
    """

    busy_changed = Signal(object)
    ended = Signal(object)
    refused = Signal(object)
    # of a sentence, which as a str would lose what translates it
    noticed = Signal(object)
    named = Signal(int, str)

    def __init__(
        self,
        submit: Callable[[Command], None],
        ids: Iterator[int],
        models: Models,
        preferences: Preferences,
        calls: ToolCalls,
        parent: QObject | None = None,
        when_saved: Callable[[Callable[[], None]], None] = lambda then: then(),
    ) -> None:
        super().__init__(parent)
        self._submit = submit
        self._ids = ids
        self._models = models
        self._preferences = preferences
        self._calls = calls
        self._when_saved = when_saved
        self._requests: dict[int, Request] = {}
        # what the engine has seen, and may be able to go on with
        self._seen: set[int] = set()
        self._asked: WeakKeyDictionary[Turn, Asked] = WeakKeyDictionary()
        self._now: dict[Transcript, Callable[[], Asked]] = {}
        # what the engine knows each by
        self._conversations: dict[Transcript, int] = {}
        self._summaries = Summaries(submit, ids, self._request, self._summarised, self.named.emit)
        calls.answered.connect(self._go_on)
        calls.changed.connect(self.busy_changed)

    def follow(self, transcript: Transcript, asked: Callable[[], Asked]) -> None:
        """Before anything is asked in it; `asked` is what a question would be asked with now."""
        self._now[transcript] = asked
        self._conversations[transcript] = next(self._ids)
        self._calls.follow(transcript, lambda: asked().options)

    def forget(self, transcript: Transcript) -> None:
        """It is closed: whatever goes on in it ends here, and what the engine says of it later is
        told to nobody."""
        self._calls.stop(transcript)
        self._summaries.stop(transcript)
        for request in self._of(transcript):
            if request.sent:
                self._submit(Abort(request.request_id))
            self._forget(request)
            transcript.apply(unsent(request.request_id))
        self._now.pop(transcript, None)
        self._conversations.pop(transcript, None)
        self._calls.forget(transcript)

    # --- what a person asks ------------------------------------------------------------------

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
        self._generate(transcript, [asked], new=True)

    def take_back(self, transcript: Transcript, index: int | None = None) -> None:
        """A question, by default the last, so that another can be asked in its place."""
        self.stop(transcript)
        transcript.take_back(index)
        self.busy_changed.emit(transcript)

    def edit(
        self,
        transcript: Transcript,
        index: int,
        asked: Asked,
        text: str,
        attached: tuple[Attachment, ...] = (),
        places: tuple[int, ...] = (),
    ) -> None:
        """Another version of the question at `index`."""
        self.take_back(transcript, index)
        self.ask(transcript, asked, text, attached, places)

    def regenerate(self, transcript: Transcript, index: int, asked: Asked, count: int = 1) -> None:
        """Another `count` versions of the reply at `index`, or replies to a question there, in one
        turn of the event loop, so that the engine finds them together."""
        self.stop(transcript)
        asks = transcript.turns[index].role == "user"
        transcript.branch_after(index if asks else index - 1)
        self._generate(transcript, [_seeded(asked, number) for number in range(count)])

    def continue_reply(self, transcript: Transcript) -> None:
        """The reply that was cut short; without effect where there is none."""
        turn = transcript.resumable
        if turn is None:
            return
        former, request_id = turn.request_id, next(self._ids)
        former_model, asked = turn.model_id, self._asked_with(transcript, turn)
        turn.model_id = asked.model_id
        transcript.resume_reply(request_id)
        request = self._take_on(request_id, transcript, turn, asked)
        if former in self._seen and asked.model_id == former_model:
            request.continues = request.sent = True
            self._seen.add(request_id)
            self._submit(Continue(request_id, former))
        else:
            self._hold(request)

    def would_ask(
        self,
        transcript: Transcript,
        asked: Asked,
        question: Question,
        *,
        instead: int | None = None,
    ) -> list[Generate]:
        """What asking this would send, `instead` of the question at an index or after all; nothing
        where the model is not known."""
        if asked.model_id not in self._models.known:
            return []
        media = tuple(attachment.media for attachment in question.attachments)
        last = ChatMessage("user", question.text, media, places=question.places)
        return [self._request(0, asked, (*transcript.history(before=instead), last), transcript)]

    def stop(self, transcript: Transcript) -> None:
        """All that goes on in it, shown or not."""
        self._calls.stop(transcript)
        self._summaries.stop(transcript)
        for request in self._of(transcript):
            if request.sent:
                request.stopped = True
                self._submit(Abort(request.request_id))
            else:
                self._deliver(unsent(request.request_id))

    def decide(
        self, transcript: Transcript, call_id: str, decision: Decision, arguments: str
    ) -> None:
        if caller := transcript.caller(call_id):
            options = self._asked_with(transcript, caller).options
            self._calls.decide(transcript, call_id, decision, arguments, options)

    # --- what the engine says ----------------------------------------------------------------

    def take(self, event: RequestEvent) -> None:
        """One of a reply; without effect where that belongs to no transcript."""
        if event.request_id in self._requests:
            self._deliver(event)
        else:
            self._summaries.take(event)

    def models_changed(self, event: RequestEvent) -> None:
        """`event` ended a load. Send what was held for a model that is now known; end it where the
        load has ended."""
        for request in [it for it in self._requests.values() if not it.sent]:
            model_id = request.asked.model_id
            if model_id in self._models.known:
                self._send_if_ready(request)
            elif not self._models.loading(model_id):
                failed = isinstance(event, Failed)
                request_id = request.request_id
                end = replace(event, request_id=request_id) if failed else unsent(request_id)
                self._deliver(end)
        self._tell_awaited()

    # --- inside ------------------------------------------------------------------------------

    def _of(self, transcript: Transcript) -> list[Request]:
        return [it for it in self._requests.values() if it.transcript is transcript]

    def _asked_with(self, transcript: Transcript, turn: Turn) -> Asked:
        """What a reply was asked with; of one that was brought back only its model is known. Where
        that is gone, it goes on as would be asked now."""
        model_id, now = turn.model_id, self._now[transcript]()
        if not (self._models.in_memory(model_id) or self._models.there(model_id)):
            return now
        return self._asked.get(turn) or replace(now, model_id=model_id)

    def _generate(self, transcript: Transcript, asked: list[Asked], *, new: bool = False) -> None:
        """As many versions of a reply to what stands last."""
        ids = [next(self._ids) for _ in asked]
        turns = transcript.begin_replies(ids, asked[0].model_id)
        made = [
            self._take_on(request_id, transcript, turn, replace(each, rounds=_rounds(turn)), new)
            for request_id, turn, each in zip(ids, turns, asked, strict=True)
        ]
        for request in made:
            self._hold(request)

    def _take_on(
        self, request_id: int, transcript: Transcript, turn: Turn, asked: Asked, new: bool = False
    ) -> Request:
        self._asked[turn] = asked
        request = Request(request_id, transcript, turn, asked, new)
        self._requests[request_id] = request
        self.busy_changed.emit(transcript)
        return request

    def _hold(self, request: Request) -> None:
        request.sent = request.saved = request.continues = False
        if request.asked.model_id not in self._models.known:
            self._tell_awaited()
            self._models.make_known(request.asked.model_id)
        self._when_saved(partial(self._saved, request))

    def _saved(self, request: Request) -> None:
        request.saved = True
        self._send_if_ready(request)

    def _send_if_ready(self, request: Request) -> None:
        """Unless it was stopped meanwhile."""
        held = request.request_id in self._requests and not request.sent
        if not (held and request.saved and request.asked.model_id in self._models.known):
            return
        request.sent = True
        self._seen.add(request.request_id)
        history = request.transcript.history_for(request.turn)
        self._submit(self._request(request.request_id, request.asked, history, request.transcript))

    def _request(
        self,
        request_id: int,
        asked: Asked,
        history: tuple[ChatMessage, ...],
        transcript: Transcript | None = None,
    ) -> Generate:
        """The model is known. Without a transcript the prompt belongs to no conversation."""
        model = self._models.known[asked.model_id]
        offered = self._calls.offered(asked.options)
        channel_format = dict(self._preferences.value.formats).get(asked.model_id, "")
        made = asked.request(request_id, model, history, offered, channel_format)
        if transcript is None:
            return made
        return replace(made, conversation=self._conversations.get(transcript, 0))

    def _tell_awaited(self) -> None:
        held = [it for it in self._requests.values() if not it.sent]
        self._models.awaited = {it.asked.model_id for it in held}

    def _deliver(self, event: RequestEvent) -> None:
        request = self._requests[event.request_id]
        if request.continues and isinstance(event, Failed) and event.message == GONE:
            event = unsent(event.request_id)
            if not request.stopped:
                self._hold(request)
                return
        if isinstance(event, Failed) and event.left_out and not request.stopped:
            self._summarise(request, event.left_out)
            return
        if isinstance(event, Trimmed) and request.transcript.place(request.turn) is not None:
            announce_trimmed(request.transcript, event.messages)
        if request.stopped:
            event = without_calls(event)
        ended = isinstance(event, Finished | Failed | Aborted)
        if ended:
            self._forget(request)
        request.transcript.apply(event)
        if ended:
            self._end(request, event)

    def _summarise(self, request: Request, left_out: int) -> None:
        """It is held until there is a summary of the oldest messages that it would have."""
        request.sent = request.saved = False
        # the engine has nothing of it to go on with
        self._seen.discard(request.request_id)
        model = self._models.known[request.asked.model_id]
        self._summaries.begin(
            request.request_id, request.transcript, request.turn, request.asked, model, left_out
        )

    def _summarised(self, request_id: int, end: RequestEvent | None) -> None:
        if end is not None:
            self._deliver(end)
        elif request_id in self._requests:
            self._hold(self._requests[request_id])

    def _end(self, request: Request, event: RequestEvent) -> None:
        transcript, reply = request.transcript, request.turn
        self.busy_changed.emit(transcript)
        if isinstance(event, Finished) and reply.tool_calls:
            self._calls.begin(transcript, reply, request.asked.options)
        # Where some of the answer came, question and text stay in the conversation, as after Stop.
        failed = isinstance(event, Failed) and reply.state is TurnState.FAILED and reply.unanswered
        if failed and request.new and transcript.turns[-1:] == [reply]:
            self.refused.emit(transcript)
        if not transcript.busy:
            self.ended.emit(transcript)

    def _go_on(self, transcript: Transcript) -> None:
        """The calls of the last reply have results: let the model go on from them."""
        caller = transcript.turns[-1]
        asked = self._asked_with(transcript, caller)
        if _rounds(caller) + 1 >= MAX_TOOL_ROUNDS:
            self.noticed.emit(ROUNDS_ENDED)
        self._generate(transcript, [asked], new=True)

    def _forget(self, request: Request) -> None:
        del self._requests[request.request_id]
        self._tell_awaited()


def _rounds(turn: Turn) -> int:
    """How many replies called tools before it, for the same question."""
    count, before = 0, turn.parent
    while before is not None and before.role == "assistant":
        count, before = count + 1, before.parent
    return count


def _seeded(asked: Asked, number: int) -> Asked:
    """For one of several answers: they are others, and the same again with the same seed."""
    sampling = asked.options.sampling
    if sampling.seed is None or not number:
        return asked
    sampling = replace(sampling, seed=sampling.seed + number)
    return replace(asked, options=replace(asked.options, sampling=sampling))
