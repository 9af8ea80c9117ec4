"""The live numbers: what one request has done so far, and when."""

import time
from collections import Counter
from dataclasses import dataclass, field

from engine.messages import Channel, Phase, RequestStats, Timings, Usage

# Work that is done in turns with that of other requests, whose time is not counted.
IN_TURNS = (Phase.PREPARING, Phase.PREFILL)


@dataclass
class Meter:
    """Counts and times of one request; seconds from a monotonic clock. `tokens` were generated."""

    request_id: int
    model_id: str
    submitted: float = field(default_factory=time.perf_counter)
    phase: Phase = Phase.QUEUED
    read: int = 0
    tokens: int = 0
    read_again: str = ""
    _prompt: int = 0
    _cached: int = 0
    _by_channel: Counter[Channel] = field(default_factory=Counter)
    _spent: dict[Phase, float] = field(default_factory=dict)
    _since: float = 0.0
    _at_work: bool = False
    _first: float = 0.0
    _last: float = 0.0

    def __post_init__(self) -> None:
        self._since = self.submitted

    def enter(self, phase: Phase) -> None:
        self._count()
        self.phase = phase

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
        if self._at_work or self.phase not in IN_TURNS:
            self._spent[self.phase] = self._spent.get(self.phase, 0.0) + now - self._since
        self._since = now

    def prompt_known(self, tokens: int, cached: int = 0) -> None:
        self._prompt = tokens
        self._cached = self.read = cached

    def prompt_read(self, tokens: int) -> None:
        self.read = tokens

    def first_token(self) -> None:
        self._first = self._last = time.perf_counter()

    def generated(self, channel: Channel | None) -> None:
        """A token of this channel came; None for a marker."""
        self.tokens += 1
        if channel is not None:
            self._by_channel[channel] += 1
        self._last = time.perf_counter()

    @property
    def usage(self) -> Usage:
        return Usage(
            prompt=self._prompt,
            cached=self._cached,
            generated=self.tokens,
            reasoning=self._by_channel[Channel.REASONING],
            content=self._by_channel[Channel.CONTENT],
            tool_call=self._by_channel[Channel.TOOL_CALL],
        )

    @property
    def timings(self) -> Timings:
        return Timings(
            ttft=self._first - self.submitted if self._first else 0.0,
            queued=self._spent.get(Phase.QUEUED, 0.0) + self._spent.get(Phase.LOADING, 0.0),
            prepare=self._spent.get(Phase.PREPARING, 0.0),
            prefill=self._spent.get(Phase.PREFILL, 0.0),
            decode=self._last - self._first,
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
        )
