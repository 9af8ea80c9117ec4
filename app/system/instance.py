"""One Duologue for each home folder: a second start hands over what it was given, and ends."""

import fcntl
import hashlib
import json
import logging
import os
import socket
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from engine.errors import Refused
from engine.sentences import say

log = logging.getLogger(__name__)

# The first start of a day takes a while before it listens.
ANSWER_SECONDS = 15.0
_PAUSE = 0.05
_LOCK = "running.lock"
_SOCKET = "running.socket"
_RECEIVED = b"received\n"
# The path of a socket has 104 bytes on a Mac, 108 on Linux.
_LONGEST_PATH = 100
_PART = 1 << 16
_MOST_BYTES = 1 << 20


class Instance(QObject):
    """The lock is the kernel's: however the first one ends, it is free then.

    `opened` has the absolute paths that a later start was given; none where it only wants the
    window to be shown.
    """

    opened = Signal(list)

    def __init__(self, home: Path) -> None:
        super().__init__()
        self._home = home
        self._lock = -1
        self._server: socket.socket | None = None
        self._notifier: QSocketNotifier | None = None
        self._callers: set[_Caller] = set()

    def begin(self, paths: list[Path], timeout: float = ANSWER_SECONDS) -> bool:
        """Whether this is the only one; if not, `paths` have been handed over. The other may be
        just starting, or ending. Raises Refused where it does not answer."""
        until = time.monotonic() + timeout
        while not self._claim():
            left = until - time.monotonic()
            if left <= 0:
                raise Refused(
                    say(
                        "Duologue is running already, but does not answer. Wait a little and try "
                        "again, or end it first; what it has written is kept."
                    )
                )
            if _hand_over(_socket_path(self._home), paths, left):
                return False
            time.sleep(_PAUSE)
        return True

    def listen(self) -> None:
        """For later starts; needs a QApplication. Without effect where this one has no lock."""
        if self._lock < 0:
            return
        where = _socket_path(self._home)
        self._server = server = socket.socket(socket.AF_UNIX)
        server.setblocking(False)
        # for nobody else, from the moment it is there
        before = os.umask(0o077)
        try:
            where.unlink(missing_ok=True)
            server.bind(str(where))
            server.listen()
        except OSError as error:
            log.warning("a second start will not be heard: %s", error)
            return
        finally:
            os.umask(before)
        read = QSocketNotifier.Type.Read
        self._notifier = QSocketNotifier(server.fileno(), read, self)
        self._notifier.activated.connect(self._meet)

    def close(self) -> None:
        if self._notifier is not None:
            self._notifier.setEnabled(False)
        for caller in list(self._callers):
            self._leave(caller)
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                _socket_path(self._home).unlink()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def _meet(self) -> None:
        assert self._server is not None
        try:
            connection, _ = self._server.accept()
        except OSError:
            return
        connection.setblocking(False)
        self._callers.add(caller := _Caller(connection, self))
        caller.said.connect(self._hear)

    def _hear(self, caller: "_Caller", line: bytes) -> None:
        self._leave(caller)
        if line:
            self.opened.emit(_paths(line))

    def _leave(self, caller: "_Caller") -> None:
        self._callers.discard(caller)
        caller.close()

    def _claim(self) -> bool:
        """Where nothing can be locked, it is the only one."""
        try:
            self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
            lock = os.open(self._home / _LOCK, flags, 0o600)
        except OSError:
            return True
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            return not isinstance(error, BlockingIOError)
        self._lock = lock
        return True


class _Caller(QObject):
    """A later start. `said` has itself and its line, or nothing where it went before the end."""

    said = Signal(object, bytes)

    def __init__(self, connection: socket.socket, parent: QObject) -> None:
        super().__init__(parent)
        self._connection = connection
        self._heard = b""
        read = QSocketNotifier.Type.Read
        self._notifier = QSocketNotifier(connection.fileno(), read, self)
        self._notifier.activated.connect(self._read)

    def close(self) -> None:
        self._notifier.setEnabled(False)
        self._connection.close()
        self.deleteLater()

    def _read(self) -> None:
        try:
            part = self._connection.recv(_PART)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        self._heard += part
        if self._heard.endswith(b"\n"):
            with suppress(OSError):
                self._connection.send(_RECEIVED)
            self.said.emit(self, self._heard)
        elif not part or len(self._heard) > _MOST_BYTES:
            self.said.emit(self, b"")


def _hand_over(where: Path, paths: list[Path], timeout: float) -> bool:
    text = json.dumps([str(path) for path in paths])
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(timeout)
        try:
            connection.connect(str(where))
            connection.sendall(text.encode() + b"\n")
            return bool(connection.recv(len(_RECEIVED)))
        except OSError:
            return False


def _paths(line: bytes) -> list[Path]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return []
    return [Path(it) for it in found if isinstance(it, str)] if isinstance(found, list) else []


def _socket_path(home: Path) -> Path:
    """In the home folder where its path is short enough, else in the one for such things."""
    usual = home.absolute() / _SOCKET
    if len(os.fsencode(usual)) <= _LONGEST_PATH:
        return usual
    short = hashlib.sha256(os.fsencode(home.absolute())).hexdigest()[:16]
    folder = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    return Path(folder) / f"duologue-{os.getuid()}-{short}"
