"""Adds up the statistics of the engine and of the group, whose first rank is on this computer."""

from dataclasses import replace

from engine.messages import EngineStats, RequestStats

# Fields that add up: bytes on this computer, and counts.
_SUMS = (
    *("batch_size", "active_memory", "peak_memory", "cache_memory", "reserved", "model_memory"),
    *("prompt_memory", "vision_memory", "vision_hits", "vision_misses", "kv_saved"),
)


class JoinedStats:
    """Each of the two is told on its own thread, and remembered until it tells again."""

    def __init__(self) -> None:
        self._engine = self._group = EngineStats()
        self._last: RequestStats | None = None

    def of_engine(self, stats: EngineStats) -> EngineStats:
        """Return the statistics of both, with new ones of the engine."""
        self._note_last(self._engine, stats)
        self._engine = stats
        return self._joined()

    def of_group(self, stats: EngineStats) -> EngineStats:
        """Return the statistics of both, with new ones of the group."""
        self._note_last(self._group, stats)
        self._group = stats
        return self._joined()

    def _note_last(self, before: EngineStats, stats: EngineStats) -> None:
        if stats.last != before.last:
            self._last = stats.last

    def _joined(self) -> EngineStats:
        engine, group = self._engine, self._group
        return replace(
            engine,
            requests=(*engine.requests, *group.requests),
            # A model that was on this computer alone before has its later numbers.
            models=tuple({it.model_id: it for it in (*engine.models, *group.models)}.values()),
            last=self._last,
            memory_limit=engine.memory_limit or group.memory_limit,
            **{name: getattr(engine, name) + getattr(group, name) for name in _SUMS},
        )
