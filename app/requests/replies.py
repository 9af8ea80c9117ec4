"""The replies of all conversations: questions become requests, and events of the engine text."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, Signal

from app.requests.chat_models import ChatModels
from app.requests.client import RequestClient, ignore
from app.requests.omitted_marks import mark_trimmed
from app.requests.open_request import Followed, Request, take_late, without_calls
from app.requests.request_options import MAX_TOOL_ROUNDS, RequestOptions
from app.requests.summaries import Summaries
from app.requests.tool_calls import ToolCalls
from app.settings.preferences import Preferences
from engine.errors import GONE
from engine.messages import (
    Aborted,
    ChatMessage,
    Continue,
    Failed,
    Finished,
    Generate,
    LookProgress,
    ModelInfo,
    PrefillProgress,
    RequestEvent,
    SkimProgress,
    Trimmed,
    Waiting,
)
from engine.sentences import say
from ui.state.called_tool import Decision
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.turn import Turn, TurnState

ROUNDS_ENDED = say(
    "The model called tools {count} times for one question. Now it has to answer without them.",
    count=MAX_TOOL_ROUNDS,
)
STOPPING = say("Stopping…")


class Replies(QObject):
    """Knows the turn of each request; the text is in the transcript. `when_saved` calls back once
    everything that was added to transcripts before is on disk.

    Most signals have a Transcript: `busy_changed` when a reply began or ended, `ended` when a reply
    has ended and no tool result continues it, `refused` when the last question failed before any
    text of an answer. `noticed` has a sentence for people. `named` has the id of a request that
    belongs to no turn and what it is for, "" once it has ended.
    """

    busy_changed = Signal(object)
    ended = Signal(object)
    refused = Signal(object)
    # of a Sentence, whose translation a str would lose
    noticed = Signal(object)
    named = Signal(int, str)

    def __init__(
        self,
        client: RequestClient,
        models: ChatModels,
        preferences: Preferences,
        calls: ToolCalls,
        when_saved: Callable[[Callable[[], None]], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._models = models
        self._preferences = preferences
        self._calls = calls
        self._when_saved = when_saved
        self._requests: dict[int, Request] = {}
        # requests whose replies the engine may still continue
        self._seen: set[int] = set()
        self._options: WeakKeyDictionary[Turn, RequestOptions] = WeakKeyDictionary()
        self._followed: dict[Transcript, Followed] = {}
        self._summaries = Summaries(
            client, self._make_request, self._summary_ended, self.named.emit
        )
        calls.answered.connect(self._continue_after_calls)
        calls.changed.connect(self.busy_changed)
        calls.servers_changed.connect(self._send_held)
        models.became_ready.connect(self._send_held)
        models.load_ended.connect(self._end_held)

    def follow(
        self,
        transcript: Transcript,
        options: Callable[[], RequestOptions],
        cache_name: Callable[[], str],
    ) -> None:
        """Prepare for requests of a transcript; `options` returns those of a new question, and
        `cache_name` the name of its prompt caches on the disk."""
        self._followed[transcript] = Followed(options, cache_name, self._client.new_id())
        self._calls.follow(transcript, lambda: options().chat_options)

    def forget(self, transcript: Transcript, save: Callable[[Turn], None] | None = None) -> None:
        """End all requests and calls of a closed transcript. With `save`, a reply still takes what
        the engine has of it by then, its text and its numbers, and is saved again."""
        self._calls.forget(transcript)
        self._summaries.stop(transcript)
        for request in self._of(transcript):
            if request.sent:
                late = partial(take_late, request.turn, save) if save else ignore
                self._client.drop(request.request_id, late)
            self._remove(request)
            transcript.apply(Aborted(request.request_id))
        self._followed.pop(transcript, None)

    # --- what a person does ------------------------------------------------------------------

    def ask(self, transcript: Transcript, options: RequestOptions, question: Question) -> None:
        self._calls.stop(transcript)
        transcript.add_question(question)
        self._generate(transcript, [options], new=True)

    def take_back(self, transcript: Transcript, index: int | None = None) -> None:
        """Remove a question, by default the last, so that another can be asked in its place."""
        self.stop(transcript)
        transcript.take_back(index)
        self.busy_changed.emit(transcript)

    def regenerate(
        self, transcript: Transcript, index: int, options: RequestOptions, count: int = 1
    ) -> None:
        """Ask for `count` more versions of the reply at `index`, or replies to a question there.
        They are sent in one turn of the event loop, so that the engine can batch them."""
        self.stop(transcript)
        is_question = transcript.turns[index].role == "user"
        transcript.branch_after(index if is_question else index - 1)
        self._generate(transcript, [_seeded(options, number) for number in range(count)])

    def continue_reply(self, transcript: Transcript) -> None:
        """Continue the reply that was cut short; without effect if there is none."""
        turn = transcript.resumable
        if turn is None:
            return
        former, request_id = turn.request_id, self._client.new_id()
        former_model, options = turn.model_id, self._options_of(transcript, turn)
        turn.model_id = options.model_id
        transcript.resume_reply(request_id)
        request = self._add(request_id, transcript, turn, options)
        if former in self._seen and options.model_id == former_model:
            request.continues = True
            self._send(request, partial(Continue, reply_id=former))
        else:
            self._hold(request)

    def preview(
        self,
        transcript: Transcript,
        options: RequestOptions,
        question: Question,
        *,
        instead: int | None = None,
    ) -> list[Generate]:
        """Return the request that asking this question would send, after all turns or `instead` of
        the question at an index; empty if the model is not known yet."""
        if (model := self._models.known.get(options.model_id)) is None:
            return []
        media = tuple(attachment.media for attachment in question.attachments)
        last = ChatMessage("user", question.text, media, places=question.places)
        history = *transcript.history(before=instead), last
        return [self._make_request(0, options, model, history, transcript)]

    def stop(self, transcript: Transcript) -> None:
        """Stop all requests and calls of a transcript, shown or not."""
        self._calls.stop(transcript)
        self._summaries.stop(transcript)
        for request in self._of(transcript):
            if request.sent:
                request.stopped = True
                # The engine ends it after a chunk of the prompt, which can take seconds.
                transcript.apply(Waiting(request.request_id, STOPPING))
                self._client.abort(request.request_id)
            else:
                self._deliver(request, Aborted(request.request_id))

    def decide(
        self, transcript: Transcript, call_id: str, decision: Decision, arguments: str
    ) -> None:
        if caller := transcript.caller(call_id):
            options = self._options_of(transcript, caller).chat_options
            self._calls.decide(transcript, call_id, decision, arguments, options)

    # --- held requests -----------------------------------------------------------------------

    def _hold(self, request: Request) -> None:
        """Send a request once its prompt is saved, its model known and its tool servers started."""
        request.sent = request.saved = request.continues = False
        if request.options.model_id not in self._models.known:
            self._update_awaited()
            self._models.ensure_loading(request.options.model_id)
        self._when_saved(partial(self._saved, request))

    def _saved(self, request: Request) -> None:
        request.saved = True
        self._send_if_ready(request)

    def _send_held(self) -> None:
        for request in self._held():
            self._send_if_ready(request)
        self._update_awaited()

    def _send_if_ready(self, request: Request) -> None:
        """Send a request unless it has ended, was sent, or has to be held longer."""
        if not request.saved or request not in self._held():
            return
        if request.options.model_id not in self._models.known:
            # It loads already, unless it was moved to the trash meanwhile: then this fails.
            self._models.ensure_loading(request.options.model_id)
            return
        if server := self._awaited_server(request.options):
            sentence = say("Starting the tool server {server}…", server=server)
            request.transcript.apply(Waiting(request.request_id, sentence))
            return
        history = request.transcript.history_for(request.turn)
        model = self._models.known[request.options.model_id]
        self._send(
            request,
            lambda it: self._make_request(it, request.options, model, history, request.transcript),
        )

    def _awaited_server(self, options: RequestOptions) -> str:
        """Return the name of a starting server whose tools the model should be offered, or ""."""
        if not (self._models.known[options.model_id].tools and options.may_call_tools):
            return ""
        return self._calls.starting_server(options.chat_options.tools)

    def _send(self, request: Request, make_command: Callable[[int], Generate | Continue]) -> None:
        request.sent = True
        self._seen.add(request.request_id)
        self._client.send(make_command, partial(self._deliver, request), request.request_id)

    def _end_held(self, end: Failed | Aborted) -> None:
        """End the requests whose model is not loading any more."""
        for request in self._held():
            model_id, request_id = request.options.model_id, request.request_id
            if model_id in self._models.known or self._models.loading(model_id):
                continue
            aborted = Aborted(request_id)
            failed = isinstance(end, Failed)
            self._deliver(request, replace(end, request_id=request_id) if failed else aborted)
        self._update_awaited()

    def _held(self) -> list[Request]:
        return [it for it in self._requests.values() if not it.sent]

    def _update_awaited(self) -> None:
        self._models.awaited = {it.options.model_id for it in self._held()}

    # --- inside ------------------------------------------------------------------------------

    def _of(self, transcript: Transcript) -> list[Request]:
        return [it for it in self._requests.values() if it.transcript is transcript]

    def _options_of(self, transcript: Transcript, turn: Turn) -> RequestOptions:
        """Return the options of a reply. Of a restored reply only the model is known. A reply whose
        model is gone continues with the current options."""
        model_id, now = turn.model_id, self._followed[transcript].options()
        if not self._models.can_answer(model_id):
            return now
        return self._options.get(turn) or replace(now, model_id=model_id)

    def _generate(
        self, transcript: Transcript, options: list[RequestOptions], *, new: bool = False
    ) -> None:
        """Begin a version of the reply to the last turn for each of the options."""
        ids = [self._client.new_id() for _ in options]
        turns = transcript.begin_replies(ids, options[0].model_id)
        requests = [
            self._add(request_id, transcript, turn, replace(each, tool_rounds=_rounds(turn)), new)
            for request_id, turn, each in zip(ids, turns, options, strict=True)
        ]
        for request in requests:
            self._hold(request)

    def _add(
        self,
        request_id: int,
        transcript: Transcript,
        turn: Turn,
        options: RequestOptions,
        new: bool = False,
    ) -> Request:
        self._options[turn] = options
        request = Request(request_id, transcript, turn, options, new)
        self._requests[request_id] = request
        self.busy_changed.emit(transcript)
        return request

    def _make_request(
        self,
        request_id: int,
        options: RequestOptions,
        model: ModelInfo,
        history: tuple[ChatMessage, ...],
        transcript: Transcript | None = None,
    ) -> Generate:
        """Return a request to the options' model; without a transcript it is of no conversation."""
        offered = self._calls.offered(options.chat_options)
        channel_format = dict(self._preferences.value.formats).get(options.model_id, "")
        request = options.request(request_id, model, history, offered, channel_format)
        if transcript is None or (followed := self._followed.get(transcript)) is None:
            return request
        named = followed.cache_name()
        return replace(request, conversation=followed.conversation, cache_name=named)

    def _deliver(self, request: Request, event: RequestEvent) -> None:
        """Take an event of a reply, of the engine or of ours."""
        if request.continues and isinstance(event, Failed) and event.message == GONE:
            event = Aborted(event.request_id)
            if not request.stopped:
                self._hold(request)
                return
        if isinstance(event, Failed) and event.left_out and not request.stopped:
            self._summarize(request, event.left_out)
            return
        if isinstance(event, Trimmed) and request.transcript.place(request.turn) is not None:
            mark_trimmed(request.transcript, event.messages)
        if request.stopped:
            event = without_calls(event)
            if isinstance(event, Waiting | PrefillProgress | LookProgress | SkimProgress):
                return
        ended = isinstance(event, Finished | Failed | Aborted)
        if ended:
            self._remove(request)
        request.transcript.apply(event)
        if ended:
            self._end(request, event)

    def _summarize(self, request: Request, count: int) -> None:
        """Hold a request until the `count` oldest messages of its prompt are summarized."""
        request.sent = request.saved = False
        # the engine has nothing of it to continue
        self._seen.discard(request.request_id)
        if (model := self._models.known.get(request.options.model_id)) is None:
            # It was moved to the trash meanwhile: loading it again tells why there is no answer.
            self._hold(request)
            return
        self._summaries.begin(
            request.request_id, request.transcript, request.turn, request.options, model, count
        )

    def _summary_ended(self, request_id: int, end: RequestEvent | None) -> None:
        request = self._requests.get(request_id)
        if request and end:
            self._deliver(request, end)
        elif request:
            self._hold(request)

    def _end(self, request: Request, event: RequestEvent) -> None:
        transcript, reply = request.transcript, request.turn
        self.busy_changed.emit(transcript)
        if isinstance(event, Finished | Aborted) and event.usage.generated:
            self._models.note_answer(request.options.model_id)
        if isinstance(event, Finished) and reply.tool_calls:
            self._calls.begin(transcript, reply, request.options.chat_options)
        # If some of the answer came, question and text stay in the conversation, as after Stop.
        failed = isinstance(event, Failed) and reply.state is TurnState.FAILED and reply.unanswered
        if failed and request.new and transcript.turns[-1:] == [reply]:
            self.refused.emit(transcript)
        if not transcript.busy:
            self.ended.emit(transcript)

    def _continue_after_calls(self, transcript: Transcript) -> None:
        """Let the model continue from the results of the last reply's calls."""
        caller = transcript.turns[-1]
        options = self._options_of(transcript, caller)
        if _rounds(caller) + 1 >= MAX_TOOL_ROUNDS:
            self.noticed.emit(ROUNDS_ENDED)
        self._generate(transcript, [options])

    def _remove(self, request: Request) -> None:
        del self._requests[request.request_id]
        self._update_awaited()


def _rounds(turn: Turn) -> int:
    """Count the replies before this one that called tools for the same question."""
    count, before = 0, turn.parent
    while before is not None and before.role == "assistant":
        count, before = count + 1, before.parent
    return count


def _seeded(options: RequestOptions, number: int) -> RequestOptions:
    """Give one of several answers a seed of its own, derived from the fixed one if there is one."""
    sampling = options.chat_options.sampling
    if sampling.seed is None or not number:
        return options
    sampling = replace(sampling, seed=sampling.seed + number)
    return replace(options, chat_options=replace(options.chat_options, sampling=sampling))
