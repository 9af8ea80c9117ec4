"""Tells how models fit the memory of this machine, and how fast they answer."""

import math
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.base.disk import read_quietly, write_quietly
from engine.checkpoints import predicted_cost
from engine.messages import Fit, ModelFacts, ModelInfo
from engine.model_cost import ModelCost
from engine.model_fit import USUAL_CONTEXT, FreeMemory, fit_of
from engine.system.bandwidth import expected_speed, memory_bandwidth
from engine.system.free_memory import available_memory, physical_memory
from ui.state.library_state import LibraryModel
from ui.state.workspace import Workspace

NAME = "speeds.json"
MAX_BYTES, MAX_MODELS = 1 << 20, 1000
# Tokens after which a speed is worth keeping, and the change that is worth writing.
LEAST_TOKENS = 50
CHANGE = 0.05
# Share of memory for models before the engine has told its limit.
USUAL_SHARE = 0.7
# Seconds for which the free memory of the system counts as known.
FRESH = 2.0


class Fits(QObject):
    """Computes fits on the Qt thread. `changed` is emitted when they are to be asked for again: a
    model was loaded or unloaded, a model has become busy or idle, or its speed was measured."""

    changed = Signal()

    def __init__(self, home: Path, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._path = home / NAME
        self._engine = workspace.engine
        self._library = workspace.library
        self._speeds = read_quietly(self._path, MAX_BYTES, _speeds, {})
        self._available = 0
        self._read_at = -math.inf
        self._told: tuple[Any, ...] = ()
        workspace.engine.stats_changed.connect(self._on_stats)
        workspace.engine.loaded_changed.connect(self.changed)

    def of_model(self, model: LibraryModel) -> Fit | None:
        """Return the fit of a model on this computer; None if its files do not tell."""
        return self.of_facts(model.facts, model.model_id) if model.facts else None

    def of_facts(self, facts: ModelFacts, model_id: str = "") -> Fit | None:
        """Return the fit for a usual conversation; None if the files of the model do not tell its
        sizes. A loaded model's measured cost counts."""
        loaded = next((it for it in self._engine.loaded if it.model_id == model_id), None)
        cost = (loaded and loaded.cost) or facts.cost
        if cost is None:
            return None
        most = facts.context or USUAL_CONTEXT
        tokens = min(USUAL_CONTEXT, most)
        fit = fit_of(cost, tokens, self.memory(model_id), bits=facts.bits, most=most)
        speed, measured = self._speed(cost, model_id, tokens)
        return replace(fit, speed=speed, measured=measured)

    def memory(self, model_id: str) -> FreeMemory:
        """Return the memory for a model: the limit minus what other programs use, and minus the
        models that are kept or answer now. The model itself may be one of them."""
        stats = self._engine.stats
        ours = stats.active_memory + stats.cache_memory
        room = self._system_memory() + ours
        total = physical_memory() if predicted_cost.compute_device() == "metal" else room
        limit = stats.memory_limit or int(physical_memory() * USUAL_SHARE)
        busy = tuple((it.name, _bytes(it)) for it in self._held() if it.model_id != model_id)
        free = min(limit, room) - sum(size for _, size in busy)
        return FreeMemory(max(0, free), total, busy)

    def _held(self) -> list[ModelInfo]:
        """Return the models in memory that are not unloaded for another one."""
        answering = {it.model_id for it in self._engine.stats.models if it.rows}
        kept = {it for it, profile in self._library.profiles.items() if profile.kept}
        return [it for it in self._engine.loaded if it.model_id in answering | kept]

    def _system_memory(self) -> int:
        if time.monotonic() - self._read_at > FRESH:
            self._available, self._read_at = available_memory(), time.monotonic()
        return self._available

    def _speed(self, cost: ModelCost, model_id: str, tokens: int) -> tuple[float | None, bool]:
        if model_id in self._speeds:
            return self._speeds[model_id], True
        return expected_speed(cost.active, cost.cache.of(tokens, 0), memory_bandwidth()), False

    def _on_stats(self) -> None:
        stats = self._engine.stats
        ended = [it for it in stats.models if not it.rows and it.decoded >= LEAST_TOKENS]
        speeds = {it.model_id: it.decoded / it.decode for it in ended if it.decode > 0}
        new = {name: speed for name, speed in speeds.items() if self._is_news(name, speed)}
        if new:
            kept = {name: speed for name, speed in self._speeds.items() if name not in new}
            self._speeds = dict(list((kept | new).items())[-MAX_MODELS:])
            self._write()
        told = (stats.memory_limit, tuple(bool(it.rows) for it in stats.models))
        if new or told != self._told:
            self._told = told
            self.changed.emit()

    def _is_news(self, model_id: str, speed: float) -> bool:
        known = self._speeds.get(model_id)
        return known is None or abs(speed - known) > CHANGE * known

    def _write(self) -> None:
        # An answer has just ended, and a lost file is measured again: do not wait for the disk.
        write_quietly(self._path, self._speeds, sync=False)


def _bytes(model: ModelInfo) -> int:
    return model.cost.weights if model.cost else model.weight_bytes


def _speeds(found: Any) -> dict[str, float]:
    entries = found.items() if isinstance(found, dict) else ()
    return {name: float(speed) for name, speed in entries if _is_speed(speed)}


def _is_speed(value: Any) -> bool:
    return isinstance(value, int | float) and type(value) is not bool and 0 < value < 1e6
