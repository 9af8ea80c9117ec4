"""The thread of the local server."""

import asyncio
import errno
import os
import socket
from contextlib import ExitStack, suppress
from threading import Thread

import uvicorn

from app.server.answering import Answering
from app.server.calls import EngineCalls
from app.server.catalog import Catalog
from app.server.guard import Access, Guard
from app.server.journal import Journal
from app.server.media import sweep_files
from app.server.routes import make_app
from engine.errors import Refused
from engine.sentences import say

HOST = "127.0.0.1"
# Seconds for telling clients that the server stops.
_FAREWELL = 0.2
# Seconds after which uvicorn gives up requests that do not end.
_LONGEST_STOP = 1
_FORBIDDEN = say("the system does not allow it")
_REASONS = {
    errno.EADDRINUSE: say("another program uses it"),
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
}


class Server:
    """Serves on a thread of its own, which has one asyncio loop. `start` and `stop` are called on
    one other thread."""

    def __init__(
        self, calls: EngineCalls, catalog: Catalog, access: Access, journal: Journal | None = None
    ) -> None:
        self.calls = calls
        self.journal = journal or Journal()
        self.answering = Answering(calls, catalog)
        self._guard = Guard(make_app(self.answering, self.journal), access, self.journal)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._uvicorn: _Uvicorn | None = None
        self._thread: Thread | None = None

    def start(self, port: int, network: str = "") -> int:
        """Listen for this computer, and at its address in a `network` if there is one. Return the
        port, which the system chooses for 0. Raises Refused if the port is taken."""
        listeners = listen(port, network)
        used = port_of(listeners)
        self.start_on(listeners)
        return used

    def start_on(self, listeners: list[socket.socket]) -> None:
        """Answer at sockets from `listen`, which are closed when the server stops."""
        config = uvicorn.Config(
            self._guard,
            http="h11",
            ws="none",
            loop="asyncio",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_LONGEST_STOP,
        )
        self._uvicorn = _Uvicorn(config)
        self._loop = asyncio.new_event_loop()
        self.calls.bind(self._loop)
        serves = (self._loop, self._uvicorn, listeners)
        self._thread = Thread(target=_run, args=serves, name="server", daemon=True)
        self._thread.start()

    def stop(self, timeout: float) -> bool:
        """Abort all requests and end the thread. Return False if it still runs after `timeout`
        seconds."""
        if self._uvicorn is None or self._thread is None:
            return True
        self._uvicorn.should_exit = True
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def set_window_busy(self, busy: bool) -> None:
        """Hold new requests of clients while the window waits for a reply."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has been closed
                self._loop.call_soon_threadsafe(self.answering.set_window_busy, busy)


class _Uvicorn(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Abort all requests and tell their clients: the window waits while the server stops.
        Uvicorn would first wait for them, and log an error."""
        for server in self.servers:
            server.close()
        state = self.server_state
        for connection in tuple(state.connections):
            connection.shutdown()
        tasks = set(state.tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_FAREWELL)
        for connection in tuple(state.connections):
            # A client that reads nothing holds up the request that writes to it.
            if connection.transport.get_write_buffer_size():
                connection.transport.abort()
        await super().shutdown(sockets)


def _run(loop: asyncio.AbstractEventLoop, server: _Uvicorn, listeners: list[socket.socket]) -> None:
    with asyncio.Runner(loop_factory=lambda: loop) as runner, ExitStack() as opened:
        for listener in listeners:
            opened.enter_context(listener)
        sweep_files()
        runner.run(server.serve(listeners))


def listen(port: int, network: str = "") -> list[socket.socket]:
    """Return sockets that listen for this computer, and at its address in a `network` if there is
    one. Raises Refused if the port is taken."""
    with ExitStack() as opened:
        listeners = [opened.enter_context(_listener(HOST, port))]
        if network:
            listeners.append(opened.enter_context(_listener(network, port_of(listeners))))
        opened.pop_all()
    return listeners


def port_of(listeners: list[socket.socket]) -> int:
    return int(listeners[0].getsockname()[1])


def _listener(address: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises Refused."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        return socket.create_server((address, port), family=family, backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise Refused(
                "The server cannot listen on {address}: this computer does not have that "
                "address. Choose another one.",
                address=address,
            ) from error
        raise Refused(
            "The server cannot listen on port {port} of {address}: {reason}. Choose another port.",
            port=port,
            address=address,
            reason=_reason(error),
        ) from error


def _reason(error: OSError) -> str:
    """Return why a port cannot be listened on. Python adds the address to the system's words."""
    code = error.errno or 0
    return _REASONS.get(code) or os.strerror(code)
