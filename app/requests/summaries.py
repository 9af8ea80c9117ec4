"""Summaries of what a conversation began with, made by its model before it is asked on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from app.requests import summary_prompt
from app.requests.request_options import Asked
from engine.messages import (
    Abort,
    Aborted,
    Channel,
    ChatMessage,
    Command,
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
from ui.language import tr
from ui.state.chat_options import ChatOptions
from ui.state.not_told import NotTold
from ui.state.transcript import Transcript
from ui.state.turn import Turn

# Of a prompt, so many characters for each token of the context: about half of it, and less at each
# further try where the model says that it is too long.
CHARACTERS, LEAST = 2, 400
# A model that always reasons does so before a summary too.
REASONING = 2048
WORDS_PER_TOKEN = 0.5


@dataclass(eq=False)
class _Summary:
    """Of all that was said up to and with the turn `covered`; the requests in `waiting` go on with
    it. It is made piece by piece: `text` is of the pieces so far, `written` of the one after."""

    transcript: Transcript
    covered: Turn
    count: int
    asked: Asked
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
    """`request` makes a Generate. `ended` is called for each request that waited for a summary:
    with None once it is there, with a Failed or Aborted where there will be none. `named` says what
    a request is for, "" once it has ended."""

    def __init__(
        self,
        submit: Callable[[Command], None],
        ids: Iterator[int],
        request: Callable[[int, Asked, tuple[ChatMessage, ...]], Generate],
        ended: Callable[[int, RequestEvent | None], None],
        named: Callable[[int, str], None],
    ) -> None:
        self._submit = submit
        self._ids = ids
        self._request = request
        self._ended = ended
        self._named = named
        self._summaries: dict[int, _Summary] = {}

    def begin(
        self,
        request_id: int,
        transcript: Transcript,
        reply: Turn,
        asked: Asked,
        model: ModelInfo,
        left_out: int,
    ) -> None:
        """Of the oldest `left_out` messages that `reply` answers, for its request."""
        told, summary = transcript.told_for(reply), ""
        messages: list[ChatMessage] = []
        count = 0
        covered = reply
        for turn, said in told:
            if count >= left_out:
                break
            count += len(said)
            messages += said
            covered = turn
            if turn.summary and count < left_out:
                messages, summary = [], turn.summary
        made = self._of(transcript, covered)
        if made is None:
            size = max(LEAST, model.context * CHARACTERS)
            made = _Summary(transcript, covered, count, asked, model, messages, summary, size)
            made.waiting.append(request_id)
            self._start(made)
        else:
            made.waiting.append(request_id)
            self._tell(made)

    def stop(self, transcript: Transcript) -> None:
        """Nobody waits for those of it any more."""
        for summary in [it for it in self._summaries.values() if it.transcript is transcript]:
            summary.waiting.clear()
            self._submit(Abort(summary.request_id))

    def take(self, event: RequestEvent) -> bool:
        """Whether it was of a summary."""
        summary = self._summaries.get(event.request_id)
        if summary is None:
            return False
        if isinstance(event, Delta) and event.channel is Channel.CONTENT:
            summary.written += event.text
        elif isinstance(event, Waiting):
            self._show(summary, event.reason)
        elif isinstance(event, PrefillProgress):
            self._tell(summary)
        elif isinstance(event, Finished | Failed | Aborted):
            del self._summaries[event.request_id]
            self._named(event.request_id, "")
            if summary.waiting:
                self._piece_ended(summary, event)
        return True

    def _of(self, transcript: Transcript, covered: Turn) -> _Summary | None:
        found = (it for it in self._summaries.values() if it.waiting)
        same = (it for it in found if it.transcript is transcript and it.covered is covered)
        return next(same, None)

    def _start(self, summary: _Summary) -> None:
        summary.left = summary_prompt.pieces(summary.messages, summary.size)
        summary.text, summary.done = summary.former, 0
        self._next(summary)

    def _next(self, summary: _Summary) -> None:
        summary.written = ""
        summary.request_id = next(self._ids)
        self._summaries[summary.request_id] = summary
        self._named(summary.request_id, tr("A summary is written"))
        self._tell(summary)
        tokens = summary_tokens(summary.model.context)
        words = round(tokens * WORDS_PER_TOKEN)
        text = summary_prompt.prompt(summary.text, summary.left[0], words)
        model = summary.model
        reasons = model.thinking and not model.thinking_switch
        sampling = replace(
            model.sampling, max_tokens=tokens + (REASONING if reasons else 0), thinking=reasons
        )
        options = ChatOptions(sampling=sampling, kv_8bit=summary.asked.options.kv_8bit)
        asked = replace(summary.asked, options=options, recommended=None)
        self._submit(self._request(summary.request_id, asked, (ChatMessage("user", text),)))

    def _piece_ended(self, summary: _Summary, event: Finished | Failed | Aborted) -> None:
        if isinstance(event, Failed) and not event.fault and summary.size > LEAST:
            # most likely it was too long
            summary.size = max(LEAST, summary.size // 2)
            self._start(summary)
        elif isinstance(event, Failed):
            self._end(summary, _failed(event.message))
        elif isinstance(event, Aborted):
            self._end(summary, event)
        elif not summary.written.strip():
            self._end(summary, _failed(say("The model said nothing.")))
        else:
            summary.text = summary.written.strip()
            summary.left.pop(0)
            summary.done += 1
            if summary.left:
                self._next(summary)
            else:
                summary.transcript.set_summary(summary.covered, summary.text)
                self._end(summary, None)

    def _end(self, summary: _Summary, event: Failed | Aborted | None) -> None:
        place = summary.transcript.place(summary.covered)
        if event is None and place is not None:
            summary.transcript.set_not_told(place + 1, NotTold.SUMMARISED)
        for request_id in summary.waiting:
            self._ended(request_id, event and replace(event, request_id=request_id))

    def _tell(self, summary: _Summary) -> None:
        parts = summary.done + len(summary.left)
        if parts < 2:
            sentence = say("Summarising %n earlier message(s)…", "", summary.count)
        else:
            sentence = say(
                "Summarising %n earlier message(s), part {part} of {parts}…",
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
        "The earlier messages could not be summarised. {reason} Try again, have the oldest "
        "messages left out instead (Options), or start a new chat.",
        reason=reason,
    )
    return Failed(0, sentence)
