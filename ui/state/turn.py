"""One message of a conversation, and how an event changes it."""

from collections.abc import Sequence
from dataclasses import field, fields, replace
from enum import Enum, auto
from time import time
from typing import Optional, TypeVar

from engine.frozen import mutable
from engine.messages import (
    NO_SKIM,
    Aborted,
    Channel,
    Delta,
    DraftCounts,
    Failed,
    Finished,
    FinishReason,
    Logprobs,
    LookProgress,
    PrefillProgress,
    RequestEvent,
    SkimProgress,
    SkimReport,
    Timings,
    ToolCall,
    ToolDelta,
    Traced,
    Trimmed,
    Usage,
    Waiting,
    say,
)
from ui.state.attachment import Attachment
from ui.state.called_tool import CalledTool, CallState
from ui.state.draft_counts import drafts_sum
from ui.state.lazy_field import LazyField
from ui.state.question import Question

Sums = TypeVar("Sums", Usage, Timings)

# Longer tables help nobody, and those of long answers would fill the memory.
MAX_LOGPROBS = 500
# More calls than a person can decide about. The engine numbers only a thousand calls of a reply.
MAX_CALLS = 100
# One for all turns: a chat that opens has hundreds.
_NO_USAGE, _NO_TIMINGS, _NO_DRAFTS = Usage(), Timings(), DraftCounts()


class TurnState(Enum):
    WAITING = auto()
    STREAMING = auto()
    DONE = auto()
    STOPPED = auto()
    FAILED = auto()


@mutable
class Turn:
    """One message. A reply grows while it is WAITING or STREAMING. `places` are the offsets of the
    attachments in the text, and `pinned` the indexes of those that are always sent, as in
    ChatMessage.

    The turn follows `parent`. If it begins `anew`, no earlier turn is sent to the model. `summary`
    summarizes the conversation up to this turn, inclusive. `message_id` is the id in the store, 0
    if there is none. `interrupted` is True if the program ended while the reply grew. `created` is
    in seconds since the epoch.

    A reply that is continued has several parts: `request_id` is that of the newest, `earlier` has
    the numbers of the others, and `parts_with_tokens` counts those that generated something. The
    newest part `continues` the former until its first word. `prefill` is done, total and cached
    tokens. `traces` has the tokens of each ended part. `read_again` is the reason why a prompt
    that should have been cached was computed again. `skim` tells what was read of the prompt.
    `writing` is the name of the tool whose call is being written, and the characters so far.
    """

    role: str
    content: str = ""
    reasoning: str = ""
    attachments: tuple[Attachment, ...] = ()
    places: tuple[int, ...] = ()
    tool_calls: list[CalledTool] = field(default_factory=list)
    request_id: int = 0
    model_id: str = ""
    state: TurnState = TurnState.DONE
    waiting: str = ""
    trimmed: int = 0
    prefill: tuple[int, int, int] = (0, 0, 0)
    writing: tuple[str, int] = ("", 0)
    logprobs: list[Logprobs] = field(default_factory=list)
    traces: LazyField[tuple[Traced, ...]] = LazyField(tuple)
    reason: FinishReason | None = None
    error: str = ""
    usage: Usage = _NO_USAGE
    timings: Timings = _NO_TIMINGS
    read_again: str = ""
    drafts: DraftCounts = _NO_DRAFTS
    skim: SkimReport = NO_SKIM
    earlier: tuple[Usage, Timings] | None = None
    parts_with_tokens: int = 0
    continues: bool = False
    interrupted: bool = False
    anew: bool = False
    summary: str = ""
    pinned: tuple[int, ...] = ()
    message_id: int = 0
    created: float = field(default_factory=time)
    parent: Optional["Turn"] = field(default=None, repr=False)

    @property
    def question(self) -> Question:
        """The message as a person wrote it."""
        return Question(self.content, self.attachments, self.places)

    @property
    def prompt_size(self) -> int:
        """The characters of prompts in memory; those of a restored turn are not, until read."""
        traces = self.__dict__["traces"]
        return 0 if callable(traces) else sum(len(trace.prompt) for trace in traces)

    @property
    def read(self) -> int:
        """The tokens of the prompt that were in the cache at the end."""
        return self.usage.prompt - self.skim.left_out - self.usage.unread

    @property
    def growing(self) -> bool:
        return self.state in (TurnState.WAITING, TurnState.STREAMING)

    @property
    def running(self) -> bool:
        """Return True if a tool is running for a call of this turn."""
        return any(called.state is CallState.RUNNING for called in self.tool_calls)

    @property
    def asks(self) -> bool:
        """Return True if a call waits for a decision. One that the model only suggested in its text
        does not."""
        proposed = (it for it in self.tool_calls if it.state is CallState.PROPOSED)
        return any(not called.written for called in proposed)

    @property
    def has_results(self) -> bool:
        """Return True if the last turn of an answer will be followed by one that goes on with the
        results of tools. A call that the model only suggested stops nothing if nobody ran it."""
        dropped = [it for it in self.tool_calls if it.state is CallState.DROPPED]
        stopped = any(called.started or not called.written for called in dropped)
        return self.running or (bool(self.answered_calls) and not stopped)

    @property
    def awaits_tools(self) -> bool:
        """Return True if the answer does not end with this turn, because it called tools."""
        return self.has_results or self.asks

    @property
    def unanswered(self) -> bool:
        """Return True for a reply that failed or was stopped before it said anything."""
        cut = self.state in (TurnState.STOPPED, TurnState.FAILED)
        return cut and not self.content

    @property
    def failed(self) -> bool:
        """Return True for a reply that failed, also one that keeps its text because an attempt to
        continue it failed."""
        return self.state is TurnState.FAILED or bool(self.error)

    @property
    def resumable(self) -> bool:
        """Return True if a model can continue the reply: it was stopped or reached its length
        limit, or an attempt to continue it failed, and no tool runs for it, whose result the next
        reply will answer."""
        cut = self.state is TurnState.STOPPED or self.reason is FinishReason.LENGTH
        failed = self.error and self.earlier is None
        return cut and self.role == "assistant" and not (self.growing or self.running or failed)

    @property
    def answered_calls(self) -> tuple[CalledTool, ...]:
        return tuple(called for called in self.tool_calls if called.answered)

    @property
    def sent_text(self) -> str:
        """The content as sent to the model later: a suggested call that was answered is sent as a
        call, not as text."""
        text = self.content
        for called in self.answered_calls:
            if called.written:
                before, _, after = text.rpartition(called.written)
                text = f"{before.rstrip()}{after}"
        return text

    def copied(self) -> "Turn":
        """Return an independent copy without a parent."""
        calls = [replace(called) for called in self.tool_calls]
        return replace(
            self,
            tool_calls=calls,
            logprobs=list(self.logprobs),
            message_id=0,
            parent=None,
        )

    def resume(self, request_id: int) -> None:
        """Continue growing with the events of another request."""
        self.request_id = request_id
        self.earlier = self.usage, self.timings
        self.continues = True
        self.interrupted = False
        self.error = ""
        self.state = TurnState.STREAMING
        self.prefill = 0, 0, 0
        self.reason = None

    def cut_short(self) -> None:
        """End the reply here, as no more events will come."""
        if self.growing:
            self.state = TurnState.STOPPED
        self.drop_calls()

    def update(self, event: RequestEvent) -> None:
        match event:
            case Waiting() | LookProgress() | SkimProgress():
                self.waiting = _waiting(event)
            case Trimmed(_, messages):
                self.trimmed = messages
            case PrefillProgress(_, done, total, cached):
                self.waiting = ""
                self.prefill = done, total, cached
            case Delta(_, channel, text):
                self._grow(channel, text)
            case Logprobs():
                if len(self.logprobs) < MAX_LOGPROBS:
                    self.logprobs.append(event)
            case ToolDelta() | ToolCall():
                self._call(event)
            case Traced():
                self.traces = (*self.traces, event)
            case Finished() | Aborted() | Failed():
                self._end(event)

    def _grow(self, channel: Channel, text: str) -> None:
        self.waiting = ""
        self.writing = "", 0
        self.continues = False
        self.state = TurnState.STREAMING
        if channel is Channel.REASONING:
            self.reasoning += text
        else:
            self.content += text

    def _call(self, event: ToolDelta | ToolCall) -> None:
        if isinstance(event, ToolDelta):
            self.waiting, self.continues, self.state = "", False, TurnState.STREAMING
            before = self.writing[1] if self.writing[0] == event.name else 0
            self.writing = event.name, before + len(event.arguments)
            return
        self.writing = "", 0
        if len(self.tool_calls) < MAX_CALLS:
            self.tool_calls.append(CalledTool(event.call, event.written))

    def drop_calls(self) -> None:
        """Drop the open calls: nobody will decide about them."""
        for called in self.tool_calls:
            if called.open:
                called.drop()

    def drop_running_calls(self) -> None:
        """Drop the calls whose tools run, as their results will not come. Other open calls wait."""
        for called in self.tool_calls:
            if called.state is CallState.RUNNING:
                called.drop()

    def _end(self, event: Finished | Aborted | Failed) -> None:
        self.waiting = ""
        self.writing = "", 0
        if not isinstance(event, Finished):
            self.drop_calls()
        if isinstance(event, Failed):
            self.error = event.message
            # a reply that failed while being continued keeps its earlier text
            self.state = TurnState.STOPPED if self.earlier else TurnState.FAILED
            return
        self.state = TurnState.DONE if isinstance(event, Finished) else TurnState.STOPPED
        self.reason = event.reason if isinstance(event, Finished) else None
        usage, timings = self.earlier or (Usage(), Timings())
        self.parts_with_tokens += event.usage.generated > 0
        self.drafts = drafts_sum([self.drafts, event.drafts])
        self.usage = _usage_sum(usage, event.usage)
        has_prompt = _has_prompt(usage, event.usage)
        self.timings = replace(
            sums([timings, event.timings]),
            ttft=timings.ttft or event.timings.ttft,
            prefill=(timings if has_prompt else event.timings).prefill,
        )
        if not has_prompt:
            self.read_again, self.skim = event.read_again, event.skim


def sums(parts: Sequence[Sums]) -> Sums:
    """Add the numbers of several parts, field by field."""
    names = [it.name for it in fields(parts[0])]
    return type(parts[0])(*(sum(getattr(part, name) for part in parts) for name in names))


def _has_prompt(earlier: Usage, later: Usage) -> bool:
    """Return True if the earlier parts have the numbers of the prompt: they generated tokens, which
    the prompt of the later part includes, or the later part was stopped in the queue."""
    return earlier.generated > 0 or (earlier.prompt > 0 and not later.prompt)


def _usage_sum(earlier: Usage, later: Usage) -> Usage:
    """Add the counts, but for those of the prompt."""
    return replace(
        earlier if _has_prompt(earlier, later) else later,
        generated=earlier.generated + later.generated,
        reasoning=earlier.reasoning + later.reasoning,
        content=earlier.content + later.content,
        tool_call=earlier.tool_call + later.tool_call,
        looked=earlier.looked + later.looked,
        known=earlier.known + later.known,
        cost=earlier.cost + later.cost,
    )


def _waiting(event: Waiting | LookProgress | SkimProgress) -> str:
    if isinstance(event, Waiting):
        return event.reason
    if isinstance(event, SkimProgress):
        percent = 100 * event.done // max(1, event.total)
        return say("Choosing what to read, {percent}%…", percent=percent)
    if event.total == 1:
        return say("Encoding the image…")
    return say(
        "Encoding images and frames, {number} of {total}…",
        number=event.done + 1,
        total=event.total,
    )
