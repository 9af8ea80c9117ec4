"""Summaries of the oldest messages of a conversation that is too long, written by its model."""

from collections.abc import Callable
from dataclasses import field, replace
from functools import partial

from app.requests import summary_prompt
from app.requests.client import RequestClient
from app.requests.request_options import RequestOptions
from engine.frozen import mutable
from engine.messages import (
    Aborted,
    Channel,
    ChatMessage,
    Delta,
    Failed,
    Finished,
    Generate,
    ModelInfo,
    PrefillProgress,
    RequestEvent,
    Waiting,
)
from engine.prompts.overflow import summary_tokens
from engine.sentences import Sentence, say
from ui.look.language import tr
from ui.state.chat_options import ChatOptions
from ui.state.sent_messages import Omission
from ui.state.transcript import Transcript
from ui.state.turn import Turn

# A prompt has this many characters for each token of the context, which is about half of the
# context, and fewer each time the model finds it too long.
CHARACTERS, MIN_CHARACTERS = 2, 400
# Tokens for a model that always reasons, also before a summary.
REASONING = 2048
WORDS_PER_TOKEN = 0.5


@mutable
class _Summary:
    """A summary of the `count` oldest messages, up to and including the turn `covered`; the replies
    with the ids `waiting` go on with it. It is written piece by piece: `text` summarizes the pieces
    so far, `written` is what the model has written about the next one."""

    transcript: Transcript
    covered: Turn
    count: int
    options: RequestOptions
    model: ModelInfo
    messages: list[ChatMessage]
    former: str
    size: int
    waiting: list[int] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    done: int = 0
    text: str = ""
    written: str = ""
    request_id: int = 0


class Summaries:
    """`make_request` makes a Generate that belongs to no conversation. `ended` is called for each
    reply that waited for a summary: with None once there is one, with a Failed or Aborted if there
    will be none. `named` tells people what a request is for, and "" once it has ended."""

    def __init__(
        self,
        client: RequestClient,
        make_request: Callable[[int, RequestOptions, ModelInfo, tuple[ChatMessage, ...]], Generate],
        ended: Callable[[int, RequestEvent | None], None],
        named: Callable[[int, str], None],
    ) -> None:
        self._client = client
        self._make_request = make_request
        self._ended = ended
        self._named = named
        self._summaries: list[_Summary] = []

    def begin(
        self,
        request_id: int,
        transcript: Transcript,
        reply: Turn,
        options: RequestOptions,
        model: ModelInfo,
        count: int,
    ) -> None:
        """Summarize the `count` oldest messages before `reply`, whose request waits for it."""
        turns, former = transcript.sent_messages_for(reply), ""
        messages: list[ChatMessage] = []
        covered, so_far = reply, 0
        for turn, of_turn in turns:
            if so_far >= count:
                break
            so_far += len(of_turn)
            messages += of_turn
            covered = turn
            if turn.summary and so_far < count:
                messages, former = [], turn.summary
        summary = self._find(transcript, covered)
        if summary is None:
            size = max(MIN_CHARACTERS, model.context * CHARACTERS)
            summary = _Summary(
                transcript, covered, so_far, options, model, messages, former, size, [request_id]
            )
            self._start(summary)
        else:
            summary.waiting.append(request_id)
            self._show_progress(summary)

    def stop(self, transcript: Transcript) -> None:
        """Stop the summaries of a transcript; no reply waits for them any more."""
        for summary in [it for it in self._summaries if it.transcript is transcript]:
            summary.waiting.clear()
            self._client.abort(summary.request_id)

    def _find(self, transcript: Transcript, covered: Turn) -> _Summary | None:
        running = (it for it in self._summaries if it.waiting)
        same = (it for it in running if it.transcript is transcript and it.covered is covered)
        return next(same, None)

    def _start(self, summary: _Summary) -> None:
        summary.left = summary_prompt.packed_texts(summary.messages, summary.size)
        summary.text, summary.done = summary.former, 0
        self._send_next(summary)

    def _send_next(self, summary: _Summary) -> None:
        tokens = summary_tokens(summary.model.context)
        words = round(tokens * WORDS_PER_TOKEN)
        prompt = summary_prompt.prompt(summary.text, summary.left[0], words)
        model = summary.model
        more = REASONING if model.always_thinks else 0
        sampling = replace(model.sampling, max_tokens=tokens + more)
        kv_8bit = summary.options.chat_options.kv_8bit
        options = replace(
            summary.options,
            chat_options=ChatOptions(sampling=sampling, kv_8bit=kv_8bit),
            recommended=None,
        )
        summary.written = ""
        summary.request_id = self._client.send(
            lambda it: self._make_request(it, options, model, (ChatMessage("user", prompt),)),
            partial(self._on_event, summary),
        )
        self._summaries.append(summary)
        self._named(summary.request_id, tr("Writing a summary"))
        self._show_progress(summary)

    def _on_event(self, summary: _Summary, event: RequestEvent) -> None:
        if isinstance(event, Delta) and event.channel is Channel.CONTENT:
            summary.written += event.text
        elif isinstance(event, Waiting):
            self._show(summary, event.reason)
        elif isinstance(event, PrefillProgress):
            self._show_progress(summary)
        elif isinstance(event, Finished | Failed | Aborted):
            self._summaries.remove(summary)
            self._named(event.request_id, "")
            if summary.waiting:
                self._piece_ended(summary, event)

    def _piece_ended(self, summary: _Summary, event: Finished | Failed | Aborted) -> None:
        if isinstance(event, Failed) and not event.fault and summary.size > MIN_CHARACTERS:
            # most likely it was too long
            summary.size = max(MIN_CHARACTERS, summary.size // 2)
            self._start(summary)
        elif isinstance(event, Failed):
            self._end(summary, _failed(event.message))
        elif isinstance(event, Aborted):
            # Its numbers are not those of the answer.
            self._end(summary, Aborted(0))
        elif not summary.written.strip():
            self._end(summary, _failed(say("The answer is empty.")))
        else:
            summary.text = summary.written.strip()
            summary.left.pop(0)
            summary.done += 1
            if summary.left:
                self._send_next(summary)
            else:
                summary.transcript.set_summary(summary.covered, summary.text)
                self._end(summary, None)

    def _end(self, summary: _Summary, event: Failed | Aborted | None) -> None:
        place = summary.transcript.place(summary.covered)
        if event is None and place is not None:
            summary.transcript.set_omitted(place + 1, Omission.SUMMARIZED)
        for request_id in summary.waiting:
            self._ended(request_id, event and replace(event, request_id=request_id))

    def _show_progress(self, summary: _Summary) -> None:
        parts = summary.done + len(summary.left)
        if parts < 2:
            sentence = say("Summarizing %n earlier message(s)…", "", summary.count)
        else:
            sentence = say(
                "Summarizing %n earlier message(s), part {part} of {parts}…",
                "",
                summary.count,
                part=summary.done + 1,
                parts=parts,
            )
        self._show(summary, sentence)

    def _show(self, summary: _Summary, sentence: str) -> None:
        for request_id in summary.waiting:
            summary.transcript.apply(Waiting(request_id, sentence))


def _failed(reason: str) -> Failed:
    sentence: Sentence = say(
        "The earlier messages could not be summarized. {reason} Try again, have the oldest "
        "messages omitted instead (Options), or start a new chat.",
        reason=reason,
    )
    return Failed(0, sentence)
