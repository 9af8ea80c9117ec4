"""Sends the commands about models that several machines run together to their group."""

from collections.abc import Callable
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.settings.preferences import Preferences
from engine import offline
from engine.errors import GONE
from engine.messages import (
    HERE,
    Abort,
    Aborted,
    Command,
    Configure,
    Continue,
    Count,
    EngineStats,
    Event,
    Failed,
    Generate,
    LoadModel,
    Measure,
    ModelReady,
    ModelUnloaded,
    Timings,
    UnloadModel,
    Usage,
    Work,
)
from engine.sentences import say

if TYPE_CHECKING:
    from engine.machines.machine_group import MachineGroup

_STRICT = say(
    "Strict offline is on, and this model runs on several computers. Turn it off in Settings › "
    "Privacy, or run the model on this computer: Settings › Machines."
)
# Seconds in which a group that is no longer used ends.
_ENDING = 5.0


class SpreadModels(QObject):
    """Used on the Qt thread. `submit` gives each command to the engine, by `to_engine`, or to the
    group: those about models that a person has spread over several machines. `emit` takes the
    group's events, on a thread of the group, which starts with its first work."""

    def __init__(
        self,
        preferences: Preferences,
        to_engine: Callable[[Command], None],
        emit: Callable[[Event], None],
        memory_limit: int | None = None,
    ) -> None:
        super().__init__(preferences)
        self._preferences = preferences
        self._to_engine = to_engine
        self._emit = emit
        self._memory_limit = memory_limit
        self._group: MachineGroup | None = None
        self._used = self._chosen()
        self._profiles: Configure | None = None
        # Of all requests that a group was sent: their answers can be stopped and continued there.
        self._ids: set[int] = set()
        self._ended: list[Thread] = []
        preferences.changed.connect(self._follow)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The computers of the group, this one first."""
        return HERE, *self._preferences.value.machines

    def submit(self, command: Command) -> None:
        match command:
            case Abort(request_id) if request_id in self._ids and self._group:
                self._group.submit(command)
            case Continue(request_id, reply_id) if reply_id in self._ids:
                self._continue(command)
            case Configure():
                self._profiles = command
                self._to_engine(command)
                if self._group:
                    self._group.submit(command)
            case Count(request_id, request) if self._is_spread(request):
                self._emit(_nothing(request_id))
            case Measure(request_id) if self._is_spread(command):
                self._emit(_nothing(request_id))
            case UnloadModel(request_id, model_id) if self._is_spread(command) and not self._group:
                self._emit(ModelUnloaded(request_id, model_id))
            case LoadModel() | Generate() | UnloadModel() if self._is_spread(command):
                self._pass_on(command)
            case _:
                self._to_engine(command)

    def close(self, timeout: float) -> bool:
        """End the group. Return False if a thread is still busy after `timeout` seconds."""
        ended = self._group is None or self._group.stop(timeout)
        for each in self._ended:
            each.join(timeout)
        return ended and not any(it.is_alive() for it in self._ended)

    def _is_spread(self, command: object) -> bool:
        value = self._preferences.value
        return bool(value.machines) and getattr(command, "model_id", "") in value.spread_models

    def _continue(self, command: Continue) -> None:
        if self._group is None:
            self._emit(Failed(command.request_id, GONE))
        else:
            self._pass_on(command)

    def _pass_on(self, command: Work) -> None:
        if offline.is_strict() and any(it != HERE for it in self.hosts):
            self._emit(Failed(command.request_id, _STRICT))
            return
        if self._group is None:
            from engine.machines.machine_group import MachineGroup  # noqa: PLC0415

            self._group = MachineGroup(self._take, self.hosts, self._memory_limit)
            self._group.start()
            if self._profiles is not None:
                self._group.submit(self._profiles)
        self._ids.add(command.request_id)
        self._group.submit(command)

    def _take(self, event: Event) -> None:
        """Hand on an event of the group; called on its thread."""
        if isinstance(event, ModelReady):
            info = event.model
            note = say("{family}, on {number} machines", family=info.family, number=self._used[2])
            event = replace(event, model=replace(info, family=note))
        # The statistics in the window are those of the engine of this process.
        if not isinstance(event, EngineStats):
            self._emit(event)

    def _chosen(self) -> tuple[tuple[str, ...], tuple[str, ...], int]:
        value = self._preferences.value
        return value.machines, value.spread_models, len(value.machines) + 1

    def _follow(self) -> None:
        """End a group whose machines or models are no longer those that were chosen."""
        if self._chosen() == self._used:
            return
        self._used = self._chosen()
        group, self._group = self._group, None
        if group is not None:
            self._ended = [it for it in self._ended if it.is_alive()]
            ending = Thread(target=group.stop, args=(_ENDING,), name="group's end", daemon=True)
            ending.start()
            self._ended.append(ending)


def _nothing(request_id: int) -> Aborted:
    return Aborted(request_id, Usage(), Timings())
