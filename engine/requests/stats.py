"""The live numbers: what one request has done so far, and when."""

import time
from collections import Counter
from dataclasses import dataclass, field

from engine.messages import Channel, ModelStats, Phase, RequestStats, Timings, Usage

# Work that is done in turns with that of other requests, whose time is not counted as its own.
IN_TURNS = (Phase.PREPARING, Phase.LOOKING, Phase.PREFILL)


@dataclass
class Totals:
    """Sums of all requests of one model, as in ModelStats."""

    model_id: str = ""
    context: int = 0
    replies: int = 0
    generated: int = 0
    decode: float = 0.0
    cached: int = 0
    read: int = 0
    prefill: float = 0.0
    _decoded_until: float = 0.0

    def decoded(self, since: float, now: float) -> None:
        """A reply grew from one moment to the other; time in which several grew counts once."""
        self.decode += max(0.0, now - max(since, self._decoded_until))
        self._decoded_until = now

    def stats(self, rows: int) -> ModelStats:
        return ModelStats(
            self.model_id,
            self.context,
            rows,
            self.replies,
            self.generated,
            self.decode,
            self.cached,
            self.read,
            self.prefill,
        )


@dataclass
class Meter:
    """Counts and times of one request; seconds from a monotonic clock. `tokens` were generated.

    `short` while it waits for memory, `away` while a process works for it alone; `totals` are those
    of its model.
    """

    request_id: int
    model_id: str
    submitted: float = field(default_factory=time.perf_counter)
    totals: Totals = field(default_factory=Totals)
    phase: Phase = Phase.QUEUED
    waiting: str = ""
    short: bool = False
    away: bool = False
    read: int = 0
    tokens: int = 0
    read_again: str = ""
    _prompt: int = 0
    _cached: int = 0
    _by_channel: Counter[Channel] = field(default_factory=Counter)
    _spent: dict[Phase, float] = field(default_factory=dict)
    _memory: float = 0.0
    _behind: float = 0.0
    _looked: int = 0
    _known: int = 0
    _since: float = 0.0
    _at_work: bool = False
    _first: float = 0.0
    _last: float = 0.0

    def __post_init__(self) -> None:
        self._since = self.submitted

    def enter(self, phase: Phase) -> None:
        self._count()
        self.phase = phase
        self.waiting = ""

    def wait(self, reason: str) -> None:
        self.enter(Phase.QUEUED)
        self.waiting = reason

    def resume(self) -> None:
        """A piece of this request's work begins."""
        self._count()
        self._at_work = True

    def pause(self) -> None:
        """It has ended."""
        self._count()
        self._at_work = False

    def _count(self) -> None:
        now = time.perf_counter()
        passed, self._since = now - self._since, now
        if self.phase in IN_TURNS and not (self._at_work or self.away):
            self._behind += passed
            return
        self._spent[self.phase] = self._spent.get(self.phase, 0.0) + passed
        if self.phase is Phase.QUEUED and self.short:
            self._memory += passed
        if self.phase is Phase.PREFILL:
            self.totals.prefill += passed

    def media_known(self, count: int) -> None:
        """So many pictures and groups of frames had been looked at before."""
        self._known = count

    def media_looked_at(self) -> None:
        """One more was looked at."""
        self._looked += 1

    def prompt_known(self, tokens: int, cached: int = 0) -> None:
        self._prompt = tokens
        self._cached = self.read = cached
        self.totals.cached += cached

    def prompt_read(self, tokens: int) -> None:
        self.totals.read += tokens - self.read
        self.read = tokens

    def first_token(self) -> None:
        self._first = self._last = time.perf_counter()

    def generated(self, channel: Channel | None) -> None:
        """A token of this channel came; None for a marker."""
        if self.tokens:
            now = time.perf_counter()
            self.totals.decoded(self._last, now)
            self._last = now
        else:
            self.totals.replies += 1
        self.totals.generated += 1
        self.tokens += 1
        if channel is not None:
            self._by_channel[channel] += 1

    @property
    def usage(self) -> Usage:
        return Usage(
            prompt=self._prompt,
            cached=self._cached,
            generated=self.tokens,
            reasoning=self._by_channel[Channel.REASONING],
            content=self._by_channel[Channel.CONTENT],
            tool_call=self._by_channel[Channel.TOOL_CALL],
            looked=self._looked,
            known=self._known,
        )

    @property
    def timings(self) -> Timings:
        return Timings(
            ttft=self._first - self.submitted if self._first else 0.0,
            queued=self._spent.get(Phase.QUEUED, 0.0) + self._spent.get(Phase.LOADING, 0.0),
            prepare=self._spent.get(Phase.PREPARING, 0.0),
            prefill=self._spent.get(Phase.PREFILL, 0.0),
            decode=self._last - self._first,
            loading=self._spent.get(Phase.LOADING, 0.0),
            memory=self._memory,
            looking=self._spent.get(Phase.LOOKING, 0.0),
            behind=self._behind,
        )

    def stats(self) -> RequestStats:
        return RequestStats(
            self.request_id,
            self.model_id,
            self.phase,
            self.read,
            self.usage,
            self.timings,
            read_again=self.read_again,
            waiting=self.waiting,
        )
