"""A group of machines as an engine: takes commands and emits events, for processes of their own."""

import logging
from collections.abc import Callable, Sequence
from multiprocessing.connection import Pipe, wait
from queue import SimpleQueue
from threading import Lock, Thread

from engine.errors import faults_logged, reason
from engine.machines import wire
from engine.machines.launch import ENDING, Ranks
from engine.messages import (
    NOBODY,
    Aborted,
    Command,
    Configure,
    EngineStats,
    Event,
    Failed,
    ModelReady,
    ModelUnloaded,
    Shutdown,
    Work,
    ends_request,
)
from engine.request_ids import check_id
from engine.sentences import say

log = logging.getLogger(__name__)


class MachineGroup:
    """Has the interface of an Engine. No library of models is imported in this process.

    The processes start with the first work. When one of them ends, the requests fail with a
    sentence, all others are ended, and the next work starts the group again. `emit` is called on a
    thread of the group.
    """

    def __init__(
        self,
        emit: Callable[[Event], None],
        hosts: Sequence[str],
        memory_limit: int | None = None,
        backend: str = "ring",
    ) -> None:
        """`hosts` has one for each process, HERE first; the `memory_limit` in bytes is for each.
        `backend` is MLX's."""
        self._backend = backend
        self._emit = emit
        self._hosts = tuple(hosts)
        self._memory_limit = memory_limit
        self._inbox: SimpleQueue[Command] = SimpleQueue()
        # One wake-up for each command of the inbox.
        self._woken, self._waker = Pipe(duplex=False)
        # Commands that have not ended, and the ids of those that the processes know.
        self._ids: dict[int, Work] = {}
        self._sent: set[int] = set()
        self._lock = Lock()
        self._closed = False
        self._profiles: Configure | None = None
        self._models: set[str] = set()
        self._ranks: Ranks | None = None
        self._thread = Thread(target=self._run, name="group", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def submit(self, command: Command) -> None:
        """Queue a command. Raises Refused for an id in use or below 1, and after a Shutdown."""
        with self._lock:
            if isinstance(command, Work):
                check_id(command.request_id, self._ids, closed=self._closed)
                self._ids[command.request_id] = command
            self._closed = self._closed or isinstance(command, Shutdown)
            self._inbox.put(command)
            self._waker.send_bytes(b"1")

    def stop(self, timeout: float) -> bool:
        """End all requests and processes; those that are busy after `timeout` seconds are
        killed. Return False if the thread has not ended even then."""
        self.submit(Shutdown())
        if self._thread.ident is not None:
            self._thread.join(timeout)
            if self._thread.is_alive() and (ranks := self._ranks) is not None:
                ranks.kill()
            self._thread.join(ENDING)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while self._turn():
            pass
        self._woken.close()

    def _turn(self) -> bool:
        """Pass on what came first. Return False at the end."""
        ranks = self._ranks
        ready = wait([self._woken, *([ranks.events, *ranks.outputs] if ranks else [])])
        try:
            if ranks is not None and ranks.events in ready:
                self._take(wire.decode(ranks.events.recv_bytes(), Event))
            elif ranks is not None and any(it in ready for it in ranks.outputs):
                raise EOFError
            if self._woken in ready and not self._pass_on(self._next()):
                return False
        except (EOFError, OSError, ValueError) as error:
            if not self._closed:
                log.warning("the group of machines ended: %r", error)
            self._lose()
        return not (self._closed and self._ranks is None and self._inbox.empty())

    def _next(self) -> Command:
        self._woken.recv_bytes()
        return self._inbox.get()

    def _pass_on(self, command: Command) -> bool:
        """Send a command to rank 0, and start the group for work. Return False after a Shutdown
        without a group."""
        if isinstance(command, Configure):
            self._profiles = command
        if not wire.can_carry(command, Command):
            if isinstance(command, Work):
                self._take(Failed(command.request_id, wire.NOT_CARRIED))
            return True
        if isinstance(command, Work):
            self._sent.add(command.request_id)
            if self._ranks is None and not self._begin(command.request_id):
                return True
        if self._ranks is None:
            return not isinstance(command, Shutdown)
        self._ranks.events.send_bytes(wire.encode(command))
        return True

    def _begin(self, request_id: int) -> bool:
        try:
            self._ranks = Ranks(self._hosts, self._memory_limit, self._backend)
        except OSError as error:
            message = say(
                "The group of machines could not start: {reason}. Ask again, or use a model on "
                "this computer.",
                reason=reason(error),
            )
            self._take(Failed(request_id, message, fault=True))
            return False
        if self._profiles is not None:
            self._ranks.events.send_bytes(wire.encode(self._profiles))
        return True

    def _take(self, event: Event) -> None:
        if isinstance(event, ModelReady):
            self._models.add(event.model.model_id)
        elif isinstance(event, ModelUnloaded):
            self._models.discard(event.model_id)
        if not isinstance(event, EngineStats) and ends_request(
            self._ids.get(event.request_id), event
        ):
            # Before the event: its receiver may use the id again.
            self._sent.discard(event.request_id)
            with self._lock:
                self._ids.pop(event.request_id, None)
        with faults_logged(f"{type(event).__name__} could not be emitted"):
            self._emit(event)

    def _lose(self) -> None:
        """End the group, since one of its processes ended, and all requests that it had."""
        ranks = self._ranks
        assert ranks is not None
        closed = self._closed
        rank, words = (0, "") if closed else ranks.culprit()
        if not closed and (errors := ranks.errors(rank)):
            log.warning("machine %d of the group wrote\n%s", rank + 1, errors)
        ranks.end(ENDING if closed else 0)
        self._ranks = None
        message = words or say(
            "Machine {number} of the group ended ({host}). Ask again to restart the group.",
            number=rank + 1,
            host=self._hosts[rank],
        )
        for request_id in sorted(self._sent):
            if closed:
                self._take(Aborted(request_id))
            else:
                self._take(Failed(request_id, message, fault=True))
        for model_id in sorted(self._models):
            self._take(ModelUnloaded(NOBODY, model_id))
        self._take(EngineStats())
