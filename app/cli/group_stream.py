"""Answers of a group of machines for `ask`, in place of its own engine."""

from collections.abc import Iterator, Sequence
from queue import SimpleQueue

from engine.machines.machine_group import MachineGroup
from engine.messages import (
    HERE,
    Abort,
    Command,
    Event,
    RequestEvent,
    Work,
    ends_request,
)
from engine.system.threads import first_interrupt

# Seconds in which the processes end.
_ENDING = 5.0


class GroupStream:
    """Has what `ask` needs of an Engine."""

    def __init__(self, machines: Sequence[str], memory_limit: int | None) -> None:
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._group = MachineGroup(self._events.put, (HERE, *machines), memory_limit)
        self._group.start()

    def submit(self, command: Command) -> None:
        self._group.submit(command)

    def stream(self, command: Work) -> Iterator[RequestEvent]:
        """Submit a command and yield its events, the terminal one last. Ctrl-C aborts the command;
        a second Ctrl-C raises KeyboardInterrupt as usual."""
        request_id = command.request_id
        self.submit(command)
        with first_interrupt(lambda: self.submit(Abort(request_id))):
            while True:
                event = self._events.get()
                if not isinstance(event, RequestEvent) or event.request_id != request_id:
                    continue
                yield event
                if ends_request(command, event):
                    return

    def close(self) -> None:
        self._group.stop(_ENDING)
