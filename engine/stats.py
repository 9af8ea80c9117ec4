"""The live numbers: what one request has done so far, and when."""

import time
from dataclasses import dataclass, field, replace

import mlx.core as mx

from engine.messages import EngineStats, Phase, Timings, Usage


@dataclass
class Meter:
    """Counts and times of one request; seconds from a monotonic clock.

    Decode speed is that of the tokens after the first, over the time they took.
    """

    submitted: float = field(default_factory=time.perf_counter)
    phase: Phase = Phase.PREPARING
    usage: Usage = field(default_factory=Usage)
    read: int = 0
    _marks: dict[Phase, float] = field(default_factory=dict)
    _last: float = 0.0

    def enter(self, phase: Phase) -> None:
        self.phase = phase
        self._last = self._marks[phase] = time.perf_counter()

    def prompt_known(self, tokens: int) -> None:
        self.usage = replace(self.usage, prompt=tokens)

    def prompt_read(self, tokens: int) -> None:
        self.read = tokens
        self._last = time.perf_counter()

    def generated(self, *, reasoning: bool) -> None:
        usage = self.usage
        self.usage = replace(
            usage, generated=usage.generated + 1, reasoning=usage.reasoning + reasoning
        )
        self._last = time.perf_counter()

    @property
    def timings(self) -> Timings:
        decode = self._marks.get(Phase.DECODE)
        return Timings(
            ttft=decode - self.submitted if decode else 0.0,
            prepare=self._span(Phase.PREPARING, Phase.PREFILL),
            prefill=self._span(Phase.PREFILL, Phase.DECODE),
            decode=self._last - decode if decode else 0.0,
        )

    def stats(self) -> EngineStats:
        timings = self.timings
        return EngineStats(
            phase=self.phase,
            ttft=timings.ttft,
            prompt_tps=_rate(self.read, timings.prefill),
            generation_tps=_rate(self.usage.generated - 1, timings.decode),
            prompt_tokens=self.usage.prompt,
            generated_tokens=self.usage.generated,
        )

    def _span(self, start: Phase, end: Phase) -> float:
        began = self._marks.get(start)
        if began is None:
            return 0.0
        return self._marks.get(end, time.perf_counter() if self.phase is start else began) - began


def with_memory(stats: EngineStats) -> EngineStats:
    return replace(stats, active_memory=mx.get_active_memory(), peak_memory=mx.get_peak_memory())


def _rate(count: int, seconds: float) -> float:
    return count / seconds if count > 0 and seconds > 0 else 0.0
