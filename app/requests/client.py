"""Send requests to the engine, and hand each of its events to the sender of the request."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from app.base.faults import faults_reported
from engine.messages import (
    Abort,
    Command,
    Configure,
    Diverge,
    EngineStats,
    Event,
    LoadProgress,
    ModelProfile,
    ModelReady,
    ModelUnloaded,
    RemoveCached,
    RequestEvent,
    UseDiskCache,
    Work,
    ends_request,
)

Handler = Callable[[RequestEvent], None]


def ignore(event: RequestEvent) -> None:
    """Take an event that is of no interest."""


class _Open(NamedTuple):
    """A request that has not ended."""

    command: Work
    on_event: Handler


class RequestClient(QObject):
    """The only sender of commands; used on the Qt thread.

    `new_id` returns an id that is unique in the engine and in the store, and never NOBODY.
    `stats_arrived` has an EngineStats. `model_changed` has a ModelReady or ModelUnloaded, which go
    to no handler: a model may load for any request, and unload for none. For the same reason,
    `load_progressed` has each LoadProgress. `sent` has each command, `ended` the id of a request.
    """

    stats_arrived = Signal(object)
    model_changed = Signal(object)
    load_progressed = Signal(object)
    sent = Signal(object)
    ended = Signal(object)

    def __init__(
        self,
        submit: Callable[[Command], None],
        new_id: Callable[[], int],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._submit = submit
        self.new_id = new_id
        self._open: dict[int, _Open] = {}

    def send(
        self, make_command: Callable[[int], Work], on_event: Handler, request_id: int = 0
    ) -> int:
        """Send what `make_command` makes of a request id, and return the id: `request_id` if it is
        given, else a new one. `on_event` is called with each event up to the terminal one. A
        request that has ended may be sent again under its id."""
        request_id = request_id or self.new_id()
        command = make_command(request_id)
        self._open[request_id] = _Open(command, on_event)
        self._submit(command)
        self.sent.emit(command)
        return request_id

    def configure(self, profiles: Iterable[ModelProfile]) -> None:
        """Tell the engine the profiles of all models, for the commands that follow."""
        self._submit(Configure(tuple(profiles)))

    def use_disk_cache(self, folder: Path, limit: int, names: Iterable[str] | None = None) -> None:
        self._submit(UseDiskCache(folder, limit, None if names is None else frozenset(names)))

    def remove_cached(self, names: Iterable[str]) -> None:
        self._submit(RemoveCached(tuple(names)))

    def uses(self, model_id: str) -> bool:
        """Return True if a request to this model has not ended, or one that may be to it."""
        return any(_may_use(it.command, model_id) for it in self._open.values())

    def abort(self, request_id: int) -> None:
        """Ask the engine to end a request; its handler is still called until it has ended."""
        self._submit(Abort(request_id))

    def drop(self, request_id: int, on_event: Handler = ignore) -> None:
        """Abort a request whose events are of no interest any more, or go to another handler;
        `ended` still tells its end."""
        if request := self._open.get(request_id):
            self._open[request_id] = request._replace(on_event=on_event)
        self.abort(request_id)

    @Slot(list)
    def on_events(self, events: list[Event]) -> None:
        """Hand on the events of the engine. A fault of one handler must not lose the events of
        others: each request waits for its own end."""
        for event in events:
            with faults_reported():
                self._hand_on(event)

    def _hand_on(self, event: Event) -> None:
        if isinstance(event, EngineStats):
            self.stats_arrived.emit(event)
            return
        request = self._open.get(event.request_id)
        if request and ends_request(request.command, event):
            # first: the handler may send it again
            del self._open[event.request_id]
            self.ended.emit(event.request_id)
        if isinstance(event, ModelReady | ModelUnloaded):
            self.model_changed.emit(event)
        elif isinstance(event, LoadProgress):
            self.load_progressed.emit(event)
        elif request:
            request.on_event(event)


def _may_use(command: Work, model_id: str) -> bool:
    """Return True if a command names the model, or none, since the reply to continue has one."""
    if isinstance(command, Diverge) and command.other_id == model_id:
        return True
    return getattr(command, "model_id", model_id) == model_id
