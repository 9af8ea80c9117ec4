"""Current speeds of models: the change between two samples of their totals."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from engine.messages import EngineStats, ModelStats, Phase


@dataclass(frozen=True, slots=True)
class ModelSpeed:
    """Tokens per second of decoding and of reading; 0 where a model does not do that now."""

    decode: float = 0.0
    prefill: float = 0.0


@dataclass(slots=True)
class _Seen:
    """The last sums of a model, when a token was last added to them, and what it came to."""

    sums: ModelStats
    at: float
    rate: ModelSpeed


class LiveRates:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[str, _Seen] = {}

    def update(self, stats: EngineStats) -> dict[str, ModelSpeed]:
        """The rates of all models that were ever asked, first asked first."""
        for sums in stats.models:
            seen = self._seen.setdefault(
                sums.model_id, _Seen(ModelStats(sums.model_id), self._clock(), ModelSpeed())
            )
            self._learn(seen, sums, reading=_reading(stats, sums.model_id))
            if not stats.requests:
                # No further reading comes to say that it has ended.
                seen.rate = ModelSpeed()
        return {it.model_id: self._seen[it.model_id].rate for it in stats.models}

    def _learn(self, seen: _Seen, sums: ModelStats, *, reading: bool) -> None:
        before, now, old = seen.sums, self._clock(), seen.rate
        decode = _per_second(sums.decoded - before.decoded, sums.decode - before.decode)
        prefill = _per_second(sums.read - before.read, sums.prefill - before.prefill)
        if decode is not None:
            seen.at = now
        elif sums.rows and before.rows:
            # At most as fast as if the next tokens came now.
            decode = min(old.decode, sums.rows / max(now - seen.at, 1e-3))
        if prefill is None and reading:
            prefill = old.prefill
        seen.sums, seen.rate = sums, ModelSpeed(decode or 0.0, prefill or 0.0)


def _reading(stats: EngineStats, model_id: str) -> bool:
    return any(it.phase is Phase.PREFILL and it.model_id == model_id for it in stats.requests)


def _per_second(count: int, seconds: float) -> float | None:
    """None where nothing has happened."""
    return count / seconds if count > 0 and seconds > 0 else None
