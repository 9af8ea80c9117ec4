"""The values in the charts of the live panel: samples of the engine over the last minute."""

import time
from collections.abc import Callable

from engine.messages import EngineStats
from ui.stats.live_rates import LiveRates, ModelSpeed
from ui.stats.series import Series


class LiveSeries:
    """`decode` has one for each model, first asked first; `rates` are those of now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rates = LiveRates(clock)
        self.rates: dict[str, ModelSpeed] = {}
        self.decode: dict[str, Series] = {}
        self.total, self.prefill, self.batch, self.gpu = (Series(clock) for _ in range(4))
        self.memory, self.cache, self.reserved = (Series(clock) for _ in range(3))

    def add(self, stats: EngineStats) -> None:
        self.rates = self._rates.update(stats)
        for model_id, rate in self.rates.items():
            if model_id not in self.decode:
                self.decode[model_id] = Series(self._clock)
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
