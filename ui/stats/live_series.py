"""The values in the charts of the live panel: samples of the engine over the last minutes."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from engine.frozen import frozen
from engine.messages import EngineStats, ModelStats, Phase

# Seconds: of the small charts, and of what is kept for the large ones.
SPAN = 60.0
KEPT = 600.0


class Series:
    """One number over the last minutes. A value holds until the next is added, so a quiet source
    draws a level line."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._samples: deque[tuple[float, float]] = deque()

    @property
    def level(self) -> bool:
        """True if the small chart would not change as time passes."""
        recent = self._since(SPAN)
        return len(recent) < 2 and all(at <= self._clock() - SPAN for at, _ in recent)

    @property
    def quiet(self) -> bool:
        """True if all values of the small chart are zero."""
        return not any(value for _, value in self._since(SPAN))

    def add(self, value: float) -> None:
        if not self._samples or self._samples[-1][1] != value:
            self._samples.append((self._clock(), value))
        oldest = self._clock() - KEPT
        while len(self._samples) > 1 and self._samples[1][0] <= oldest:
            self._samples.popleft()

    def points(self, count: int, span: float = SPAN) -> list[float]:
        """Return the values at `count` moments of the last `span` seconds, the last of which is
        now; moments before the first sample are left out."""
        now, samples = self._clock(), self._since(span)
        values: list[float] = []
        index = -1
        for step in range(count):
            moment = now - span * (1 - (step + 1) / count)
            while index + 1 < len(samples) and samples[index + 1][0] <= moment:
                index += 1
            if index >= 0:
                values.append(samples[index][1])
        return values

    def _since(self, span: float) -> list[tuple[float, float]]:
        """Return the samples of the last `span` seconds, and the one that held before them."""
        start, found = self._clock() - span, []
        for sample in reversed(self._samples):
            found.append(sample)
            if sample[0] <= start:
                break
        return found[::-1]


@frozen
class ModelSpeed:
    """The decode and prefill speeds of a model in tokens per second; 0 while a model does
    neither."""

    decode: float = 0.0
    prefill: float = 0.0


@dataclass(slots=True)
class _Seen:
    """The last sums of a model, the time at which a token was last added to them, and the speed
    that followed."""

    sums: ModelStats
    at: float
    rate: ModelSpeed


class LiveRates:
    """The current speeds of models: the change between two samples of their sums."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[str, _Seen] = {}

    def update(self, stats: EngineStats) -> dict[str, ModelSpeed]:
        """Return the speeds of all models that were ever asked, in the order of their first
        requests."""
        for sums in stats.models:
            seen = self._seen.setdefault(
                sums.model_id, _Seen(ModelStats(sums.model_id), self._clock(), ModelSpeed())
            )
            self._learn(seen, sums, prefilling=_prefilling(stats, sums.model_id))
            if not stats.requests:
                # No later sample would show that prefill has ended.
                seen.rate = ModelSpeed()
        return {it.model_id: self._seen[it.model_id].rate for it in stats.models}

    def _learn(self, seen: _Seen, sums: ModelStats, *, prefilling: bool) -> None:
        before, now, old = seen.sums, self._clock(), seen.rate
        decode = _per_second(sums.decoded - before.decoded, sums.decode - before.decode)
        prefill = _per_second(sums.read - before.read, sums.prefill - before.prefill)
        if decode is not None:
            seen.at = now
        elif sums.rows and before.rows:
            # an upper bound: the speed if the next tokens came now
            decode = min(old.decode, sums.rows / max(now - seen.at, 1e-3))
        if prefill is None and prefilling:
            prefill = old.prefill
        seen.sums, seen.rate = sums, ModelSpeed(decode or 0.0, prefill or 0.0)


def _prefilling(stats: EngineStats, model_id: str) -> bool:
    return any(it.phase is Phase.PREFILL and it.model_id == model_id for it in stats.requests)


def _per_second(count: int, seconds: float) -> float | None:
    """Return a speed, or None if nothing has happened."""
    return count / seconds if count > 0 and seconds > 0 else None


class LiveSeries:
    """One series for each line of the charts. `decode` has one for each model, in the order of
    their first requests; `rates` are the current speeds."""

    def __init__(self) -> None:
        self._rates = LiveRates()
        self.rates: dict[str, ModelSpeed] = {}
        self.decode: dict[str, Series] = {}
        self.total, self.prefill, self.batch, self.gpu = (Series() for _ in range(4))
        self.memory, self.cache, self.reserved = (Series() for _ in range(3))

    def add(self, stats: EngineStats) -> None:
        self.rates = self._rates.update(stats)
        for model_id, rate in self.rates.items():
            if model_id not in self.decode:
                self.decode[model_id] = Series()
            self.decode[model_id].add(rate.decode)
        self.total.add(sum(rate.decode for rate in self.rates.values()))
        self.prefill.add(sum(rate.prefill for rate in self.rates.values()))
        self.batch.add(stats.batch_size)
        self.gpu.add(stats.gpu_busy or 0.0)
        self.memory.add(stats.active_memory)
        self.cache.add(stats.cache_memory)
        self.reserved.add(stats.reserved)

    def busy_models(self) -> list[str]:
        """Return the models that answered in the last minute."""
        return [it for it in self.rates if not self.decode[it].quiet]
