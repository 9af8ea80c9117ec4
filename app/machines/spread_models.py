"""Follows which models a person lets several machines run, while the window is open."""

from collections.abc import Callable
from dataclasses import replace
from threading import Thread

from PySide6.QtCore import QObject

from app.machines.group_router import GroupRouter
from app.machines.joined_stats import JoinedStats
from app.settings.preferences import Preferences
from engine.messages import Command, Event

# Seconds in which a group that is no longer used ends.
_ENDING = 5.0


class SpreadModels(QObject):
    """Used on the Qt thread. `submit` gives each command to the engine, by `to_engine`, or to the
    group of the chosen machines. `emit` is called on a thread of the group."""

    def __init__(
        self,
        preferences: Preferences,
        to_engine: Callable[[Command], None],
        emit: Callable[[Event], None],
        memory_limit: int | None = None,
        joined: JoinedStats | None = None,
    ) -> None:
        super().__init__(preferences)
        self._preferences = preferences
        machines, models = self._chosen()
        self._router = GroupRouter(machines, models, to_engine, emit, memory_limit, joined)
        self._ended: list[Thread] = []
        preferences.changed.connect(self._follow)

    def submit(self, command: Command) -> None:
        self._router.submit(command)

    def close(self, timeout: float) -> bool:
        """End the group. Return False if a thread is still busy after `timeout` seconds."""
        ended = self._router.close(timeout)
        for each in self._ended:
            each.join(timeout)
        return ended and not any(it.is_alive() for it in self._ended)

    def _chosen(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        value = self._preferences.value
        return value.machines, value.spread_models

    def _follow(self) -> None:
        """End a group whose machines or models are no longer those that were chosen."""
        before = self._router
        machines, models = self._chosen()
        if (machines, models) == (before.machines, before.models):
            return
        self._router = replace(before, machines=machines, models=models, _group=None)
        self._ended = [it for it in self._ended if it.is_alive()]
        ending = Thread(target=before.close, args=(_ENDING,), name="group's end", daemon=True)
        ending.start()
        self._ended.append(ending)
