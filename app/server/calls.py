"""Sends requests to the engine from the server's event loop, and hands it their events."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress

from engine.messages import (
    Abort,
    Command,
    Event,
    RequestEvent,
    Work,
    ends_request,
)

# Seconds of silence before the client gets a sign of life.
QUIET = 10.0


class _Call:
    """A request that has not ended: its events, and a flag that there are some."""

    def __init__(self) -> None:
        self.events: deque[RequestEvent] = deque()
        self.arrived = asyncio.Event()


class EngineCalls:
    """The counterpart of the window's request client. `submit` and `new_id` may be called from any
    thread, `post` is called on the engine's, and `run` on the loop's."""

    def __init__(
        self, submit: Callable[[Command], None], new_id: Callable[[], int], quiet: float = QUIET
    ) -> None:
        self._submit = submit
        self._new_id = new_id
        self.quiet = quiet
        # Told of each request whose client has a name.
        self.named: Callable[[int, str], None] = lambda request_id, client: None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: dict[int, _Call] = {}
        self._posted: deque[RequestEvent] = deque()
        self._awake = False

    @property
    def count(self) -> int:
        """The number of requests that have not ended."""
        return len(self._open)

    def bind(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def post(self, event: Event) -> None:
        """Take an event of the engine; those of other requests are ignored."""
        if getattr(event, "request_id", 0) not in self._open or self._loop is None:
            return
        self._posted.append(event)  # pyright: ignore[reportArgumentType]  it has a request id
        if not self._awake:
            self._awake = True
            with suppress(RuntimeError):  # the loop has been closed
                self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        # First: an event appended after this line sends a new wake-up.
        self._awake = False
        while self._posted:
            event = self._posted.popleft()
            if call := self._open.get(event.request_id):
                call.events.append(event)
                call.arrived.set()

    async def run(
        self, make: Callable[[int], Work], client: str = ""
    ) -> AsyncGenerator[list[RequestEvent]]:
        """Submit a request of a client and yield its events, as many as have arrived; an empty
        list after some silence. Leaving before the terminal event aborts the request. Raises
        Refused if the engine is closing."""
        request_id = self._new_id()
        command = make(request_id)
        call = self._open[request_id] = _Call()
        ended = False
        try:
            if client:
                self.named(request_id, client)
            self._submit(command)
            while not ended:
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.quiet):
                        await call.arrived.wait()
                call.arrived.clear()
                events = list(call.events)
                call.events.clear()
                ended = bool(events) and ends_request(command, events[-1])
                yield events
        finally:
            del self._open[request_id]
            if not ended:
                self._submit(Abort(request_id))
