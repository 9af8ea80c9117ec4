"""One Duologue for each home folder: a second start hands over what it was given, and ends."""

import fcntl
import hashlib
import json
import os
import socket
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from engine.errors import Refused
from engine.sentences import say

ANSWER_SECONDS = 5.0
_PAUSE = 0.05
_LOCK = "running.lock"
_SOCKET = "running.socket"
_RECEIVED = b"received\n"
# The path of a socket has 104 bytes on a Mac, 108 on Linux; Qt makes it under a longer name first.
_LONGEST_PATH = 80
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
        self._server: QLocalServer | None = None

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
        name = str(_socket_path(self._home))
        QLocalServer.removeServer(name)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._meet)
        self._server.listen(name)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

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

    def _meet(self) -> None:
        assert self._server is not None
        while (connection := self._server.nextPendingConnection()) is not None:
            connection.readyRead.connect(lambda it=connection: self._read(it))
            connection.disconnected.connect(connection.deleteLater)
            self._read(connection)

    def _read(self, connection: QLocalSocket) -> None:
        if connection.bytesAvailable() > _MOST_BYTES:
            connection.abort()
        elif connection.canReadLine():
            paths = _paths(connection.readLine().data())
            connection.write(_RECEIVED)
            connection.flush()
            self.opened.emit(paths)


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
    except ValueError:
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
