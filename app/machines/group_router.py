"""Sends commands about models that several machines run together to their group, and all others to
an engine."""

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from typing import TYPE_CHECKING

from app.machines.joined_stats import JoinedStats
from engine import offline
from engine.errors import GONE
from engine.frozen import mutable
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
    UnloadModel,
    Work,
)
from engine.sentences import say

if TYPE_CHECKING:
    from engine.machines.machine_group import MachineGroup

STRICT = say(
    "Strict offline is on, and this model runs on several computers. Turn it off in Settings › "
    "Privacy, or run the model on this computer: Settings › Machines."
)


@mutable
class GroupRouter:
    """`machines` run the `models`, by id, together with this computer. `emit` takes the group's
    events, on a thread of the group, which starts with its first work; its statistics only if they
    can be `joined` with those of the engine. `ids` are those of all requests that groups were sent:
    their answers can be stopped and continued there alone."""

    machines: tuple[str, ...]
    models: tuple[str, ...]
    to_engine: Callable[[Command], None]
    emit: Callable[[Event], None]
    memory_limit: int | None = None
    joined: JoinedStats | None = None
    profiles: Configure | None = None
    ids: set[int] = field(default_factory=set)
    _group: "MachineGroup | None" = None

    @property
    def hosts(self) -> tuple[str, ...]:
        """The computers of the group, this one first."""
        return HERE, *self.machines

    def submit(self, command: Command) -> None:
        group = self._group
        match command:
            case Abort(request_id) if request_id in self.ids and group:
                group.submit(command)
            case Continue(request_id, reply_id) if reply_id in self.ids:
                if group is None:
                    self.emit(Failed(request_id, GONE))
                else:
                    self._pass_on(command)
            case Configure():
                self.profiles = command
                self.to_engine(command)
                if group:
                    group.submit(command)
            case Count(request_id, request) if self.is_spread(request):
                self.emit(Aborted(request_id))
            case Measure(request_id) if self.is_spread(command):
                self.emit(Aborted(request_id))
            case UnloadModel(request_id, model_id) if self.is_spread(command) and not group:
                self.emit(ModelUnloaded(request_id, model_id))
            case LoadModel() | Generate() | UnloadModel() if self.is_spread(command):
                self._pass_on(command)
            case _:
                self.to_engine(command)

    def is_spread(self, command: object) -> bool:
        """Return True if a command is about a model of the group."""
        return bool(self.machines) and getattr(command, "model_id", "") in self.models

    def close(self, timeout: float) -> bool:
        """End the group. Return False if its thread is still busy after `timeout` seconds."""
        return self._group is None or self._group.stop(timeout)

    def _pass_on(self, command: Work) -> None:
        if offline.is_strict() and any(it != HERE for it in self.hosts):
            self.emit(Failed(command.request_id, STRICT))
            return
        if self._group is None:
            from engine.machines.machine_group import MachineGroup  # noqa: PLC0415  seldom needed

            self._group = MachineGroup(self._take, self.hosts, self.memory_limit)
            self._group.start()
            if self.profiles is not None:
                self._group.submit(self.profiles)
        self.ids.add(command.request_id)
        self._group.submit(command)

    def _take(self, event: Event) -> None:
        """Hand on an event of the group; called on its thread."""
        if isinstance(event, ModelReady):
            info, number = event.model, len(self.hosts)
            note = say("{family}, on {number} machines", family=info.family, number=number)
            event = replace(event, model=replace(info, family=note))
        if not isinstance(event, EngineStats):
            self.emit(event)
        elif self.joined:
            self.emit(self.joined.of_group(event))


def chosen(
    choices: Iterable[tuple[str, tuple[str, ...]]],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the machines and the models of a router, from the machines of each model by id."""
    spread = {model_id: machines for model_id, machines in choices if machines}
    return next(iter(spread.values()), ()), tuple(spread)
