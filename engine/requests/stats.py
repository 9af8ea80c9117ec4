"""Live numbers: the counts and times of each request, and their totals per model."""

import time
from collections import Counter
from dataclasses import field, replace

from engine.drafting.row_drafts import RowDrafts
from engine.frozen import mutable
from engine.messages import (
    NO_SKIM,
    Channel,
    DraftCounts,
    ModelStats,
    Phase,
    RequestStats,
    SkimReport,
    Timings,
    Usage,
)

# Phases in which requests take turns; another request's turn counts as queue wait.
IN_TURNS = (Phase.PREPARING, Phase.LOOKING, Phase.SKIMMING, Phase.PREFILL)


@mutable
class Totals:
    """Totals over all requests of one model, as in ModelStats."""

    model_id: str = ""
    context: int = 0
    replies: int = 0
    generated: int = 0
    decode: float = 0.0
    cached: int = 0
    read: int = 0
    prefill: float = 0.0
    at_once: int = 0
    _decoded_until: float = 0.0

    def decoded(self, since: float, now: float) -> None:
        """Add the time in which a reply grew; time in which several replies grew counts once."""
        self.decode += max(0.0, now - max(since, self._decoded_until))
        self._decoded_until = max(now, self._decoded_until)

    def interrupted(self, since: float, began: float, now: float) -> None:
        """Add the time in which a reply grew until it was interrupted, and not the time since."""
        self.decoded(since, began)
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
            self.at_once,
        )


@mutable
class Meter:
    """Counts and times of one request, in seconds of a monotonic clock. `tokens` were generated,
    `position` prompt tokens are in the cache, and `miss_reason` says why no more were cached.

    `drafts` are those of its row; without, `no_drafts` is the reason. `skim` tells what was read of
    its prompt. `lacks_memory` is set while
    the request waits for memory, `has_worker` while a process works for it alone; `totals` are
    those of its model.
    """

    request_id: int
    model_id: str
    submitted: float = field(default_factory=time.perf_counter)
    totals: Totals = field(default_factory=Totals)
    phase: Phase = Phase.QUEUED
    waiting: str = ""
    lacks_memory: bool = False
    has_worker: bool = False
    position: int = 0
    tokens: int = 0
    miss_reason: str = ""
    drafts: RowDrafts | None = None
    no_drafts: str = ""
    skim: SkimReport = NO_SKIM
    _prompt: int = 0
    _cached: int = 0
    _restored: int = 0
    _by_channel: Counter[Channel] = field(default_factory=Counter)
    _spent: dict[Phase, float] = field(default_factory=dict)
    _at_once: int = 0
    _memory_wait: float = 0.0
    _queue_wait: float = 0.0
    _encoded_media: int = 0
    _cached_media: int = 0
    _since: float = 0.0
    _in_turn: bool = False
    _first: float = 0.0
    _last: float = 0.0
    _interrupted: float = 0.0
    # Since the last token.
    _interrupting: float = 0.0

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
        """Note that a turn of this request begins."""
        self._count()
        self._in_turn = True

    def pause(self) -> None:
        """Note that the turn has ended."""
        self._count()
        self._in_turn = False

    def _count(self) -> None:
        now = time.perf_counter()
        passed, self._since = now - self._since, now
        if self.phase in IN_TURNS and not (self._in_turn or self.has_worker):
            self._queue_wait += passed
            return
        self._spent[self.phase] = self._spent.get(self.phase, 0.0) + passed
        if self.phase is Phase.QUEUED and self.lacks_memory:
            self._memory_wait += passed
        if self.phase is Phase.PREFILL:
            self.totals.prefill += passed

    def media_cached(self, count: int) -> None:
        """Set how many images and frame groups were encoded before."""
        self._cached_media = count

    def media_encoded(self) -> None:
        """Count one more encoded image or frame group."""
        self._encoded_media += 1

    def restored(self, tokens: int) -> None:
        """Set how many of the prompt's tokens were read from the disk."""
        self._restored = tokens

    def prompt_counted(self, tokens: int, cached: int = 0) -> None:
        """Set the length of the prompt with what is left out of it, and how much was cached."""
        self._prompt = tokens
        self._cached = self.position = cached
        self.totals.cached += cached

    def prefilled(self, position: int) -> None:
        """Note that the cache holds the prompt up to `position`."""
        self.totals.read += position - self.position
        self.position = position

    def first_token(self) -> None:
        self._first = self._last = time.perf_counter()
        self._interrupting = 0.0

    def interrupt(self, seconds: float) -> None:
        """Note that another request had a turn between two tokens of this one."""
        self._interrupting += seconds
        if self._first:
            now = time.perf_counter()
            self.totals.interrupted(self._last, now - seconds, now)

    def generated(self, channel: Channel | None, *, drafted: bool = False) -> None:
        """Count a token of a channel; None for a marker. `drafted`: it came in one pass with the
        token before it."""
        if not self.tokens:
            self.totals.replies += 1
        elif drafted and self.tokens == 1 + self._at_once:
            self._at_once += 1
            self.totals.at_once += 1
        else:
            now = time.perf_counter()
            self.totals.decoded(self._last, now)
            self._last = now
            self._interrupted += self._interrupting
            self._interrupting = 0.0
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
            looked=self._encoded_media,
            known=self._cached_media,
            restored=self._restored,
            unread=0 if self._first else self._prompt - self.skim.left_out - self.position,
        )

    @property
    def draft_counts(self) -> DraftCounts:
        counts = self.drafts.counts if self.drafts else DraftCounts(note=self.no_drafts)
        return replace(counts, at_once=self._at_once)

    @property
    def timings(self) -> Timings:
        return Timings(
            ttft=self._first - self.submitted if self._first else 0.0,
            queued=self._spent.get(Phase.QUEUED, 0.0) + self._spent.get(Phase.LOADING, 0.0),
            prepare=self._spent.get(Phase.PREPARING, 0.0),
            prefill=self._spent.get(Phase.PREFILL, 0.0),
            decode=self._last - self._first,
            loading=self._spent.get(Phase.LOADING, 0.0),
            memory=self._memory_wait,
            looking=self._spent.get(Phase.LOOKING, 0.0),
            skimming=self._spent.get(Phase.SKIMMING, 0.0),
            interrupted=self._interrupted,
            behind=self._queue_wait,
        )

    def stats(self) -> RequestStats:
        return RequestStats(
            self.request_id,
            self.model_id,
            self.phase,
            self.position,
            self.usage,
            self.timings,
            read_again=self.miss_reason,
            waiting=self.waiting,
            drafts=self.draft_counts,
            skim=self.skim,
        )
