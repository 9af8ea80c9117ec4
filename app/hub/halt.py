"""Ends the threads of a download at once, even those that wait for the network."""

from collections import deque
from contextlib import suppress
from socket import SHUT_RDWR, socket
from threading import Event

from app.hub.hub_problems import Stopped

# More than the connections that are open at a time.
MAX_SOCKETS = 256


class Halt:
    """Used by any thread."""

    def __init__(self) -> None:
        self._stopped = Event()
        self._sockets: deque[socket] = deque(maxlen=MAX_SOCKETS)

    def stop(self) -> None:
        """Make every `check` and `wait` raise Stopped, and end all reads from watched sockets."""
        self._stopped.set()
        self._shut_down()

    def check(self) -> None:
        if self._stopped.is_set():
            raise Stopped

    def wait(self, seconds: float) -> None:
        if self._stopped.wait(seconds):
            raise Stopped

    def watch(self, opened: socket) -> None:
        """Shut a new socket down when `stop` is called, or if it has been."""
        self._sockets.append(opened)
        if self._stopped.is_set():
            self._shut_down()

    def _shut_down(self) -> None:
        """Closing alone would not wake a thread that reads."""
        for each in tuple(self._sockets):
            with suppress(OSError):
                # not `each.shutdown`: that of TLS drops its state while the other thread reads
                socket.shutdown(each, SHUT_RDWR)
